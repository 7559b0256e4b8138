import BookModel
import Engine

/// A report has a page for every output, so it looks at receipts that have one at most.
extension Receipt {
  /// The same source with each of its outputs by itself; what came to no output stays one receipt.
  var byOutput: [Receipt] {
    guard !outputs.isEmpty else { return [self] }
    return outputs.map { Receipt(job: job, sources: sources, outputs: [$0], diagnostics: diagnostics) }
  }

  /// What the sources are: `ZIP`, `EPUB 3.0`; each kind once.
  var format: String {
    var kinds: [String] = []
    for source in sources where !source.format.isEmpty && !kinds.contains(source.format) {
      kinds.append(source.format)
    }
    return kinds.joined(separator: ", ")
  }

  /// Bytes of all sources; nil where one's are not known.
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
