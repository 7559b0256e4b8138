import BookModel
import Publications

/// An identifier of a package document: a number in some scheme, or an address.
enum OPFIdentifier {
  case identifier(Identifier)
  case address(String)

  static func read(_ item: PackageMetadata, in package: PackageDocument) -> OPFIdentifier {
    var value = item.value
    var scheme = item.attribute("scheme")?.lowercased() ?? ""
    // ONIX code list 5: 02 is ISBN-10, 15 is ISBN-13, 06 DOI, 03 GTIN-13.
    switch package.refinements(of: item, "identifier-type").first {
    case "02", "15", "ISBN": scheme = "isbn"
    case "03": scheme = "gtin"
    case "06": scheme = "doi"
    default: break
    }
    if let (named, rest) = prefix(of: value) { (scheme, value) = (scheme.isEmpty ? named : scheme, rest) }
    let lower = value.lowercased()
    if lower.hasPrefix("http://") || lower.hasPrefix("https://") { return .address(value) }
    if scheme == "mobi-asin" || scheme == "amazon" { scheme = "asin" }
    if scheme.isEmpty || scheme.hasPrefix("isbn"), let isbn = isbn(value, isSaid: scheme.hasPrefix("isbn")) {
      return .identifier(Identifier(scheme: "isbn", value: isbn))
    }
    return .identifier(Identifier(scheme: scheme, value: value))
  }

  /// The scheme at the beginning of a value: `urn:isbn:…`, `isbn:…`, `url:…`.
  private static func prefix(of value: String) -> (scheme: String, rest: String)? {
    let parts = value.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    if parts.count == 3, parts[0].lowercased() == "urn" { return (parts[1].lowercased(), parts[2].trimmed) }
    let known: Set<String> = [
      "isbn", "uuid", "asin", "amazon", "doi", "url", "uri", "google", "goodreads", "comicvine",
    ]
    guard parts.count > 1, known.contains(parts[0].lowercased()) else { return nil }
    return (parts[0].lowercased(), value.dropFirst(parts[0].count + 1).trimmed)
  }

  /// The digits of a valid ISBN. A number that is not labeled as an ISBN must have 13 digits.
  private static func isbn(_ text: String, isSaid: Bool) -> String? {
    let digits = text.uppercased().filter { $0 != "-" && !$0.isWhitespace }
    return Identifier.isISBN(digits) && (isSaid || digits.count == 13) ? digits : nil
  }
}
