import BookModel

/// The line of an entry: `2. [Storia] «Title»  {Code} – pp. 17–24 (8 pag.)`.
struct StoryLine {
  private(set) var story: Story
  private(set) var remark: String?

  /// The beginning of an entry's line, up to the title's opening mark.
  struct Head {
    var number: String
    var kind: String?
    var marks: QuotationMarks
    /// The rest of the line after the opening mark.
    var rest: Substring

    /// Nil if the line begins differently.
    init?(_ line: Substring) {
      var rest = line.skippingSpaces
      let digits = rest.prefix(5).prefix(while: \.isWholeNumber)
      guard (1...4).contains(digits.count) else { return nil }
      rest = rest.dropFirst(digits.count)
      let letter = rest.prefix { $0.isASCII && $0.isLetter && $0.isLowercase }.prefix(1)
      rest = rest.dropFirst(letter.count)
      guard let stop = rest.first, ".)．）".contains(stop) else { return nil }
      rest = rest.dropFirst().skippingSpaces
      number = String(digits + letter)
      if rest.first == "[", let end = rest.prefix(60).firstIndex(of: "]") {
        let text = rest[..<end].dropFirst().trimmed
        kind = text.isEmpty ? nil : text
        rest = rest[end...].dropFirst().skippingSpaces
      }
      guard let open = rest.first, let marks = QuotationMarks.opened(by: open) else { return nil }
      self.marks = marks
      self.rest = rest.dropFirst()
    }
  }

  /// Nil if the title's closing mark is not on the line.
  init?(_ head: Head, _ line: Substring) {
    guard let end = head.marks.end(in: head.rest) else { return nil }
    let title = head.rest[..<end].trimmed
    guard !title.isEmpty else { return nil }
    story = Story(number: head.number, kind: head.kind, title: title)
    let tail = StoryTail(head.rest[end...].dropFirst())
    story.code = tail.code
    story.printed = tail.printed
    remark = tail.remark
  }

  /// Takes a separate line that contains only the code or the pages, if they are not known yet.
  mutating func takeTail(_ line: Substring) -> Bool {
    let tail = StoryTail(line)
    guard remark == nil, tail.remark == nil, tail.code != nil || tail.printed != nil,
      tail.code == nil || story.code == nil, tail.printed == nil || story.printed == nil
    else { return false }
    story.code = tail.code ?? story.code
    story.printed = tail.printed ?? story.printed
    return true
  }

  /// Takes a line below that begins with a dash: pages and a remark, as `below(_:)` writes them.
  mutating func takeRemark(_ line: Substring) -> Bool {
    guard remark == nil, let first = line.skippingSpaces.first, "–—".contains(first) else { return false }
    let tail = StoryTail(line, code: story.code)
    guard tail.code == story.code, tail.printed == nil || story.printed == nil,
      tail.printed != nil || tail.remark != nil
    else { return false }
    story.printed = tail.printed ?? story.printed
    remark = tail.remark
    return true
  }

  // MARK: writing

  /// - Parameter place: the number to use if the story has none, or none that an entry could begin with.
  static func text(of entry: StoryIndex.Entry, place: Int) -> String {
    let story = entry.story
    let number = story.number.map(\.onOneLine) ?? ""
    let title = story.title.onOneLine
    var start = (Head("\(number). «"[...])?.number == number ? number : String(place)) + ". "
    if let kind = story.kind?.onOneLine.without("]"), !kind.isEmpty { start += "[\(kind.prefix(58))] " }
    var tail = ""
    if let code = story.code?.onOneLine.without("}"), !code.isEmpty { tail += "  {\(code)}" }
    for marks in QuotationMarks.toWrite where !title.isEmpty {
      let line = "\(start)\(marks.open)\(title)\(marks.close)\(tail)"
      if let head = Head(line[...]), StoryLine(head, line[...])?.story.title == title { return line }
    }
    // If a title contains marks of every kind, those that would end it are removed.
    return "\(start)«\(title.isEmpty ? "–" : title.without("«»"))»\(tail)"
  }
}

extension StoryLine {
  /// The pages and remarks, on a line of their own below the entry and its credits. This way, readers that
  /// only understand number, kind, title, code and credits are not confused.
  static func below(_ entry: StoryIndex.Entry) -> String? {
    var parts: [String] = []
    let printed = entry.story.printed
    if let place = printed?.place { parts.append(place + (printed?.length.map { " (\($0))" } ?? "")) }
    if printed?.place == nil, let length = printed?.length { parts.append("(\(length))") }
    if let remark = entry.remark?.onOneLine, !remark.isEmpty { parts.append(remark) }
    return parts.isEmpty ? nil : "– " + parts.joined(separator: " – ")
  }
}

/// The text after an entry's title.
private struct StoryTail {
  private(set) var printed: PrintedPages?
  private(set) var remark: String?
  private(set) var code: String?

  /// - Parameter code: the code, if already known.
  init(_ text: Substring, code: String? = nil) {
    self.code = code
    var rest = text.droppingSeparators
    while let found = takePart(rest) { rest = found.droppingSeparators }
    rest = rest.droppingSeparatorsBehind
    while code == nil, let open = rest.lastIndex(of: "{"), let end = rest[open...].firstIndex(of: "}"),
      rest.index(after: end) == rest.endIndex
    {
      takeCode(rest[open..<end].dropFirst())
      rest = rest[..<open].droppingSeparatorsBehind
    }
    let text = rest.trimmed
    remark = text.isEmpty ? nil : text
  }

  private mutating func takeCode(_ text: Substring) {
    let text = text.trimmed
    code = text.isEmpty ? nil : text
  }

  /// Takes a code or a page reference from the beginning; nil if there is neither.
  private mutating func takePart(_ rest: Substring) -> Substring? {
    if code == nil, rest.first == "{", let end = rest.firstIndex(of: "}") {
      takeCode(rest[..<end].dropFirst())
      return rest[end...].dropFirst()
    }
    guard let reference = PageReference(rest) else { return nil }
    var printed = printed ?? PrintedPages()
    if reference.isLength {
      guard printed.length == nil else { return nil }
      (printed.length, printed.count) = (reference.text, reference.first)
    } else {
      guard printed.place == nil else { return nil }
      (printed.place, printed.first, printed.last) = (reference.text, reference.first, reference.last)
    }
    self.printed = printed
    return reference.rest
  }
}

extension Substring {
  fileprivate var skippingSpaces: Substring { drop(while: \.isWhitespace) }

  private static let separators: Set<Character> = [",", ";", ".", ":", "–", "—", "-", "·", "•"]

  fileprivate var droppingSeparators: Substring {
    drop { $0.isWhitespace || Substring.separators.contains($0) }
  }

  fileprivate var droppingSeparatorsBehind: Substring {
    var rest = self
    while let last = rest.last, last.isWhitespace || Substring.separators.contains(last), last != "." {
      rest.removeLast()
    }
    return rest
  }
}

extension String {
  fileprivate func without(_ characters: String) -> String { filter { !characters.contains($0) }.trimmed }
}
