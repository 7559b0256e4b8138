public import BookModel
public import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Rule {
  public static let moveAcrossDisks = Rule(
    "move-across-disks", .output, "A file cannot be renamed to a place on another disk.",
    advice: "Choose a place on the same disk.")
}

/// Gives files other paths, without ever replacing anything.
public enum FileMove {
  /// Moves a file, making the folders that are missing above its new place. A symbolic link is moved itself.
  ///
  /// On a disk that ignores case, a name that differs only in case is given too.
  ///
  /// - Returns: the folders that were made, outermost first.
  /// - Throws: `destination-exists`, `move-across-disks`, `output-failed`, `disk-full`; nothing has changed then.
  @discardableResult
  public static func move(_ from: FilePath, to: FilePath) throws(Diagnostic) -> [FilePath] {
    let made = try FileTree.makeFolders(to.parent)
    var failure = FileTree.renameExclusively(from, to)
    if failure?.code == EEXIST, isOneFile(from, to) { failure = FileTree.renameReplacing(from, to) }
    if let failure {
      FileTree.removeEmpty(made)
      switch failure.code {
      case EEXIST: throw TemporaryPlace.taken(to)
      case EXDEV:
        throw .error(
          .moveAcrossDisks, "'\(to.display)' lies on another disk", at: Place(file: from.display),
          remedy: "copy it there with another program")
      default: throw failure.writing(to, "move '\(from.display)' here")
      }
    }
    try TemporaryPlace.syncFolders(of: to, made: made)
    if from.parent != to.parent, let error = FileTree.sync(from.parent) {
      throw error.writing(from.parent, "write this folder to the disk")
    }
    return made
  }

  /// Removes folders that are empty, innermost last in the list; others stay.
  public static func removeEmpty(_ folders: [FilePath]) { FileTree.removeEmpty(folders) }

  /// Whether two paths lead to one entry of one folder: ignoring case on a disk that does. Two
  /// names of one file (hard links) are two entries.
  private static func isOneFile(_ one: FilePath, _ other: FilePath) -> Bool {
    var (a, b) = (stat(), stat())
    return one.withCString { lstat($0, &a) } == 0 && other.withCString { lstat($0, &b) } == 0
      && a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_nlink == 1
  }
}
