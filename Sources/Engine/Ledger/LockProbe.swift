import BookModel
import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether files can be locked where the ledger is to lie. SQLite takes the answer of a file system without locks for
/// another program's lock, and would wait for a program that does not exist.
enum LockProbe {
  /// Why there can be no ledger at a path; nil where there can, or where opening it tells.
  ///
  /// Asks before SQLite opens the file: closing any descriptor of a file gives up all locks that a process has on it.
  static func refusal(at path: FilePath) -> Diagnostic? {
    // Exclusively first: only a file that was made just now may be removed again.
    var file = path.withCString { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644) }
    let isNew = file >= 0
    if !isNew { file = path.withCString { open($0, O_RDWR | O_CLOEXEC) } }
    guard file >= 0 else { return nil }
    defer { close(file) }
    // A byte that SQLite never locks: what other runs hold is no answer.
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 1
    lock.l_len = 1
    guard fcntl(file, F_SETLK, &lock) != 0, errno != EACCES, errno != EAGAIN, errno != EINTR else {
      return nil
    }
    let why = String(cString: strerror(errno))
    if isNew { path.withCString { _ = unlink($0) } }
    return .error(
      .ledgerFailed, "files cannot be locked here, and a ledger needs locks: \(why)",
      at: Place(file: path.display),
      remedy: "keep the ledger on a local disk with --ledger, or run without --resume")
  }
}
