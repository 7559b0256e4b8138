import BookModel

/// The `srcset` of HTML (HTML Standard, 4.8.4.2): one picture in several sizes.
public enum SourceSet {
  /// The addresses, those for the densest or widest screens first.
  public static func addresses(_ text: String) -> [String] {
    var candidates: [(address: String, weight: Double)] = []
    var rest = text[...]
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "," }
      guard !rest.isEmpty else { break }
      // An address ends at white space; a comma inside belongs to it (data: addresses), one behind does not.
      var address = rest.prefix { !$0.isWhitespace }
      rest = rest.dropFirst(address.count)
      if address.hasSuffix(",") {
        while address.last == "," { address.removeLast() }
        candidates.append((String(address), 1))
        continue
      }
      let descriptor = rest.prefix { $0 != "," }
      rest = rest.dropFirst(descriptor.count)
      candidates.append((String(address), weight(of: descriptor.trimmed)))
    }
    return candidates.enumerated()
      .sorted { ($0.element.weight, $1.offset) > ($1.element.weight, $0.offset) }
      .map(\.element.address)
  }

  private static func weight(of descriptor: String) -> Double {
    guard let unit = descriptor.last, unit == "x" || unit == "w" else { return 1 }
    return Double(descriptor.dropLast()) ?? 1
  }
}
