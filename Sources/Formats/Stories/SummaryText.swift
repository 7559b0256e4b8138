import Markup

/// A summary as people see it: taggers often put HTML, or doubly escaped CDATA, where plain text is expected.
enum SummaryText {
  /// The text with HTML's line breaks and character references resolved. Indentation, which HTML itself would
  /// drop, stays because an index needs it. Tags that HTML does not define, and single `&` and `<`, are text.
  static func plain(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == "&" || $0 == "<" }) else { return text }
    var scanner = Scanner(text)
    return scanner.scan()
  }

  /// The text with HTML lists replaced by numbers and bullets.
  static func listed(_ text: String) -> String {
    guard text.lowercased().contains("<li") else { return text }
    var out = ""
    // The number of the last item in each open list; nil for a bulleted list.
    var lists: [Int?] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      let tag = rest[open...].prefix(100).prefix { $0 != ">" }
      let name = tag.dropFirst().prefix { $0.isLetter || $0 == "/" }.lowercased()
      let end = rest.index(open, offsetBy: tag.count)
      guard end < rest.endIndex, rest[end] == ">" else {
        out += rest[...open]
        rest = rest[open...].dropFirst()
        continue
      }
      out += rest[...end]
      rest = rest[end...].dropFirst()
      switch name {
      case "ol": lists.append(0)
      case "ul": lists.append(nil)
      case "/ol", "/ul": _ = lists.popLast()
      case "li":
        guard let list = lists.last else { continue }
        if let number = list { lists[lists.count - 1] = number + 1 }
        out += list.map { "\($0 + 1). " } ?? "• "
      default: break
      }
    }
    return out + rest
  }

  /// A text that `plain` turns into this one: the text itself, unless part of it could be taken for markup.
  static func escaped(_ text: String) -> String {
    guard plain(text) != text else { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;".unicodeScalars
      case "<": escaped += "&lt;".unicodeScalars
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// Tags that begin or end a line.
  private static let lineTags: Set<String> = [
    "p", "div", "ul", "ol", "dl", "li", "dt", "dd", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
    "blockquote", "pre", "section", "html", "body",
  ]
  /// Tags within a line.
  private static let inlineTags: Set<String> = [
    "b", "i", "em", "strong", "u", "s", "span", "a", "font", "small", "big", "sub", "sup", "tt", "code",
    "cite",
    "td", "th", "tbody", "thead", "center", "img", "q", "abbr", "del", "ins", "mark",
  ]

  private struct Scanner {
    private let input: [Unicode.Scalar]
    private var index = 0
    private var output = String.UnicodeScalarView()
    /// Whether the current output line contains nothing but white space.
    private var isAtLineStart = true
    private var isInCDATA = false

    init(_ text: String) { input = Array(text.unicodeScalars) }

    mutating func scan() -> String {
      while index < input.count {
        switch input[index] {
        case "&": takeReference()
        case "<": takeTag()
        case "]" where isInCDATA && starts(with: "]]>"):
          isInCDATA = false
          index += 3
        default: put(input[index], consuming: 1)
        }
      }
      return String(output)
    }

    private mutating func put(_ scalar: Unicode.Scalar, consuming count: Int) {
      output.append(scalar)
      index += count
      if Character(scalar).isNewline {
        isAtLineStart = true
      } else if !scalar.properties.isWhitespace {
        isAtLineStart = false
      }
    }

    private func starts(with word: String) -> Bool {
      input[index...].starts(with: word.unicodeScalars)
    }

    private mutating func takeReference() {
      if let reference = CharacterReference.leading(input[index...]) {
        put(reference.character, consuming: reference.count)
      } else {
        put("&", consuming: 1)
      }
    }

    private mutating func takeTag() {
      if starts(with: "<![CDATA[") {
        isInCDATA = true
        index += 9
        return
      }
      var nameStart = index + 1
      if nameStart < input.count, input[nameStart] == "/" { nameStart += 1 }
      let name = String(
        String.UnicodeScalarView(
          input[nameStart...].prefix(10).prefix {
            $0.isASCII && ($0.properties.isAlphabetic || "1"..."6" ~= $0)
          })
      ).lowercased()
      // Another `<` before the end means that this one did not begin a tag.
      let behind = input[nameStart...].dropFirst(name.utf8.count)
      let isLine = name == "br" || SummaryText.lineTags.contains(name)
      guard isLine || SummaryText.inlineTags.contains(name),
        let first = behind.first, first == ">" || first == "/" || first.properties.isWhitespace,
        let end = behind.prefix(1000).firstIndex(where: { $0 == ">" || $0 == "<" }), input[end] == ">"
      else { return put("<", consuming: 1) }
      index = end + 1
      guard isLine else { return }
      if name == "br" || !isAtLineStart {
        output.append("\n")
        isAtLineStart = true
      }
      skipLineEnd()
    }

    /// A line ending in the source right after a tag that ends a line is part of the same line break.
    private mutating func skipLineEnd() {
      var end = index
      while end < input.count, input[end] == " " || input[end] == "\t" { end += 1 }
      guard end < input.count, input[end] == "\n" || input[end] == "\r" else { return }
      let isPair = input[end] == "\r" && end + 1 < input.count && input[end + 1] == "\n"
      index = end + (isPair ? 2 : 1)
    }
  }
}
