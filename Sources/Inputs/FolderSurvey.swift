import Archives
import BookModel
import Diagnostics
import Formats
import Imaging
import PluginKit

/// What a folder contains at any depth: books, pictures and other files, distinguished by their contents.
struct FolderSurvey {
  let path: FilePath
  private(set) var siblings: [FilePath] = []
  private var volumes = VolumeIndex([])
  private(set) var books: [FilePath] = []
  private(set) var pictures: [FilePath] = []
  private(set) var others: [LeftAlone] = []
  private(set) var folders: [FolderSurvey] = []
  /// Files of unknown kind that cannot be read, and the folder itself if it cannot be listed; everything else
  /// is processed all the same.
  private(set) var failures: [(path: FilePath, diagnostic: Diagnostic)] = []

  var allFailures: [(path: FilePath, diagnostic: Diagnostic)] { failures + folders.flatMap(\.allFailures) }
  var holdsPictures: Bool { !pictures.isEmpty || folders.contains(where: \.holdsPictures) }
  var holdsBooks: Bool { !books.isEmpty || folders.contains(where: \.holdsBooks) }

  /// Looks at the first bytes of every file in a folder and its subfolders. Blocks.
  ///
  /// - Throws: `file-unreadable`, `folders-too-deep`.
  init(_ path: FilePath, _ expansion: InputExpansion, depth: Int = 0) throws(Diagnostic) {
    self.path = path
    if let refusal = expansion.depthRefusal(path, depth) { throw refusal }
    let items = NaturalOrder.sorted(try listFolder(path)) { [String(decoding: $0.name, as: UTF8.self)] }
    siblings = items.map { path.appending($0.name) }
    volumes = VolumeIndex(siblings)
    for item in items where !EntryPath.isSystemJunk([String(decoding: item.name, as: UTF8.self)]) {
      let below = path.appending(item.name)
      let isUnfinished = UnfinishedName.ending(of: below.nameText) != nil
      switch item.kind {
      case .folder where isUnfinished, .file where isUnfinished, .link where isUnfinished:
        others.append(LeftAlone(below, .unfinished))
      case .folder: addFolder(below, expansion, depth: depth + 1)
      case .file: addFile(below, expansion)
      case .link: addLink(below, expansion)
      case .special: others.append(LeftAlone(below, .unknown))
      }
    }
  }

  /// A folder that cannot be listed.
  private init(_ path: FilePath, _ failure: Diagnostic) {
    self.path = path
    failures = [(path, failure.inFile(path.display))]
  }

  /// Adds a nested folder. One that cannot be listed or is too deep is reported; the others are searched.
  private mutating func addFolder(_ path: FilePath, _ expansion: InputExpansion, depth: Int) {
    do throws(Diagnostic) {
      folders.append(try FolderSurvey(path, expansion, depth: depth))
    } catch {
      folders.append(FolderSurvey(path, error))
    }
  }

  private mutating func addFile(_ path: FilePath, _ expansion: InputExpansion) {
    // A later part of an archive is read together with the first.
    if FolderSurvey.isLaterVolume(path, among: volumes) { return }
    switch expansion.kind(of: path) {
    case .book: books.append(path)
    case .picture: pictures.append(path)
    case .unknown: others.append(LeftAlone(path, .unknown))
    case .unreadable(let error): failures.append((path, error.inFile(path.display)))
    }
  }

  /// Follows a link to a book, because download programs publish books that way. Other links may lead
  /// anywhere.
  private mutating func addLink(_ path: FilePath, _ expansion: InputExpansion) {
    guard isExistingFile(path), case .book = expansion.kind(of: path) else {
      others.append(LeftAlone(path, .link))
      return
    }
    addFile(path, expansion)
  }

  /// Whether a file is a part of an archive whose first part also exists, so that the two are read together.
  static func isLaterVolume(_ path: FilePath, among volumes: VolumeIndex) -> Bool {
    guard let name = VolumeName(path), name.index > 0 else { return false }
    return VolumeSet(of: path, among: volumes[path])?.earlierPart != nil
  }
}

extension InputExpansion {
  /// The kinds of files in a collection.
  enum FileKind {
    case book, picture, unknown
    case unreadable(Diagnostic)
  }

  /// The kind of a file, judging from its first bytes. If it cannot be opened, its name decides: reading it
  /// will report the problem. Blocks.
  func kind(of path: FilePath) -> FileKind {
    if isKnown?(path) == true { return .book }
    let isNamedPicture = ImageFormat(fileExtension: path.fileExtension) != nil
    do throws(Diagnostic) {
      let probe = try SourceProbe(path, siblings: [])
      if registry.readers.contains(where: { $0.claims(probe) }) { return .book }
      return ImageFormat.sniff(probe.head) != nil || isNamedPicture ? .picture : .unknown
    } catch {
      if registry.readers.contains(where: { $0.fileExtensions.contains(path.fileExtension) }) { return .book }
      return isNamedPicture ? .picture : .unreadable(error)
    }
  }
}

// MARK: Nested folders

extension FolderSurvey {
  /// Whether its pictures are in its subfolders: a lone picture beside them is a cover, not a page.
  var isShelf: Bool { pictures.count <= 1 && folders.contains(where: \.holdsPictures) }

  /// A warning if the folder is treated as one book but looks like several: if several of its subfolders
  /// contain folders of pictures themselves or are named after different series.
  var severalBooks: Diagnostic? {
    let inside = folders.filter(\.holdsPictures)
    let series = inside.filter { $0.folders.contains(where: \.holdsPictures) }.map(\.path.nameText)
    let named = inside.map(\.path.nameText).filter { !series.contains($0) }
    let differ = Set((series + named.compactMap(FolderSurvey.series)).map(\.caseFolded)).count > 1
    guard series.count > 1 || differ else { return nil }
    let names = inside.prefix(3).map { "'\($0.path.nameText)'" }.joined(separator: ", ")
    let more = inside.count > 3 ? " and \(inside.count - 3) more" : ""
    return .warning(
      .severalBooks, "this folder becomes one book, though its folders look like several: \(names)\(more)",
      at: Place(file: path.display),
      remedy:
        "use --books folder for a book of each folder of pictures, or name the folders that are a book each")
  }

  /// The series in a folder's name that also has a number; nil for the name of a chapter.
  private static func series(of name: String) -> String? {
    guard let first = name.first, first.isLetter else { return nil }
    let parsed = FilenameParser.parse(name)
    return parsed.isNumbered ? parsed.series : nil
  }

  /// Reports that a folder contains neither books nor pictures, and what it contains instead.
  var holdsNothing: Diagnostic {
    let links = others.count { $0.reason == .link }
    let unfinished = others.count { $0.reason == .unfinished }
    let held = [
      links > 0 ? "\(links) \(links == 1 ? "link" : "links") to no book" : nil,
      unfinished > 0
        ? "\(unfinished) unfinished \(unfinished == 1 ? "download" : "downloads") or copies" : nil,
    ].compactMap(\.self)
    return .error(
      .noBooks,
      "this folder holds neither books nor pictures"
        + (held.isEmpty ? "" : ", only " + held.joined(separator: " and ")),
      remedy: "name another folder or file")
  }
}
