public import BookModel
public import Diagnostics

/// Takes outputs away again.
public enum OutputRemoval {
  /// Removes a file, a link itself or a folder with all it holds: it is gone in one step, and the folders above it
  /// that are empty then go as well.
  ///
  /// - Parameter place: the folder that stays, however empty.
  /// - Throws: `output-failed`; the output is still there, whole, or under the name of a temporary.
  public static func remove(_ output: FilePath, upTo place: FilePath) throws(Diagnostic) {
    let temporary = TemporaryName.path(beside: output)
    if let error = FileTree.renameExclusively(output, temporary) {
      throw error.writing(output, "remove this")
    }
    if let error = FileTree.remove(temporary) { throw error.writing(temporary, "remove this") }
    var folder = output.parent
    while folder.bytes.count > place.bytes.count, folder.bytes.starts(with: place.bytes),
      FileTree.removeIfEmpty(folder)
    {
      folder = folder.parent
    }
    if let error = FileTree.sync(folder) { throw error.writing(folder, "write this folder to the disk") }
  }
}
