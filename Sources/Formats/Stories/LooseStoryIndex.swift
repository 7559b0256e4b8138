import BookModel

/// Indexes in the forms people use when they do not know the canonical one: `The Tide ........ 12`,
/// `p. 2: The Tide`, bulleted lists below a heading, numbered titles without quotation marks.
///
/// Prose has such lines, too, so an index must repeat a form in consecutive lines: at least two with rising
/// page numbers, two below a heading that announces them, or otherwise three.
enum LooseStoryIndex {
  /// Nil if the text contains no index.
  static func parse(_ text: String) -> StoryIndex? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // Where the next list of each form can begin: after lines that turned out not to be one.
    var next: [Form: Int] = [:]
    for start in lines.indices {
      for form in Form.allCases where start >= next[form, default: 0] {
        let (stories, end) = stories(of: form, in: lines, from: start)
        next[form] = max(end, start + 1)
        guard stories.count >= 2 else { continue }
        let isHeaded = lines[..<start].last { !$0.trimmed.isEmpty }.map(isHeading) ?? false
        guard isCredible(stories, form, isHeaded: isHeaded) else { continue }
        return StoryIndex(
          before: lines[..<start].joined(separator: "\n").trimmed, stories: stories,
          after: lines[end...].joined(separator: "\n").trimmed)
      }
    }
    return nil
  }

  /// Whether a text has lines that could be an index, a heading with lines below it, although none was
  /// understood.
  static func looksLikeOne(_ text: String) -> Bool {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.indices.dropLast(2).contains { index in
      isHeading(lines[index])
        && lines[(index + 1)...].prefix(2).allSatisfy { !$0.trimmed.isEmpty && $0.count < 120 }
    }
  }

  private enum Form: CaseIterable {
    /// `The Tide ........ 12`
    case dotted
    /// `p. 12: The Tide`
    case pageFirst
    /// `1. The Tide`
    case numbered
    /// `• The Tide`
    case bulleted
  }

  /// The consecutive lines of one form, with at most one blank line between two, and where they end.
  private static func stories(
    of form: Form, in lines: [Substring], from start: Int
  ) -> (stories: [Story], end: Int) {
    var stories: [Story] = []
    var end = start
    while end < lines.count, var story = story(lines[end], form) {
      story.number = story.number ?? String(stories.count + 1)
      stories.append(story)
      end += 1
      if end + 1 < lines.count, lines[end].trimmed.isEmpty, self.story(lines[end + 1], form) != nil {
        end += 1
      }
    }
    return (stories, end)
  }

  private static func isCredible(_ stories: [Story], _ form: Form, isHeaded: Bool) -> Bool {
    switch form {
    case .dotted, .pageFirst:
      let pages = stories.compactMap { $0.printed?.first }
      return pages.count == stories.count && zip(pages, pages.dropFirst()).allSatisfy { $0 < $1 }
    case .numbered:
      let numbers = stories.compactMap { $0.number.flatMap { Int($0) } }
      let isCounted = numbers == Array(1...stories.count)
      return isCounted && (isHeaded || stories.count >= 3) && stories.allSatisfy { isTitle($0.title) }
    case .bulleted: return isHeaded && stories.allSatisfy { isTitle($0.title) }
    }
  }

  /// Whether a text is a title rather than a sentence.
  private static func isTitle(_ text: String) -> Bool {
    text.count <= 80 && !text.hasSuffix(".") && !text.hasSuffix(",") && !text.contains(". ")
  }

  // MARK: lines

  private static func story(_ line: Substring, _ form: Form) -> Story? {
    let text = line.trimmed
    guard (3...200).contains(text.count) else { return nil }
    switch form {
    case .dotted: return dotted(text)
    case .pageFirst: return pageFirst(text)
    case .numbered: return numbered(text)
    case .bulleted:
      guard let bullet = text.first, "•·*-–—◦▪●・".contains(bullet) else { return nil }
      return story(titled: text.dropFirst().trimmed)
    }
  }

  /// `The Tide ........ 12`, `The Tide … p. 12`, or with a tab in between.
  private static func dotted(_ text: String) -> Story? {
    let digits = String(text.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    guard (1...4).contains(digits.count) else { return nil }
    var rest = String(text.dropLast(digits.count)).trimmed
    var place = digits
    for word in ["pp.", "p.", "S.", "pag.", "стр."] where rest.lowercased().hasSuffix(word.lowercased()) {
      rest = String(rest.dropLast(word.count)).trimmed
      place = "\(word) \(digits)"
    }
    let leader = rest.reversed().prefix { ".…·．・‥_ \t".contains($0) }
    let marks = leader.filter { $0 != " " }
    let isLeader = marks.count >= 3 || marks.contains("…") || marks.contains("‥") || text.contains("\t")
    guard isLeader else { return nil }
    let title = String(rest.dropLast(leader.count))
    guard var story = story(titled: title) else { return nil }
    story.printed = printed(place == digits ? "p. \(digits)" : place)
    return story
  }

  /// `p. 2: The Tide`, `Page 12 – The Tide`, `S. 12: Die Flut`.
  private static func pageFirst(_ text: String) -> Story? {
    let word = text.prefix { !$0.isNumber && !$0.isWhitespace }
    guard
      ["p.", "pp.", "p", "page", "pag.", "seite", "s.", "página", "pág.", "стр."].contains(word.lowercased())
    else {
      return nil
    }
    var rest = text.dropFirst(word.count).drop(while: \.isWhitespace)
    let pages = rest.prefix { $0.isASCII && $0.isNumber || "-–".contains($0) }
    let first = pages.prefix { $0.isNumber }
    guard (1...4).contains(first.count) else { return nil }
    rest = rest.dropFirst(pages.count).drop(while: \.isWhitespace)
    guard let mark = rest.first, ":–—-".contains(mark), var story = story(titled: rest.dropFirst().trimmed)
    else {
      return nil
    }
    story.printed = printed("p. \(pages)")
    return story
  }

  /// `1. The Tide`, `1) The Tide`.
  private static func numbered(_ text: String) -> Story? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    guard (1...3).contains(digits.count), let mark = rest.first, ".):、．".contains(mark) else { return nil }
    let title = rest.dropFirst().trimmed
    guard title.first?.isNumber != true, var story = story(titled: title) else { return nil }
    story.number = String(digits)
    return story
  }

  /// A story from its title, with quotation marks and number removed.
  private static func story(titled text: String) -> Story? {
    var title = text.trimmed
    if let first = title.first, let marks = QuotationMarks.opened(by: first),
      let end = marks.end(in: title.dropFirst()), title.index(after: end) == title.endIndex
    {
      title = title[..<end].dropFirst().trimmed
    }
    return title.contains(where: \.isLetter) ? Story(number: nil, title: title) : nil
  }

  /// Page numbers, read as in the canonical form.
  private static func printed(_ text: String) -> PrintedPages? {
    PageReference(text[...]).map { PrintedPages(place: $0.text, first: $0.first, last: $0.last) }
  }

  private static let headings: Set<String> = [
    "contents", "contains", "content", "stories", "in this issue", "table of contents", "index", "includes",
    "inhalt",
    "enthält", "geschichten", "sommario", "indice", "contiene", "sommaire", "contenu", "contient", "índice",
    "contenido",
    "inhoud", "содержание", "目次", "目录", "目錄", "収録作品", "收录", "収録", "もくじ", "차례", "목차",
  ]

  /// `Contents:`, `目次`.
  static func isHeading(_ line: Substring) -> Bool {
    let text = line.trimmed.lowercased().filter { !":：【】[]<>#*-–—".contains($0) }.trimmed
    return headings.contains(text)
  }
}
