import Archives
public import BookModel
public import Diagnostics
package import Formats
import Imaging
public import PipelineFile
public import PluginKit

extension Rule {
  static let noBooks = Rule(
    "no-books", .input, "A folder holds neither books nor pictures.",
    advice: "Name a folder that holds books or pictures; --verbose lists what was left out.")
  static let foldersTooDeep = Rule(
    "folders-too-deep", .limit, "Folders are nested more deeply than the limit allows.",
    advice: "If you trust the folder, raise the limit: --max-folder-depth.")
  static let booksBelow = Rule(
    "books-below", .input, "A folder holds books only in its subfolders, which are searched only on request.",
    advice: "Add --recursive to read the books of all subfolders, or name the folders.")
  static let severalBooks = Rule(
    "several-books", .input, "A folder becomes one book, although its subfolders look like several.",
    advice: """
      --books folder makes a book of each folder that holds pictures; folders that are named one by one are a book \
      each; --books tree says that it is one book, without this warning.
      """)
}

/// Turns arguments into inputs. The meaning of a folder is decided here and nowhere else.
///
/// A folder that contains at least one file claimed by a reader is a collection: each such file is an input.
/// A folder with pictures but no books at any depth is one book or several, depending on `books`. `recursive`
/// treats every subfolder in the same way and mirrors the tree. Anything else that is found is left alone and
/// reported.
public struct InputExpansion: Sendable {
  let registry: Registry
  private let recursive: Bool
  /// Nil for the setting of each source.
  private let books: FolderBooks?
  let limits: Limits
  /// Whether an earlier run has read a file; such a file is a book without being examined.
  let isKnown: (@Sendable (FilePath) -> Bool)?

  public init(
    registry: Registry, recursive: Bool, books: FolderBooks? = nil, limits: Limits,
    isKnown: (@Sendable (FilePath) -> Bool)? = nil
  ) {
    self.registry = registry
    self.recursive = recursive
    self.books = books
    self.limits = limits
    self.isKnown = isKnown
  }

  /// The same expansion, with a pipeline source's setting for folders unless the command line has one.
  func reading(_ source: SourceSpec?) -> InputExpansion {
    InputExpansion(
      registry: registry, recursive: recursive || source?.recursive == true, books: books ?? source?.books,
      limits: limits, isKnown: isKnown)
  }

  /// Whether to search nested folders, either because of `recursive` or because the setting for folders
  /// requires it.
  private var looksBelow: Bool { recursive || books == .folder || books == .tree }

  /// The result of expanding arguments.
  public struct Expanded: Sendable {
    /// In the order of the arguments, with folders in natural order.
    public var inputs: [RunInput] = []
    /// Arguments that are not inputs, files and folders inside them that cannot be opened, and the reasons.
    public var failures: [(path: FilePath, diagnostic: Diagnostic)] = []
    /// Everything found that is not an input.
    public var leftAlone: [LeftAlone] = []
    /// Sources changed only just now, which are left to the next run.
    public var waiting: [FilePath] = []
    /// Sources that contain nothing, as when earlier runs have moved everything away; this is not an error.
    public var empty: [String] = []

    mutating func add(_ other: Expanded) {
      inputs += other.inputs
      failures += other.failures
      leftAlone += other.leftAlone
      empty += other.empty
    }
  }

  /// Blocks: looks at the first bytes of every file in a folder.
  public func expand(_ arguments: [FilePath]) -> Expanded {
    var expanded = Expanded()
    var folders: [FilePath: Neighbors] = [:]
    let parts = VolumeIndex(arguments)
    for argument in arguments where !FolderSurvey.isLaterVolume(argument, among: parts) {
      do throws(Diagnostic) {
        try expand(argument, &folders, into: &expanded)
      } catch {
        expanded.failures.append((argument, error.inFile(argument.display)))
      }
    }
    expanded.dropRepeatedLinks()
    return expanded
  }

