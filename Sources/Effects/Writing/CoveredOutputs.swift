import Archives
import BookModel
import Engine
import Inputs
import Synchronization

/// What the jobs of a run have come to, as far as what is left of earlier runs is judged by it.
final class CoveredOutputs: Sendable {
  private let state = Mutex(State())

  private struct State {
    /// Of all sinks.
    var outputs: Set<FilePath> = []
    /// By sink: sources of which everything is in its place.
    var sources: [Int: Set<FilePath>] = [:]
  }

  /// Notes a job that was carried out.
  func note(_ receipt: Receipt, of planned: PlannedJob) {
    let isInPlace = receipt.outputs.map { $0.isWritten || $0.status == .unchanged || $0.status == .skipped }
    note(
      zip(planned.outputs, zip(receipt.outputs, isInPlace)).map { ($0.sink, $1.0.path, $1.1) },
      of: planned.job)
  }

  /// Notes a job as if everything planned had succeeded.
  func note(_ planned: PlannedJob) {
    note(
      planned.outputs.map { output in
        if case .fail(_, let path) = output.fate {
          (output.sink, path, false)
        } else {
          (output.sink, output.destination, true)
        }
      }, of: planned.job)
  }

  private func note(_ outputs: [(sink: Int, path: FilePath?, isInPlace: Bool)], of job: Job) {
    let paths = outputs.compactMap { $0.path.map(realPath) }
    let sources = job.sources.map { realPath($0.path) }
    let sinks = Set(outputs.map(\.sink)).subtracting(outputs.filter { !$0.isInPlace }.map(\.sink))
    state.withLock { state in
      state.outputs.formUnion(paths)
      for sink in sinks { state.sources[sink, default: []].formUnion(sources) }
    }
  }

  /// - Parameter jobs: all of the run, for the folders their sources lie in.
  func coverage(of sink: Int, _ jobs: [PlannedJob]) -> RunCoverage {
    var coverage = RunCoverage()
    (coverage.outputs, coverage.sources) = state.withLock { ($0.outputs, $0.sources[sink] ?? []) }
    for source in jobs.flatMap(\.job.sources) { coverage.noteFolders(of: source.path) }
    return coverage
  }
}
