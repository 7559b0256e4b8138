import BookModel

/// Finds an index in the lines of a text.
struct StoryIndexReading {
  private let lines: [Substring]
  private var found: [Found] = []

  /// An entry and the lines it occupies.
  private struct Found {
    var line: StoryLine
    var range: Range<Int>
  }

  /// Whether all entries have the same indentation. Lines below that are indented no further are then
  /// deliberately placed there.
  private var isEven: Bool {
    let indentations = found.indices.map(indentation)
    return indentations.count > 1 && Set(indentations).count == 1
  }

  init(_ text: String) {
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var index = 0
    while index < lines.count {
      if let entry = entry(at: index) {
        found.append(entry)
        index = entry.range.upperBound
      } else {
        index += 1
      }
    }
  }

  var index: StoryIndex? {
    guard let first = found.first else { return nil }
    var index = StoryIndex(before: prose(lines[..<first.range.lowerBound]), entries: [])
    for (place, entry) in found.enumerated() {
      let isLast = place == found.count - 1
      let below = lines[entry.range.upperBound..<(isLast ? lines.count : found[place + 1].range.lowerBound)]
      var line = entry.line
      let (credits, text) = read(below, under: indentation(of: place), of: &line)
      var story = line.story
      story.credits = credits
      index.entries.append(StoryIndex.Entry(story: story, remark: line.remark, note: isLast ? "" : text))
      if isLast { index.after = text }
    }
    return index
  }

  // MARK: entries

  /// How many further lines a title may run over.
  private static let maxContinuations = 2

  private func entry(at start: Int) -> Found? {
    guard let head = StoryLine.Head(lines[start]) else { return nil }
    var end = start + 1
    var line = StoryLine(head, lines[start])
    var text = String(lines[start])
    while line == nil, end < lines.count, end <= start + StoryIndexReading.maxContinuations,
      continues(lines[end])
    {
      text = text.trimmed + " " + lines[end].trimmed
      end += 1
      line = StoryLine.Head(text[...]).flatMap { StoryLine($0, text[...]) }
    }
    guard var line else { return nil }
    if end < lines.count, line.takeTail(lines[end]) { end += 1 }
    return Found(line: line, range: start..<end)
  }

  private func continues(_ line: Substring) -> Bool {
    !line.allSatisfy(\.isWhitespace) && StoryLine.Head(line) == nil
  }

  // MARK: below an entry

  /// Looks for credits, and for a line with pages or a remark, down to the first blank line, and past it if
  /// they follow directly; all other lines are text.
  private func read(
    _ lines: ArraySlice<Substring>, under indentation: Int, of entry: inout StoryLine
  ) -> ([Credit], String) {
    var credits: [Credit] = []
    var text: [Substring] = []
    var blanks = 0
    for line in lines {
      if line.allSatisfy(\.isWhitespace) {
        blanks += 1
        text.append(line)
        continue
      }
      let isBelow = blanks == 0 || blanks == 1 && text.allSatisfy { $0.allSatisfy(\.isWhitespace) }
      let place: StoryCredits.Place = blanks == 0 ? isEven ? .even : .below : .apart
      if isBelow, line.indentation > indentation, entry.takeRemark(line) {
        continue
      } else if isBelow, let found = StoryCredits.read(line, under: indentation, place) {
        credits += found
      } else {
        text.append(line)
      }
    }
    return (credits, prose(text[...]))
  }

  /// How far an entry is indented. Many programs trim a text and with it the indentation of its first line,
  /// so the first line is assumed to be indented like the next entry.
  private func indentation(of place: Int) -> Int {
    let isFirstLine = found[place].range.lowerBound == 0
    let line = isFirstLine && place + 1 < found.count ? place + 1 : place
    return lines[found[line].range.lowerBound].indentation
  }

  private func prose(_ lines: ArraySlice<Substring>) -> String { lines.joined(separator: "\n").trimmed }
}

/// The credits of a story: `Role: Name` in segments set off by middle dots or bullets.
enum StoryCredits {
  /// Prose is full of colons, so a role in any segment may have at most this many characters.
  static let maxRole = 24

  /// The position of a line relative to its entry.
  enum Place {
    /// In the lines right below it.
    case below
    /// The same, in an index whose entries all have the same indentation.
    case even
    /// After a blank line.
    case apart
  }

  /// Reads a line; nil if it contains no credits. Credits have several segments or are indented further than
  /// their entry or, if all entries have the same indentation, are names with some indentation.
  static func read(_ line: Substring, under indentation: Int, _ place: Place = .below) -> [Credit]? {
    var segments = line.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
    // A line may end in a separator if the credits continue below it.
    if segments.count > 1, segments.last?.allSatisfy(\.isWhitespace) == true { segments.removeLast() }
    let isCertain = line.indentation > indentation || segments.count > 1 && place != .apart
    guard isCertain || place == .even && line.indentation > 0 else { return nil }
    var credits: [Credit] = []
    for segment in segments {
      guard let colon = segment.firstIndex(where: isColon) else { return nil }
      let role = segment[..<colon].trimmed
      let name = segment[segment.index(after: colon)...].trimmed
      guard let first = role.first, role.count <= maxRole, !name.isEmpty, !"–—".contains(first) else {
        return nil
      }
      credits.append(Credit(name, Credit.Role(role)))
    }
    return isCertain || credits.allSatisfy(isPlain) ? credits : nil
  }

  /// Whether the text after a colon can be a name, and the text before it is not a word for remarks.
  private static func isPlain(_ credit: Credit) -> Bool {
    let labels = [
      "note", "notes", "nota", "note bene", "n.b.", "remark", "hinweis", "anmerkung", "remarque", "reprint",
    ]
    return credit.name.first?.isLowercase == false && !labels.contains(credit.role.word.lowercased())
  }

  /// The canonical line without its indentation; nil if there are no credits that it could hold.
  static func text(of credits: [Credit]) -> String? {
    let segments = credits.compactMap { credit -> String? in
      let segment = "\(credit.role.word.onOneLine): \(credit.name.onOneLine)"
      return read("\(segment) · \(segment)", under: 0)?.count == 2 ? segment : nil
    }
    return segments.isEmpty ? nil : segments.joined(separator: " · ")
  }

  private static func isSeparator(_ character: Character) -> Bool { "·•∙‧".contains(character) }
  private static func isColon(_ character: Character) -> Bool { ":：".contains(character) }
}

extension StringProtocol {
  /// The width of a line's leading white space; a tab counts as four.
  fileprivate var indentation: Int {
    prefix(while: \.isWhitespace).reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
  }

  /// The text trimmed, and with its line endings replaced by spaces.
  var onOneLine: String {
    contains(where: \.isNewline)
      ? split(whereSeparator: \.isNewline).map(\.trimmed).joined(separator: " ").trimmed : trimmed
  }
}
