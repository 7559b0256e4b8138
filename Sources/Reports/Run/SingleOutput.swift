import BookModel
import Engine

/// A report has a page for every output, so it needs receipts with at most one each.
extension Receipt {
  /// The same source with a receipt for each of its outputs; without outputs, it remains one receipt.
  var byOutput: [Receipt] {
    guard !outputs.isEmpty else { return [self] }
    return outputs.map { Receipt(job: job, sources: sources, outputs: [$0], diagnostics: diagnostics) }
  }

  /// The kinds of sources, each once: `ZIP`, `EPUB 3.0`.
  var format: String {
    var kinds: [String] = []
    for source in sources where !source.format.isEmpty && !kinds.contains(source.format) {
      kinds.append(source.format)
    }
    return kinds.joined(separator: ", ")
  }

  /// The total size of all sources in bytes; nil if any is unknown.
  var sourceBytes: Int? {
    let known = sources.compactMap(\.bytes)
    return known.count == sources.count ? known.reduce(0, +) : nil
  }

  var output: Output? { outputs.first }
  var pages: [PageRecord] { output?.pages ?? [] }
  var counts: Counts { output?.counts ?? Counts() }
  var metadata: Metadata { output?.metadata ?? Metadata() }
  var leftOut: LeftOut { output?.leftOut ?? LeftOut() }
}
