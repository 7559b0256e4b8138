import BookModel
import Diagnostics

extension Predicate {
  /// What can be told of a condition without looking at any book.
  enum Verdict: Hashable, Sendable {
    /// It never holds: what it asks of this fact contradicts itself, or is what the fact never is.
    case never(fact: String)
    /// It holds whatever the facts are.
    case always
    case depends
  }

  /// Works on the alternatives of the condition, each a list of tests that hold together. Only what is certain counts:
  /// whatever is not understood may hold.
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

  /// The name of a fact whose tests cannot all hold; nil where they may.
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
      // A flag of metadata may be unknown, which is neither; two that are asked for outright cannot both be.
      return fact.isAlwaysKnown
        ? Set(flags).count > 1 : Set(tests.filter { !$0.isNegated }.compactMap(\.flag)).count > 1
    case .number, .byteCount, .bookNumber: return isImpossibleNumber(tests, of: fact)
    case .text, .words(_, isOpen: false): return isImpossibleWord(tests)
    case .words(_, isOpen: true), .list:
      // Several at once may be true, but none that is asked for and ruled out.
      let excluded = Set(tests.filter(\.isNegated).flatMap(\.texts))
      return tests.contains { !$0.isNegated && !$0.texts.isEmpty && excluded.isSuperset(of: $0.texts) }
    case .date: return false
    }
  }

  /// Facts with one value of text at a time.
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
    // Nothing stated is neither above nor below anything: without a test that asks for a number, it may be that.
    guard fact.isAlwaysKnown || tests.contains(where: { !$0.isNegated }) else { return false }
    if let listed = tests.first(where: { !$0.isNegated && $0.numbers != nil })?.numbers {
      return !listed.contains { isPossible($0, tests, of: fact) }
    }
    var (low, high) = fact.bounds
    var (isLowOpen, isHighOpen) = (false, false)
    for literal in tests {
      guard case .number(let written, let bound) = literal.test else {
        // A pattern, or numbers that are ruled out.
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
      // A few whole numbers that may all be ruled out.
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

  /// `first` and `number` speak of the same thing.
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
  /// The condition as alternatives of tests that hold together; nil where there are too many to look at.
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
  /// The least and the greatest a number can be.
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

  /// Whether it is counted in whole numbers.
  fileprivate var isWhole: Bool {
    self is PageFact
      ? ["number", "width", "height", "bytes"].contains(name) : ["pages", "month", "day"].contains(name)
  }

  /// Whether every page or book has it.
  fileprivate var isAlwaysKnown: Bool {
    self is PageFact ? ["number", "first", "last"].contains(name) : name == "pages"
  }
}
