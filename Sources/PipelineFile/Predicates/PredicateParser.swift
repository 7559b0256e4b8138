import BookModel
import Diagnostics
import Options

/// Parses a predicate by recursive descent and checks each comparison against its fact's type.
struct PredicateParser<Fact: PredicateFact> {
  private typealias Condition = Predicate<Fact>.Condition
  private typealias Test = Predicate<Fact>.Test

  private let text: ScalarText
  private let tokens: [PredicateToken]
  private var index = 0
  private var depth = 0
  private(set) var warnings: [Diagnostic] = []

  /// How deeply parentheses and `not`s may be nested; the recursion is as deep.
  private let maxDepth = 50
  private let maxComparisons: Int
  private var comparisons = 0

  init(_ text: ScalarText, tokens: [PredicateToken], maxComparisons: Int) {
    self.text = text
    self.tokens = tokens
    self.maxComparisons = maxComparisons
  }

  mutating func parse() throws(Diagnostic) -> Predicate<Fact>.Condition {
    if tokens.count == 1 {
      throw text.error(.predicateSyntax, "the condition is empty", at: 0..<0)
    }
    let condition = try either()
    guard token.kind == .end else {
      var remedy: String?
      if case .word(let word) = token.kind {
        remedy = closestMatch(to: word, in: ["and", "or"]).map { "did you mean '\($0)'?" }
      }
      throw wrong("'and' or 'or' was expected here, not \(token.description)", remedy: remedy)
    }
    return condition
  }

  // MARK: Structure

  private mutating func either() throws(Diagnostic) -> Condition {
    var conditions = [try both()]
    while take(word: "or") { conditions.append(try both()) }
    return conditions.count == 1 ? conditions[0] : .any(conditions)
  }

  private mutating func both() throws(Diagnostic) -> Condition {
    var conditions = [try single()]
    while take(word: "and") { conditions.append(try single()) }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  private mutating func single() throws(Diagnostic) -> Condition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= maxDepth else { throw wrong("the condition is nested too deeply") }
    if take(word: "not") { return .not(try single()) }
    if take(sign: "(") {
      let condition = try either()
      guard take(sign: ")") else { throw wrong("a ')' was expected here, not \(token.description)") }
      return condition
    }
    return try comparison()
  }

  // MARK: Comparisons

  private mutating func comparison() throws(Diagnostic) -> Condition {
    let named = token
    try count(named)
    let fact = try self.fact()
    let place = text.place(named.stretch)
    switch token.kind {
    case .sign("~"):
      advance()
      return .test(fact, try pattern(for: fact, named), place)
    case .word("in"):
      advance()
      return .test(fact, try list(for: fact), place)
    case .word("not") where index + 1 < tokens.count && tokens[index + 1].kind == .word("in"):
      index += 2
      return .not(.test(fact, try list(for: fact), place))
    case .sign(let sign) where ["==", "!="].contains(sign):
      advance()
      let condition = Condition.test(fact, try equality(of: fact, [try value()]), place)
      return sign == "!=" ? .not(condition) : condition
    case .sign(let sign):
      guard let comparison = Predicate<Fact>.Comparison(rawValue: sign) else { fallthrough }
      let operation = token
      advance()
      return .test(fact, try order(of: fact, comparison, operation), place)
    default:
      guard fact.type == .flag else {
        throw text.error(
          .predicateSyntax, "'\(text.text(named.stretch))' is not compared with anything", at: named.stretch,
          remedy: "write what it should be, as in \(example(fact, text.text(named.stretch)))")
      }
      return .test(fact, .isFlag(true), place)
    }
  }

  /// Counts a comparison or a further value to compare with.
  private mutating func count(_ token: PredicateToken) throws(Diagnostic) {
    comparisons += 1
    guard comparisons <= maxComparisons else {
      throw text.error(
        .predicateSize, "the condition has more than \(maxComparisons) comparisons", at: token.stretch,
        remedy: "shorten it, with a pattern for example, or raise the limit with '--max-comparisons'")
    }
  }

  private mutating func fact() throws(Diagnostic) -> Fact {
    guard case .word(let name) = token.kind else {
      throw wrong("the name of a \(Fact.subject) fact was expected here, not \(token.description)")
    }
    guard let fact = Fact(name: name) else {
      let near = closestMatch(to: name, in: Fact.names).map { "did you mean '\($0)'?" }
      throw text.error(
        .predicateFact, "there is no \(Fact.subject) fact '\(name)'", at: token.stretch,
        remedy: Fact.whereabouts(of: name) ?? near ?? "the facts are " + Fact.names.joined(separator: ", "))
    }
    advance()
    return fact
  }

  private func example(_ fact: Fact, _ name: String) -> String {
    switch fact.type {
    case .words(let words, _): "'\(name) == \(words.first ?? "")'"
    case .number, .bookNumber: "'\(name) > 1'"
    case .byteCount: "'\(name) > 1MiB'"
    case .date: "'\(name) >= 2010'"
    default: "'\(name) != \"\"'"
    }
  }

  private mutating func value() throws(Diagnostic) -> PredicateToken {
    switch token.kind {
    case .word, .quoted:
      defer { advance() }
      return token
    default: throw wrong("a value was expected here, not \(token.description)")
    }
  }

  private mutating func list(for fact: Fact) throws(Diagnostic) -> Test {
    guard take(sign: "[") else {
      throw wrong(
        "a list was expected here, not \(token.description)", remedy: "write it in brackets: in [a, b]")
    }
    var items: [PredicateToken] = []
    while !take(sign: "]") {
      try count(token)
      items.append(try value())
      if take(sign: "]") { break }
      guard take(sign: ",") else { throw wrong("',' or ']' was expected here, not \(token.description)") }
    }
    return try equality(of: fact, items)
  }

