public import BookModel
public import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Rule {
  public static let trashMissing = Rule(
    "trash-missing", .output, "The file system has no trash, and none could be made.",
    advice: "Use 'after: { move: FOLDER }' with a folder on the same disk.")
}

/// The user's trash, as file managers know it (freedesktop.org Trash specification 1.0): files go into the trash
/// of their own file system, from where they can be restored.
public struct Trash: Sendable {
  /// `$XDG_DATA_HOME/Trash`; nil where neither that nor a home folder is known.
  private let home: FilePath?
  private let user: UInt32

  public init(environment: [String: String]) {
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? FilePath($0) : nil }
    let house = environment["HOME"].flatMap { $0.isEmpty ? nil : FilePath($0) }
    home = (data ?? house?.appending(".local").appending("share"))?.appending("Trash")
    user = getuid()
  }

  /// Puts a file or folder into the trash.
  ///
  /// - Returns: where it lies now.
  /// - Throws: `trash-missing`, `output-failed`; it is where it was then.
  public func put(_ path: FilePath) throws(Diagnostic) -> FilePath {
    let real = realPath(path.parent).appending(path.name)
    let can = try can(for: real)
    for folder in [can.folder, can.files, can.info] { try makePrivate(folder) }
    for number in 1...10_000 {
      let name = Trash.name(path.name, number)
      let info = can.info.appending(name + Array(".trashinfo".utf8))
      guard try note(can.note(on: real, at: Trash.now()), in: info) else { continue }
      switch FileTree.renameExclusively(real, can.files.appending(name)) {
      case nil:
        try TemporaryPlace.syncFolders(of: can.files.appending(name), made: [])
        if let error = FileTree.sync(real.parent) {
          throw error.writing(real.parent, "write this folder to the disk")
        }
        return can.files.appending(name)
      case let failure?:
        _ = FileTree.remove(info)
        if failure.code != EEXIST { throw failure.writing(path, "put this into the trash") }
      }
    }
    throw missing(path, "it holds too many files of this name")
  }

  // MARK: Which trash

  private struct Can {
    var folder: FilePath
    /// What paths are written down relative to; nil in the home trash, which has absolute ones.
    var top: FilePath?
    var files: FilePath { folder.appending("files") }
    var info: FilePath { folder.appending("info") }

    func note(on path: FilePath, at time: String) -> [UInt8] {
      var shown = path.bytes[...]
      if let top { shown = shown.dropFirst(top.bytes == [UInt8(ascii: "/")] ? 1 : top.bytes.count + 1) }
      return Array("[Trash Info]\nPath=".utf8) + Trash.escaped(shown) + Array("\nDeletionDate=\(time)\n".utf8)
    }
  }

  private func can(for path: FilePath) throws(Diagnostic) -> Can {
    guard let device = Trash.device(path) else { throw SystemError.last.reading(path) }
    if let home, Trash.device(Trash.existing(home)) == device { return Can(folder: home) }
    var top = path.parent
    while top.parent != top, Trash.device(top.parent) == device { top = top.parent }
    let shared = top.appending(".Trash")
    if Trash.isSticky(shared) { return Can(folder: shared.appending("\(user)"), top: top) }
    return Can(folder: top.appending(".Trash-\(user)"), top: top)
  }

  /// A path, or the nearest folder above it that is there.
  private static func existing(_ path: FilePath) -> FilePath {
    var path = path
    while !pathExists(path), path.parent != path { path = path.parent }
    return path
  }

  private static func device(_ path: FilePath) -> UInt64? {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else { return nil }
    return UInt64(truncatingIfNeeded: status.st_dev)
  }

  /// Whether a folder is one that many users may share: no link, and nobody removes another's files.
  private static func isSticky(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_mode & 0o1000 != 0
  }

  // MARK: Writing

  private func makePrivate(_ folder: FilePath) throws(Diagnostic) {
    if isExistingFolder(folder) { return }
    _ = try FileTree.makeFolders(folder.parent)
    guard folder.withCString({ mkdir($0, 0o700) }) != 0, errno != EEXIST else { return }
    throw missing(folder, SystemError.last.text)
  }

  /// Writes a new file; false where one of that name is there.
  private func note(_ bytes: [UInt8], in path: FilePath) throws(Diagnostic) -> Bool {
    let descriptor = path.withCString {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else {
      if errno == EEXIST { return false }
      throw SystemError.last.writing(path, "write this")
    }
    defer { close(descriptor) }
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count else {
      let error = SystemError(count < 0 ? errno : ENOSPC)
      _ = FileTree.remove(path)
      throw error.writing(path, "write this")
    }
    if let error = FileTree.sync(descriptor) { throw error.writing(path, "write this to the disk") }
    return true
  }

  private func missing(_ path: FilePath, _ why: String) -> Diagnostic {
    .error(
      .trashMissing, "there is no trash for this: \(why)", at: Place(file: path.display),
      remedy: "write 'after: { move: FOLDER }' instead")
  }

  // MARK: Text

  /// A name that was not used before, short enough for its note's.
  private static func name(_ name: [UInt8], _ number: Int) -> [UInt8] {
    let name = Array(name.prefix(230))
    guard number > 1 else { return name }
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.endIndex
    return Array(name[..<dot]) + Array(" (\(number))".utf8) + Array(name[dot...])
  }

  /// Bytes as in a URL's path (RFC 2396, 2).
  private static func escaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()/".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    return bytes.flatMap { byte in
      plain.contains(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  /// The local time, `2026-01-31T23:59:59`, as the specification wants it.
  private static func now() -> String {
    var clock = time(nil)
    var parts = tm()
    localtime_r(&clock, &parts)
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    let date = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return "\(date)T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }
}
