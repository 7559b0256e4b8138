import BookModel
import Diagnostics

extension Predicate {
  /// What is certain about a condition without looking at any book.
  enum Verdict: Hashable, Sendable {
    /// It never holds, because its tests on this fact contradict each other or require a value that the fact
    /// never has.
    case never(fact: String)
    /// It holds for all values of its facts.
    case always
    case depends
  }

  /// Examines the alternatives of the condition, each a list of tests that must all hold. Errs on the safe
  /// side: tests that are not analyzed are assumed to be satisfiable.
  var verdict: Verdict {
    if let alternatives = condition.alternatives(negated: false) {
      let reasons = alternatives.map(Predicate.contradiction)
      if let reason = reasons.first, reasons.allSatisfy({ $0 != nil }) { return .never(fact: reason ?? "") }
    }
    if let opposite = condition.alternatives(negated: true),
      opposite.allSatisfy({ Predicate.contradiction($0) != nil })
    {
      return .always
    }
    return .depends
  }

  struct Literal {
    var fact: Fact
    var test: Test
    var isNegated: Bool
  }

  /// The name of a fact whose tests cannot all hold; nil if they may.
  private static func contradiction(_ literals: [Literal]) -> String? {
    var seen: Set<Fact> = []
    for literal in literals where seen.insert(literal.fact).inserted {
      let tests = literals.filter { $0.fact == literal.fact }
      if isImpossible(tests, of: literal.fact) { return literal.fact.name }
    }
    return pageContradiction(literals)
  }

  private static func isImpossible(_ tests: [Literal], of fact: Fact) -> Bool {
    switch fact.type {
    case .flag:
      let flags = tests.compactMap { literal -> Bool? in
        guard case .isFlag(let flag) = literal.test else { return nil }
        return literal.isNegated ? !flag : flag
      }
      // A metadata flag may be unknown, which is neither true nor false, so only two positive tests can
      // contradict each other.
      return fact.isAlwaysKnown
        ? Set(flags).count > 1 : Set(tests.filter { !$0.isNegated }.compactMap(\.flag)).count > 1
    case .number, .byteCount, .bookNumber: return isImpossibleNumber(tests, of: fact)
    case .text, .words(_, isOpen: false): return isImpossibleWord(tests)
    case .words(_, isOpen: true), .list:
      // Several values may be present at once, but none that is both required and excluded.
      let excluded = Set(tests.filter(\.isNegated).flatMap(\.texts))
      return tests.contains { !$0.isNegated && !$0.texts.isEmpty && excluded.isSuperset(of: $0.texts) }
    case .date: return false
    }
  }

  /// For facts with a single text value.
  private static func isImpossibleWord(_ tests: [Literal]) -> Bool {
    let asked = tests.filter { !$0.isNegated && !$0.texts.isEmpty }
    guard var candidates = asked.first.map({ Set($0.texts) }) else { return false }
    for test in asked.dropFirst() { candidates.formIntersection(test.texts) }
    for test in tests where test.isNegated { candidates.subtract(test.texts) }
    return candidates.isEmpty
  }
}

// MARK: - Numbers

extension Predicate {
  private static func isImpossibleNumber(_ tests: [Literal], of fact: Fact) -> Bool {
    // A missing value is neither above nor below anything: without a positive test, the value may be missing.
    guard fact.isAlwaysKnown || tests.contains(where: { !$0.isNegated }) else { return false }
    if let listed = tests.first(where: { !$0.isNegated && $0.numbers != nil })?.numbers {
      return !listed.contains { isPossible($0, tests, of: fact) }
    }
    var (low, high) = fact.bounds
    var (isLowOpen, isHighOpen) = (false, false)
    for literal in tests {
      guard case .number(let written, let bound) = literal.test else {
        // A pattern, or excluded numbers.
        if literal.numbers == nil { return false }
        continue
      }
      let comparison = literal.isNegated ? written.opposite : written
      switch comparison {
      case .less, .lessOrEqual:
        if bound < high || bound == high && comparison == .less {
          (high, isHighOpen) = (bound, comparison == .less)
        }
      case .greater, .greaterOrEqual:
        if bound > low || bound == low && comparison == .greater {
          (low, isLowOpen) = (bound, comparison == .greater)
        }
      }
    }
    if fact.isWhole {
      if isLowOpen || low != low.rounded() { (low, isLowOpen) = (low.rounded(.down) + 1, false) }
      if isHighOpen || high != high.rounded() { (high, isHighOpen) = (high.rounded(.up) - 1, false) }
      // A small range of whole numbers, all of which may be excluded.
      if high - low < 64, low <= high {
        return !stride(from: low, through: high, by: 1).contains { isPossible($0, tests, of: fact) }
      }
    }
    return low > high || low == high && (isLowOpen || isHighOpen)
  }

