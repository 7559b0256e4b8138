import BookModel

extension Selector {
  /// The selectors of a list; nil where one of them makes no sense, which makes a rule say nothing at all.
  public static func list(_ text: String) -> [Selector]? {
    SelectorParser.list(text, depth: 0, isForgiving: false)
  }
}

/// Reads selectors, from left to right.
private struct SelectorParser {
  private var rest: Substring.UnicodeScalarView
  private let depth: Int
  /// How deep `:not(:is(…))` may go, and how long a selector may be.
  private static let deepest = 4
  private static let longest = 64

  private init(_ text: String, depth: Int) {
    rest = Substring(text).unicodeScalars
    self.depth = depth
  }

  static func list(_ text: String, depth: Int, isForgiving: Bool) -> [Selector]? {
    guard depth <= deepest else { return nil }
    var found: [Selector] = []
    for part in StyleText.split(text, at: UInt8(ascii: ",")) {
      var parser = SelectorParser(part, depth: depth)
      if let selector = parser.selector() {
        found.append(selector)
      } else if !isForgiving {
        return nil
      }
    }
    return found
  }

  private mutating func selector() -> Selector? {
    var steps: [Selector.Step] = []
    var pseudoElement: Selector.PseudoElement?
    skipSpace()
    while !rest.isEmpty {
      guard pseudoElement == nil, steps.count < SelectorParser.longest,
        let compound = compound(&pseudoElement)
      else { return nil }
      steps.append(Selector.Step(compound: compound, combinator: nil))
      guard let combinator = combinator() else { break }
      steps[steps.count - 1].combinator = combinator
    }
    guard let last = steps.last, rest.isEmpty, last.combinator == nil else { return nil }
    return Selector(steps: steps.reversed(), pseudoElement: pseudoElement)
  }

  private mutating func combinator() -> Selector.Combinator? {
    let hadSpace = skipSpace()
    switch rest.first {
    case ">": return take(.child)
    case "+": return take(.next)
    case "~": return take(.later)
    case nil: return nil
    default: return hadSpace ? .descendant : nil
    }
  }

  private mutating func take(_ combinator: Selector.Combinator) -> Selector.Combinator {
    rest.removeFirst()
    skipSpace()
    return combinator
  }

  @discardableResult private mutating func skipSpace() -> Bool {
    let count = rest.count
    rest = rest.drop { $0.properties.isWhitespace }
    return rest.count < count
  }

  private mutating func compound(_ pseudoElement: inout Selector.PseudoElement?) -> Selector.Compound? {
    var compound = Selector.Compound()
    let count = rest.count
    if rest.first == "*" {
      rest.removeFirst()
    } else if let name = identifier() {
      compound.name = name.lowercased()
    }
    // What stands before a bar is a namespace's prefix.
    if rest.first == "|", rest.dropFirst().first != "=" {
      rest.removeFirst()
      compound.name = nil
      if rest.first == "*" {
        rest.removeFirst()
      } else {
        guard let name = identifier() else { return nil }
        compound.name = name.lowercased()
      }
    }
    while let mark = rest.first {
      switch mark {
      case "#":
        rest.removeFirst()
        guard let id = identifier(mayBeginWithDigit: true) else { return nil }
        if compound.id == nil { compound.id = id } else { compound.otherIDs.append(id) }
      case ".":
        rest.removeFirst()
        guard let name = identifier() else { return nil }
        compound.classes.append(name)
      case "[":
        guard let test = attribute() else { return nil }
        compound.attributes.append(test)
      case ":":
        guard pseudo(&compound, &pseudoElement) else { return nil }
      default: return rest.count < count ? compound : nil
      }
    }
    return rest.count < count ? compound : nil
  }

  private mutating func identifier(mayBeginWithDigit: Bool = false) -> String? {
    var text = ""
    while let scalar = rest.first {
      if scalar == "\\" {
        // An escape: as many hexadecimal digits as it has and a space, or one character.
        text.unicodeScalars.append(scalar)
        rest.removeFirst()
        let digits = rest.prefix(6).prefix { $0.properties.isASCIIHexDigit }
        text.unicodeScalars.append(contentsOf: digits)
        rest = rest.dropFirst(digits.count)
        if digits.isEmpty, let plain = rest.popFirst() {
          text.unicodeScalars.append(plain)
        } else if let space = rest.first, space.properties.isWhitespace {
          text.unicodeScalars.append(space)
          rest.removeFirst()
        }
      } else if scalar.value >= 0x80 || scalar.properties.isAlphabetic || scalar == "-" || scalar == "_"
        || (0x30...0x39).contains(scalar.value) && (mayBeginWithDigit || !text.isEmpty)
      {
        text.unicodeScalars.append(scalar)
        rest.removeFirst()
      } else {
        break
      }
    }
    return text.isEmpty ? nil : StyleText.unescaped(text)
  }

  // MARK: - Attributes

