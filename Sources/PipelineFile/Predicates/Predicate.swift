public import BookModel
public import Diagnostics
public import Options

extension Rule {
  public static let predicateSyntax = Rule(
    "predicate-syntax", .pipeline, "A 'where:' or 'when:' is not well-formed.",
    advice: """
      Conditions are made of facts, ==, !=, <, <=, >, >=, in [a, b], ~ "pattern", and, or, not and \
      parentheses; texts with spaces need quotes.
      """)
  public static let predicateFact = Rule(
    "unknown-fact", .pipeline, "A 'where:' or 'when:' uses a fact that does not exist.",
    advice: "Use one of the facts listed in the message. 'where:' is about pages, 'when:' about books.")
  public static let predicateType = Rule(
    "predicate-type", .pipeline, "A 'where:' or 'when:' compares a fact with something it can never be.",
    advice: "Compare numbers with numbers, and words with one of the words listed in the message.")
  public static let predicateWord = Rule(
    "predicate-word", .pipeline, "A 'where:' or 'when:' compares a fact with an unusual word.",
    advice: """
      If it is a slip, use one of the usual words; leave it if the book really uses a word of its own.
      """)
  public static let predicateSize = Rule(
    "predicate-size", .limit, "A 'where:' or 'when:' has more comparisons than the limit allows.",
    advice: "Shorten the condition, or raise the limit: --max-comparisons.")
  public static let factUnknown = Rule(
    "fact-unknown", .pipeline,
    "A 'where:' uses a fact that cannot be known before rendering, because of an earlier stage.",
    advice: "Use the fact in a stage before the one that is named, or leave the condition out there.")
}

/// A checked condition for pages (`where:`) or books (`when:`).
///
///     role != cover and (width > 2000 or name ~ "*spread*")
///
/// `and`, `or`, `not` and parentheses; `==`, `!=`, `<`, `<=`, `>`, `>=`, `in [a, b]`, and `~` with a pattern
/// of `*`, `?`, `[…]` and `{a,b}`. Comparing texts ignores letter case and the Unicode form of accents.
public struct Predicate<Fact: PredicateFact>: Sendable {
  /// As written.
  public let text: String
  let condition: Condition

  indirect enum Condition: Sendable {
    case all([Condition])
    case any([Condition])
    case not(Condition)
    case test(Fact, Test, Place)
  }

  /// The comparison applied to a fact's value.
  enum Test: Sendable {
    case isFlag(Bool)
    case number(Comparison, Double)
    case date(Comparison, PartialDate)
    /// Equal to one of these texts, which are in folded form.
    case isText([String])
    case isNumber([Double])
    case isDate([PartialDate])
    case matches(TextGlob)
  }

  enum Comparison: String, Sendable {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// - Throws: `predicate-syntax`, `unknown-fact`, `predicate-type` or `predicate-size`, with its place in
  ///   the text. Words that are merely unusual are listed in `warnings`.
  public init(
    parsing node: YAMLNode, file: String?, maxComparisons: Int = Limits().maxComparisons
  ) throws(Diagnostic) {
    try self.init(ScalarText(node, file: file), maxComparisons)
  }

  public init(parsing text: String) throws(Diagnostic) {
    try self.init(ScalarText(text), Limits().maxComparisons)
  }

  /// Warnings about words that an open vocabulary does not contain and that are probably mistyped.
  public let warnings: [Diagnostic]

