import BookModel

extension NormalizationRule {
  static let ageRatings = NormalizationRule(
    "ageRatings",
    "Age ratings as ComicInfo or MetronInfo spells them; words without an exact counterpart are kept and reported.",
    [
      Example(.ageRating, "MA 15+", "MA15+"), Example(.ageRating, "all ages", "Everyone"),
      Example(.ageRating, "13 and up", "Teen"), Example(.ageRating, "T+", "T+"),
    ]
  ) { normalization in
    guard case .text(let text)? = normalization.value(.ageRating) else { return }
    if let word = AgeRatingWord.schema(text) {
      normalization.set(.ageRating, to: .text(word))
    } else {
      normalization.remark(
        "age rating '\(text)' is not one of ComicInfo's or MetronInfo's, nor clearly equal to one; it is kept",
        remedy: "map it in the alias file under 'ageRating'")
    }
  }
}
