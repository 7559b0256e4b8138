import BookModel

extension NormalizationRule {
  static let identifiers = NormalizationRule(
    "identifiers",
    "ISBN, EAN and UPC without hyphens and words around them, with a correct check digit; other numbers lose these names.",
    [
      Example(
        .identifiers, .identifiers([Identifier(scheme: "gtin", value: "978-0-306-40615-7")]),
        .identifiers([Identifier(scheme: "isbn", value: "9780306406157")])),
      Example(
        .identifiers, .identifiers([Identifier(scheme: "gtin", value: "ISBN 0-306-40615-2, 9780306406157")]),
        .identifiers([
          Identifier(scheme: "isbn", value: "9780306406157"), Identifier(scheme: "isbn", value: "0306406152"),
        ])),
      Example(
        .identifiers, .identifiers([Identifier(scheme: "", value: "B00EXAMPLE")]),
        .identifiers([Identifier(scheme: "asin", value: "B00EXAMPLE")])),
      Example(
        .identifiers, .identifiers([Identifier(scheme: "isbn", value: "9780306406158")]),
        .identifiers([Identifier(scheme: "", value: "9780306406158")])),
    ]
  ) { normalization in
    guard case .identifiers(let identifiers)? = normalization.value(.identifiers) else { return }
    var seen: Set<Identifier> = []
    var checked: [Identifier] = []
    for identifier in identifiers {
      for settled in TradeNumber.all(in: identifier) {
        if settled.value == identifier.value, settled.scheme.isEmpty, TradeNumber.looksLikeOne(settled.value)
        {
          normalization.remark(
            "'\(Normalization.Change.brief(settled.value))' is not an ISBN, EAN or UPC: its check digit is wrong, or it is another kind of number"
          )
        }
        if seen.insert(settled).inserted { checked.append(settled) }
      }
    }
    normalization.set(.identifiers, to: .identifiers(checked))
  }
}

/// Numbers of the book trade, recognized by their check digits.
enum TradeNumber {
  private static let schemes: Set<String> = [
    "", "isbn", "isbn10", "isbn13", "gtin", "ean", "upc", "jan", "barcode",
  ]

  /// Other registries of books, as texts name them.
  private static let registries: Set<String> = [
    "uuid", "asin", "issn", "doi", "comicvine", "metron", "gcd", "grandcomicsdatabase", "anilist", "mangadex",
    "myanimelist", "mal", "goodreads", "amazon", "google", "calibre",
  ]

