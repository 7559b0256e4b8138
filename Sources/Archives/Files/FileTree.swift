import BookModel
import CShims
import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Work on folders that outputs need: making, syncing, renaming, removing.
enum FileTree {
  /// Folders inside folders that are removed; nothing of ours is deeper.
  private static let deepest = 256

  /// Makes a folder and those above it that are missing.
  ///
  /// - Returns: the folders that were made, outermost first.
  static func makeFolders(_ path: FilePath) throws(Diagnostic) -> [FilePath] {
    var missing: [FilePath] = []
    var folder = path
    while folder.withCString({ access($0, F_OK) }) != 0 {
      guard errno == ENOENT, folder.parent != folder else {
        throw SystemError.last.writing(folder, "use this folder")
      }
      missing.append(folder)
      folder = folder.parent
    }
    var made: [FilePath] = []
    for folder in missing.reversed() {
      if folder.withCString({ mkdir($0, 0o777) }) == 0 {
        made.append(folder)
      } else if errno != EEXIST {
        let error = SystemError.last
        removeEmpty(made)
        throw error.writing(folder, "make this folder")
      }
    }
    return made
  }

  /// Removes folders, innermost last in the list, that are still empty.
  static func removeEmpty(_ folders: [FilePath]) {
    // One that meanwhile holds another output stays, which is not an error.
    for folder in folders.reversed() where folder.withCString({ rmdir($0) }) != 0 { break }
  }

  /// Removes a folder that holds nothing; false where it holds something, or cannot be removed.
  static func removeIfEmpty(_ folder: FilePath) -> Bool { folder.withCString { rmdir($0) } == 0 }

  /// Makes a folder's list of names durable.
  static func sync(_ folder: FilePath) -> SystemError? {
    let descriptor = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { return .last }
    defer { close(descriptor) }
    return sync(descriptor)
  }

  static func sync(_ descriptor: Int32) -> SystemError? {
    while fsync(descriptor) != 0 {
      switch errno {
      case EINTR: continue
      // The file system does not support it (network and FUSE ones): nothing more can be done.
      case EINVAL, ENOSYS, ENOTSUP: return nil
      default: return .last
      }
    }
    return nil
  }

  /// Renames unless something is there already: `EEXIST` then.
  static func renameExclusively(_ from: FilePath, _ to: FilePath) -> SystemError? {
    let result = from.withCString { from in to.withCString { shim_rename_exclusive(from, $0) } }
    if result == 0 { return nil }
    guard errno == EINVAL || errno == ENOSYS || errno == ENOTSUP else { return .last }
    return renameExclusivelyInSteps(from, to)
  }

  /// For file systems whose rename cannot refuse: a second name refuses as well.
  static func renameExclusivelyInSteps(_ from: FilePath, _ to: FilePath) -> SystemError? {
    if from.withCString({ from in to.withCString { link(from, $0) } }) == 0 {
      return from.withCString { unlink($0) } == 0 ? nil : .last
    }
    if errno == EEXIST { return .last }
    // Folders, and file systems without second names. Between the question and the rename lies a moment in
    // which another program could put something there; there is no better way.
    var status = stat()
    if to.withCString({ lstat($0, &status) }) == 0 { return SystemError(EEXIST) }
    guard errno == ENOENT else { return .last }
    return renameReplacing(from, to)
  }

  /// Renames, replacing a file or an empty folder that is there.
  static func renameReplacing(_ from: FilePath, _ to: FilePath) -> SystemError? {
    let result = from.withCString { from in to.withCString { rename(from, $0) } }
    return result == 0 ? nil : .last
  }

  /// Exchanges what lies under two names in one step.
  static func exchange(_ a: FilePath, _ b: FilePath) -> SystemError? {
    let result = a.withCString { a in b.withCString { shim_rename_exchange(a, $0) } }
    return result == 0 ? nil : .last
  }

  /// Removes a file, a link itself, or a folder with all it holds. Symbolic links are never followed.
  static func remove(_ path: FilePath) -> SystemError? {
    path.withCString { removeName($0, in: AT_FDCWD, depth: 0) }
  }

  private static func removeName(_ name: UnsafePointer<CChar>, in folder: Int32, depth: Int) -> SystemError? {
    if unlinkat(folder, name, 0) == 0 || errno == ENOENT { return nil }
    // Linux says EISDIR and macOS EPERM for a folder.
    let failure = SystemError.last
    guard failure.code == EISDIR || failure.code == EPERM else { return failure }
    guard depth < deepest else { return SystemError(ENAMETOOLONG) }
    let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return failure.code == EPERM ? failure : .last }
    if let error = removeContents(of: descriptor, depth: depth + 1) { return error }
    return unlinkat(folder, name, AT_REMOVEDIR) == 0 ? nil : .last
  }

  /// Empties a folder; the descriptor is closed.
  private static func removeContents(of descriptor: Int32, depth: Int) -> SystemError? {
    guard let stream = fdopendir(descriptor) else {
      let error = SystemError.last
      close(descriptor)
      return error
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else { return errno == 0 ? nil : .last }
      let name = nameBytes(entry)
      if name == [UInt8(ascii: ".")] || name == [UInt8(ascii: "."), UInt8(ascii: ".")] { continue }
      let error = FilePath(bytes: name).withCString { removeName($0, in: dirfd(stream), depth: depth) }
      if let error { return error }
    }
  }

  /// Marks an open file or folder as in use by this process, for as long as it is open; false where another
  /// one has done so. Unlike a process number it also works across containers that share a disk.
  static func lock(_ descriptor: Int32) -> Bool {
    // File systems that cannot lock give other errors; there the process number alone must do.
    flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }
}
