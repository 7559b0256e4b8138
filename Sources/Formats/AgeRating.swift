/// Age ratings in the words of each format. A rating that has no exact equivalent in another format maps to
/// the nearest one for no higher an age; an unknown word is never mapped.
public enum AgeRating {
  /// One rating: MetronInfo's word for it, and the ComicInfo words that map to it, the usual one first.
  private static let table: [(metronInfo: String, comicInfo: [String])] = [
    ("Everyone", ["Everyone", "G", "Early Childhood", "Kids to Adults", "PG", "Everyone 10+"]),
    ("Teen", ["Teen"]),
    ("Teen Plus", ["MA15+"]),
    ("Mature", ["Mature 17+", "M", "R18+"]),
    ("Explicit", ["X18+"]),
    ("Adult", ["Adults Only 18+"]),
  ]

  /// ComicInfo's word for a rating; nil if neither format knows the rating.
  static func comicInfo(_ rating: String) -> String? {
    ComicInfo.ageRatings.first { plain($0) == plain(rating) }
      ?? table.first { plain($0.metronInfo) == plain(rating) }?.comicInfo.first
  }

  /// MetronInfo's word for a rating; nil if it has none.
  static func metronInfo(_ rating: String) -> String? {
    table.first { row in
      plain(row.metronInfo) == plain(rating) || row.comicInfo.contains { plain($0) == plain(rating) }
    }?.metronInfo
  }

  /// Letter case and spaces are ignored: `MA 15+` occurs in the wild, too.
  private static func plain(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }
}
