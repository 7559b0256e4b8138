/// Age ratings in the words of each format. A rating that another format cannot say exactly becomes the nearest
/// one that claims no higher age; a word nobody knows is never mapped.
public enum AgeRating {
  /// One rating: its word in MetronInfo, and the words of ComicInfo that come to it, the usual one first.
  private static let table: [(metronInfo: String, comicInfo: [String])] = [
    ("Everyone", ["Everyone", "G", "Early Childhood", "Kids to Adults", "PG", "Everyone 10+"]),
    ("Teen", ["Teen"]),
    ("Teen Plus", ["MA15+"]),
    ("Mature", ["Mature 17+", "M", "R18+"]),
    ("Explicit", ["X18+"]),
    ("Adult", ["Adults Only 18+"]),
  ]

  /// ComicInfo's word for a rating, nil for one that neither format knows.
  static func comicInfo(_ rating: String) -> String? {
    ComicInfo.ageRatings.first { plain($0) == plain(rating) }
      ?? table.first { plain($0.metronInfo) == plain(rating) }?.comicInfo.first
  }

  /// MetronInfo's word for a rating, nil for one that it cannot say.
  static func metronInfo(_ rating: String) -> String? {
    table.first { row in
      plain(row.metronInfo) == plain(rating) || row.comicInfo.contains { plain($0) == plain(rating) }
    }?.metronInfo
  }

  /// Letter case and blanks do not count: `MA 15+` is in the field, too.
  private static func plain(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }
}