  /// Whether a text has the form of such a number, regardless of its check digit.
  static func looksLikeOne(_ text: String) -> Bool {
    text.count { $0.isASCII && $0.isNumber } >= 8
      && text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "-" || $0 == " " || $0 == "X" || $0 == "x") }
  }

  /// The identifiers that one stands for: itself under the scheme that its digits prove or, for text with
  /// words or several numbers, the proven ones, with the long ISBN first. If nothing is proven, it stays as
  /// it is.
  static func all(in identifier: Identifier) -> [Identifier] {
    let settled = checked(identifier)
    guard schemes.contains(identifier.scheme.lowercased()), !isProven(settled),
      settled == identifier || settled.scheme.isEmpty
    else { return [settled] }
    let inside = numbers(in: identifier.value)
    // An ISBN-10 of a comic is often written next to the ISBN-13 of the same book.
    let long = inside.filter { $0.scheme == "isbn" && $0.value.count == 13 }
    return inside.isEmpty ? [settled] : (long + inside).withoutRepeats
  }

  private static func isProven(_ identifier: Identifier) -> Bool {
    Identifier.isISBN(identifier.value) || scheme(ofDigits: identifier.value) != nil
  }

  /// The numbers in a text, each under the scheme that it proves.
  static func numbers(in text: String) -> [Identifier] {
    let runs = text.split { !($0.isASCII && ($0.isNumber || "xX- ".contains($0))) }
    return runs.flatMap { run -> [Identifier] in
      if let whole = proven(run) { return [whole] }
      return run.split(separator: " ").compactMap(proven)
    }
  }

  private static func proven(_ text: Substring) -> Identifier? {
    let digits = text.uppercased().filter { $0 != "-" && !$0.isWhitespace }
    if Identifier.isISBN(digits) { return Identifier(scheme: "isbn", value: digits) }
    // Among words, short numbers prove little.
    guard digits.count >= 12 else { return nil }
    return scheme(ofDigits: digits).map { Identifier(scheme: $0, value: digits) }
  }

  /// The identifier under the scheme that its digits prove; one of another scheme is returned unchanged.
  static func checked(_ identifier: Identifier) -> Identifier {
    guard schemes.contains(identifier.scheme.lowercased()) else { return identifier }
    let value = identifier.value
    let lower = value.lowercased()
    if let named = named(lower, value) { return named }
    let digits = value.uppercased().filter { $0 != "-" && !$0.isWhitespace }
    if Identifier.isISBN(digits) { return Identifier(scheme: "isbn", value: digits) }
    if let scheme = scheme(ofDigits: digits) { return Identifier(scheme: scheme, value: digits) }
    if isUUID(lower) { return Identifier(scheme: "uuid", value: lower) }
    if isASIN(digits) { return Identifier(scheme: "asin", value: digits) }
    return Identifier(scheme: "", value: value)
  }

  /// `isbn:…` and `urn:uuid:…` written as part of a value.
  private static func named(_ lower: String, _ value: String) -> Identifier? {
    let parts = value.split(separator: ":").map(\.trimmed)
    let words = lower.hasPrefix("urn:") ? Array(parts.dropFirst()) : parts
    guard words.count == 2, !words[0].contains(" ") else { return nil }
    let scheme = words[0].lowercased()
    // `ISBN-13: …`
    let plain = scheme.filter { $0 != "-" }
    if schemes.contains(plain) { return checked(Identifier(scheme: plain, value: words[1])) }
    let isName = lower.hasPrefix("urn:") || registries.contains(scheme)
    return isName ? Identifier(scheme: scheme, value: words[1]) : nil
  }

  /// UPC-A has 12 digits, EAN 8 or 13, GTIN 14; comics append 2 or 5 digits for the issue (EAN-2, EAN-5).
  private static func scheme(ofDigits digits: String) -> String? {
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    switch digits.count {
    case 8, 13: return hasRightCheckDigit(digits) ? "ean" : nil
    case 12: return hasRightCheckDigit(digits) ? "upc" : nil
    case 14: return hasRightCheckDigit(digits) ? "gtin" : upc(digits, with: 2)
    case 17: return upc(digits, with: 5)
    case 15: return hasRightCheckDigit(String(digits.dropLast(2))) ? "ean" : nil
    case 18: return hasRightCheckDigit(String(digits.dropLast(5))) ? "ean" : nil
    default: return nil
    }
  }

  private static func upc(_ digits: String, with supplement: Int) -> String? {
    hasRightCheckDigit(String(digits.dropLast(supplement))) ? "upc" : nil
  }

  /// GS1: from right to left, digits are weighted 1 and 3 in turn, and the sum is a multiple of ten. A number
  /// of all zeros is not valid.
  private static func hasRightCheckDigit(_ digits: String) -> Bool {
    let values = digits.compactMap(\.wholeNumberValue)
    let sum = values.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    return sum % 10 == 0 && values.contains { $0 != 0 }
  }

  private static func isUUID(_ lower: String) -> Bool {
    let parts = lower.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && lower.allSatisfy { $0 == "-" || $0.isHexDigit && $0.isASCII }
  }

  /// Amazon's numbers that are not ISBNs begin with B.
  private static func isASIN(_ text: String) -> Bool {
    text.count == 10 && text.first == "B" && text.contains(where: \.isNumber)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
