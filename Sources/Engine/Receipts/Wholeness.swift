import BookModel
package import Diagnostics

/// Whether all of a source is in its outputs: the one rule that decides whether the source may go.
///
/// An output is whole if every page of the sources is in it undamaged, every file of theirs that is no system junk was
/// carried over, and nothing was told of the job that says otherwise (`Rule.isLoss`, and whatever is damage). A source
/// is whole elsewhere if all outputs of its job are, and the job does not count as failed.
package enum Wholeness {
  /// What of the sources an output that was written does not hold, in words; none where it is whole.
  ///
  /// - Parameter told: what was told of the job while the output was made.
  package static func missing(from output: Receipt.Output, told: [Diagnostic]) -> [String] {
    var missing: [String] = []
    let (dropped, damaged) = (output.counts.dropped, output.counts.damaged)
    if dropped > 0 { missing.append("\(pages(dropped)) dropped") }
    if damaged > 0 { missing.append("\(pages(damaged)) damaged") }
    let left = output.leftOut.names
    if !left.isEmpty {
      let names = left.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      let more = left.count > 3 ? " and \(left.count - 3) more" : ""
      missing.append(
        "\(left.count == 1 ? "a file was" : "\(left.count) files were") not carried over: \(names)\(more)")
    }
    // What was told of pages is counted already.
    let losses = told.filter { $0.rule.isLoss || $0.rule.category == .damage && damaged == 0 }
    var rules: Set<Rule> = []
    for loss in losses where rules.insert(loss.rule).inserted {
      let count = losses.count { $0.rule == loss.rule }
      missing.append(brief(loss.message) + (count > 1 ? " (and \(count - 1) more of this kind)" : ""))
    }
    return missing
  }

  /// A message without the end of a long list in it: it has been told in full.
  private static func brief(_ message: String) -> String {
    guard message.count > 120 else { return message }
    let start = message.prefix(120)
    return (start.lastIndex(of: ",").map { start[..<$0] } ?? start) + "…"
  }

  private static func pages(_ count: Int) -> String { count == 1 ? "1 page was" : "\(count) pages were" }

  /// What speaks against letting the sources of a job go; nil where they are whole elsewhere.
  ///
  /// - Parameters:
  ///   - outputs: each with whether an earlier run had written it whole.
  ///   - told: what was told of the job.
  ///   - failing: the least severity that makes the job count as failed.
  package static func doubt(
    _ outputs: [(output: Receipt.Output, wasWhole: Bool)], told: [Diagnostic], failing: Severity?
  ) -> String? {
    for (output, wasWhole) in outputs {
      switch output.status {
      case .written where output.missing.isEmpty: continue
      case .unchanged where wasWhole: continue
      case .written, .damaged:
        return "'\(output.sink)' does not hold all of it: " + output.missing.joined(separator: "; ")
      case .unchanged: return "'\(output.sink)' did not hold all of it when it was written"
      case .skipped: return "'\(output.sink)' left alone what was there before"
      case .failed: return "'\(output.sink)' failed"
      case .changed, .moved, .planned, .restored, .notReached, .waiting:
        return "'\(output.sink)' was not reached"
      }
    }
    if let failing, let grave = told.first(where: { $0.severity >= failing }) {
      return "it counts as failed, as --fail-on asks: \(grave.message)"
    }
    return nil
  }
}
