import BookModel

/// Names, titles and leftovers.
extension FilenameReading {
  // MARK: the series

  mutating func readSeries() {
    var end = items.firstIndex { $0.role != .text && $0.role != .dash } ?? items.count
    // `Love Hina - Special` names a book of some series: the folder's is likelier than one of that name.
    if end > 2, items[end - 2].role == .dash, let word = items[end - 1].token.word,
      FilenameWords.isKind(word), !name.isNumbered, name.special == nil
    {
      name.title = items[end - 1].token.text
      setFormat(FilenameWords.format(word) ?? "Special", .unsure)
      name.confidences[.title] = .unsure
      name.confidences[.series] = .guess
      items[end - 1].isUsed = true
      end -= 2
    } else if rules.dashTitle == .always, end == items.count || !items[end].isFact || items[end].mark == nil,
      let dash = items[..<end].firstIndex(where: { $0.role == .dash }), dash > 0, dash + 1 < end
    {
      setTitle(items[(dash + 1)..<end].map(\.token), .unsure)
      for index in dash..<end { items[index].isUsed = true }
      end = dash
    }
    var words = items[..<end].map(\.token)
    for index in 0..<end { items[index].isUsed = true }
    if end < items.count, items[end].mark == .issue, let last = words.last, let word = last.word,
      FilenameWords.numberWords.contains(word) || last.text.lowercased() == "n."
    {
      words.removeLast()
    }
    // `The Defenders v1 Annual #01` is an issue of The Defenders Annual.
    if end + 2 < items.count, items[end].mark == .volume, items[end + 1].token.word == "annual",
      items[end + 2].mark == .issue
    {
      words.append(items[end + 1].token)
      items[end + 1].isUsed = true
    }
    name.series = FilenameReading.text(words)
    if name.series != nil, name.confidences[.series] == nil {
      name.confidences[.series] = name.isNumbered || name.date != nil ? .likely : .unsure
    }
    // `#52` by itself may just as well be the series of that name.
    if name.series == nil, items.count == 1, aside.isEmpty,
      case .mark(.issue, let number, "#") = items[0].token.kind
    {
      name.series = number
      name.confidences[.series] = .guess
    }
  }

  /// The text of tokens without surrounding punctuation; nil if nothing is left.
  private static func text(_ tokens: some BidirectionalCollection<FilenameToken>) -> String? {
    var text = FilenameToken.text(of: tokens).trimmed[...]
    let loose: Set<Character> = ["-", "–", "—", ",", ":", ";", " "]
    while let first = text.first, loose.contains(first) { text.removeFirst() }
    while let last = text.last, loose.contains(last) { text.removeLast() }
    return text.isEmpty ? nil : String(text)
  }

  // MARK: the title

  mutating func readTitle() {
    guard let first = items.firstIndex(where: { $0.isFact }) else { return }
    var index = first + 1
    while index < items.count, name.title == nil {
      let start = index
      while index < items.count, items[index].role == .text || items[index].role == .dash { index += 1 }
      if start < index, isTitle(at: start) { readTitle(start..<index) }
      index += 1
    }
    // Collections often have nothing but `Book 3` to distinguish them, so readers show that.
    if name.title == nil, name.volumeWord == "book", let book = items.first(where: { $0.mark == .volume }) {
      setTitle([book.token], .unsure)
    }
  }

  private mutating func readTitle(_ range: Range<Int>) {
    var range = range
    // `#8 - Simple Truth 03 (of 06)`: part three of six.
    if name.number != nil, name.volume == nil, range.upperBound < items.count,
      items[range.upperBound].mark == .count, let number = items[range.upperBound - 1].token.number,
      range.count > 1
    {
      range.removeLast()
      name.volume = self.number(number)
      name.volumeCount = name.count
      name.count = nil
      name.confidences[.count] = nil
      name.confidences[.volume] = .likely
      name.confidences[.volumeCount] = .likely
      items[range.upperBound].isUsed = true
    }
    while let word = range.last.flatMap({ items[$0].token.word }), FilenameWords.asides.contains(word) {
      // `Reiwa Scans` names the scanners.
      if word == "scans" || word == "scanlations" { return }
      range.removeLast()
    }
    let words = items[range].map(\.token)
    guard words.map(\.word) != ["annual"] else { return }
    setTitle(words, words.first?.isDash == true ? .likely : .unsure)
    if name.title != nil { for index in range { items[index].isUsed = true } }
  }

  private mutating func setTitle(_ words: [FilenameToken], _ confidence: Confidence) {
    guard let title = FilenameReading.text(words) else { return }
    name.title = title
    name.confidences[.title] = confidence
  }

