public import BookModel
public import Diagnostics
public import Engine
public import Formats
import Synchronization

/// Checks many books at once: each by itself on the pool's threads, then all together.
public struct CollectionCheck: Sendable {
  private let limits: Limits
  private let scratch: FilePath
  private let workers: WorkerPool
  private let normalizer: Normalizer?

  /// - Parameter normalizer: the rules metadata is held against; nil for none.
  public init(limits: Limits, settings: RunSettings, normalizer: Normalizer?) {
    self.limits = limits
    scratch = settings.scratchFolder
    workers = WorkerPool(threads: settings.effectiveJobs)
    self.normalizer = normalizer
  }

  public struct Outcome: Sendable {
    /// Of single books and of the collection, in no order yet.
    public var findings: [Diagnostic] = []
    public var bookCount = 0
    public var collection = CollectionLint().report()
  }

  /// What one thread has come to.
  private struct Share: Sendable {
    var findings: [Diagnostic] = []
    var collection = CollectionLint()
  }

  /// Reads and compares all of them.
  ///
  /// - Parameter progress: called with a book before it is read and how many are done by then, from any thread.
  public func check(
    _ paths: [FilePath], progress: @escaping @Sendable (FilePath, _ done: Int) -> Void = { _, _ in }
  ) async -> Outcome {
    let queue = Queue(count: paths.count)
    let (limits, scratch, normalizer) = (limits, scratch, normalizer)
    let shares = await workers.run {
      await withTaskGroup(of: Share.self) { group in
        for _ in 0..<workers.threads {
          group.addTask {
            var share = Share()
            while !Task.isCancelled, let index = queue.next() {
              progress(paths[index], index)
              let survey = BookSurvey(of: paths[index], scratch: scratch, limits: limits)
              share.findings += survey.findings(normalizer: normalizer)
              share.collection.add(survey)
            }
            return share
          }
        }
        return await group.reduce(into: [Share]()) { $0.append($1) }
      }
    }
    var outcome = Outcome()
    var collection = CollectionLint()
    for share in shares {
      outcome.findings += share.findings
      collection.add(share.collection)
    }
    outcome.bookCount = collection.bookCount
    outcome.collection = collection.report()
    outcome.findings += outcome.collection.findings
    return outcome
  }

  /// Which book is next, for all threads.
  private final class Queue: Sendable {
    private let count: Int
    private let taken = Mutex(0)

    init(count: Int) { self.count = count }

    func next() -> Int? {
      taken.withLock { taken in
        guard taken < count else { return nil }
        defer { taken += 1 }
        return taken
      }
    }
  }
}
