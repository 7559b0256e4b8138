public import BookModel
public import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An empty file by which programs agree who works on something; it stays when they are done.
public final class LockFile: Sendable {
  private let descriptor: Int32

  /// Opens the file, which is made where it is missing, with the folders above it.
  ///
  /// - Throws: `output-failed`, `disk-full`.
  public init(_ path: FilePath) throws(Diagnostic) {
    _ = try FileTree.makeFolders(path.parent)
    descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666) }
    guard descriptor >= 0 else { throw SystemError.last.writing(path, "lock this") }
  }

  deinit { close(descriptor) }

  /// Takes the lock, which is held as long as the object lives; false where another program has it.
  ///
  /// On a file system without locks everybody gets it.
  public func take() -> Bool { FileTree.lock(descriptor) }
}
