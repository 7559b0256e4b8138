import BookModel

/// Maps age rating words that no format defines to a schema's word of exactly the same meaning.
enum AgeRatingWord {
  /// ComicInfo's or MetronInfo's word for a rating in any spelling, or ComicInfo's word for a bare age; nil
  /// if none means the same. Never guesses upward: of several words for one age, the mildest is used.
  static func schema(_ text: String) -> String? {
    let plain = plain(text)
    if let word = ComicInfo.ageRatings.first(where: { self.plain($0) == plain }) { return word }
    if let word = AgeRating.metronInfo(text), self.plain(word) == plain { return word }
    return everyone.contains(plain) ? "Everyone" : age(in: plain).flatMap { ages[$0] }
  }

  private static func plain(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }

  private static let everyone: Set<String> = ["allages", "all"]

  private static let ages: [Int: String] = [
    10: "Everyone 10+", 13: "Teen", 15: "MA15+", 17: "Mature 17+", 18: "R18+",
  ]

  /// The age in `13+`, `ages 13+` and `13 and up`, with spaces removed.
  private static func age(in plain: String) -> Int? {
    var rest = plain[...]
    for start in ["ages", "age"] where rest.hasPrefix(start) { rest = rest.dropFirst(start.count) }
    for end in ["+", "andup", "andolder", "andover", "yearsandup", "yearsandolder"] where rest.hasSuffix(end)
    {
      if let age = Int(rest.dropLast(end.count)) { return age }
    }
    return nil
  }
}
