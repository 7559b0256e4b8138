import Engine

/// Whether all of a source is in every output, so that it may go.
enum Wholeness {
  /// What speaks against it; nil where every output holds all of the source.
  ///
  /// - Parameter outputs: each with whether an earlier run had written it with all pages.
  static func doubt(_ outputs: [(output: Receipt.Output, wasComplete: Bool)]) -> String? {
    for (output, wasComplete) in outputs {
      let counts = output.counts
      switch output.status {
      case .written where counts.damaged == 0 && counts.dropped == 0: continue
      case .unchanged where wasComplete: continue
      case .written where counts.dropped > 0:
        return "\(counts.dropped) of its pages were dropped for '\(output.sink)'"
      case .written, .damaged: return "\(counts.damaged) of its pages are damaged"
      case .unchanged: return "pages of it were dropped or damaged when '\(output.sink)' was written"
      case .skipped: return "'\(output.sink)' left alone what was there before"
      case .failed: return "'\(output.sink)' failed"
      case .changed, .moved, .planned, .restored, .notReached, .waiting:
        return "'\(output.sink)' was not reached"
      }
    }
    return nil
  }
}
