/// A number by which some registry or site knows a book.
public struct Identifier: Hashable, Sendable {
  /// In lower case: `isbn`, `uuid`, `asin`, `gtin`, `comicvine`…; empty where the source names none.
  public var scheme: String
  public var value: String

  public init(scheme: String, value: String) {
    self.scheme = scheme
    self.value = value
  }

  /// A number printed on books that does not say what it is: a valid ISBN (10 or 13 digits), a valid ISSN, or
  /// else a GTIN. The text is kept as written.
  public init(tradeNumber text: String) {
    let digits = text.trimmed.uppercased().filter { $0 != "-" && $0 != " " }
    let values = digits.compactMap(\.wholeNumberValue)
    if Identifier.isISBN(digits) {
      self.init(scheme: "isbn", value: text.trimmed)
    } else if digits.count == 8, text.contains("-"), Identifier.hasWeightedCheck(digits) {
      self.init(scheme: "issn", value: text.trimmed)
    } else {
      // GTIN-8, -12, -13 and -14; anything else is kept without a scheme to vouch for it.
      let isGTIN = values.count == digits.count && [8, 12, 13, 14].contains(digits.count)
      self.init(scheme: isGTIN ? "gtin" : "", value: text.trimmed)
    }
  }

  /// Whether a text without separators is an ISBN with a right check digit.
  public static func isISBN(_ digits: String) -> Bool {
    if digits.count == 10 { return hasWeightedCheck(digits) }
    guard digits.count == 13, digits.hasPrefix("978") || digits.hasPrefix("979"),
      digits.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return false }
    let sum = digits.enumerated().reduce(0) {
      $0 + ($1.element.wholeNumberValue ?? 0) * ($1.offset % 2 == 0 ? 1 : 3)
    }
    return sum % 10 == 0
  }

  /// The check of ISBN-10 (ISO 2108) and ISSN (ISO 3297): digits weighted by their place from the right, with
  /// X for ten at the end, add up to a multiple of eleven.
  private static func hasWeightedCheck(_ digits: String) -> Bool {
    var sum = 0
    for (index, digit) in digits.enumerated() {
      let weight = digits.count - index
      if digit == "X", weight == 1 {
        sum += 10
      } else if digit.isASCII, let value = digit.wholeNumberValue {
        sum += weight * value
      } else {
        return false
      }
    }
    return sum % 11 == 0
  }

  /// Reads `scheme:value`, `urn:scheme:value` and bare trade numbers.
  init(userText text: String) {
    let bare = text.lowercased().hasPrefix("urn:") ? String(text.dropFirst(4)) : text
    let parts = bare.split(separator: ":", maxSplits: 1)
    if parts.count == 2 {
      self.init(scheme: parts[0].trimmed.lowercased(), value: parts[1].trimmed)
    } else {
      self.init(tradeNumber: bare)
    }
  }
}
