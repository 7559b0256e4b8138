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
    var rest = Substring(text)
    let isNegative = rest.first == "-" || rest.first == "−"
    if isNegative { rest.removeFirst() }
    let whole = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(whole.count)
    var value = whole.isEmpty ? nil : Double(whole)
    if rest.first == "." {
      let decimals = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      if !decimals.isEmpty, let fraction = Double("0." + decimals) { value = (value ?? 0) + fraction }
    } else if let sign = rest.unicodeScalars.first, let numeric = sign.properties.numericValue,
      sign.properties.numericType == .numeric
    {
      value = (value ?? 0) + numeric
    }
    return value.map { isNegative ? -$0 : $0 }
  }

  /// The number when it is a whole one and nothing else: `3`, `03`, `3.0`; nil for `3.5`, `1A` or `16-17`.
  public var whole: Int? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 1 || parts[1].allSatisfy({ $0 == "0" }) && !parts[1].isEmpty else { return nil }
    return Int(parts[0])
  }

  /// The text with its whole part padded with zeros: `22.1`→`022.1`, `½`→`000.5`, `1.MU`→`001.MU`, `-1`→`-001`.
  public func padded(to digits: Int) -> String {
    var rest = Substring(text)
    let sign = rest.first == "-" ? "-" : ""
    if !sign.isEmpty { rest.removeFirst() }
    let whole = rest.prefix { $0.isASCII && $0.isNumber }
    let tail = rest.dropFirst(whole.count)
    func pad(_ whole: some StringProtocol) -> String {
      String(repeating: "0", count: max(0, digits - whole.count)) + whole
    }
    if let scalar = tail.unicodeScalars.first, scalar.properties.numericType == .numeric,
      let fraction = scalar.properties.numericValue, fraction < 1
    {
      let decimals = String(fraction).dropFirst(1).prefix(4)
      return sign + pad(whole.isEmpty ? "0" : String(whole)) + decimals
        + String(String.UnicodeScalarView(tail.unicodeScalars.dropFirst()))
    }
    return whole.isEmpty ? text : sign + pad(whole) + tail
  }
}

extension StringProtocol {
  /// The text without white space and line ends at either end.
  public var trimmed: String {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
