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

/// Turns arguments into inputs: what a folder means is decided here, and only here.
///
/// A folder that holds at least one file some reader claims is a collection: each such file is an input. A
/// folder with pictures at any depth and no book at any depth is one book, or several, as `books` says. `recursive`
/// asks this of every folder below and mirrors the tree. What is found and is no input is left alone, and told.
public struct InputExpansion: Sendable {
  let registry: Registry
  private let recursive: Bool
  /// Nil: as each source says.
  private let books: FolderBooks?
  let limits: Limits
  /// Whether an earlier run has read a file: such a file is a book without a look into it.
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

  /// The same, as a source of a pipeline wants folders read where the command line does not say it.
  func reading(_ source: SourceSpec?) -> InputExpansion {
    InputExpansion(
      registry: registry, recursive: recursive || source?.recursive == true, books: books ?? source?.books,
      limits: limits, isKnown: isKnown)
  }

  /// Whether folders inside folders are looked into: asked for, or what saying what they are comes to.
  private var looksBelow: Bool { recursive || books == .folder || books == .tree }

  /// What arguments turned out to be.
  public struct Expanded: Sendable {
    /// In the order of the arguments, folders in natural order.
    public var inputs: [RunInput] = []
    /// Arguments that are no input, files and folders inside them that cannot be looked into, and why.
    public var failures: [(path: FilePath, diagnostic: Diagnostic)] = []
    /// What was found and is no input.
    public var leftAlone: [LeftAlone] = []
    /// Sources that were changed only just now: left to the next run.
    public var waiting: [FilePath] = []
    /// Sources that hold nothing, as they do when earlier runs have moved all of it away: nothing is wrong.
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

  /// A folder that a pattern found, with what lies beside it.
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

  /// - Parameter folders: what lies in folders that were looked at: thousands of arguments may share one.
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
  ///   - beside: what lies beside the folder.
  ///   - mirrored: the folders between the argument and this one, itself included.
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
        .booksBelow, "this folder holds books only in its subfolders",
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

  /// A folder with nothing but pictures at any depth, or with nothing at all.
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

  /// The files beside a folder's books that say something about them.
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

  /// Why a folder is not looked into that lies so many folders below the one that was named; nil where it may be.
  func depthRefusal(_ path: FilePath, _ depth: Int) -> Diagnostic? {
    guard depth >= limits.maxFolderDepth else { return nil }
    return .error(
      .foldersTooDeep, "folders are nested more than \(limits.maxFolderDepth) deep",
      at: Place(file: path.display), remedy: "raise --max-folder-depth if that is right")
  }

  // MARK: What lies beside a file

  /// The paths in the same folder. A file can be readable where its folder cannot be listed: then it is read
  /// without anything beside it.
  private func siblings(of path: FilePath) -> [FilePath] {
    do throws(Diagnostic) {
      return try listFolder(path.parent).map { path.parent.appending($0.name) }
    } catch {
      return []
    }
  }

  /// What lies beside the files of one folder, as far as it can concern them.
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

  /// Whether a file may say something about the books beside it.
  private func isCompanion(_ path: FilePath) -> Bool {
    Sidecar.fileExtensions.contains(path.fileExtension) || path.fileExtension == "yaml"
  }

  /// Whether the files in a folder that look like books by their names are one at most, in whatever formats.
  func isOnlyBook(among siblings: [FilePath]) -> Bool {
    let extensions = Set(registry.readers.flatMap { $0.fileExtensions })
    return Sidecar.areOneBook(siblings.filter { extensions.contains($0.fileExtension) })
  }
}

extension InputExpansion.Expanded {
  /// Leaves out links to books that are inputs themselves: one book is not to be read twice.
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
  /// Looks at the first bytes of a file; for a folder there is nothing to look at.
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
