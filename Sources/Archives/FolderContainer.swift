public import BookModel
public import Diagnostics
import Options

extension Rule {
  public static let folderTooDeep = Rule(
    "folder-too-deep", .limit, "Folders are nested more deeply than the limit allows.",
    advice: "If you trust the folder, raise the limit: --max-folder-depth.")
}

/// A folder of the file system with all below it. Symbolic links are listed and never followed.
public final class FolderContainer: Container {
  public let formatName = "folder"
  /// Each folder before what it holds, names in the order of their bytes.
  public let entries: [ContainerEntry]
  public let comment: [UInt8]? = nil
  public let diagnostics: [Diagnostic]
  private let root: FilePath
  private let limits: Limits

  /// Lists the folder. `path` itself may be a symbolic link.
  ///
  /// - Parameter namesEncoding: the encoding of names that are no UTF-8; nil to detect it.
  /// - Throws: `file-unreadable` for any folder below that cannot be listed; `folder-too-deep`,
  ///   `too-many-entries`, `book-too-large`; `unknown-encoding`.
  public init(_ path: FilePath, limits: Limits = Limits(), namesEncoding: String? = nil) throws(Diagnostic) {
    let found = try Self.list(path, limits)
    let (names, encoding, guessed) = try decodeEntryNames(
      found.map(\.name), flaggedUTF8: found.map { _ in false }, encoding: namesEncoding)
    entries = found.enumerated().map { index, item in
      ContainerEntry(
        key: index, path: EntryPath(raw: item.name, decoded: names[index]), kind: item.kind,
        size: item.kind == .file ? item.size : nil, packedSize: item.kind == .file ? item.size : nil)
    }
    var diagnostics: [Diagnostic] = []
    if guessed, let encoding {
      diagnostics.append(
        .warning(
          .guessedNames, "names were read as \(encoding), which is a guess", at: Place(file: path.display),
          remedy: "if they look wrong, name their encoding (namesEncoding)"))
    }
    self.diagnostics = diagnostics
    self.limits = limits
    root = path
  }

  /// The path of an entry in the file system.
  public func filePath(of entry: ContainerEntry) -> FilePath { root.appending(entry.path.raw) }

  public func read(_ entry: ContainerEntry) throws(Diagnostic) -> [UInt8] {
    let file = try open(entry)
    guard file.size <= limits.maxEntryBytes.bytes else {
      throw .error(
        .entryTooLarge,
        "the file has \(file.size) bytes, more than the limit of \(limits.maxEntryBytes.bytes)",
        at: place(entry), remedy: "raise --max-entry-bytes if that is right")
    }
    guard file.size == entry.size else {
      throw .error(
        .fileChanged, "the file had \(entry.size ?? 0) bytes a moment ago and has \(file.size) now",
        at: place(entry), remedy: "run again once nothing writes to the folder any more")
    }
    return try file.read(at: 0, count: file.size)
  }

  public func prefix(of entry: ContainerEntry, count: Int) throws(Diagnostic) -> [UInt8] {
    try open(entry).read(at: 0, upTo: count)
  }

  private func open(_ entry: ContainerEntry) throws(Diagnostic) -> InputFile {
    try InputFile(filePath(of: entry), followingLinks: false)
  }

  private func place(_ entry: ContainerEntry) -> Place {
    Place(file: root.display, entry: entry.path.text)
  }

  /// Everything below a folder: names relative to it.
  private static func list(_ root: FilePath, _ limits: Limits) throws(Diagnostic) -> [FolderItem] {
    var found: [FolderItem] = []
    // Last in, first out, so that what a folder holds comes right behind it.
    var waiting: [(item: FolderItem, depth: Int)] = try listFolder(root).reversed().map { ($0, 1) }
    var total = 0
    while let (item, depth) = waiting.popLast() {
      found.append(item)
      total += item.size
      guard found.count + waiting.count <= limits.maxEntries else {
        throw .error(
          .tooManyEntries, "the folder holds more than \(limits.maxEntries) files and folders",
          at: Place(file: root.display), remedy: "name a smaller folder, or raise --max-entries")
      }
      guard item.kind == .folder else { continue }
      guard depth <= limits.maxFolderDepth else {
        throw .error(
          .folderTooDeep, "folders are nested more than \(limits.maxFolderDepth) deep",
          at: Place(file: root.appending(item.name).display),
          remedy: "name a folder further down, or raise --max-folder-depth")
      }
      for child in try listFolder(root.appending(item.name)).reversed() {
        var below = child
        below.name = item.name + [UInt8(ascii: "/")] + child.name
        waiting.append((below, depth + 1))
      }
    }
    guard total <= limits.maxBookBytes.bytes else {
      throw .error(
        .bookTooLarge, "the files have \(total) bytes, more than the limit of \(limits.maxBookBytes.bytes)",
        at: Place(file: root.display), remedy: "name a smaller folder, or raise --max-book-bytes")
    }
    return found
  }
}