  private static func isPossible(_ number: Double, _ tests: [Literal], of fact: Fact) -> Bool {
    let (low, high) = fact.bounds
    guard low <= number, number <= high, !fact.isWhole || number == number.rounded() else { return false }
    return tests.allSatisfy { literal in
      switch literal.test {
      case .number, .isNumber: literal.test.holds(for: .number(number)) != literal.isNegated
      default: true
      }
    }
  }

  /// `first` and `number` are about the same thing.
  private static func pageContradiction(_ literals: [Literal]) -> String? {
    guard let isFirst = literals.first(where: { $0.fact.name == "first" && $0.fact is PageFact }),
      let flag = isFirst.flag, let number = PageFact.number as? Fact
    else { return nil }
    let one = Literal(fact: number, test: .isNumber([1]), isNegated: flag == isFirst.isNegated)
    let tests = literals.filter { $0.fact == number } + [one]
    return isImpossible(tests, of: number) ? "number" : nil
  }
}

extension Predicate.Literal {
  var flag: Bool? { if case .isFlag(let flag) = test { flag } else { nil } }
  var texts: [String] { if case .isText(let texts) = test { texts } else { [] } }
  var numbers: [Double]? { if case .isNumber(let numbers) = test { numbers } else { nil } }
}

extension Predicate.Comparison {
  fileprivate var opposite: Self {
    switch self {
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }
}

extension Predicate.Condition {
  /// The condition as alternatives, each a list of tests that must all hold; nil if there are too many to
  /// examine.
  func alternatives(negated: Bool) -> [[Predicate.Literal]]? {
    let most = 256
    switch self {
    case .test(let fact, let test, _):
      return [[Predicate.Literal(fact: fact, test: test, isNegated: negated)]]
    case .not(let inner): return inner.alternatives(negated: !negated)
    case .all(let conditions) where !negated, .any(let conditions) where negated:
      var product: [[Predicate.Literal]] = [[]]
      for condition in conditions {
        guard let next = condition.alternatives(negated: negated), product.count * next.count <= most else {
          return nil
        }
        product = product.flatMap { left in next.map { left + $0 } }
      }
      return product
    case .all(let conditions), .any(let conditions):
      var sum: [[Predicate.Literal]] = []
      for condition in conditions {
        guard let next = condition.alternatives(negated: negated), sum.count + next.count <= most else {
          return nil
        }
        sum += next
      }
      return sum
    }
  }
}

extension PredicateFact {
  /// The lowest and highest value the number can have.
  fileprivate var bounds: (Double, Double) {
    switch name {
    case "number" where self is PageFact: (1, .infinity)
    case "width", "height", "pages": (1, .infinity)
    case "bytes": (0, .infinity)
    case "aspect": (0, .infinity)
    case "month": (1, 12)
    case "day": (1, 31)
    default: (-.infinity, .infinity)
    }
  }

  /// Whether its values are whole numbers.
  fileprivate var isWhole: Bool {
    self is PageFact
      ? ["number", "width", "height", "bytes"].contains(name) : ["pages", "month", "day"].contains(name)
  }

  /// Whether every page or book has a value.
  fileprivate var isAlwaysKnown: Bool {
    self is PageFact ? ["number", "first", "last"].contains(name) : name == "pages"
  }
}
