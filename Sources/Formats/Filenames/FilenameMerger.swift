import BookModel

/// Merges facts that were written as several words: `Vol. 3`, `of 6`, `December, 2004`.
struct FilenameMerger {
  private let tokens: [FilenameToken]
  private var merged: [FilenameToken] = []
  private var index = 0

  static func merge(_ tokens: [FilenameToken]) -> [FilenameToken] {
    var merger = FilenameMerger(tokens: tokens)
    while merger.index < tokens.count { merger.step() }
    return merger.merged
  }

  private init(tokens: [FilenameToken]) { self.tokens = tokens }

  private func token(_ offset: Int) -> FilenameToken? {
    tokens.indices.contains(index + offset) ? tokens[index + offset] : nil
  }

  private mutating func step() {
    if let (kind, count) = date() ?? count() ?? counted() ?? markBefore() ?? markBehind() {
      let run = tokens[index..<(index + count)]
      var last = FilenameToken(kind: kind, text: "", gap: tokens[index].gap, trail: run.last?.trail ?? "")
      last.text = String(FilenameToken.text(of: run).dropLast(last.trail.count))
      merged.append(last)
      index += count
    } else {
      merged.append(tokens[index])
      index += 1
    }
  }

  /// A word and the number after it. `Issue` before `#3` merely repeats the sign.
  private func markBefore() -> (FilenameToken.Kind, Int)? {
    guard let word = token(0)?.word, let next = token(1) else { return nil }
    if FilenameWords.numberWords.contains(word), case .mark(.issue, _, _) = next.kind {
      return (next.kind, 2)
    }
    guard let mark = FilenameWords.marks[word], next.gap != "" || word == "#",
      let number = next.number ?? roman(next, behind: word), !number.hasPrefix("-")
    else { return nil }
    // A single letter needs its dot. `Book 03` is a volume; The Jungle Book 3 is not.
    let isShort = word.count == 1 && word != "#" && word != "№" || FilenameWords.dotted.contains(word)
    if isShort, token(0)?.text.hasSuffix(".") != true { return nil }
    if FilenameWords.names.contains(word), index == 0 { return nil }
    if word == "book", index == 0 || !next.text.hasPrefix("0") { return nil }
    return (.mark(mark, number, word: word), 2)
  }

  /// `Tome IV`: Roman numerals, after words that can only mean a volume.
  private func roman(_ token: FilenameToken, behind word: String) -> String? {
    guard token.kind == .word, FilenameWords.volumeWordsOfTitles.contains(word), word.count > 1 else {
      return nil
    }
    return FilenameNumerals.roman(token.text).map { String($0) }
  }

  /// A number with a counter after a space: `제 12 화`, `전 12권`.
  private func counted() -> (FilenameToken.Kind, Int)? {
    guard let sign = token(0)?.text, sign.count == 1, let character = sign.first else { return nil }
    if FilenameWords.ordinalSigns.contains(character), let number = token(1)?.number,
      let counter = token(2)?.text, counter.count == 1,
      let mark = counter.first.flatMap({ FilenameWords.counters[$0] })
    {
      return (.mark(mark, number, word: "第"), 3)
    }
    if FilenameWords.totals.contains(character), let next = token(1),
      case .mark(_, let number, "第") = next.kind
    {
      return (.mark(.total, number, word: String(next.text.suffix(1))), 2)
    }
    return nil
  }

  /// A number and the word after it, if that word has no number of its own.
  private func markBehind() -> (FilenameToken.Kind, Int)? {
    guard let number = token(0)?.number, let word = token(1)?.word, FilenameWords.marksBehind.contains(word),
      let mark = FilenameWords.marks[word], token(2)?.number == nil
    else { return nil }
    return (.mark(mark, number, word: word), 2)
  }

  private func count() -> (FilenameToken.Kind, Int)? {
    guard let word = token(0)?.word, FilenameWords.ofWords.contains(word), let number = token(1)?.number
    else { return nil }
    switch merged.last?.kind {
    case .number, .mark: break
    case nil where word != "de": break
    default: return nil
    }
    return (.mark(.count, number, word: word), 2)
  }

  /// One or two months and a year: `Sep-Oct 1951`, `09-10 1943`.
  private func date() -> (FilenameToken.Kind, Int)? {
    guard let first = token(0) else { return nil }
    var month = first.word.flatMap(FilenameWords.month)
    var yearOffset = 1
    if month != nil, token(1)?.word.flatMap(FilenameWords.month) != nil, token(1)?.gap == "-" {
      yearOffset = 2
    }
    if month == nil, let range = first.number, range.contains("-") {
      month = range.split(separator: "-").first.flatMap { Int($0) }.flatMap {
        (1...12).contains($0) ? $0 : nil
      }
    }
    guard let month, let year = token(yearOffset)?.year, let date = PartialDate(year: year, month: month)
    else { return nil }
    return (.date(date), yearOffset + 1)
  }
}
