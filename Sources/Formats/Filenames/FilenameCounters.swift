/// Numbers with Chinese, Japanese or Korean counters, which need no spaces around them: `漫画卷2第25话`.
struct FilenameCounters {
  private let characters: [Character]
  private var pieces: [FilenameToken] = []
  /// Where the text that is not yet part of a piece begins.
  private var start = 0

  /// The pieces of a text that contains such numbers; nil if it contains none.
  static func tokens(of text: Substring, gap: String) -> [FilenameToken]? {
    guard text.contains(where: { FilenameWords.counters[$0] != nil || $0 == "年" }) else { return nil }
    var counters = FilenameCounters(FilenameNumerals.counted(text))
    counters.scan()
    guard !counters.pieces.isEmpty else { return nil }
    counters.cut(at: counters.characters.count)
    counters.pieces[0].gap = gap
    return counters.pieces
  }

  private init(_ text: String) { characters = Array(text) }

  private mutating func scan() {
    var index = 0
    while index < characters.count {
      guard FilenameNumber.isDigit(characters[index]) else {
        index += 1
        continue
      }
      if let (date, issue, count) = FilenameDates.counted(String(characters[index...])[...]) {
        cut(at: index)
        let text = String(characters[index..<(index + count)])
        append(.date(date), text, until: index + count)
        if let issue { append(.mark(.issue, issue, word: "号"), "", until: index + count) }
        index += count
      } else {
        index = number(at: index)
      }
    }
  }

  /// Reads the number that begins at an index and returns the index after it.
  private mutating func number(at index: Int) -> Int {
    let end = endOfNumber(at: index)
    let behind = end < characters.count ? FilenameWords.counters[characters[end]] : nil
    let hasCounterInFront = index > start && FilenameWords.countersInFront.contains(characters[index - 1])
    guard let mark = behind ?? (hasCounterInFront ? .volume : nil),
      var number = FilenameNumber.bare(String(characters[index..<end]))
    else { return end }
    let sign = index > start ? characters[index - 1] : " "
    // A name, as in 鉄人28号.
    if mark == .issue, index > 0, !FilenameWords.ordinalSigns.contains(sign) { return end }
    let first = FilenameWords.ordinalSigns.contains(sign) || behind == nil ? index - 1 : index
    var last = behind == nil ? end : end + 1
    let word = behind == nil ? sign : characters[end]
    if index > start, FilenameWords.totals.contains(sign) {
      cut(at: index - 1)
      append(.mark(.total, number, word: String(word)), String(characters[(index - 1)..<last]), until: last)
      return last
    }
    if let (upper, end) = upperEnd(of: last, counter: word) {
      number += "-" + upper
      last = end
    }
    cut(at: first)
    append(
      .mark(mark, number, word: mark == .issue && first == index ? "号" : "第"),
      String(characters[first..<last]), until: last)
    return last
  }

  private func endOfNumber(at index: Int) -> Int {
    var end = index
    while end < characters.count, FilenameNumber.isDigit(characters[end]) || ".-".contains(characters[end]) {
      end += 1
    }
    return end
  }

  /// The upper end of a range with a counter at both ends: `第01巻-第09巻`.
  private func upperEnd(of index: Int, counter: Character) -> (number: String, end: Int)? {
    guard index < characters.count, characters[index] == "-" else { return nil }
    var begin = index + 1
    if begin < characters.count, FilenameWords.ordinalSigns.contains(characters[begin]) { begin += 1 }
    let end = endOfNumber(at: begin)
    guard end > begin, end < characters.count, characters[end] == counter,
      let number = FilenameNumber.bare(String(characters[begin..<end]))
    else { return nil }
    return (number, end + 1)
  }

  private mutating func append(_ kind: FilenameToken.Kind, _ text: String, until end: Int) {
    pieces.append(FilenameToken(kind: kind, text: text, gap: ""))
    start = end
  }

  /// Turns the text before an index into a word.
  private mutating func cut(at index: Int) {
    guard index > start else { return }
    pieces.append(FilenameToken(kind: .word, text: String(characters[start..<index]), gap: ""))
    start = index
  }
}
