import Archives
import Programs
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Turns SIGINT and SIGTERM into cancellation: the first stops the work cleanly, a second one ends the program.
enum Interruption {
  /// The signal that came first, 0 for none.
  private static let received = Atomic<Int32>(0)
  private static let cancel = Mutex<(@Sendable () -> Void)?>(nil)

  /// The exit status of an interrupted program (128 and the signal's number), nil where no signal came.
  static var exitStatus: Int32? {
    let signal = received.load(ordering: .sequentiallyConsistent)
    return signal == 0 ? nil : 128 + signal
  }

  /// Runs work that a signal cancels.
  static func guarding<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result {
    let task = Task { await work() }
    cancel.withLock { $0 = { task.cancel() } }
    return await task.value
  }

  /// Blocks the signals everywhere and waits for them on a thread of its own, so that no handler ever runs
  /// in the middle of something. Called first of all on the main thread: threads made later inherit the mask.
  static func watch() {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    #if canImport(Darwin)
      var thread: pthread_t?
      pthread_create(&thread, nil, { _ in Interruption.wait() }, nil)
    #else
      var thread = pthread_t()
      pthread_create(&thread, nil, { _ in Interruption.wait() }, nil)
    #endif
  }

  private static func wait() -> UnsafeMutableRawPointer? {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
    while true {
      var signal: Int32 = 0
      guard sigwait(&set, &signal) == 0 else { continue }
      let (isFirst, _) = received.compareExchange(
        expected: 0, desired: signal, ordering: .sequentiallyConsistent)
      if isFirst {
        Terminal().interrupted(
          signal == SIGINT
            ? "stopping, once what is under way is safe; Ctrl-C again ends at once" : "stopping")
        cancel.withLock { $0?() }
      } else {
        LivePrograms.shared.killAll()
        LiveOutputs.shared.removeAll()
        _exit(128 + signal)
      }
    }
  }
}
