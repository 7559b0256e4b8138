import Archives
public import BookModel
public import Diagnostics
import Formats
import Imaging
import PipelineFile
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
}

/// Turns arguments into inputs: what a folder means is decided here, and only here.
///
/// A folder that holds at least one file some reader claims is a collection: each such file is an input. A
/// folder with pictures at any depth and no book at any depth is one book. `recursive` asks this of every
/// folder below and mirrors the tree.
public struct InputExpansion: Sendable {
  private let registry: Registry
  private let recursive: Bool
  let limits: Limits
  /// Whether an earlier run has read a file: such a file is a book without a look into it.
  private let isKnown: (@Sendable (FilePath) -> Bool)?

  public init(
    registry: Registry, recursive: Bool, limits: Limits,
    isKnown: (@Sendable (FilePath) -> Bool)? = nil
  ) {
    self.registry = registry
    self.recursive = recursive
    self.limits = limits
    self.isKnown = isKnown
  }

  /// The same, looking into folders inside folders or not.
  func recursively(_ recursive: Bool) -> InputExpansion {
    InputExpansion(
      registry: registry, recursive: self.recursive || recursive, limits: limits, isKnown: isKnown)
  }

  /// What arguments turned out to be.
  public struct Expanded: Sendable {
    /// In the order of the arguments, folders in natural order.
    public var inputs: [RunInput] = []
    /// Arguments that are no input, files and folders inside them that cannot be looked into, and why.
    public var failures: [(path: FilePath, diagnostic: Diagnostic)] = []
    /// Files of collections that nothing reads: left where they are.
    public var ignored: [FilePath] = []
    /// Sources that were changed only just now: left to the next run.
    public var waiting: [FilePath] = []
  }

  /// Blocks: looks at the first bytes of every file in a folder.
  public func expand(_ arguments: [FilePath]) -> Expanded {
    var expanded = Expanded()
    var folders: [FilePath: Neighbors] = [:]
    for argument in arguments {
      do throws(Diagnostic) {
        try expand(argument, &folders, into: &expanded)
      } catch {
        expanded.failures.append((argument, error.inFile(argument.display)))
      }
    }
    return expanded
  }

  /// - Parameter folders: what lies in folders that were looked at: thousands of arguments may share one.
  private func expand(
    _ argument: FilePath, _ folders: inout [FilePath: Neighbors], into expanded: inout Expanded
  ) throws(Diagnostic) {
    guard try isFolder(argument) else {
      let neighbors = folders[argument.parent] ?? neighbors(siblings(of: argument))
      folders[argument.parent] = neighbors
      expanded.inputs.append(
        RunInput(
          path: argument, isFolder: false, siblings: neighbors.siblings,
          isOnlyBookInFolder: neighbors.isOnlyBook))
      return
    }
    let survey = try survey(argument, depth: 0)
    let before = expanded.inputs.count
    try add(survey, mirrored: [], into: &expanded, isArgument: true)
    for index in expanded.inputs.indices.dropFirst(before) where expanded.inputs[index].path != argument {
      expanded.inputs[index].root = argument
    }
  }

  private func add(_ folder: Survey, mirrored: [String], into expanded: inout Expanded, isArgument: Bool)
    throws(Diagnostic)
  {
    if folder.books.isEmpty {
      if folder.holdsPictures && !folder.holdsBooks {
        expanded.inputs.append(
          RunInput(
            path: folder.path, isFolder: true, mirrored: Array(mirrored.dropLast()),
            siblings: neighbors(siblings(of: folder.path)).siblings))
        return
      }
      guard folder.holdsBooks else {
        expanded.ignored += folder.others
        let failures = folder.allFailures
        expanded.failures += failures
        guard isArgument, failures.isEmpty else { return }
        throw .error(
          .noBooks, "this folder holds neither books nor pictures", remedy: "name another folder or file")
      }
      guard recursive else {
        throw .error(
          .booksBelow, "this folder holds books only in its subfolders",
          remedy: "use --recursive to read them all")
      }
    }
    expanded.failures += folder.failures
    let used = sidecars(of: folder)
    let siblings = neighbors(folder.siblings).siblings
    expanded.ignored += folder.others.filter { !used.contains($0) } + folder.pictures
    for book in folder.books {
      expanded.inputs.append(
        RunInput(
          path: book, isFolder: false, mirrored: mirrored, siblings: siblings,
          isOnlyBookInFolder: Sidecar.areOneBook(folder.books)))
    }
    guard recursive else { return }
    for below in folder.folders {
      try add(below, mirrored: mirrored + [below.path.nameText], into: &expanded, isArgument: false)
    }
  }

  /// The files beside a folder's books that say something about them.
  private func sidecars(of folder: Survey) -> Set<FilePath> {
    let candidates = folder.others.filter { isCompanion($0) }
    guard !candidates.isEmpty else { return [] }
    let isOnlyBook = Sidecar.areOneBook(folder.books)
    return Set(
      folder.books.flatMap { book in
        Sidecar.find(for: book, among: candidates, isOnlyBook: isOnlyBook).map(\.path)
          + [BookFile.find(for: book, isFolder: false, among: candidates)].compactMap(\.self)
      })
  }

