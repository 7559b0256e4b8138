import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The programs that are running for this process, so that an exit by signal takes them along.
public final class LivePrograms: Sendable {
  public static let shared = LivePrograms()

  /// By the leaders of their groups; none has been waited for, so that no number is another process's yet.
  private let running = Mutex<[pid_t: ProgramDescent]>([:])

  /// Ends every one with all it has started: for the last moments of a process that was asked to stop. It takes a
  /// lock, so it must not be called inside a signal handler.
  public func killAll() {
    running.withLock { running in
      for descent in running.values { descent.kill() }
    }
  }

  func add(_ descent: ProgramDescent) { running.withLock { $0[descent.leader] = descent } }
  func remove(_ descent: ProgramDescent) { running.withLock { _ = $0.removeValue(forKey: descent.leader) } }
}
