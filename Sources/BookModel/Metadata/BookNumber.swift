/// A number as books carry it: text kept as written, with a numeric key for sorting and padding.
///
/// `16-17`, `3.5`, `½`, `1.MU`, `-1` are all numbers of real issues (ComicInfo's `Number` is a string).
public struct BookNumber: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  /// Nil for text that is empty once trimmed.
  public init?(_ text: String) {
    let trimmed = text.trimmed
    guard !trimmed.isEmpty else { return nil }
    self.text = trimmed
  }

  public var description: String { text }

  /// The value the text begins with: 16 for `16-17`, 0.5 for `½`, 13.5 for `13½`, 1 for `1.MU`; nil where the
  /// text does not begin with a number.
  public var key: Double? {
    let parts = parts
    var value = parts.whole.isEmpty ? nil : Double(parts.whole)
    if let fraction = parts.fraction {
      value = (value ?? 0) + fraction
    } else if parts.tail.first == "." {
      let decimals = parts.tail.dropFirst().prefix(while: BookNumber.isDigit)
      if !decimals.isEmpty, let fraction = Double("0." + decimals) { value = (value ?? 0) + fraction }
    }
    return value.map { parts.sign.isEmpty ? $0 : -$0 }
  }

  /// The number when it is a whole one and nothing else: `3`, `03`, `3.0`; nil for `3.5`, `1A` or `16-17`.
  public var whole: Int? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 1 || parts[1].allSatisfy({ $0 == "0" }) && !parts[1].isEmpty else { return nil }
    return Int(parts[0])
  }

  /// The text with its whole part padded with zeros: `22.1`→`022.1`, `½`→`000.5`, `1.MU`→`001.MU`, `-1`→`-001`.
  public func padded(to digits: Int) -> String {
    let parts = parts
    func pad(_ whole: Substring) -> String {
      String(repeating: "0", count: max(0, digits - whole.count)) + whole
    }
    if let fraction = parts.fraction {
      // At most three decimals: ⅓ becomes .333.
      let decimals = String(fraction).dropFirst(1).prefix(4)
      return parts.sign + pad(parts.whole.isEmpty ? "0" : parts.whole) + decimals + parts.tail
    }
    let startsWithPoint =
      parts.tail.first == "." && parts.tail.dropFirst().first.map(BookNumber.isDigit) == true
    if parts.whole.isEmpty, !startsWithPoint { return text }
    return parts.sign + pad(parts.whole.isEmpty ? "0" : parts.whole) + parts.tail
  }

  /// Sign, whole part, a fraction written as one character (`½`), and all the rest.
  private var parts: (sign: Substring, whole: Substring, fraction: Double?, tail: Substring) {
    var rest = text[...]
    let sign = rest.prefix(rest.first == "-" || rest.first == "−" ? 1 : 0)
    rest = rest.dropFirst(sign.count)
    let whole = rest.prefix(while: BookNumber.isDigit)
    rest = rest.dropFirst(whole.count)
    guard let scalar = rest.unicodeScalars.first, scalar.properties.numericType == .numeric,
      let value = scalar.properties.numericValue, value > 0, value < 1
    else { return (sign, whole, nil, rest) }
    return (sign, whole, value, rest[rest.unicodeScalars.index(after: rest.startIndex)...])
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}

extension StringProtocol {
  /// The text without white space and line ends at either end.
  public var trimmed: String {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }

  /// Runs of white space as one space, none at the ends.
  public var collapsed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The words of a list that white space separates.
  public var words: [String] { split(whereSeparator: \.isWhitespace).map { String($0) } }
}