  private mutating func attribute() -> Selector.AttributeTest? {
    guard let inner = bracketed("[", "]") else { return nil }
    let marks = ["~=", "|=", "^=", "$=", "*=", "="]
    guard let mark = marks.first(where: inner.contains), let range = inner.firstRange(of: mark) else {
      return SelectorParser.attributeName(inner).map { Selector.AttributeTest(name: $0) }
    }
    guard let name = SelectorParser.attributeName(String(inner[..<range.lowerBound])),
      let relation = Selector.AttributeTest.Relation(rawValue: mark)
    else { return nil }
    var value = inner[range.upperBound...].trimmed
    var ignoresCase = false
    if let flag = value.last, flag == "i" || flag == "I" || flag == "s",
      value.dropLast().last?.isWhitespace == true
        || value.dropLast().last == "\"" || value.dropLast().last == "'"
    {
      ignoresCase = flag != "s"
      value = value.dropLast().trimmed
    }
    if let quote = value.first, quote == "\"" || quote == "'", value.count >= 2, value.last == quote {
      value = String(value.dropFirst().dropLast())
    }
    return Selector.AttributeTest(
      name: name, relation: relation, value: StyleText.unescaped(value), ignoresCase: ignoresCase)
  }

  /// Without its namespace's prefix.
  private static func attributeName(_ text: String) -> String? {
    let name = text.trimmed.split(separator: "|").last.map(String.init) ?? ""
    return name.isEmpty ? nil : name
  }

  /// What stands between a bracket and the one that closes it.
  private mutating func bracketed(_ open: Unicode.Scalar, _ close: Unicode.Scalar) -> String? {
    var depth = 0
    var quote: Unicode.Scalar?
    var inner = ""
    while let scalar = rest.popFirst() {
      if let current = quote {
        if scalar == current { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == open {
        depth += 1
        if depth == 1 { continue }
      } else if scalar == close {
        depth -= 1
        if depth == 0 { return inner }
      }
      inner.unicodeScalars.append(scalar)
    }
    return nil
  }

  // MARK: - Pseudo-classes and pseudo-elements

  private mutating func pseudo(
    _ compound: inout Selector.Compound, _ pseudoElement: inout Selector.PseudoElement?
  ) -> Bool {
    rest.removeFirst()
    let isElement = rest.first == ":"
    if isElement { rest.removeFirst() }
    guard let name = identifier()?.lowercased() else { return false }
    let argument = rest.first == "(" ? bracketed("(", ")") : nil
    if let element = Selector.PseudoElement(rawValue: name) {
      pseudoElement = element
      return argument == nil
    }
    // A part of an element that nobody here knows makes the rule say nothing.
    guard !isElement, let condition = condition(name, argument?.trimmed ?? "") else { return false }
    compound.conditions.append(condition)
    return true
  }

  private func condition(_ name: String, _ argument: String) -> Selector.Condition? {
    switch name {
    case "root": return .root
    case "empty": return .empty
    case "link", "any-link": return .link
    case "first-child": return .position(step: 0, offset: 1, fromEnd: false, ofType: false)
    case "last-child": return .position(step: 0, offset: 1, fromEnd: true, ofType: false)
    case "first-of-type": return .position(step: 0, offset: 1, fromEnd: false, ofType: true)
    case "last-of-type": return .position(step: 0, offset: 1, fromEnd: true, ofType: true)
    case "only-child": return .only(ofType: false)
    case "only-of-type": return .only(ofType: true)
    case "nth-child": return SelectorParser.position(argument, fromEnd: false, ofType: false)
    case "nth-last-child": return SelectorParser.position(argument, fromEnd: true, ofType: false)
    case "nth-of-type": return SelectorParser.position(argument, fromEnd: false, ofType: true)
    case "nth-last-of-type": return SelectorParser.position(argument, fromEnd: true, ofType: true)
    case "lang": return .language(argument.filter { $0 != "\"" && $0 != "'" }.lowercased())
    case "is", "matches", "-webkit-any", "-moz-any", "where":
      let list = SelectorParser.list(argument, depth: depth + 1, isForgiving: true) ?? []
      return .any(list, counts: name != "where")
    case "not": return SelectorParser.list(argument, depth: depth + 1, isForgiving: false).map { .none($0) }
    default: return .never
    }
  }

  /// `2n+1`, `odd`, `-n + 3`, `4`.
  private static func position(_ text: String, fromEnd: Bool, ofType: Bool) -> Selector.Condition? {
    let plain = text.lowercased().filter { !$0.isWhitespace }
    var (step, offset) = (0, 0)
    switch plain {
    case "odd": (step, offset) = (2, 1)
    case "even": (step, offset) = (2, 0)
    default:
      if let mark = plain.firstIndex(of: "n") {
        let factor = plain[..<mark]
        let added = plain[plain.index(after: mark)...]
        guard let first = factor.isEmpty || factor == "+" ? 1 : factor == "-" ? -1 : Int(factor),
          let second = added.isEmpty ? 0 : Int(added)
        else { return nil }
        (step, offset) = (first, second)
      } else {
        guard let number = Int(plain) else { return nil }
        offset = number
      }
    }
    guard (-1_000_000...1_000_000).contains(step), (-1_000_000...1_000_000).contains(offset) else {
      return nil
    }
    return .position(step: step, offset: offset, fromEnd: fromEnd, ofType: ofType)
  }
}
