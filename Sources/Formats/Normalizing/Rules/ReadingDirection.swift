import BookModel

extension NormalizationRule {
  /// Neither language nor manga says which way a book is read: flipped editions exist.
  static let direction = NormalizationRule(
    "direction",
    "A book read from the right that says it is no manga is reported; a direction is never guessed.",
    [Example(.direction, .direction(.rightToLeft), .direction(.rightToLeft))]
  ) { normalization in
    let metadata = normalization.metadata
    if metadata.direction == .rightToLeft, metadata.isManga == false {
      normalization.remark(
        "the book is read from right to left but says that it is no manga",
        remedy: "ComicInfo knows one word for both; set isManga or direction")
    }
  }
}
