import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The programs that are running for this process, so that an exit by signal takes them along.
public final class LivePrograms: Sendable {
  public static let shared = LivePrograms()

  /// The leaders of their groups; none has been waited for, so that no number is another process's yet.
  private let groups = Mutex<Set<pid_t>>([])

  /// Ends every one with all it has started: for the last moments of a process that was told to stop. It takes a
  /// lock, so it must not be called inside a signal handler.
  public func killAll() {
    groups.withLock { groups in
      for group in groups { kill(-group, SIGKILL) }
    }
  }

  func add(_ group: pid_t) { groups.withLock { _ = $0.insert(group) } }
  func remove(_ group: pid_t) { groups.withLock { _ = $0.remove(group) } }
}
