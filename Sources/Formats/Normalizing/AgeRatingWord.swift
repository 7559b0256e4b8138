import BookModel

/// ComicInfo's words for age ratings, and which other words mean exactly the same.
public enum AgeRatingWord {
  /// ComicInfo's word for a rating in any spelling, for one of MetronInfo's, or for a bare age; nil where none
  /// means the same. Never a guess upwards: of several words for one age the mildest is taken.
  public static func comicInfo(_ text: String) -> String? {
    let plain = plain(text)
    if let word = ComicInfo.ageRatings.first(where: { self.plain($0) == plain }) { return word }
    return others[plain] ?? age(in: plain).flatMap { ages[$0] }
  }

  private static func plain(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }

  /// MetronInfo 1.0's words, with the ages it gives them, and two that say "everyone".
  private static let others: [String: String] = [
    "teenplus": "MA15+", "mature": "Mature 17+", "explicit": "X18+", "adult": "Adults Only 18+",
    "allages": "Everyone", "all": "Everyone",
  ]

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
