/// A mark that opens a title, and the marks that can close it.
struct QuotationMarks {
  var open: Character
  var closing: String
  /// The closing mark used when writing.
  var close: Character { closing.first ?? open }

  private init(_ open: Character, _ closing: String) {
    self.open = open
    self.closing = closing
  }

  static func opened(by mark: Character) -> QuotationMarks? { all.first { $0.open == mark } }

  /// The marks that the canonical form chooses from, guillemets first.
  static let toWrite = ["«", "“", "\"", "「", "『", "„", "‹"].compactMap { opened(by: $0) }

  private static let all = [
    QuotationMarks("«", "»"), QuotationMarks("»", "«"), QuotationMarks("‹", "›"), QuotationMarks("›", "‹"),
    QuotationMarks("“", "”“\""), QuotationMarks("„", "“”\""), QuotationMarks("”", "”"),
    QuotationMarks("‘", "’"), QuotationMarks("‚", "‘’"), QuotationMarks("\"", "\"”"),
    QuotationMarks("'", "'’"), QuotationMarks("「", "」"), QuotationMarks("『", "』"),
    QuotationMarks("《", "》"), QuotationMarks("〈", "〉"), QuotationMarks("〝", "〟〞"), QuotationMarks("＂", "＂"),
  ]

  /// Where the title after the opening mark ends: at the first closing mark that does not close a mark inside
  /// the title and is followed by what can come after a title. Nil if there is none.
  ///
  /// So quotations and apostrophes within a title do not end it: `"The "Duck" Man"`, `'Donald's day'`.
  func end(in text: Substring) -> Substring.Index? {
    var depth = 0
    var last: Substring.Index?
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      let next = text.index(after: index)
      if closing.contains(character) {
        let isEnd = QuotationMarks.canFollow(text[next...])
        if isEnd, depth == 0 { return index }
        if isEnd { last = index }
        depth = max(0, depth - 1)
      } else if character == open {
        depth += 1
      }
      index = next
    }
    // Marks inside the title that are opened but never closed.
    return last
  }

  /// Whether this may follow a title: the end, a code, brackets, a dash or pages.
  private static func canFollow(_ text: Substring) -> Bool {
    var rest = text.drop(while: \.isWhitespace)
    let isSpaced = rest.startIndex != text.startIndex
    guard let first = rest.first else { return true }
    switch first {
    case "{", "(", "[", "–", "—", "·", "•": return true
    case "-": return isSpaced
    case ",", ";", ".", ":":
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      return rest.isEmpty || rest.first == "{" || PageReference(rest) != nil
    default: return PageReference(rest) != nil
    }
  }
}