  /// Words after brackets or after an unmarked number are a title only if a dash introduces them.
  private func isTitle(at start: Int) -> Bool {
    if items[start].role == .dash { return true }
    let before = items[start - 1]
    if before.token.trail == ":" { return true }
    guard before.role == .fact, case .mark(_, _, let word) = before.token.kind else { return false }
    return !word.isEmpty
  }

  // MARK: leftovers

  /// Forms of publication that can be recognized from the series and the number.
  mutating func readEditions() {
    if let form = name.series.flatMap(FilenameWords.format(ofSeries:)) { setFormat(form, .likely) }
    if name.special != nil { setFormat("Special", .certain) }
    if rules.letterScheme == .protofolius, let letter = name.number?.text.first,
      let edition = FilenameWords.protofolius[letter]
    {
      setFormat(edition, .likely)
    }
  }

  /// A name that only says what kind of book it is leaves the series to the folder: `Oneshot`, `Special 1`.
  mutating func readKind() {
    guard let series = name.series, name.title == nil, subject != .folder else { return }
    // `Annual 2012`
    let kind = series.trimmed.split(separator: " ").filter { !$0.allSatisfy(FilenameNumber.isDigit) }
      .joined(separator: " ")
    guard FilenameWords.isKind(kind) else { return }
    name.confidences[.series] = .guess
    guard FilenameWords.specialWords.contains(FilenameWords.plain(kind)) else {
      if let form = FilenameWords.format(kind) { setFormat(form, .likely) }
      return
    }
    name.title = name.number.map { "\(series) \($0)" } ?? series
    name.confidences[.title] = .unsure
    name.special = name.special ?? name.number
    name.number = nil
    name.confidences[.number] = nil
    setFormat("Special", .unsure)
  }

  private mutating func setFormat(_ form: String, _ confidence: Confidence) {
    name.format = form
    name.confidences[.format] = confidence
  }

  /// Sorts the unused parts: a publisher, a form of publication, and everything else as scan information.
  mutating func readRemainder() {
    var rest: [String] = []
    for token in aside { keep(token, &rest) }
    var run: [FilenameToken] = []
    for item in items + [Item(token: FilenameToken(kind: .dash, text: "", gap: ""), role: .dash)] {
      if item.role == .text, !item.isUsed {
        run.append(item.token)
        continue
      }
      keep(run, &rest)
      run = []
      if item.role == .group {
        keep(item.token, &rest)
      } else if item.isFact, !item.isUsed {
        rest.append(item.token.text)
      } else if item.isFact {
        rest += FilenameReading.unread(item.token)
      }
    }
    guard !rest.isEmpty else { return }
    name.scanInformation = rest.joined(separator: ", ")
    name.confidences[.scanInformation] = .unsure
  }

  /// Parts of a fact's text that the fact does not cover: a release's version, the last year of a range.
  private static func unread(_ token: FilenameToken) -> [String] {
    switch token.kind {
    case .mark(_, _, let word) where !word.isEmpty && word != "#":
      FilenameNumber.release(of: token.text).map { [$0] } ?? []
    case .run: [token.text]
    default: []
    }
  }

  /// A bracketed group: a publisher or form, or one of each before a hyphen (`Digital-Empire`).
  private mutating func keep(_ token: FilenameToken, _ rest: inout [String]) {
    guard case .group = token.kind else { return rest.append(token.text) }
    let text = token.text.dropFirst().dropLast().trimmed
    if name.publisher == nil, let publisher = FilenameWords.publisher(text) {
      name.publisher = publisher
      name.confidences[.publisher] = .likely
    } else if let form = FilenameWords.format(text) {
      keep(form, &rest)
    } else if let hyphen = text.firstIndex(of: "-"), let form = FilenameWords.format(text[..<hyphen]) {
      keep(form, &rest)
      rest.append(text[hyphen...].dropFirst().trimmed)
    } else if !text.isEmpty {
      rest.append(text)
    }
  }

  /// Words: a publisher's or a form's name, or neither.
  private mutating func keep(_ run: [FilenameToken], _ rest: inout [String]) {
    guard let text = FilenameReading.text(run) else { return }
    if name.publisher == nil, FilenameWords.barePublishers.contains(text.lowercased()),
      let publisher = FilenameWords.publisher(text)
    {
      name.publisher = publisher
      name.confidences[.publisher] = .unsure
    } else if let form = FilenameWords.format(text) {
      keep(form, &rest)
    } else {
      rest.append(text)
    }
  }

  /// Only one form fits into its field: the first, but `Digital`, which says least, gives way to any other.
  /// The rest are leftovers.
  private mutating func keep(_ form: String, _ rest: inout [String]) {
    if let known = name.format, known != "Digital" {
      if known != form { rest.append(form) }
    } else {
      if let known = name.format, known != form { rest.append(known) }
      setFormat(form, .likely)
    }
  }
}
