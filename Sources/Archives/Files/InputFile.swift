public import BookModel
public import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Rule {
  public static let notAFile = Rule(
    "not-a-regular-file", .input, "A file was expected, but this is a folder, device or pipe.",
    advice: "Name a file.")
  public static let fileChanged = Rule(
    "file-changed", .input, "A file was changed while it was being read.",
    advice: "Let the other program finish, then run again.")
  public static let fileTooLarge = Rule(
    "file-too-large", .limit, "A file is larger than what may be read into memory at once.",
    advice: "If you trust the file, raise the limit: --max-document-bytes.")
}

/// Which file something is, and in which state: two equal identities are the same unchanged file.
public struct FileIdentity: Hashable, Sendable {
  public var device: UInt64
  public var inode: UInt64
  /// Bytes.
  public var size: Int
  /// Time of the last change to its contents, in nanoseconds since 1970.
  public var modified: Int

  /// Of what a path leads to, symbolic links followed.
  public init(of path: FilePath) throws(Diagnostic) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { throw SystemError.last.reading(path) }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int(status.st_size)
    #if canImport(Glibc)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    modified = Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
  }

  /// Whether both are the same file, in whatever state.
  public func isSameFile(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }
}

/// A regular file open for reading at any place. Closed when it is released.
public final class InputFile: Sendable {
  public let path: FilePath
  /// The file as it was when it was opened.
  public let identity: FileIdentity
  let descriptor: Int32

  /// Bytes, as of the opening.
  public var size: Int { identity.size }

  /// Opens a file. `followingLinks: false` refuses a path whose last component is a symbolic link.
  ///
  /// - Throws: `file-unreadable`, `not-a-regular-file`.
  public init(_ path: FilePath, followingLinks: Bool = true) throws(Diagnostic) {
    // Without O_NONBLOCK, opening a pipe nobody writes to would wait for ever.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followingLinks ? 0 : O_NOFOLLOW)
    let opened = path.withCString { open($0, flags) }
    guard opened >= 0 else { throw SystemError.last.reading(path) }
    var status = stat()
    guard fstat(opened, &status) == 0 else {
      let error = SystemError.last
      close(opened)
      throw error.reading(path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw .error(
        .notAFile, "this is not a regular file", at: Place(file: path.display), remedy: "name a file instead")
    }
    self.path = path
    identity = FileIdentity(status)
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Exactly `count` bytes from `offset`.
  ///
  /// - Throws: `file-unreadable`; `file-changed` where the file ends too early.
  public func read(at offset: Int, count: Int) throws(Diagnostic) -> [UInt8] {
    let bytes = try read(at: offset, upTo: count)
    guard bytes.count == count else {
      throw .error(
        .fileChanged, "the file ends \(count - bytes.count)bytes too early", at: Place(file: path.display),
        remedy: "run again once nothing writes to the file any more")
    }
    return bytes
  }

  /// At most `count` bytes from `offset`; fewer only where the file ends. Never allocates more than the file has.
  public func read(at offset: Int, upTo count: Int) throws(Diagnostic) -> [UInt8] {
    guard offset >= 0, offset < size, count > 0 else { return [] }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: min(count, size - offset)) { buffer, filled in
      (filled, failure) = fill(UnsafeMutableRawBufferPointer(buffer), from: offset)
    }
    if let failure { throw failure.reading(path, "read this") }
    return bytes
  }

  /// Fills a buffer from `offset`; fewer bytes only where the file ends.
  ///
  /// - Returns: how many bytes were read.
  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(Diagnostic) -> Int {
    let (count, failure) = fill(buffer, from: offset)
    if let failure { throw failure.reading(path, "read this") }
    return count
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) -> (Int, SystemError?) {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
      if count > 0 {
        filled += count
      } else if count == 0 {
        break
      } else if errno != EINTR {
        return (filled, SystemError.last)
      }
    }
    return (filled, nil)
  }

  /// The whole of a small file.
  ///
  /// - Throws: `file-too-large` above `limit` bytes, before anything is allocated; as `init` and `read` do.
  public static func contents(of path: FilePath, limit: Int) throws(Diagnostic) -> [UInt8] {
    let file = try InputFile(path)
    guard file.size <= limit else {
      throw .error(
        .fileTooLarge, "the file has \(file.size) bytes; at most \(limit) may be read",
        at: Place(file: path.display), remedy: "raise the limit if the file is what it should be")
    }
    return try file.read(at: 0, count: file.size)
  }
}
