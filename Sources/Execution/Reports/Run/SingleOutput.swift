import BookModel

/// A report has a page for every output, so it looks at receipts that have one at most.
extension Receipt {
  /// The same source with each of its outputs by itself; what came to no output stays one receipt.
  var byOutput: [Receipt] {
    guard !outputs.isEmpty else { return [self] }
    return outputs.map { Receipt(source: source, outputs: [$0], diagnostics: diagnostics) }
  }

  var output: Output? { outputs.first }
  var pages: [PageRecord] { output?.pages ?? [] }
  var counts: Counts { output?.counts ?? Counts() }
  var metadata: Metadata { output?.metadata ?? Metadata() }
  var leftOut: LeftOut { output?.leftOut ?? LeftOut() }
}
