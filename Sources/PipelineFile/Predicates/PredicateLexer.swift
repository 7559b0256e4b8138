import Diagnostics

/// A word or sign in a predicate, with its position in the text.
struct PredicateToken: Hashable {
  var kind: Kind
  var stretch: Range<Int>

  enum Kind: Hashable {
    /// A name, a keyword or an unquoted value.
    case word(String)
    case quoted(String)
    /// `==`, `(`, `,` …
    case sign(String)
    case end
  }

  /// The token as named in messages.
  var description: String {
    switch kind {
    case .word(let word): "'\(word)'"
    case .quoted(let text): "\"\(text)\""
    case .sign(let sign): "'\(sign)'"
    case .end: "the end"
    }
  }
}

/// Splits a predicate into words and signs.
struct PredicateLexer {
  private let text: ScalarText
  private var index = 0

  init(_ text: ScalarText) { self.text = text }

  static func tokens(_ text: ScalarText) throws(Diagnostic) -> [PredicateToken] {
    var lexer = PredicateLexer(text)
    var tokens: [PredicateToken] = []
    while let token = try lexer.next() { tokens.append(token) }
    tokens.append(PredicateToken(kind: .end, stretch: text.scalars.count..<text.scalars.count))
    return tokens
  }

  private mutating func next() throws(Diagnostic) -> PredicateToken? {
    while index < text.scalars.count, text.scalars[index].properties.isWhitespace { index += 1 }
    guard index < text.scalars.count else { return nil }
    let start = index
    let scalar = text.scalars[index]
    switch scalar {
    case "\"", "'": return try quoted(by: scalar)
    case "(", ")", "[", "]", ",", "~":
      index += 1
      return PredicateToken(kind: .sign(String(scalar)), stretch: start..<index)
    case "=", "!", "<", ">", "&", "|":
      while index < text.scalars.count, "=!<>&|".unicodeScalars.contains(text.scalars[index]) { index += 1 }
      return try sign(start..<index)
    default:
      while index < text.scalars.count, PredicateLexer.isWord(text.scalars[index]) { index += 1 }
      return PredicateToken(kind: .word(text.text(start..<index)), stretch: start..<index)
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isWhitespace && !"\"'()[],~=!<>&|".unicodeScalars.contains(scalar)
  }

  private func sign(_ stretch: Range<Int>) throws(Diagnostic) -> PredicateToken {
    let sign = text.text(stretch)
    let remedy: String? =
      switch sign {
      case "==", "!=", "<", "<=", ">", ">=": nil
      case "=", "===": "write '=='"
      case "<>", "!==": "write '!='"
      case "=<": "write '<='"
      case "=>": "write '>='"
      case "&", "&&": "write 'and'"
      case "|", "||": "write 'or'"
      case "!": "write 'not'"
      default: "comparisons are ==, !=, <, <=, >, >=, in and ~"
      }
    guard let remedy else { return PredicateToken(kind: .sign(sign), stretch: stretch) }
    throw text.error(.predicateSyntax, "'\(sign)' is not an operator", at: stretch, remedy: remedy)
  }

  /// Quoted text, which may contain anything but its own kind of quote.
  private mutating func quoted(by quote: Unicode.Scalar) throws(Diagnostic) -> PredicateToken {
    let start = index
    guard let end = text.scalars[(start + 1)...].firstIndex(of: quote) else {
      throw text.error(
        .predicateSyntax, "the text that begins here has no closing quote", at: start..<start + 1)
    }
    index = end + 1
    return PredicateToken(kind: .quoted(text.text(start + 1..<end)), stretch: start..<index)
  }
}
