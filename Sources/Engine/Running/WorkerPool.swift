#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A fixed number of threads of our own that run tasks: codecs and blocking calls stay off Swift's shared pool.
///
/// Tasks prefer it through `run(_:)`. Threads start with the first task, and end when the pool does.
public final class WorkerPool: TaskExecutor {
  public let threads: Int
  private let queue: WorkerQueue

  public init(threads: Int) {
    self.threads = max(1, threads)
    queue = WorkerQueue(threads: self.threads)
  }

  deinit { queue.end() }

  public func enqueue(_ job: consuming ExecutorJob) {
    queue.add(UnownedJob(job), of: asUnownedTaskExecutor())
  }

  /// Runs work on the pool's threads and waits for it without holding a thread.
  public func run<Result: Sendable, Failure: Error>(
    _ work: @Sendable () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withTaskExecutorPreference(self, operation: work)
  }
}

/// What a pool's threads share. It outlives the pool by as long as a thread needs to end.
// Proof of @unchecked: everything that changes is only touched while `mutex` is held; the two pointers never change.
private final class WorkerQueue: @unchecked Sendable {
  private let threads: Int
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let arrived: UnsafeMutablePointer<pthread_cond_t>
  private var jobs: [(job: UnownedJob, executor: UnownedTaskExecutor)] = []
  private var next = 0
  private var started = 0
  private var idle = 0
  private var isEnding = false

  init(threads: Int) {
    self.threads = threads
    mutex = .allocate(capacity: 1)
    arrived = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(arrived, nil)
  }

  deinit {
    pthread_cond_destroy(arrived)
    pthread_mutex_destroy(mutex)
    arrived.deallocate()
    mutex.deallocate()
  }

  func add(_ job: UnownedJob, of executor: UnownedTaskExecutor) {
    pthread_mutex_lock(mutex)
    jobs.append((job, executor))
    // A thread that is idle takes it; else one more starts, as long as there may be.
    if idle < jobs.count - next, started < threads {
      started += 1
      start()
    }
    pthread_cond_signal(arrived)
    pthread_mutex_unlock(mutex)
  }

  /// Lets the threads end when nothing is left to do. A pool whose tasks wait for it is not gone, so nothing is lost.
  func end() {
    pthread_mutex_lock(mutex)
    isEnding = true
    pthread_cond_broadcast(arrived)
    pthread_mutex_unlock(mutex)
  }

  private func start() {
    let queue = Unmanaged.passRetained(self).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    guard pthread_create(&thread, nil, { workerMain($0) }, queue) == 0 else {
      // No thread is to be had: those there are do the work, and one there always is.
      Unmanaged<WorkerQueue>.fromOpaque(queue).release()
      started -= 1
      precondition(started > 0, "the system gives no thread to work on")
      return
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }

  fileprivate func work() {
    while let (job, executor) = take() { job.runSynchronously(on: executor) }
  }

  /// The next job; nil where there will be none any more.
  private func take() -> (UnownedJob, UnownedTaskExecutor)? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while next == jobs.count {
      if isEnding { return nil }
      idle += 1
      pthread_cond_wait(arrived, mutex)
      idle -= 1
    }
    let job = jobs[next]
    next += 1
    if next == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      next = 0
    }
    return job
  }
}

#if canImport(Darwin)
  private func workerMain(_ queue: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<WorkerQueue>.fromOpaque(queue).takeRetainedValue().work()
    return nil
  }
#else
  private func workerMain(_ queue: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let queue { Unmanaged<WorkerQueue>.fromOpaque(queue).takeRetainedValue().work() }
    return nil
  }
#endif
