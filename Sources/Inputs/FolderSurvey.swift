import Archives
import BookModel
import Diagnostics
import Formats
import Imaging
import PluginKit

/// What lies in a folder and below it: books, pictures and the rest, told apart by content.
struct FolderSurvey {
  let path: FilePath
  private(set) var siblings: [FilePath] = []
  private var volumes = VolumeIndex([])
  private(set) var books: [FilePath] = []
  private(set) var pictures: [FilePath] = []
  private(set) var others: [LeftAlone] = []
  private(set) var folders: [FolderSurvey] = []
  /// Files of no known kind that cannot be read, and the folder itself where it cannot be listed: what is beside
  /// them is done all the same.
  private(set) var failures: [(path: FilePath, diagnostic: Diagnostic)] = []

  var allFailures: [(path: FilePath, diagnostic: Diagnostic)] { failures + folders.flatMap(\.allFailures) }
  var holdsPictures: Bool { !pictures.isEmpty || folders.contains(where: \.holdsPictures) }
  var holdsBooks: Bool { !books.isEmpty || folders.contains(where: \.holdsBooks) }

  /// Looks at the first bytes of every file in a folder and the folders below it. Blocks.
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

  /// A folder inside another: one that cannot be listed, or lies too deep, is told of, and the others are looked into.
  private mutating func addFolder(_ path: FilePath, _ expansion: InputExpansion, depth: Int) {
    do throws(Diagnostic) {
      folders.append(try FolderSurvey(path, expansion, depth: depth))
    } catch {
      folders.append(FolderSurvey(path, error))
    }
  }

  private mutating func addFile(_ path: FilePath, _ expansion: InputExpansion) {
    // A later part of an archive is read with the first.
    if FolderSurvey.isLaterVolume(path, among: volumes) { return }
    switch expansion.kind(of: path) {
    case .book: books.append(path)
    case .picture: pictures.append(path)
    case .unknown: others.append(LeftAlone(path, .unknown))
    case .unreadable(let error): failures.append((path, error.inFile(path.display)))
    }
  }

  /// A link to a book is followed: download programs publish books so. Others lead who knows where.
  private mutating func addLink(_ path: FilePath, _ expansion: InputExpansion) {
    guard isExistingFile(path), case .book = expansion.kind(of: path) else {
      others.append(LeftAlone(path, .link))
      return
    }
    addFile(path, expansion)
  }

  /// Whether a file is a part of an archive whose first part is there too, and so is read with that one.
  static func isLaterVolume(_ path: FilePath, among volumes: VolumeIndex) -> Bool {
    guard let name = VolumeName(path), name.index > 0 else { return false }
    return VolumeSet(of: path, among: volumes[path])?.earlierPart != nil
  }
}

extension InputExpansion {
  /// What a file is to a collection.
  enum FileKind {
    case book, picture, unknown
    case unreadable(Diagnostic)
  }

  /// What a file is, by its first bytes. One that cannot be looked into is taken for what its name says: the reading of
  /// it tells what is wrong. Blocks.
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

// MARK: Folders of folders

extension FolderSurvey {
  /// Whether its pictures are in its folders: a lone one beside them is a cover, no page.
  var isShelf: Bool { pictures.count <= 1 && folders.contains(where: \.holdsPictures) }

  /// A warning where the folder is taken as one book, and what it holds looks like several: several of its folders hold
  /// folders of pictures themselves, or are named after different series.
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

  /// The series that a folder's name gives beside a number; nil for the name of a chapter.
  private static func series(of name: String) -> String? {
    guard let first = name.first, first.isLetter else { return nil }
    let parsed = FilenameParser.parse(name)
    return parsed.isNumbered ? parsed.series : nil
  }

  /// Says that a folder holds neither books nor pictures, and what it holds instead.
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
