extension MarkupText {
  /// Whether a text holds tags of HTML or the entities that programs leave in prose.
  static func holdsMarkup(_ text: String) -> Bool { holdsKnownTags(text) || decodingEntities(text) != text }

  /// Whether a tag that is HTML's stands in the text; `<Batman>` is none.
  static func holdsKnownTags(_ text: String) -> Bool {
    guard let last = text.lastIndex(of: ">") else { return false }
    var rest = text[...last]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: open)...]
      let name = rest.drop(while: { $0 == "/" }).prefix(while: { $0.isASCII && ($0.isLetter || $0.isNumber) })
      let end = rest[name.endIndex...].first
      if end == ">" || end == "/" || end?.isWhitespace == true, tags.contains(name.lowercased()) {
        return true
      }
    }
    return false
  }

  private static let tags: Set<String> = [
    "a", "article", "b", "big", "blockquote", "body", "br", "center", "cite", "code", "dd", "del", "div",
    "dl",
    "dt", "em", "figure", "font", "h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "html", "i", "img", "ins",
    "li", "ol", "p", "pre", "q", "s", "script", "section", "small", "span", "strike", "strong", "style",
    "sub",
    "sup", "table", "tbody", "td", "th", "tr", "tt", "u", "ul",
  ]

  /// The text with its character references and the entities usual in prose as the characters they stand for;
  /// all others stay as they are. One round: `&amp;lt;` becomes `&lt;`.
  static func decodingEntities(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var out = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      out += rest[..<mark]
      rest = rest[rest.index(after: mark)...]
      let name = rest.prefix(while: { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") })
      if name.count <= 9, rest[name.endIndex...].first == ";", let character = character(of: name) {
        out.unicodeScalars.append(character)
        rest = rest[name.endIndex...].dropFirst()
      } else {
        out += "&"
      }
    }
    return out + rest
  }

  private static func character(of name: Substring) -> Unicode.Scalar? {
    guard name.first == "#" else { return entities[String(name)] }
    let digits = name.dropFirst()
    let code =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap(Unicode.Scalar.init).flatMap { $0.value == 0 ? nil : $0 }
  }

  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "hellip": "…",
    "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«",
    "raquo": "»", "bull": "•", "middot": "·", "eacute": "é", "egrave": "è", "ecirc": "ê", "agrave": "à",
    "acirc": "â", "ccedil": "ç", "ouml": "ö", "uuml": "ü", "auml": "ä", "szlig": "ß", "ntilde": "ñ",
    "copy": "©", "reg": "®", "trade": "™", "deg": "°", "frac12": "½",
  ]
}
