import BookModel

/// Words for age ratings that no format has, and the word of ComicInfo that means exactly the same.
enum AgeRatingWord {
  /// ComicInfo's word for a rating in any spelling, for one of MetronInfo's, or for a bare age; nil where none
  /// means the same. Never a guess upwards: of several words for one age the mildest is taken.
  static func comicInfo(_ text: String) -> String? {
    if let word = AgeRating.comicInfo(text) { return word }
    let plain = text.lowercased().filter { !$0.isWhitespace }
    return everyone.contains(plain) ? "Everyone" : age(in: plain).flatMap { ages[$0] }
  }

  private static let everyone: Set<String> = ["allages", "all"]

  private static let ages: [Int: String] = [
    10: "Everyone 10+", 13: "Teen", 15: "MA15+", 17: "Mature 17+", 18: "R18+",
  ]

  /// The age of `13+`, `ages 13+`, `13 and up`, blanks left out.
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
