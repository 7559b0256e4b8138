import Archives
package import BookModel
package import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The state of files without reading them: if two states are equal, the contents are the same as far as the
/// file system can tell.
package struct FileState: Hashable, Sendable {
  /// The total size of the files in bytes.
  package private(set) var size = 0
  /// When a file was last changed, in nanoseconds since 1970.
  package private(set) var modified = 0
  /// A digest of each file's name, size and times.
  package private(set) var stamp = ""

  private static let deepest = 64

  /// The state of a file or folder and of its companions.
  ///
  /// - Parameter watchesChange: whether to include the time of the last change of any kind, which programs
  ///   cannot set back. Renaming and changing permissions also change it, so that contents must then be
  ///   compared.
  /// - Throws: `file-unreadable`.
  package init(_ path: FilePath, companions: [FilePath] = [], watchesChange: Bool) throws(Diagnostic) {
    var hash = SHA256()
    for file in try FileState.files(of: path) + companions {
      var status = stat()
      guard file.withCString({ stat($0, &status) }) == 0 else {
        throw .error(
          .fileUnreadable, "cannot open this: \(String(cString: strerror(errno)))",
          at: Place(file: file.display))
      }
      let times = FileState.times(status)
      size += Int(status.st_size)
      modified = max(modified, times.modified)
      let change = watchesChange ? " \(times.changed)" : ""
      // The name of the file itself is not included: an output has a different one until it is complete.
      let name = file == path ? [] : file.name
      hash.update(Array("\(status.st_size) \(times.modified)\(change) ".utf8) + name + [0])
    }
    stamp = hash.hexText()
  }

  /// The files of a folder at any depth, sorted by name; for a file, the file itself.
  static func files(of path: FilePath, depth: Int = 0) throws(Diagnostic) -> [FilePath] {
    guard isExistingFolder(path), depth < deepest else { return [path] }
    var files: [FilePath] = []
    for item in try listFolder(path) {
      switch item.kind {
      case .folder: files += try FileState.files(of: path.appending(item.name), depth: depth + 1)
      case .file: files.append(path.appending(item.name))
      case .link, .special: break
      }
    }
    return files
  }

  /// The SHA-256 of the files' contents: a single file's own, or one over the names and hashes of several.
  package static func contents(of path: FilePath, companions: [FilePath] = []) throws(Diagnostic) -> String {
    let files = try files(of: path) + companions
    if files == [path] { return try InputFile(path).sha256() }
    var hash = SHA256()
    for file in files { hash.update(Array(try InputFile(file).sha256().utf8) + file.name + [0]) }
    return hash.hexText()
  }

  private static func times(_ status: stat) -> (modified: Int, changed: Int) {
    #if canImport(Glibc)
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #else
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #endif
    func nanoseconds(_ time: timespec) -> Int { Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec) }
    return (nanoseconds(modified), nanoseconds(changed))
  }
}
