/// A reference to printed pages at the beginning of a text: `p. 17`, `pp. 17–24`, `(8 pag.)`.
struct PageReference {
  /// As printed, without brackets.
  var text: String
  var first: Int
  var last: Int?
  /// Whether it says how many pages rather than which.
  var isLength: Bool
  /// The text after it.
  var rest: Substring

  /// Words for pages in the languages of comic indexes, in lower case and without a dot.
  private static let words: Set<String> = [
    "p", "pp", "pg", "pgs", "pag", "pagg", "page", "pages", "pagina", "pagine", "página", "páginas", "pág",
    "págs", "s", "seite", "seiten", "str", "strona", "side", "sida", "стр", "с", "ページ", "頁", "页",
  ]
  private static let lengthWords = words.union([
    "tav", "tavv", "tavola", "tavole", "planche", "planches", "pl", "pls", "plates",
  ])

  /// Nil if the text begins differently. Looks no further than a reference can extend.
  init?(_ whole: Substring) {
    let text = whole.prefix(40)
    let brackets: [Character: Character] = ["(": ")", "[": "]"]
    let close = text.first.flatMap { brackets[$0] }
    let body = close == nil ? text : text.dropFirst().drop(while: \.isWhitespace)
    guard let inner = PageReference(body: body) else { return nil }
    self = inner
    if let close {
      let end = rest.drop(while: \.isWhitespace)
      guard end.first == close else { return nil }
      rest = end.dropFirst()
    } else if let next = rest.first, next.isLetter || next.isNumber {
      return nil
    }
    rest = whole[rest.startIndex...]
  }

  private init?(body: Substring) {
    guard let start = body.first else { return nil }
    var scan = body
    if start.isWholeNumber {
      guard let count = PageReference.takeNumber(&scan) else { return nil }
      scan = scan.drop(while: \.isWhitespace)
      guard PageReference.takeWord(&scan, PageReference.lengthWords) else { return nil }
      (first, last, isLength) = (count, nil, true)
    } else {
      guard PageReference.takeWord(&scan, PageReference.words) else { return nil }
      scan = scan.drop(while: \.isWhitespace)
      guard let number = PageReference.takeNumber(&scan) else { return nil }
      (first, last, isLength) = (number, nil, false)
      var range = scan.drop(while: \.isWhitespace)
      if let dash = range.first, "-–—".contains(dash) {
        range = range.dropFirst().drop(while: \.isWhitespace)
        if let end = PageReference.takeNumber(&range) {
          last = end >= number ? end : nil
          scan = range
        }
      }
    }
    self.text = String(body[..<scan.startIndex])
    rest = scan
  }

  private static func takeNumber(_ rest: inout Substring) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard (1...4).contains(digits.count), let value = Int(digits) else { return nil }
    rest = rest.dropFirst(digits.count)
    return value
  }

  /// Takes a word of the vocabulary and a dot after it.
  private static func takeWord(_ rest: inout Substring, _ words: Set<String>) -> Bool {
    let letters = rest.prefix(while: \.isLetter)
    guard words.contains(letters.lowercased()) else { return false }
    rest = rest.dropFirst(letters.count)
    if rest.first == "." { rest = rest.dropFirst() }
    return true
  }
}
