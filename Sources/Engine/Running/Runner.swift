public import Diagnostics
import Inputs
import Synchronization

/// Takes jobs through an effect: each is planned once, then carried out, a few at the same time, and told of in order.
public struct Runner: Sendable {
  private let effect: any Effect
  private let isFailFast: Bool
  /// Where the run is to stop at the first failure, nothing may be under way beyond it.
  private var width: Int { isFailFast ? 1 : effect.width }

  public init(_ effect: any Effect, isFailFast: Bool = false) {
    self.effect = effect
    self.isFailFast = isFailFast
  }

  /// Works out what becomes of every job.
  ///
  /// - Parameter progress: is told how many are planned, and which one is next.
  /// - Returns: nil where the run was interrupted.
  /// - Throws: what concerns the run as a whole: no destination, several inputs for one file, an unusable ledger.
  public func plan(
    _ jobs: [Job], progress: (Int, Job) -> Void = { _, _ in }
  ) async throws(Diagnostic) -> [PlannedJob]? {
    try effect.check(jobs)
    if let first = jobs.first { progress(0, first) }
    var planned: [PlannedJob] = []
    do {
      try await inOrder(jobs, width: effect.width, on: effect.threads) { _, job throws(Diagnostic) in
        let planned = try await effect.plan(job)
        planned.open.rest()
        return planned
      } handOver: { _, one throws(Diagnostic) in
        planned.append(one)
        if planned.count < jobs.count { progress(planned.count, jobs[planned.count]) }
      }
    } catch let error as Diagnostic {
      throw error
    } catch {
      return nil
    }
    try effect.settle(&planned)
    return planned
  }

  /// Carries out every planned job and tells of each, in order, as it is done with; then of the places they went to.
  ///
  /// - Parameter isWhole: whether every input that was named was found.
  public func carryOut(
    _ planned: [PlannedJob], isWhole: Bool = true, tell: @escaping @Sendable (RunEvent) -> Void
  ) async -> RunSummary {
    var summary = RunSummary()
    var left = Set(planned.indices)
    // What is done when the run is interrupted is told all the same.
    let done = Mutex<[Int: Receipt]>([:])
    let effect = effect
    await effect.prepare(planned)
    func take(_ receipt: Receipt, at index: Int) {
      left.remove(index)
      summary.add(receipt)
      if receipt.status == .notReached, Task.isCancelled { summary.isInterrupted = true }
      tell(.job(receipt))
    }
    do {
      try await inOrder(planned, width: width, on: effect.threads) { index, job throws(Diagnostic) in
        tell(.begun(job: job.job.name))
        let receipt = await effect.carryOut(job, tell)
        job.open.end()
        done.withLock { $0[index] = receipt }
        return receipt
      } handOver: { index, receipt throws(Diagnostic) in
        done.withLock { $0[index] = nil }
        guard let receipt else {
          summary.isInterrupted = true
          return
        }
        take(receipt, at: index)
        if isFailFast, receipt.status == .failed {
          throw .error(.stoppedAtFailure, "stopped at the first failure", remedy: "use --keep-going to go on")
        }
      }
    } catch is CancellationError {
      summary.isInterrupted = true
    } catch {
      // Stopped at the first failure: the rest is told as not reached.
    }
    for (index, receipt) in done.withLock({ $0 }).sorted(by: { $0.key < $1.key }) { take(receipt, at: index) }
    for index in left.sorted() { summary.add(Receipt(.notReached, of: planned[index].job)) }
    if !summary.isInterrupted {
      for place in await effect.finish(planned, isWhole: isWhole) {
        summary.add(place)
        tell(.place(place))
      }
      summary.isInterrupted = Task.isCancelled
    }
    return summary
  }
}

extension Rule {
  static let stoppedAtFailure = Rule(
    "stopped-at-failure", .input, "The run stopped at its first failure, as requested.",
    advice: "Fix the failure that is named, or run with --keep-going.")
}
