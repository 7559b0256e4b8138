import BookModel
import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What output files and folders have in common: how a temporary comes to be, and what follows the rename.
enum TemporaryPlace {
  /// Makes a temporary beside `destination`, with the folders above it.
  ///
  /// - Parameter create: makes it and opens it: a descriptor, or -1 with `errno`.
  /// - Returns: the temporary, the folders made for it, and its descriptor, locked.
  static func make(
    for destination: FilePath, in live: LiveOutputs, what: String, create: (FilePath) -> Int32
  ) throws(Diagnostic) -> (FilePath, [FilePath], Int32) {
    guard destination.name.count <= TemporaryName.longestName else {
      throw SystemError(ENAMETOOLONG).writing(destination, "make this \(what)")
    }
    // A parent can vanish between being found and being used, when another output that had made it is given
    // up; and a random name can be taken. Both are cured by trying again.
    var attempts = 0
    while true {
      attempts += 1
      let folders = try FileTree.makeFolders(destination.parent)
      let temporary = TemporaryName.path(beside: destination)
      guard live.add(temporary, madeFolders: folders) else {
        FileTree.removeEmpty(folders)
        throw .error(.runEnding, "cannot begin this: the run is ending", at: Place(file: destination.display))
      }
      let descriptor = create(temporary)
      if descriptor >= 0 {
        _ = FileTree.lock(descriptor)
        return (temporary, folders, descriptor)
      }
      let error = SystemError.last
      live.remove(temporary)
      FileTree.removeEmpty(folders)
      guard error.code == ENOENT || error.code == EEXIST, attempts < 8 else {
        throw error.writing(destination, "make this \(what)")
      }
    }
  }

  static func taken(_ destination: FilePath) -> Diagnostic {
    .error(
      .destinationExists, "this already exists", at: Place(file: destination.display),
      remedy: "choose another name, or allow it to be replaced")
  }

  /// Makes the new name durable, and those of the folders made for it.
  static func syncFolders(of destination: FilePath, made: [FilePath]) throws(Diagnostic) {
    for folder in [destination.parent] + made.reversed().map(\.parent) {
      if let error = FileTree.sync(folder) { throw error.writing(folder, "write this folder to the disk") }
    }
  }
}
