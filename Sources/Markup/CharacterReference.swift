/// References to characters in text that is no document: `&laquo;`, `&#171;`, `&#xAB;`.
public enum CharacterReference {
  /// Unicode scalars between `&` and `;` that are looked at: the longest name has 8, the longest number 10.
  private static let longest = 12

  /// The character of the reference that a text begins with, and the scalars the reference takes; nil where it
  /// begins with none.
  public static func leading(
    _ text: some BidirectionalCollection<Unicode.Scalar>
  ) -> (character: Unicode.Scalar, count: Int)? {
    guard text.first == "&" else { return nil }
    let name = text.dropFirst().prefix(longest).prefix {
      $0.isASCII && ($0.properties.isAlphabetic || $0 == "#" || "0"..."9" ~= $0)
    }
    guard !name.isEmpty, name.endIndex < text.endIndex, text[name.endIndex] == ";",
      let character = character(of: String(String.UnicodeScalarView(name)))
    else { return nil }
    return (character, name.count + 2)
  }

  /// The text with every reference as the character it stands for. One round: `&amp;lt;` becomes `&lt;`.
  public static func resolved(in text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var resolved = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if let reference = leading(rest) {
        resolved.append(reference.character)
        rest = rest.dropFirst(reference.count)
      } else {
        resolved.append(scalar)
        rest = rest.dropFirst()
      }
    }
    return String(resolved)
  }

  /// What stands between `&` and `;`: a name of XHTML, or a number. Controls that no text has are none.
  private static func character(of name: String) -> Unicode.Scalar? {
    guard name.first == "#" else { return NamedEntity.character(name) }
    let isHex = name.dropFirst().first.map { $0 == "x" || $0 == "X" } ?? false
    guard let value = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10),
      value >= 0x20 || [9, 10, 13].contains(value)
    else { return nil }
    return Unicode.Scalar(value)
  }
}
