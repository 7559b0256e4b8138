import BookModel

extension NormalizationRule {
  static let web = NormalizationRule(
    "web", "Addresses one by one, without repeats, with blanks encoded and the host in lower case.",
    [
      Example(
        .web, .list(["HTTPS://Example.com/A, https://example.com/A", "https://example.com/a b"]),
        .list(["https://example.com/A", "https://example.com/a%20b"]))
    ]
  ) { normalization in
    guard case .list(let items)? = normalization.value(.web) else { return }
    var seen: Set<String> = []
    let addresses = items.flatMap(addresses).map(withPlainHost).filter { seen.insert($0).inserted }
    normalization.set(.web, to: .list(addresses))
    for address in addresses where !address.contains("://") {
      normalization.remark(
        "'\(Normalization.Change.brief(address))' is not an address with http:// or https://")
    }
  }

  /// The addresses in one item: a new one begins wherever `http` follows a separator. Other spaces are part
  /// of the address.
  private static func addresses(_ item: String) -> [String] {
    var found: [String] = []
    for word in item.split(whereSeparator: \.isWhitespace) {
      let parts = word.split(separator: ",").flatMap { $0.split(separator: ";") }
      let begins = parts.dropFirst().contains(where: isAddress)
      for part in begins ? parts : [trimmed(word)] where !part.isEmpty {
        if isAddress(part) || found.isEmpty {
          found.append(String(part))
        } else {
          found[found.count - 1] += "%20" + part
        }
      }
    }
    return found
  }

  private static func trimmed(_ word: Substring) -> Substring {
    var word = word
    while let last = word.last, last == "," || last == ";" { word.removeLast() }
    return word
  }

  private static func isAddress(_ text: Substring) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// Scheme and host are case-insensitive (RFC 3986, 6.2.2.1); the rest is not.
  private static func withPlainHost(_ address: String) -> String {
    guard isAddress(address[...]), let colon = address.firstIndex(of: ":") else { return address }
    let host = address[colon...].dropFirst(3)
    let end = host.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? host.endIndex
    // Leave it alone if there is a user name and password before the host, as they would change with it.
    if host[..<end].contains("@") { return address }
    return address[..<end].lowercased() + address[end...]
  }
}