  private mutating func pattern(for fact: Fact, _ named: PredicateToken) throws(Diagnostic) -> Test {
    switch fact.type {
    case .text, .list, .words, .bookNumber: break
    default:
      throw text.error(
        .predicateType, "'\(text.text(named.stretch))' is not text, so a pattern cannot match it",
        at: named.stretch)
    }
    // An unquoted pattern may contain characters that are signs elsewhere: [0-9].
    var stretch = token.stretch
    if case .quoted = token.kind {
      stretch = stretch.lowerBound + 1..<stretch.upperBound - 1
      advance()
    } else {
      guard token.kind != .end else { throw wrong("a pattern was expected here") }
      var end = stretch.lowerBound
      while token.kind != .end, token.kind != .sign(")"), token.stretch.lowerBound == end {
        end = token.stretch.upperBound
        advance()
      }
      stretch = stretch.lowerBound..<end
    }
    return .matches(try TextGlob(text.part(stretch)))
  }

  // MARK: Types

  /// Tests whether a fact equals one of several values.
  private mutating func equality(of fact: Fact, _ tokens: [PredicateToken]) throws(Diagnostic) -> Test {
    let texts = tokens.map(content)
    switch fact.type {
    case .flag:
      guard tokens.count == 1 else { throw wrong("yes or no cannot be in a list") }
      return .isFlag(try flag(tokens[0]))
    case .number, .byteCount:
      var numbers: [Double] = []
      for token in tokens { numbers.append(try number(token, fact)) }
      return .isNumber(numbers)
    case .bookNumber:
      let numbers = tokens.compactMap { token -> Double? in
        if case .word(let word) = token.kind { Double(word) } else { nil }
      }
      return numbers.count == tokens.count ? .isNumber(numbers) : .isText(texts.map(\.caseFolded))
    case .date where texts.allSatisfy(\.isEmpty): return .isText(texts)
    case .date:
      var dates: [PartialDate] = []
      for token in tokens { dates.append(try date(token)) }
      return .isDate(dates)
    case .text, .list: return .isText(texts.map(\.caseFolded))
    case .words(let words, let isOpen):
      for token in tokens where !content(token).isEmpty { try check(token, fact, words, isOpen: isOpen) }
      return .isText(texts.map { fact.canonical($0).caseFolded })
    }
  }

  private mutating func order(
    of fact: Fact, _ comparison: Predicate<Fact>.Comparison, _ operation: PredicateToken
  ) throws(Diagnostic) -> Test {
    switch fact.type {
    case .number, .byteCount, .bookNumber: return .number(comparison, try number(try value(), fact))
    case .date: return .date(comparison, try date(try value()))
    default:
      throw text.error(
        .predicateType,
        "'\(fact.name)' has no order, so '\(comparison.rawValue)' cannot compare it",
        at: operation.stretch, remedy: "use ==, !=, in or ~")
    }
  }

  private func content(_ token: PredicateToken) -> String {
    switch token.kind {
    case .word(let text), .quoted(let text): text
    default: ""
    }
  }

  private func flag(_ token: PredicateToken) throws(Diagnostic) -> Bool {
    switch content(token).lowercased() {
    case "true", "yes": return true
    case "false", "no": return false
    default:
      throw text.error(
        .predicateType, "yes or no was expected here, not \(token.description)", at: token.stretch)
    }
  }

  private func number(_ token: PredicateToken, _ fact: Fact) throws(Diagnostic) -> Double {
    if case .word(let word) = token.kind {
      if let number = Double(word), number.isFinite { return number }
      if fact.type == .byteCount, let count = ByteCount(text: word) { return Double(count.bytes) }
    }
    throw text.error(
      .predicateType,
      "'\(fact.name)' is a number and can only be compared with numbers, not \(token.description)",
      at: token.stretch)
  }

  private func date(_ token: PredicateToken) throws(Diagnostic) -> PartialDate {
    if let date = PartialDate(iso: content(token)) { return date }
    throw text.error(
      .predicateType, "a date was expected here, not \(token.description)", at: token.stretch,
      remedy: "such as 2010, 2010-07 or 2010-07-04")
  }

  private mutating func check(_ token: PredicateToken, _ fact: Fact, _ words: [String], isOpen: Bool)
    throws(Diagnostic)
  {
    let word = content(token)
    guard !words.contains(where: { $0.lowercased() == word.lowercased() }) else { return }
    let near = closestMatch(to: word, in: words)
    let remedy = near.map { "did you mean '\($0)'?" } ?? "the words are " + words.joined(separator: ", ")
    if isOpen {
      if near != nil {
        warnings.append(
          text.error(
            .predicateWord, "'\(word)' is not one of the usual words", at: token.stretch, remedy: remedy
          )
          .with(severity: .warning))
      }
    } else {
      throw text.error(
        .predicateType, "'\(fact.name)' can never be '\(word)'", at: token.stretch, remedy: remedy)
    }
  }

  // MARK: Tokens

  private var token: PredicateToken { tokens[index] }
  private mutating func advance() { if index < tokens.count - 1 { index += 1 } }

  private mutating func take(word: String) -> Bool {
    guard token.kind == .word(word) else { return false }
    advance()
    return true
  }

  private mutating func take(sign: String) -> Bool {
    guard token.kind == .sign(sign) else { return false }
    advance()
    return true
  }

  private func wrong(_ message: String, remedy: String? = nil) -> Diagnostic {
    text.error(.predicateSyntax, message, at: token.stretch, remedy: remedy)
  }
}

extension PredicateFact {
  /// A vocabulary word in the spelling that values use: `cover` becomes `frontCover`.
  fileprivate func canonical(_ word: String) -> String {
    if self as? PageFact == .role { return PageRole(predicateWord: word).word }
    return word
  }
}
