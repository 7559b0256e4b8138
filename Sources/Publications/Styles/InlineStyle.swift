import BookModel

/// The declarations of a `style` attribute or of one CSS rule.
struct InlineStyle {
  private var values: [String: String] = [:]
  /// Addresses of background pictures, in the order stated.
  private(set) var backgrounds: [String] = []

  init(_ text: String) {
    guard !text.isEmpty else { return }
    for declaration in InlineStyle.declarations(text) {
      guard let colon = declaration.firstIndex(of: ":") else { continue }
      let name = declaration[..<colon].trimmed.lowercased()
      var value = declaration[declaration.index(after: colon)...].trimmed
      if let mark = value.lastIndex(of: "!"), !value.contains("(") { value = value[..<mark].trimmed }
      values[name] = value.lowercased()
      if name == "background" || name == "background-image" {
        backgrounds += InlineStyle.addresses(in: value)
      }
    }
  }

  /// A property's value in lower case.
  subscript(_ name: String) -> String? { values[name] }

  func length(_ name: String) -> Double? { values[name].flatMap(InlineStyle.number) }

  /// The number a value begins with, its unit left out.
  static func number(_ text: some StringProtocol) -> Double? {
    let digits = text.trimmed.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
    return Double(digits)
  }

  /// Splits at semicolons that stand in no quotes and no parentheses: `data:` addresses hold some.
  private static func declarations(_ text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var depth = 0
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "(" {
        depth += 1
      } else if character == ")" {
        depth = max(0, depth - 1)
      } else if character == ";", depth == 0 {
        parts.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    parts.append(text[start...])
    return parts
  }

  /// What stands in the value's `url(…)`, quoted or not.
  static func addresses(in value: String) -> [String] {
    var found: [String] = []
    var rest = value[...]
    while let open = rest.firstRange(of: "url(") ?? rest.firstRange(of: "URL(") {
      rest = rest[open.upperBound...].drop(while: \.isWhitespace)
      let quote = rest.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
      if quote != nil { rest = rest.dropFirst() }
      var isEscaped = false
      let address = rest.prefix { character in
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else {
          return character != (quote ?? ")")
        }
        return true
      }
      rest = rest.dropFirst(address.count)
      let plain = unescaped(address.trimmed)
      if !plain.isEmpty { found.append(plain) }
    }
    return found
  }

  /// CSS escapes (CSS Syntax 3, section 4.3.7): a backslash before hexadecimal digits or any other character.
  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var out = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        out.append(scalar)
        continue
      }
      let digits = rest.prefix(6).prefix { $0.properties.isASCIIHexDigit }
      if digits.isEmpty {
        if let next = rest.popFirst() { out.append(next) }
      } else {
        rest = rest.dropFirst(digits.count)
        if let space = rest.first, space.properties.isWhitespace { rest = rest.dropFirst() }
        out.append(UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
      }
    }
    return String(out)
  }
}
