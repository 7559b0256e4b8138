import Archives
import BookModel
public import Diagnostics

/// What happens during a run, for whoever shows it: progress bar, log lines, JSON.
public enum RunEvent: Sendable {
  /// Work on a job has begun: it is read, and its pages are planned.
  case begun(job: String)
  /// One more page of some book is done.
  ///
  /// - Parameters:
  ///   - job: what messages call it.
  case page(job: String, done: Int, of: Int)
  /// One job is done with. Comes in the order of the jobs.
  case job(Receipt)
  /// A place that outputs went to was seen to, behind all jobs.
  case place(PlaceReceipt)
}

/// What a run is about to do: `412 books: 371 new, 38 exist and are skipped, 3 collide`.
public struct RunForecast: Sendable, Equatable {
  /// Jobs; nil where there is one output for each.
  public var books: Int?
  /// Outputs.
  public var new = 0
  public var replaced = 0
  /// Written by an earlier run, with nothing changed since.
  public var unchanged = 0
  /// Exist already and are skipped.
  public var skipped = 0
  /// Exist already, which fails them.
  public var existing = 0
  public var colliding = 0
  /// Cannot be planned.
  public var failed = 0

  /// Outputs in all; a book that cannot be read counts as one.
  public var total: Int { new + replaced + unchanged + skipped + existing + colliding + failed }

  public var text: String {
    let parts: [(Int, String)] = [
      (new, "new"), (replaced, "replaced"), (unchanged, "unchanged and skipped"),
      (skipped, skipped == 1 ? "exists and is skipped" : "exist and are skipped"),
      (existing, existing == 1 ? "exists and fails" : "exist and fail"),
      (colliding, colliding == 1 ? "collides" : "collide"), (failed, "cannot be read"),
    ]
    let said = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let books = books ?? total
    let outputs = total == books ? "" : ", \(total) outputs"
    return "\(books) book\(books == 1 ? "" : "s")\(outputs)"
      + (said.isEmpty ? "" : ": " + said.joined(separator: ", "))
  }
}

extension RunForecast {
  /// Counts what planned jobs will come to, each output by itself.
  public init(_ planned: [PlannedJob]) {
    books = planned.count
    for one in planned {
      if one.failure != nil { failed += 1 }
      for output in one.outputs {
        switch output.fate {
        case .write(_, replacing: true): replaced += 1
        case .write, .rewrite, .move: new += 1
        case .skip: skipped += 1
        case .unchanged, .stay: unchanged += 1
        case .fail(let diagnostic, _) where diagnostic.rule == .destinationCollides: colliding += 1
        case .fail(let diagnostic, _) where diagnostic.rule == .destinationExists: existing += 1
        case .fail: failed += 1
        }
      }
    }
  }
}

/// How a run ended.
public struct RunSummary: Sendable {
  public private(set) var counts: [Receipt.Status: Int] = [:]
  /// What failed, and why.
  public private(set) var failures: [(name: String, reason: String)] = []
  /// The gravest thing that was told of any job.
  public private(set) var severity: Severity?
  /// What the run ended before.
  public private(set) var notReached: [Receipt] = []
  public package(set) var isInterrupted = false
  /// Places that could not be published or tidied.
  public private(set) var failedPlaces = 0

  public init() {}

  /// Counts what was done with a place behind the jobs.
  public mutating func add(_ place: PlaceReceipt) {
    severity = (place.diagnostics.map(\.severity) + [severity].compactMap(\.self)).max()
    guard let failure = place.diagnostics.last(where: { $0.severity == .error }) else { return }
    failedPlaces += 1
    failures.append((place.path.display, failure.message))
  }

  /// Counts one more job, or a source that came to none.
  public mutating func add(_ receipt: Receipt) {
    counts[receipt.status, default: 0] += 1
    severity = (receipt.diagnostics.map(\.severity) + [severity].compactMap(\.self)).max()
    if receipt.status == .failed {
      failures.append((receipt.name, receipt.diagnostics(.error).last?.message ?? ""))
    }
    if receipt.status == .notReached, receipt.outputs.isEmpty { notReached.append(receipt) }
  }

  public func count(_ status: Receipt.Status) -> Int { counts[status] ?? 0 }

  /// Jobs, and sources that came to none.
  public var total: Int { counts.values.reduce(0, +) }

  /// 1 where a job failed, 4 where damaged pages were skipped, blanked or kept in part, else 0. 1 outranks 4.
  ///
  /// - Parameter failingOn: the least severity of a diagnostic that makes a finished job count as failed.
  public func exitStatus(failingOn least: Severity? = nil) -> Int32 {
    if isInterrupted || count(.failed) + count(.notReached) + failedPlaces > 0 { return 1 }
    if let least, let severity, severity >= least { return 1 }
    return count(.damaged) > 0 ? 4 : 0
  }
}
