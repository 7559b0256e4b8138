import BookModel

/// A book's price and the country it applies to: `US 3.99`, or `3.99` if the country is not known.
struct Price: Hashable {
  /// ISO 3166 code, two capital letters.
  var country: String?
  /// A decimal number as written.
  var amount: String

  init?(country: String?, amount: String) {
    let parts = amount.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    func isDigits(_ text: Substring) -> Bool {
      !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    }
    guard let whole = parts.first, isDigits(whole), parts.count == 1 || isDigits(parts[1]) else { return nil }
    self.country = country
    self.amount = amount
  }

  /// Reads `US 3.99`, `3.99 US` and `3.99`.
  init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).map { String($0) }
    guard (1...2).contains(words.count) else { return nil }
    let country = words.first { word in
      word.utf8.count == 2 && word.utf8.allSatisfy { (65...90).contains($0) }
    }
    guard words.count == (country == nil ? 1 : 2), let amount = words.first(where: { $0 != country }) else {
      return nil
    }
    self.init(country: country, amount: amount)
  }

  var text: String { country.map { "\($0) \(amount)" } ?? amount }
}