  /// Expands a folder found by a pattern, given its siblings.
  func expand(_ folder: FilePath, beside neighbors: Neighbors) -> Expanded {
    var expanded = Expanded()
    var folders = [folder.parent: neighbors]
    do throws(Diagnostic) {
      try expand(folder, &folders, into: &expanded)
    } catch {
      expanded.failures.append((folder, error.inFile(folder.display)))
    }
    expanded.dropRepeatedLinks()
    return expanded
  }

  /// - Parameter folders: the contents of folders already listed, since thousands of arguments may share one.
  private func expand(
    _ argument: FilePath, _ folders: inout [FilePath: Neighbors], into expanded: inout Expanded
  ) throws(Diagnostic) {
    let neighbors = folders[argument.parent] ?? neighbors(siblings(of: argument))
    folders[argument.parent] = neighbors
    guard try isFolder(argument) else {
      expanded.inputs.append(
        RunInput(
          path: argument, isFolder: false, siblings: neighbors.siblings,
          isOnlyBookInFolder: neighbors.isOnlyBook))
      return
    }
    let survey = try FolderSurvey(argument, self)
    let before = expanded.inputs.count
    try add(survey, beside: neighbors.siblings, mirrored: [], into: &expanded, isArgument: true)
    for index in expanded.inputs.indices.dropFirst(before) where expanded.inputs[index].path != argument {
      expanded.inputs[index].root = argument
    }
  }

  /// - Parameters:
  ///   - beside: the folder's siblings.
  ///   - mirrored: the folders from the argument down to this one, inclusive.
  private func add(
    _ folder: FolderSurvey, beside: Siblings, mirrored: [String], into expanded: inout Expanded,
    isArgument: Bool
  ) throws(Diagnostic) {
    guard folder.holdsBooks else {
      try addWithoutBooks(
        folder, beside: beside, mirrored: mirrored, into: &expanded, isArgument: isArgument)
      return
    }
    guard looksBelow || !folder.books.isEmpty else {
      throw .error(
        .booksBelow, "this folder contains books only in its subfolders",
        remedy: "use --recursive to read them all")
    }
    expanded.failures += folder.failures
    let used = sidecars(of: folder)
    let siblings = neighbors(folder.siblings).siblings
    expanded.leftAlone += folder.others.filter { !used.contains($0.path) }
    expanded.leftAlone += folder.pictures.map { LeftAlone($0, .loosePicture) }
    let isOnlyBook = Sidecar.areOneBook(folder.books)
    for book in folder.books {
      expanded.inputs.append(
        RunInput(
          path: book, isFolder: false, mirrored: mirrored, siblings: siblings,
          isOnlyBookInFolder: isOnlyBook))
    }
    for below in folder.folders {
      if looksBelow {
        let path = mirrored + [below.path.nameText]
        try add(below, beside: siblings, mirrored: path, into: &expanded, isArgument: false)
      } else if below.holdsBooks || below.holdsPictures {
        expanded.leftAlone.append(LeftAlone(below.path, .folder))
      }
    }
  }

  /// Adds a folder that contains only pictures, at any depth, or nothing at all.
  private func addWithoutBooks(
    _ folder: FolderSurvey, beside: Siblings, mirrored: [String], into expanded: inout Expanded,
    isArgument: Bool
  ) throws(Diagnostic) {
    guard folder.holdsPictures else {
      expanded.leftAlone += folder.others
      let failures = folder.allFailures
      expanded.failures += failures
      guard isArgument, failures.isEmpty else { return }
      throw folder.holdsNothing
    }
    if books == .folder, folder.isShelf {
      expanded.failures += folder.failures
      expanded.leftAlone += folder.others + folder.pictures.map { LeftAlone($0, .loosePicture) }
      let siblings = neighbors(folder.siblings).siblings
      for below in folder.folders {
        let path = mirrored + [below.path.nameText]
        try addWithoutBooks(below, beside: siblings, mirrored: path, into: &expanded, isArgument: false)
      }
      return
    }
    var input = RunInput(
      path: folder.path, isFolder: true, mirrored: Array(mirrored.dropLast()), siblings: beside)
    if books ?? .auto == .auto, let warning = folder.severalBooks { input.told.append(warning) }
    expanded.inputs.append(input)
  }