  // MARK: Looking at a folder

  private struct Survey {
    var path: FilePath
    var siblings: [FilePath] = []
    var books: [FilePath] = []
    var pictures: [FilePath] = []
    var others: [FilePath] = []
    var folders: [Survey] = []
    /// Files of no known kind that cannot be read, and the folder itself where it cannot be listed: what is beside
    /// them is done all the same.
    var failures: [(path: FilePath, diagnostic: Diagnostic)] = []

    var allFailures: [(path: FilePath, diagnostic: Diagnostic)] {
      failures + folders.flatMap(\.allFailures)
    }
    var holdsPictures: Bool { !pictures.isEmpty || folders.contains(where: \.holdsPictures) }
    var holdsBooks: Bool { !books.isEmpty || folders.contains(where: \.holdsBooks) }

    /// Takes a file that cannot be looked into for what its name says: the reading of it tells what is wrong.
    mutating func addUnreadable(_ path: FilePath, _ error: Diagnostic, isBook: Bool) {
      if isBook {
        books.append(path)
      } else if ImageFormat(fileExtension: path.fileExtension) != nil {
        pictures.append(path)
      } else {
        failures.append((path, error.inFile(path.display)))
      }
    }
  }

  private func survey(_ path: FilePath, depth: Int) throws(Diagnostic) -> Survey {
    var survey = Survey(path: path)
    if let refusal = depthRefusal(path, depth) { throw refusal }
    let items = NaturalOrder.sorted(try listFolder(path)) { [String(decoding: $0.name, as: UTF8.self)] }
    survey.siblings = items.map { path.appending($0.name) }
    for item in items where !EntryPath.isSystemJunk([String(decoding: item.name, as: UTF8.self)]) {
      let below = path.appending(item.name)
      switch item.kind {
      case .folder: survey.folders.append(surveyBelow(below, depth: depth + 1))
      case .link, .special: survey.others.append(below)
      case .file where isKnown?(below) == true:
        if !isLaterVolume(below, among: survey.siblings) { survey.books.append(below) }
      case .file:
        let probe: SourceProbe
        do throws(Diagnostic) { probe = try SourceProbe(below, siblings: []) } catch {
          survey.addUnreadable(below, error, isBook: hasBookExtension(below))
          continue
        }
        if registry.readers.contains(where: { $0.claims(probe) }) {
          if !isLaterVolume(below, among: survey.siblings) { survey.books.append(below) }
        } else if ImageFormat.sniff(probe.head) != nil
          || ImageFormat(fileExtension: below.fileExtension) != nil
        {
          survey.pictures.append(below)
        } else {
          survey.others.append(below)
        }
      }
    }
    return survey
  }

  /// A folder inside another: one that cannot be listed is told of, and the others are looked into.
  private func surveyBelow(_ path: FilePath, depth: Int) -> Survey {
    do throws(Diagnostic) { return try survey(path, depth: depth) } catch {
      var survey = Survey(path: path)
      survey.failures = [(path, error.inFile(path.display))]
      return survey
    }
  }

  /// Why a folder so deep below the one that is searched is not looked into; nil where it is.
  func depthRefusal(_ path: FilePath, _ depth: Int) -> Diagnostic? {
    guard depth >= limits.maxFolderDepth else { return nil }
    return .error(
      .foldersTooDeep, "folders are nested more than \(limits.maxFolderDepth) deep",
      at: Place(file: path.display), remedy: "raise --max-folder-depth if that is right")
  }

  private func hasBookExtension(_ path: FilePath) -> Bool {
    registry.readers.contains { $0.fileExtensions.contains(path.fileExtension) }
  }

  /// Whether a file is a part of an archive whose first part is there too, and so is read with that one.
  private func isLaterVolume(_ path: FilePath, among siblings: [FilePath]) -> Bool {
    guard let name = VolumeName(path), name.index > 0 else { return false }
    return VolumeSet(of: path, among: siblings)?.earlierPart != nil
  }

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
    var siblings: [FilePath]
    var isOnlyBook: Bool
  }

  /// Each file is compared with those that remain, so that a folder of thousands should leave few.
  func neighbors(_ paths: [FilePath]) -> Neighbors {
    let holdsParts = paths.contains { VolumeName($0).map { $0.index > 0 } ?? false }
    let siblings = paths.filter { path in
      isCompanion(path) || holdsParts && VolumeName(path) != nil
    }
    return Neighbors(siblings: siblings, isOnlyBook: isOnlyBook(among: paths))
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

extension SourceProbe {
  /// Looks at the first bytes of a file; for a folder there is nothing to look at.
  package init(_ path: FilePath, siblings: [FilePath], isOnlyBookInFolder: Bool = true) throws(Diagnostic) {
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
