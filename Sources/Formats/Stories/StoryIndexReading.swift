import BookModel

/// Finds an index in the lines of a text.
struct StoryIndexReading {
  private let lines: [Substring]
  private var found: [Found] = []

  /// An entry and the lines it takes.
  private struct Found {
    var line: StoryLine
    var range: Range<Int>
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
      let (credits, text) = credits(below, under: indentation(of: place))
      var story = entry.line.story
      story.credits = credits
      index.entries.append(
        StoryIndex.Entry(story: story, remark: entry.line.remark, note: isLast ? "" : text))
      if isLast { index.after = text }
    }
    return index
  }

  // MARK: entries

  /// Lines behind its first that a title may run over.
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

  // MARK: what stands below

  /// Credits are looked for down to the first blank line; all other lines are text.
  private func credits(_ lines: ArraySlice<Substring>, under indentation: Int) -> ([Credit], String) {
    var credits: [Credit] = []
    var text: [Substring] = []
    var isBelow = true
    for line in lines {
      isBelow = isBelow && !line.allSatisfy(\.isWhitespace)
      if isBelow, let found = StoryCredits.read(line, under: indentation) {
        credits += found
      } else {
        text.append(line)
      }
    }
    return (credits, prose(text[...]))
  }

  /// How far an entry is indented. What stands around a text is trimmed by many programs, and with it the
  /// indentation of its first line: that one is taken to stand where the next entry does.
  private func indentation(of place: Int) -> Int {
    let isFirstLine = found[place].range.lowerBound == 0
    let line = isFirstLine && place + 1 < found.count ? place + 1 : place
    return lines[found[line].range.lowerBound].indentation
  }

  private func prose(_ lines: ArraySlice<Substring>) -> String { lines.joined(separator: "\n").trimmed }
}

/// The credits of a story: `Role: Name` in segments set off by middle dots or bullets.
enum StoryCredits {
  /// Prose is full of colons, so that every segment must have a role of at most so many characters.
  static let maxRole = 24

  /// Reads a line; nil where it is none of credits, which have several segments or stand further in than
  /// their entry.
  static func read(_ line: Substring, under indentation: Int) -> [Credit]? {
    var segments = line.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
    // A line may end in a separator where the credits go on below.
    if segments.count > 1, segments.last?.allSatisfy(\.isWhitespace) == true { segments.removeLast() }
    guard segments.count > 1 || line.indentation > indentation else { return nil }
    var credits: [Credit] = []
    for segment in segments {
      guard let colon = segment.firstIndex(where: isColon) else { return nil }
      let role = segment[..<colon].trimmed
      let name = segment[segment.index(after: colon)...].trimmed
      guard !role.isEmpty, role.count <= maxRole, !name.isEmpty else { return nil }
      credits.append(Credit(name, Credit.Role(role)))
    }
    return credits
  }

  /// The canonical line, without its indentation; nil where there are no credits it could hold.
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
  /// The width of the white space a line begins with; a tab counts as four.
  fileprivate var indentation: Int {
    prefix(while: \.isWhitespace).reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
  }

  /// The text with its line ends made spaces, trimmed.
  var onOneLine: String {
    contains(where: \.isNewline)
      ? split(whereSeparator: \.isNewline).map(\.trimmed).joined(separator: " ").trimmed : trimmed
  }
}
