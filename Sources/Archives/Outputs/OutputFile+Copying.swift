import BookModel
import CShims
public import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension OutputFile {
  /// Appends a run of another file: by the system itself where it can, which on some disks moves no bytes at all.
  ///
  /// - Throws: `file-changed` where the other file ends too early; `file-unreadable`; `output-failed`, `disk-full`.
  public func copy(_ range: Range<Int>, of file: InputFile) throws(Diagnostic) {
    // A call of its own is not worth it for a few bytes.
    if range.count <= Self.gathered {
      return try write(try file.read(at: range.lowerBound, count: range.count))
    }
    let copied = try appendBySystem(range, of: file)
    var offset = range.lowerBound + copied
    while offset < range.upperBound {
      let count = min(1 << 20, range.upperBound - offset)
      try write(try file.read(at: offset, count: count))
      offset += count
    }
  }

  /// Gives the file the mode, owner and extended attributes of another.
  ///
  /// - Returns: what could not be given.
  /// - Throws: `output-failed` where not even the mode could be.
  public func takeAttributes(of file: InputFile) throws(Diagnostic) -> [Diagnostic] {
    let status = try file.status()
    let place = Place(file: destination.display)
    var warnings: [Diagnostic] = []
    let failure = withDescriptor { descriptor -> SystemError? in
      var own = stat()
      guard fstat(descriptor, &own) == 0 else { return .last }
      var isOwnerKept = true
      if own.st_uid != status.st_uid || own.st_gid != status.st_gid {
        isOwnerKept = fchown(descriptor, status.st_uid, status.st_gid) == 0
        // The group can often be kept where the owner cannot.
        if !isOwnerKept { _ = fchown(descriptor, uid_t.max, status.st_gid) }
      }
      // After the owner, since changing that clears special bits; another owner must not be given those.
      let mode = status.st_mode & (isOwnerKept ? 0o7777 : 0o777)
      // Disks without rights of their own (FAT, network shares) refuse, and give what they give to every file.
      guard
        own.st_mode & 0o7777 == mode || fchmod(descriptor, mode) == 0 || errno == EPERM || errno == ENOTSUP
      else { return .last }
      if !isOwnerKept {
        warnings.append(.warning(.attributesLost, "the file's owner could not be kept", at: place))
      }
      let lost = shim_copy_attributes(file.descriptor, descriptor)
      if lost > 0 {
        warnings.append(
          .warning(
            .attributesLost, "\(lost) extended attribute\(lost == 1 ? "" : "s") could not be kept", at: place)
        )
      }
      return nil
    }
    if let failure { throw failure.writing(destination, "give the new version the file's permissions") }
    return warnings
  }
}
