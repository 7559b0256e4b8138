public import BookModel
public import Diagnostics
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A private folder for programs to read from and write to. It is gone when it is released; one whose process was
/// killed is removed by the next process that makes one in the same place.
public final class ScratchFolder: Sendable {
  /// Absolute, so that programs find it wherever they look from.
  public let path: FilePath
  private let descriptor: Int32

  /// Places that this process has looked at for leftovers.
  private static let swept = Mutex<Set<FilePath>>([])

  /// - Parameter place: the folder to make it in.
  /// - Throws: `output-failed`, `disk-full`, `run-ending`.
  public init(in place: FilePath) throws(Diagnostic) {
    let place = realPath(place)
    if ScratchFolder.swept.withLock({ $0.insert(place).inserted }) { LeftoverOutputs.sweep(in: place) }
    let path: FilePath
    (path, _, descriptor) = try TemporaryPlace.make(
      for: place.appending("programs"), in: .shared, what: "scratch folder",
      create: { path in
        path.withCString { mkdir($0, 0o700) } == 0
          ? path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) } : -1
      })
    self.path = path
  }

  deinit {
    // What cannot be removed is left to the next process's sweep.
    _ = FileTree.remove(path)
    close(descriptor)
    LiveOutputs.shared.remove(path)
  }

  /// Makes a folder inside.
  public func makeFolder(_ name: String) throws(Diagnostic) -> FilePath {
    let folder = path.appending(name)
    guard folder.withCString({ mkdir($0, 0o700) }) == 0 else {
      throw SystemError.last.writing(folder, "make this folder")
    }
    return folder
  }

  /// Writes a file, which must not be there yet.
  ///
  /// - Returns: its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws(Diagnostic) -> FilePath {
    let file = path.appending(name)
    let descriptor = file.withCString {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { throw SystemError.last.writing(file, "write this") }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        writeBytes(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
      }
      if count >= 0 {
        done += count
      } else if errno != EINTR {
        throw SystemError.last.writing(file, "write this")
      }
    }
    return file
  }
}

/// The C library's `write`, where a method of that name hides it.
private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
