import BookModel

extension NormalizationRule {
  /// The rule depends on the field: issue 0 and issue -1 exist, and a book may be called Unknown. Empty
  /// values are never stored.
  static let sentinels = NormalizationRule(
    "sentinels",
    "Removes values that stand for nothing: -1 and 0 in counts and years, -1 in volumes and numbers beside them, Unknown as creator or age rating.",
    [
      Example(.count, .integer(-1), nil), Example(.startYear, .integer(0), nil),
      Example(.ageRating, .text("Unknown"), nil),
      Example(
        .credits, .credits([Credit("Unknown", .writer), Credit("Ann Ash", .inker)]),
        .credits([Credit("Ann Ash", .inker)])),
      Example(.number, number: "-1", "-1"),
    ]
  ) { normalization in
    // Issue -1 exists, but if the count and the volume are -1 as well, the number was never filled in.
    if case .number(let number)? = normalization.value(.number), number.whole == -1,
      normalization.value(.count) == .integer(-1), isNoVolume(normalization)
    {
      normalization.set(.number, to: nil)
    }
    for (field, values) in emptyNumbers {
      if case .integer(let value)? = normalization.value(field), values.contains(value) {
        normalization.set(field, to: nil)
      }
    }
    if case .number(let volume)? = normalization.value(.volume), volume.whole == -1 {
      normalization.set(.volume, to: nil)
    }
    if case .text(let rating)? = normalization.value(.ageRating), isUnknown(rating) {
      normalization.set(.ageRating, to: nil)
    }
    if case .text(let language)? = normalization.value(.language),
      LanguageTag.none.contains(language.lowercased())
    {
      normalization.set(.language, to: nil)
    }
    if case .credits(let credits)? = normalization.value(.credits) {
      normalization.set(.credits, to: .credits(credits.filter { !isUnknown($0.name) }))
    }
  }

  /// Whole numbers that mean "unknown". A count of 0 is not a count, but a run of a series may be volume 0.
  private static let emptyNumbers: [(MetadataField, Set<Int>)] = [
    (.count, [-1, 0]), (.volumeCount, [-1, 0]), (.alternateCount, [-1]), (.seriesVolume, [-1]),
    (.startYear, [-1, 0]),
  ]

  private static func isNoVolume(_ normalization: Normalization) -> Bool {
    if normalization.value(.seriesVolume) == .integer(-1) { return true }
    if case .number(let volume)? = normalization.value(.volume) { return volume.whole == -1 }
    return false
  }

  private static func isUnknown(_ text: String) -> Bool { text.trimmed.lowercased() == "unknown" }
}
