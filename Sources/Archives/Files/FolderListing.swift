public import BookModel
public import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One name in a folder of the file system.
public struct FolderItem: Hashable, Sendable {
  /// The name as the system gives it.
  public var name: [UInt8]
  /// What it is itself; symbolic links are not followed.
  public var kind: ContainerEntry.Kind
  /// Bytes, for a regular file; 0 for anything else.
  public var size: Int
}

/// What lies directly in a folder, sorted by the bytes of the names.
///
/// - Throws: `file-unreadable`.
public func listFolder(_ path: FilePath) throws(Diagnostic) -> [FolderItem] {
  guard let stream = path.withCString({ opendir($0) }) else { throw SystemError.last.reading(path) }
  defer { closedir(stream) }
  var items: [FolderItem] = []
  while true {
    errno = 0
    guard let entry = readdir(stream) else {
      if errno != 0 { throw SystemError.last.reading(path, "list this") }
      break
    }
    let name = nameBytes(entry)
    if name == [UInt8(ascii: ".")] || name == [UInt8(ascii: "."), UInt8(ascii: ".")] { continue }
    var status = stat()
    let found = FilePath(bytes: name).withCString { fstatat(dirfd(stream), $0, &status, AT_SYMLINK_NOFOLLOW) }
    if found != 0 {
      // It was removed since the folder was opened.
      if errno == ENOENT { continue }
      throw SystemError.last.reading(path.appending(name))
    }
    let kind = ContainerEntry.Kind(mode: UInt32(status.st_mode))
    items.append(FolderItem(name: name, kind: kind, size: kind == .file ? Int(status.st_size) : 0))
  }
  return items.sorted { $0.name.lexicographicallyPrecedes($1.name) }
}

/// A directory entry's name.
func nameBytes(_ entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
  // The record may be shorter than the structure declares: the name is reached by its address, not copied
  // out of the tuple the importer makes of it.
  let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
  let start = UnsafeRawPointer(entry).advanced(by: offset)
  let length = strlen(start.assumingMemoryBound(to: CChar.self))
  return Array(UnsafeRawBufferPointer(start: start, count: length))
}

extension ContainerEntry.Kind {
  /// From the type bits of a Unix mode (POSIX `st_mode`); none at all is a file.
  init(mode: UInt32) {
    switch mode & 0o170000 {
    case 0, 0o100000: self = .file
    case 0o040000: self = .folder
    case 0o120000: self = .link
    default: self = .special
    }
  }
}