  private init(_ text: ScalarText, _ maxComparisons: Int) throws(Diagnostic) {
    self.text = text.string
    var parser = PredicateParser<Fact>(
      text, tokens: try PredicateLexer.tokens(text), maxComparisons: maxComparisons)
    condition = try parser.parse()
    warnings = parser.warnings
  }
}

public typealias PagePredicate = Predicate<PageFact>
public typealias BookPredicate = Predicate<BookFact>

// MARK: - Evaluation

extension Predicate {
  /// Whether the condition holds. Facts are requested one at a time, each at most once, and only as long as
  /// they can still change the result.
  ///
  /// - Throws: `fact-unknown`, and whatever the source of facts throws.
  public func evaluate(_ value: (Fact) async throws(Diagnostic) -> FactValue) async throws(Diagnostic) -> Bool
  {
    var known: [Fact: FactValue] = [:]
    while true {
      switch try condition.outcome(known) {
      case .decided(let holds): return holds
      case .needs(let fact): known[fact] = try await value(fact)
      }
    }
  }

  /// Whether the condition holds, for facts that are available at once.
  public func holds(given value: (Fact) -> FactValue) throws(Diagnostic) -> Bool {
    var known: [Fact: FactValue] = [:]
    while true {
      switch try condition.outcome(known) {
      case .decided(let holds): return holds
      case .needs(let fact): known[fact] = value(fact)
      }
    }
  }
}

extension Predicate where Fact == BookFact {
  public func holds(for book: Book) throws(Diagnostic) -> Bool { try holds { $0.value(in: book) } }
}

extension Predicate.Condition {
  enum Outcome {
    case decided(Bool)
    case needs(Fact)
  }

  func outcome(_ known: [Fact: FactValue]) throws(Diagnostic) -> Outcome {
    switch self {
    case .all(let conditions):
      for condition in conditions {
        switch try condition.outcome(known) {
        case .decided(true): continue
        case let other: return other
        }
      }
      return .decided(true)
    case .any(let conditions):
      for condition in conditions {
        switch try condition.outcome(known) {
        case .decided(false): continue
        case let other: return other
        }
      }
      return .decided(false)
    case .not(let condition):
      // Evaluate only once: twice per level would take exponential time for deeply nested conditions.
      switch try condition.outcome(known) {
      case .decided(let holds): return .decided(!holds)
      case let other: return other
      }
    case .test(let fact, let test, let place):
      guard let value = known[fact] else { return .needs(fact) }
      if case .unknown(let stage) = value {
        throw .error(
          .factUnknown,
          "'\(fact.name)' is not known here: '\(stage)' decides it when pages are rendered", at: place,
          remedy: "use it before '\(stage)'")
      }
      return .decided(test.holds(for: value))
    }
  }
}

extension Predicate.Test {
  func holds(for value: FactValue) -> Bool {
    switch self {
    case .isFlag(let flag): return value == .flag(flag)
    case .number(let comparison, let bound):
      return Predicate.Test.number(value).map { comparison.holds($0, bound) } ?? false
    case .isNumber(let numbers): return Predicate.Test.number(value).map(numbers.contains) ?? false
    case .date(let comparison, let bound):
      guard case .date(let date) = value else { return false }
      return comparison.holds(date.cut(to: bound), bound)
    case .isDate(let dates):
      guard case .date(let date) = value else { return false }
      return dates.contains { date.cut(to: $0) == $0 }
    case .isText(let texts):
      return Predicate.Test.texts(value).contains { texts.contains($0.caseFolded) }
    case .matches(let glob): return Predicate.Test.texts(value).contains { glob.matches($0) }
    }
  }

  private static func number(_ value: FactValue) -> Double? {
    switch value {
    case .number(let number): number
    case .bookNumber(let number): number.key
    default: nil
    }
  }

  private static func texts(_ value: FactValue) -> [String] {
    switch value {
    case .texts(let texts): texts
    case .bookNumber(let number): [number.text]
    case .date(let date): [date.description]
    default: [""]
    }
  }
}

extension Predicate.Comparison {
  func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}

extension PartialDate {
  /// The date reduced to the parts that another one states, so that 2010-07-04 equals 2010.
  fileprivate func cut(to other: PartialDate) -> PartialDate {
    PartialDate(year: year, month: other.month == nil ? nil : month, day: other.day == nil ? nil : day)
      ?? self
  }
}
