/// A piece of an HTML page. Texts and values are escaped when written, so that nothing from a file can become
/// markup.
indirect enum HTML: Sendable {
  case text(String)
  case element(String, [(name: String, value: String)], [HTML])
  /// The program's own text, which is not escaped: a style sheet.
  case raw(String)

  static func tag(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [HTML] = [])
    -> HTML
  {
    .element(name, attributes.map { (name: $0.key, value: $0.value) }, children)
  }

  static func tag(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ text: String) -> HTML {
    tag(name, attributes, [.text(text)])
  }

  /// Elements without an end tag (HTML standard §13.1.2).
  private static let voidElements: Set<String> = ["meta", "img", "br", "hr", "link", "input"]

  func write(to out: inout String) {
    switch self {
    case .text(let text): HTML.escape(text, to: &out)
    case .raw(let text): out += text
    case .element(let name, let attributes, let children):
      out += "<" + name
      for attribute in attributes {
        out += " " + attribute.name + "=\""
        HTML.escape(attribute.value, to: &out)
        out += "\""
      }
      out += ">"
      if HTML.voidElements.contains(name) { return }
      for child in children { child.write(to: &out) }
      out += "</" + name + ">"
    }
  }

  private static func escape(_ text: String, to out: inout String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      // Control characters are not allowed in HTML.
      case _ where scalar.value < 0x20 && scalar != "\n" && scalar != "\t": out += "\u{FFFD}"
      default: out.unicodeScalars.append(scalar)
      }
    }
  }
}