  /// The files beside a folder's books that contain metadata about them.
  private func sidecars(of folder: FolderSurvey) -> Set<FilePath> {
    let candidates = Siblings(folder.others.map(\.path).filter { isCompanion($0) })
    guard !candidates.paths.isEmpty else { return [] }
    let isOnlyBook = Sidecar.areOneBook(folder.books)
    return Set(
      folder.books.flatMap { book in
        Sidecar.find(for: book, among: candidates, isOnlyBook: isOnlyBook).map(\.path)
          + [BookFile.find(for: book, isFolder: false, among: candidates)].compactMap(\.self)
      })
  }

  /// Why a folder at this depth below the named one is not searched; nil if it may be.
  func depthRefusal(_ path: FilePath, _ depth: Int) -> Diagnostic? {
    guard depth >= limits.maxFolderDepth else { return nil }
    return .error(
      .foldersTooDeep, "folders are nested more than \(limits.maxFolderDepth) deep",
      at: Place(file: path.display), remedy: "raise --max-folder-depth if that is right")
  }

  // MARK: Neighboring files

  /// The paths in the same folder. A file may be readable even if its folder cannot be listed; it is then
  /// read without any neighbors.
  private func siblings(of path: FilePath) -> [FilePath] {
    do throws(Diagnostic) {
      return try listFolder(path.parent).map { path.parent.appending($0.name) }
    } catch {
      return []
    }
  }

  /// The neighbors of the files in one folder, as far as they can matter.
  struct Neighbors {
    var siblings: Siblings
    var isOnlyBook: Bool
  }

  func neighbors(_ paths: [FilePath]) -> Neighbors {
    let holdsParts = paths.contains { VolumeName($0).map { $0.index > 0 } ?? false }
    let siblings = paths.filter { path in
      isCompanion(path) || holdsParts && VolumeName(path) != nil
    }
    return Neighbors(siblings: Siblings(siblings), isOnlyBook: isOnlyBook(among: paths))
  }

  /// Whether a file may contain metadata about the books beside it.
  private func isCompanion(_ path: FilePath) -> Bool {
    Sidecar.fileExtensions.contains(path.fileExtension) || path.fileExtension == "yaml"
  }

  /// Whether a folder's files that look like books by name are at most one book, in any number of formats.
  func isOnlyBook(among siblings: [FilePath]) -> Bool {
    let extensions = Set(registry.readers.flatMap { $0.fileExtensions })
    return Sidecar.areOneBook(siblings.filter { extensions.contains($0.fileExtension) })
  }
}

extension InputExpansion.Expanded {
  /// Drops links to books that are inputs themselves, so that no book is read twice.
  mutating func dropRepeatedLinks() {
    let links = inputs.filter { isLink($0.path) }
    guard !links.isEmpty else { return }
    let real = Set(inputs.filter { !isLink($0.path) }.map { realPath($0.path) })
    let repeated = Set(links.filter { real.contains(realPath($0.path)) }.map(\.path))
    inputs.removeAll { repeated.contains($0.path) }
    leftAlone += links.map(\.path).filter(repeated.contains).map { LeftAlone($0, .linkToInput) }
  }
}

extension SourceProbe {
  /// Looks at the first bytes of a file; for a folder, there are none.
  package init(_ path: FilePath, siblings: Siblings, isOnlyBookInFolder: Bool = true) throws(Diagnostic) {
    if try Archives.isFolder(path) {
      self.init(
        path: path, isFolder: true, head: [], kind: nil, siblings: siblings,
        isOnlyBookInFolder: isOnlyBookInFolder)
      return
    }
    let file = try InputFile(path)
    let head = try file.read(at: 0, upTo: 4096)
    self.init(
      path: path, isFolder: false, head: head, kind: try ContainerKind.sniff(file), siblings: siblings,
      isOnlyBookInFolder: isOnlyBookInFolder)
  }
}
