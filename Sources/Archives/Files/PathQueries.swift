public import BookModel
public import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether anything is there under a path, a dangling link included.
public func pathExists(_ path: FilePath) -> Bool {
  var status = stat()
  return path.withCString { lstat($0, &status) } == 0
}

/// Whether a path is a symbolic link itself.
public func isLink(_ path: FilePath) -> Bool {
  var status = stat()
  return path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
}

/// Whether a path leads to a regular file; false where nothing is there.
public func isExistingFile(_ path: FilePath) -> Bool {
  var status = stat()
  return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// Whether a path leads to a folder; false where nothing is there.
public func isExistingFolder(_ path: FilePath) -> Bool {
  var status = stat()
  return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// Whether a path leads to a folder.
///
/// - Throws: `file-unreadable` where nothing is there or it cannot be looked at.
public func isFolder(_ path: FilePath) throws(Diagnostic) -> Bool {
  var status = stat()
  guard path.withCString({ stat($0, &status) }) == 0 else { throw SystemError.last.reading(path) }
  return status.st_mode & S_IFMT == S_IFDIR
}

/// A path without links, `.` and `..`, absolute; the part that does not exist yet is kept as it is.
public func realPath(_ path: FilePath) -> FilePath {
  if let resolved = path.withCString({ realpath($0, nil) }) {
    defer { free(resolved) }
    return FilePath(bytes: UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }
  let parent = path.parent
  // A bare name's parent is the working folder, which is always there.
  guard parent != path else { return path }
  return realPath(parent).appending(path.name)
}

/// The name of the folder a path lies in, also where the path does not spell it: that of the working folder for
/// a bare name; empty for the root.
public func folderName(of path: FilePath) -> String {
  let name = realPath(path.parent).nameText
  return name == "/" ? "" : name
}

extension InputFile {
  /// The SHA-256 of the whole file in lower-case hex, read once from the front.
  public func sha256() throws(Diagnostic) -> String {
    var hash = SHA256()
    try readAll { hash.update($0) }
    return hash.hexText()
  }

  /// What tells the file's bytes from others: their number and CRC-32, and the SHA-256 if asked.
  public func digest(hashing: Bool) throws(Diagnostic) -> OutputDigest {
    var digest = RunningDigest(hashing: hashing)
    try readAll { digest.update($0) }
    return digest.digest(ofBytes: size)
  }

  private func readAll(_ use: (UnsafeRawBufferPointer) -> Void) throws(Diagnostic) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { buffer.deallocate() }
    var offset = 0
    while offset < size {
      let count = try read(into: buffer, at: offset)
      guard count > 0 else { break }
      use(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += count
    }
  }
}
