import BookModel

extension NormalizationRule {
  /// Neither the language nor being a manga determines the reading direction: flipped editions exist.
  static let direction = NormalizationRule(
    "direction",
    "Reports a book read from right to left that says it is not manga; a direction is never guessed.",
    [Example(.direction, .direction(.rightToLeft), .direction(.rightToLeft))]
  ) { normalization in
    let metadata = normalization.metadata
    if metadata.direction == .rightToLeft, metadata.isManga == false {
      normalization.remark(
        "the book is read from right to left but says that it is not manga",
        remedy: "ComicInfo has one word for both; set isManga or direction")
    }
  }
}
