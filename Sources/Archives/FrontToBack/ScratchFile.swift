public import BookModel
public import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Room for what has to be unpacked: a file without a name, gone with the process.
public final class ScratchFile: Sendable {
  private let folder: FilePath
  private let descriptor: Int32

  /// - Parameter folder: where to make it; nil for `$TMPDIR`, or `/tmp` where that is not set.
  /// - Throws: `scratch-full`.
  public init(in folder: FilePath?) throws(Diagnostic) {
    self.folder = folder ?? ScratchFile.defaultFolder
    var template =
      Array(self.folder.appending("leporello-scratch-XXXXXX").bytes.map { CChar(bitPattern: $0) }) + [0]
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw .error(
        .scratchFull, "cannot make a scratch file: \(SystemError.last.text)",
        at: Place(file: self.folder.display),
        remedy: "name another folder with --scratch")
    }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Where libraries that want a path find it, as long as it is held.
  public var path: String { "/dev/fd/\(descriptor)" }

  private static var defaultFolder: FilePath {
    guard let value = getenv("TMPDIR"), value.pointee != 0 else { return FilePath("/tmp") }
    return FilePath(bytes: String(cString: value).utf8)
  }

  /// Bytes that are left for others on the disk, whatever is asked for.
  private static let reserve = 64 << 20

  /// - Throws: `scratch-full` where a further `count` bytes would fill the disk.
  public func checkRoom(for count: Int) throws(Diagnostic) {
    var status = statvfs()
    guard fstatvfs(descriptor, &status) == 0 else { return }
    let free = Int(
      clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    if free < count + ScratchFile.reserve { throw full("only \(free >> 20) MiB are free there") }
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(Diagnostic) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
      if count > 0 {
        done += count
      } else if count < 0, errno != EINTR {
        throw full(SystemError.last.text)
      }
    }
  }

  /// - Throws: `scratch-full`.
  public func write(_ bytes: [UInt8], at offset: Int) throws(Diagnostic) {
    try bytes.withUnsafeBytes { bytes in Result { () throws(Diagnostic) in try write(bytes, at: offset) } }
      .get()
  }

  /// Exactly `count` bytes that were written before.
  func read(at offset: Int, count: Int) throws(Diagnostic) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[filled...]))
        let got = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
        if got > 0 {
          filled += got
        } else if got == 0 || errno != EINTR {
          failure = got == 0 ? SystemError(EIO) : SystemError.last
          break
        }
      }
    }
    if let failure { throw failure.reading(folder, "read back what was unpacked into scratch space") }
    return bytes
  }

  private func full(_ reason: String) -> Diagnostic {
    .error(
      .scratchFull, "the scratch folder cannot take what has to be unpacked: \(reason)",
      at: Place(file: folder.display), remedy: "free some space there or name another folder with --scratch")
  }
}
