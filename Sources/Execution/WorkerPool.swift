#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A fixed number of threads of our own that run tasks: codecs and blocking calls stay off Swift's shared pool.
///
/// Tasks prefer it through `run(_:)`. Its threads live as long as the process.
// Proof of @unchecked: `state` is only touched while `mutex` is held; the two pointers never change.
public final class WorkerPool: TaskExecutor, @unchecked Sendable {
  public let threads: Int
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let arrived: UnsafeMutablePointer<pthread_cond_t>
  private var jobs: [UnownedJob] = []
  private var next = 0

  public init(threads: Int) {
    self.threads = max(1, threads)
    mutex = .allocate(capacity: 1)
    arrived = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(arrived, nil)
    for _ in 0..<self.threads { start() }
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    pthread_mutex_lock(mutex)
    jobs.append(unowned)
    pthread_cond_signal(arrived)
    pthread_mutex_unlock(mutex)
  }

  /// Runs work on the pool's threads and waits for it without holding a thread.
  public func run<Result: Sendable, Failure: Error>(
    _ work: @Sendable () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withTaskExecutorPreference(self, operation: work)
  }

  private func start() {
    let pool = Unmanaged.passRetained(self).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      pthread_create(&thread, nil, { workerMain($0) }, pool)
    #else
      var thread = pthread_t()
      pthread_create(&thread, nil, { workerMain($0) }, pool)
    #endif
  }

  fileprivate func work() {
    while true {
      pthread_mutex_lock(mutex)
      while next == jobs.count { pthread_cond_wait(arrived, mutex) }
      let job = jobs[next]
      next += 1
      if next == jobs.count {
        jobs.removeAll(keepingCapacity: true)
        next = 0
      }
      pthread_mutex_unlock(mutex)
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

#if canImport(Darwin)
  private func workerMain(_ pool: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<WorkerPool>.fromOpaque(pool).takeRetainedValue().work()
    return nil
  }
#else
  private func workerMain(_ pool: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let pool { Unmanaged<WorkerPool>.fromOpaque(pool).takeRetainedValue().work() }
    return nil
  }
#endif
