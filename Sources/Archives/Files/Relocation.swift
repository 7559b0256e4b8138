public import BookModel
public import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Rule {
  public static let relocationRefused = Rule(
    "relocation-refused", .output, "A file or folder could not be moved to its destination.",
    advice: "Remove what is in the way, or choose another folder under 'after'.")
}

/// Moves a file or folder to another name, never over something that is there.
///
/// Within a file system it is a rename. Across file systems a file is copied, made durable, compared and given its
/// name before the original is removed; folders and links are not moved that far.
///
/// - Throws: `destination-exists`; `relocation-refused`; `file-changed` where the file changes meanwhile; what reading
///   and writing throw. The original is there in every case.
public func relocate(_ from: FilePath, to: FilePath) throws(Diagnostic) {
  if isLink(from) { return try relocateLink(from, to) }
  let made = try FileTree.makeFolders(to.parent)
  guard let failure = FileTree.renameExclusively(from, to) else {
    try TemporaryPlace.syncFolders(of: to, made: made)
    if let error = FileTree.sync(from.parent) {
      throw error.writing(from.parent, "write this folder to the disk")
    }
    return
  }
  switch failure.code {
  case EXDEV:
    do throws(Diagnostic) { try copyAcross(from, to) } catch {
      FileTree.removeEmpty(made)
      throw error
    }
  case EEXIST:
    throw TemporaryPlace.taken(to)
  default:
    FileTree.removeEmpty(made)
    throw failure.writing(to, "move '\(from.display)' here")
  }
}

/// Puts a link to the same file elsewhere: one that is relative would lead to nothing there.
private func relocateLink(_ from: FilePath, _ to: FilePath) throws(Diagnostic) {
  let made = try FileTree.makeFolders(to.parent)
  let target = realPath(from)
  guard target.withCString({ target in to.withCString { symlink(target, $0) } }) == 0 else {
    let failure = SystemError.last
    FileTree.removeEmpty(made)
    if failure.code == EEXIST { throw TemporaryPlace.taken(to) }
    throw failure.writing(to, "move '\(from.display)' here")
  }
  try TemporaryPlace.syncFolders(of: to, made: made)
  guard from.withCString({ unlink($0) }) == 0 else {
    throw SystemError.last.writing(from, "remove this link, which is at '\(to.display)' now")
  }
}

private func copyAcross(_ from: FilePath, _ to: FilePath) throws(Diagnostic) {
  var status = stat()
  guard from.withCString({ lstat($0, &status) }) == 0 else { throw SystemError.last.reading(from) }
  guard status.st_mode & S_IFMT == S_IFREG else {
    throw .error(
      .relocationRefused, "only files are moved to another file system, and this is a folder or a link",
      at: Place(file: from.display), remedy: "name a folder on the same file system")
  }
  let source = try InputFile(from, followingLinks: false)
  let output = try OutputFile(for: to)
  do throws(Diagnostic) {
    try copy(source, into: output)
    guard try FileIdentity(of: from) == source.identity else {
      throw .error(
        .fileChanged, "the file changed while it was being moved", at: Place(file: from.display),
        remedy: "run again once nothing writes to it any more")
    }
    try output.commit(replacing: false)
  } catch {
    output.discard()
    throw error
  }
  guard from.withCString({ unlink($0) }) == 0 else {
    throw SystemError.last.writing(from, "remove this, which has been copied to '\(to.display)'")
  }
  if let error = FileTree.sync(from.parent) {
    throw error.writing(from.parent, "write this folder to the disk")
  }
}

/// Copies bytes, rights and times, and reads the copy again.
private func copy(_ source: InputFile, into output: OutputFile) throws(Diagnostic) {
  var offset = 0
  while offset < source.size {
    let bytes = try source.read(at: offset, count: min(1 << 20, source.size - offset))
    try output.write(bytes)
    offset += bytes.count
  }
  try output.flush()
  let failure = output.withDescriptor { descriptor in
    var status = stat()
    guard fstat(source.descriptor, &status) == 0, fchmod(descriptor, status.st_mode & 0o777) == 0 else {
      return .last
    }
    #if canImport(Glibc)
      var times = [status.st_atim, status.st_mtim]
    #else
      var times = [status.st_atimespec, status.st_mtimespec]
    #endif
    return futimens(descriptor, &times) == 0 ? nil : .last
  }
  // A file system that keeps neither rights nor times is no reason to leave the file where it is.
  if let failure, ![EPERM, ENOTSUP, ENOSYS].contains(failure.code) {
    throw failure.writing(output.destination, "copy the file's times")
  }
  try output.flushToDisk()
  guard try InputFile(output.temporary, followingLinks: false).sha256() == source.sha256() else {
    throw .error(
      .relocationRefused, "the copy differs from the original when read again",
      at: Place(file: output.destination.display), remedy: "check the disk it is written to")
  }
}
