import BookModel

extension NormalizationRule {
  static let counts = NormalizationRule(
    "counts", "Reads '3 of 6' as number 3 of a series of 6, and reports a count below the number.",
    [Example(.number, number: "03 (of 06)", "03")]
  ) { normalization in
    if case .number(let number)? = normalization.value(.number), let parts = numberAndCount(number.text) {
      take(parts, &normalization)
    }
    let metadata = normalization.metadata
    // For manga, a count beside chapter numbers counts volumes.
    if metadata.isManga != true, let count = metadata.count, count > 0, let number = metadata.number?.key,
      number > Double(count)
    {
      normalization.remark(
        "count \(count) is less than number \(metadata.number?.text ?? "")",
        remedy: "the count is of the whole series; correct whichever is wrong")
    }
  }

  /// Separates the count from the number, unless another count is known.
  private static func take(_ parts: (number: String, count: Int), _ normalization: inout Normalization) {
    guard let number = BookNumber(parts.number) else { return }
    if let known = normalization.metadata.count, known != parts.count {
      normalization.remark("the number says that there are \(parts.count), the count says \(known)")
    } else {
      normalization.set(.count, to: .integer(parts.count), from: .number)
      normalization.set(.number, to: .number(number))
    }
  }

  /// Reads `3 of 6`, `03 (of 06)`.
  private static func numberAndCount(_ text: String) -> (number: String, count: Int)? {
    let words = text.lowercased().split { $0.isWhitespace || $0 == "(" || $0 == ")" }
    guard words.count == 3, words[1] == "of", words[0].allSatisfy({ $0.isASCII && $0.isNumber }),
      let count = Int(words[2]), count > 0
    else { return nil }
    return (String(words[0]), count)
  }
}
