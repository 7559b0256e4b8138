public import BookModel
public import Diagnostics

/// What happens during a run, for whoever shows it: progress bar, log lines, JSON.
public enum RunEvent: Sendable {
  /// Everything is planned; nothing is written yet.
  case planned(RunForecast)
  /// One more page of some book is done.
  case page(FilePath, done: Int, of: Int)
  /// One input is done with. Comes in the order of the inputs.
  case book(Receipt)
}

/// What a run is about to do: `412 books: 371 new, 38 exist and are skipped, 3 collide`.
public struct RunForecast: Sendable, Equatable {
  /// Inputs; nil where there is one output for each.
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

/// How a run ended.
public struct RunSummary: Sendable {
  public var receipts: [Receipt] = []
  public var isInterrupted = false

  public init() {}

  public func count(_ status: Receipt.Status) -> Int { receipts.count { $0.status == status } }

  /// 1 where an input failed, 4 where damaged pages were skipped or blanked, else 0. 1 outranks 4.
  ///
  /// - Parameter failingOn: the least severity of a diagnostic that makes a finished book count as failed.
  public func exitStatus(failingOn severity: Severity? = nil) -> Int32 {
    if receipts.contains(where: { $0.status == .failed || $0.status == .notReached }) { return 1 }
    if let severity, receipts.contains(where: { $0.diagnostics.contains { $0.severity >= severity } }) {
      return 1
    }
    return count(.damaged) > 0 ? 4 : 0
  }
}
