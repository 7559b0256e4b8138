import BookModel
import Markup

/// Descriptions as plain text: package documents and web sites often put HTML where plain text is expected.
public enum MarkupText {
  /// HTML as plain text, its paragraphs separated by a blank line. In text without tags only the line endings
  /// are changed: they are made uniform.
  public static func plain(_ text: String) -> String {
    guard holdsTags(text) else { return paragraphs(of: text.replacingLineEnds) }
    // Only whether it parses matters: text that cannot be read as HTML is not markup and stays as it is.
    guard let document = try? parseXHTML(Array("<div>\(text)</div>".utf8)) else {
      return paragraphs(of: text.replacingLineEnds)
    }
    var out = Flow()
    out.add(document.root)
    return paragraphs(of: out.text)
  }

  private static let blocks: Set<String> = [
    "p", "div", "ul", "ol", "dl", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article",
    "table",
    "body", "html", "head", "hr", "pre", "figure", "header", "footer",
  ]
  private static let lines: Set<String> = ["br", "li", "tr", "dt", "dd"]
  private static let hidden: Set<String> = ["script", "style", "head"]

  /// Whether the text contains an opening or closing tag: `<`, an optional slash, a letter, and later `>`.
  private static func holdsTags(_ text: String) -> Bool {
    guard let last = text.lastIndex(of: ">") else { return false }
    var rest = text[..<last]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: open)...]
      let name = rest.first == "/" ? rest.dropFirst() : rest
      if let letter = name.first, letter.isASCII, letter.isLetter { return true }
    }
    return false
  }

  /// Trims every line and leaves at most one blank line between two lines.
  private static func paragraphs(of text: String) -> String {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.trimmed
      if trimmed.isEmpty, lines.last?.isEmpty ?? true { continue }
      lines.append(trimmed)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  private struct Flow {
    var text = ""

    mutating func add(_ element: XMLElement) {
      guard !MarkupText.hidden.contains(element.name) else { return }
      let isBlock = MarkupText.blocks.contains(element.name)
      if isBlock { text += "\n\n" }
      if MarkupText.lines.contains(element.name) { text += "\n" }
      for child in element.children {
        switch child {
        case .text(let run): addRun(run)
        case .element(let child): add(child)
        case .comment: break
        }
      }
      if isBlock { text += "\n\n" }
    }

    /// Adds text with white space collapsed as in HTML.
    private mutating func addRun(_ run: String) {
      let words = run.collapsed
      if run.first?.isWhitespace == true, text.last?.isWhitespace == false { text += " " }
      text += words
      if run.last?.isWhitespace == true, !words.isEmpty { text += " " }
    }
  }
}

extension String {
  /// The text with all kinds of line endings replaced by LF.
  fileprivate var replacingLineEnds: String {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\n")
  }
}
