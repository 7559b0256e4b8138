import BookModel
import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Waits for another connection to an SQLite file, and says so before anybody wonders.
final class Patience: Sendable {
  private let path: FilePath
  private let tell: @Sendable (Diagnostic) -> Void

  /// Milliseconds between two attempts.
  private static let step = 50
  /// Attempts until it is told, then told again, and given up: half a second, every ten seconds, a minute. The
  /// transactions of other runs are short.
  private static let attempts = (silent: 10, between: 200, all: 1200)

  init(_ path: FilePath, _ tell: @escaping @Sendable (Diagnostic) -> Void) {
    self.path = path
    self.tell = tell
  }

  /// Called by SQLite, on the thread that wants something.
  ///
  /// - Parameter attempts: how often it has been called for the same lock.
  /// - Returns: whether to try again.
  func wait(_ attempts: Int32) -> Bool {
    let (silent, between, all) = Patience.attempts
    guard attempts < all else { return false }
    if attempts >= silent, (Int(attempts) - silent) % between == 0 {
      tell(
        .warning(
          .ledgerWaiting, "another program is using the ledger; waiting for it", at: Place(file: path.display)
        ))
    }
    usleep(UInt32(Patience.step * 1000))
    return true
  }
}
