import BookModel

/// Splits a file name into tokens. Only the tokenizer looks at characters; the rules look at tokens.
struct FilenameTokenizer {
  private var tokens: [FilenameToken] = []

  static func tokens(of name: String) -> [FilenameToken] { tokens(cleaned: FilenameCleaning.cleaned(name)) }

  private static func tokens(cleaned name: String) -> [FilenameToken] {
    var tokenizer = FilenameTokenizer()
    tokenizer.scan(Array(name))
    return FilenameMerger.merge(tokenizer.tokens)
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
      } else if let end = FilenameTokenizer.bracketEnd(in: characters, from: index) {
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

  /// The index of the bracket that closes the one at `start`; nil if none opens there or it is never closed.
  static func bracketEnd(in characters: [Character], from start: Int) -> Int? {
    let open = characters[start]
    guard let close = brackets[open] else { return nil }
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
    if dashes == "-", let number = negative(body, gap: gap) {
      tokens.append(FilenameToken(kind: .number(number), text: String(chunk), gap: gap))
      return
    }
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

  /// `-001` after a name: the issue before the first. Before a higher number, the hyphen is a dash that lacks
  /// its space.
  private func negative(_ body: Substring, gap: String) -> String? {
    guard gap == " ", let last = tokens.last, !last.isDash, body.allSatisfy(FilenameNumber.isDigit),
      let value = Int(body), value < 10
    else { return nil }
    return "-" + body
  }

  /// The sign and the rest of its number, up to punctuation or to a hyphen that does not begin a range.
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
    // `02.`: an ordinal.
    if body.last == ".", body.count > 1, body.dropLast().allSatisfy(FilenameNumber.isDigit) {
      trail = String(body.removeLast()) + trail
    }
    guard !body.isEmpty else { return }
    if let date = FilenameDates.date(body) {
      tokens.append(FilenameToken(kind: .date(date), text: String(body), gap: gap, trail: trail))
      return
    }
    if let year = FilenameDates.run(body), body.count > 7 {
      tokens.append(FilenameToken(kind: .run(year), text: String(body), gap: gap, trail: trail))
      return
    }
    if let pieces = FilenameCounters.tokens(of: body, gap: gap) {
      tokens += pieces
      return
    }
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
      if !text.isEmpty {
        append(part: text, kind, gap: gap)
        gap = "-"
      } else if index == parts.count - 1 {
        // A hyphen at the end separates like one between spaces.
        tokens.append(FilenameToken(kind: .dash, text: "-", gap: ""))
      } else if index > 0 {
        gap += "-"
      }
      index += 1
    }
    if !trail.isEmpty, !tokens.isEmpty { tokens[tokens.count - 1].trail = trail }
  }

  /// Appends a piece, or the two pieces it abbreviates: `v02.006` is a volume and an issue, `No.12` a word
  /// and a number.
  private mutating func append(part text: String, _ kind: FilenameToken.Kind, gap: String) {
    if case .mark = kind, let (volume, issue) = FilenameNumber.joined(text),
      case .mark(.volume, let number, let word) = FilenameTokenizer.kind(of: volume)
    {
      tokens.append(FilenameToken(kind: .mark(.volume, number, word: word), text: volume, gap: gap))
      tokens.append(FilenameToken(kind: .number(issue), text: issue, gap: "."))
      return
    }
    let letters = text.prefix { $0.isLetter }
    let rest = text.dropFirst(letters.count)
    let dot = rest.first == "." ? "." : ""
    if kind == .word, ["no", "nr"].contains(letters.lowercased()),
      let number = FilenameNumber.bare(String(rest.dropFirst(dot.count)))
    {
      tokens.append(FilenameToken(kind: .word, text: letters + dot, gap: gap))
      tokens.append(FilenameToken(kind: .number(number), text: String(rest.dropFirst(dot.count)), gap: ""))
      return
    }
    tokens.append(FilenameToken(kind: kind, text: text, gap: gap))
  }

  /// A piece without spaces and hyphens: a mark with its number, a number, a word.
  static func kind(of text: String) -> FilenameToken.Kind {
    if let number = FilenameNumber.bare(text) { return .number(number) }
    var letters = text.prefix { $0.isLetter || "°№".contains($0) }
    var rest = text.dropFirst(letters.count)
    // `n.º12`
    if letters.count == 1, let sign = rest.dropFirst().first, rest.first == ".", "º°".contains(sign) {
      letters = text.prefix(3)
      rest = text.dropFirst(3)
    }
    let word = letters.lowercased().filter { $0 != "." }
    if FilenameWords.dotted.contains(word), word != "bd", rest.first != "." { return .word }
    guard let mark = FilenameWords.marks[word], word != "book", word != "c" || text.lowercased() != "c2c",
      let number = FilenameNumber.marked(String(rest.first == "." ? rest.dropFirst() : rest), word: word)
    else { return .word }
    // Seasons are written S01; S1 and S.H. are names.
    if word == "s", rest.count != 2 { return .word }
    return .mark(mark, number, word: word)
  }
}
