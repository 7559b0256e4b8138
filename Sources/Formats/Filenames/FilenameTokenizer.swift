import BookModel
import Markup

/// Cuts a file name into tokens. The only place that looks at characters; the rules look at tokens.
struct FilenameTokenizer {
  private var tokens: [FilenameToken] = []

  static func tokens(of name: String) -> [FilenameToken] { tokens(cleaned: cleaned(name)) }

  private static func tokens(cleaned name: String) -> [FilenameToken] {
    var tokenizer = FilenameTokenizer()
    tokenizer.scan(Array(name))
    return FilenameMerger.merge(tokenizer.tokens)
  }

  /// Underscores and, in names without spaces, dots are spaces; `__x__` is `(x)`; entities are resolved; wide
  /// digits and signs are plain ones.
  private static func cleaned(_ name: String) -> String {
    var text = name
    // Escaped once, or once more by the next program.
    for _ in 0..<3 { text = CharacterReference.resolved(in: text) }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E: scalars.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
      case 0x3000, 0xA0: scalars.append(" ")
      case 0x301C, 0x7E: scalars.append("-")
      default: scalars.append(scalar)
      }
    }
    text = String(scalars)
    let parts = text.split(separator: "__", omittingEmptySubsequences: false)
    text = parts.enumerated().map { index, part in
      index % 2 == 1 && index < parts.count - 1 ? " (\(part)) " : String(part) + " "
    }.joined()
    text = String(text.map { $0 == "_" ? " " : $0 }).trimmed
    guard !text.contains(" ") else { return text }
    let characters = Array(text)
    return String(
      characters.indices.map { index in
        guard characters[index] == ".", index > 0, index + 1 < characters.count else {
          return characters[index]
        }
        let isDecimal =
          FilenameNumber.isDigit(characters[index - 1]) && FilenameNumber.isDigit(characters[index + 1])
        return isDecimal ? "." : " "
      })
  }

  private static let brackets: [Character: Character] = [
    "(": ")", "[": "]", "{": "}", "【": "】", "「": "」", "『": "』",
  ]

  private mutating func scan(_ characters: [Character]) {
    var gap = ""
    var chunk: [Character] = []
    var index = 0
    while index < characters.count {
      let character = characters[index]
      if character.isWhitespace {
        flush(&chunk, &gap)
        gap = " "
      } else if let close = FilenameTokenizer.brackets[character],
        let end = FilenameTokenizer.end(of: character, close, in: characters, from: index)
      {
        flush(&chunk, &gap)
        let inner = characters[(index + 1)..<end].map { FilenameTokenizer.isBracket($0) ? " " : $0 }
        let text = String(characters[index...end])
        tokens.append(
          FilenameToken(
            kind: .group(FilenameTokenizer.tokens(cleaned: String(inner).trimmed)), text: text, gap: gap))
        gap = ""
        index = end
      } else {
        chunk.append(character)
      }
      index += 1
    }
    flush(&chunk, &gap)
  }

  private static func isBracket(_ character: Character) -> Bool {
    brackets[character] != nil || brackets.values.contains(character)
  }

  /// The index of the bracket that closes the one at `start`.
  private static func end(
    of open: Character, _ close: Character, in characters: [Character], from start: Int
  ) -> Int? {
    var depth = 0
    for index in start..<characters.count {
      if characters[index] == open { depth += 1 }
      if characters[index] == close { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  private mutating func flush(_ chunk: inout [Character], _ gap: inout String) {
    guard !chunk.isEmpty else { return }
    append(String(chunk)[...], gap: gap)
    chunk = []
    gap = ""
  }

  // MARK: chunks without spaces

  private static func isDash(_ character: Character) -> Bool { "-–—".contains(character) }

  private mutating func append(_ chunk: Substring, gap: String) {
    let body = chunk.drop(while: FilenameTokenizer.isDash)
    let dashes = chunk.prefix(chunk.count - body.count)
    if !dashes.isEmpty { tokens.append(FilenameToken(kind: .dash, text: String(dashes), gap: gap)) }
    guard !body.isEmpty else { return }
    let gap = dashes.isEmpty ? gap : ""
    let issue = body.firstIndex(of: "#").map { FilenameTokenizer.issue(body[$0...]) }
    guard let text = issue, let number = FilenameNumber.issue(String(text.dropFirst())) else {
      appendParts(body, gap: gap)
      return
    }
    appendParts(body[..<text.startIndex], gap: gap)
    var rest = body[text.endIndex...]
    let trail = rest.prefix { ",;:".contains($0) }
    rest = rest.dropFirst(trail.count)
    tokens.append(
      FilenameToken(
        kind: .mark(.issue, number, word: "#"), text: String(text),
        gap: text.startIndex == body.startIndex ? gap : "",
        trail: String(trail.prefix(1))))
    append(rest, gap: "")
  }

  /// The sign and what belongs to its number: up to punctuation, or to a hyphen that begins no range.
  private static func issue(_ text: Substring) -> Substring {
    var end = text.index(after: text.startIndex)
    if end < text.endIndex, text[end] == "-" { end = text.index(after: end) }
    while end < text.endIndex, !",;:#".contains(text[end]) {
      let next = text.index(after: end)
      if isDash(text[end]), next == text.endIndex || !FilenameNumber.isDigit(text[next]) { break }
      end = next
    }
    return text[..<end]
  }

  /// Cuts at hyphens, except within dates and ranges.
  private mutating func appendParts(_ chunk: Substring, gap: String) {
    var body = chunk
    var trail = ""
    if let last = body.last, ",;:".contains(last) { trail = String(body.removeLast()) }
    guard !body.isEmpty else { return }
    if let date = FilenameTokenizer.date(body) {
      tokens.append(FilenameToken(kind: .date(date), text: String(body), gap: gap, trail: trail))
      return
    }
    if appendCounters(body, gap: gap) { return }
    let parts = body.split(separator: "-", omittingEmptySubsequences: false)
    var gap = gap
    var index = 0
    while index < parts.count {
      var text = String(parts[index])
      var kind = FilenameTokenizer.kind(of: text)
      if index + 1 < parts.count, kind != .word {
        let range = text + "-" + parts[index + 1]
        let kindOfRange = FilenameTokenizer.kind(of: range)
        if kindOfRange != .word {
          text = range
          kind = kindOfRange
          index += 1
        }
      }
      if !text.isEmpty { tokens.append(FilenameToken(kind: kind, text: text, gap: gap)) }
      // A hyphen at the end separates, as one with spaces around it does.
      if text.isEmpty, index == parts.count - 1 {
        tokens.append(FilenameToken(kind: .dash, text: "-", gap: ""))
      }
      gap = "-"
      index += 1
    }
    if !trail.isEmpty, !tokens.isEmpty { tokens[tokens.count - 1].trail = trail }
  }

  /// A piece without spaces and hyphens: a mark with its number, a number, a word.
  private static func kind(of text: String) -> FilenameToken.Kind {
    if let number = FilenameNumber.bare(text) { return .number(number) }
    let letters = text.prefix { $0.isLetter }
    let rest = text.dropFirst(letters.count)
    let word = letters.lowercased()
    guard let mark = FilenameWords.marks[word], word != "book", word != "c" || text.lowercased() != "c2c",
      let number = FilenameNumber.marked(String(rest.first == "." ? rest.dropFirst() : rest), word: word)
    else { return .word }
    // Seasons are written S01; S1 and S.H. are names.
    if word == "s", rest.count != 2 { return .word }
    return .mark(mark, number, word: word)
  }

  /// `2021-08-04` and `02-24-2001`.
  private static func date(_ text: Substring) -> PartialDate? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.allSatisfy(FilenameNumber.isDigit) }) else { return nil }
    if parts[0].count == 4 { return PartialDate(iso: String(text)) }
    guard parts[2].count == 4, let year = Int(parts[2]) else { return nil }
    return PartialDate(year: year, month: Int(parts[0]), day: Int(parts[1]))
  }

  /// Numbers with Chinese, Japanese or Korean counters, which need no spaces around them: `漫画卷2第25话`.
  private mutating func appendCounters(_ chunk: Substring, gap: String) -> Bool {
    guard chunk.contains(where: { FilenameWords.counters[$0] != nil }) else { return false }
    let characters = Array(chunk)
    var pieces: [FilenameToken] = []
    var start = 0
    var index = 0
    while index < characters.count {
      guard FilenameNumber.isDigit(characters[index]) else {
        index += 1
        continue
      }
      var end = index
      while end < characters.count, FilenameNumber.isDigit(characters[end]) || ".-".contains(characters[end])
      { end += 1 }
      let behind = end < characters.count ? FilenameWords.counters[characters[end]] : nil
      let before = index > start && FilenameWords.countersInFront.contains(characters[index - 1])
      if let mark = behind ?? (before ? .volume : nil),
        let number = FilenameNumber.bare(String(characters[index..<end]))
      {
        let hasSign = index > start && FilenameWords.ordinalSigns.contains(characters[index - 1])
        let first = hasSign || behind == nil ? index - 1 : index
        let last = behind == nil ? end : end + 1
        if first > start {
          pieces.append(FilenameToken(kind: .word, text: String(characters[start..<first]), gap: ""))
        }
        let text = String(characters[first..<last])
        pieces.append(FilenameToken(kind: .mark(mark, number, word: "第"), text: text, gap: ""))
        start = last
        index = last
      } else {
        index = end
      }
    }
    guard !pieces.isEmpty else { return false }
    if start < characters.count {
      pieces.append(FilenameToken(kind: .word, text: String(characters[start...]), gap: ""))
    }
    pieces[0].gap = gap
    tokens += pieces
    return true
  }
}
