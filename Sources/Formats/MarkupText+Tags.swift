import Markup

extension MarkupText {
  /// Whether a text contains HTML tags or character references.
  static func holdsMarkup(_ text: String) -> Bool {
    holdsKnownTags(text) || CharacterReference.resolved(in: text) != text
  }

  /// Whether the text contains a tag that HTML defines; `<Batman>` is not one.
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
}
