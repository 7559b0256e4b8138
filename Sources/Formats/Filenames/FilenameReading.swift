import BookModel

/// The rules of the filename parser, applied to one name's tokens.
struct FilenameReading {
  private var items: [Item]

  private struct Item {
    var token: FilenameToken
    var role: Role

    enum Role: Equatable {
      case text, dash
      /// Says something by itself: a mark, a date, the number chosen.
      case fact
      /// The same, in brackets.
      case factInBrackets
      /// Other brackets.
      case group
    }

    /// Whether a stretch of words ends here.
    var isBreak: Bool { role == .dash || role == .group || role == .factInBrackets || token.trail == ":" }
    var isFact: Bool { role == .fact || role == .factInBrackets }
    var mark: FilenameWords.Mark? { if case .mark(let mark, _, _) = token.kind { mark } else { nil } }
    var isDate: Bool { if case .date = token.kind { true } else { false } }
  }

  init(_ tokens: [FilenameToken]) {
    items = []
    for token in tokens {
      switch token.kind {
      case .dash: items.append(Item(token: token, role: .dash))
      case .mark, .date: items.append(Item(token: token, role: .fact))
      case .word, .number: items.append(Item(token: token, role: .text))
      case .group(let inner):
        if let facts = FilenameReading.facts(of: inner) {
          items += facts.map { Item(token: $0, role: .factInBrackets) }
        } else if !items.isEmpty {
          items.append(Item(token: token, role: .group))
        }
      }
    }
  }

  /// What brackets say, where every word in them is understood: `(2013)`, `(1 of 3)`, `[Volume 11]`.
  private static func facts(of tokens: [FilenameToken]) -> [FilenameToken]? {
    var facts: [FilenameToken] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .mark, .date: facts.append(token)
      case .number(let number):
        let years = number.split(separator: "-").compactMap { Int($0) }
        if let first = years.first, years.allSatisfy({ (1900...2099).contains($0) }),
          let date = PartialDate(year: first)
        {
          facts.append(FilenameToken(kind: .date(date), text: token.text, gap: token.gap))
        } else if index + 1 < tokens.count, case .mark(.count, _, _) = tokens[index + 1].kind {
          facts.append(FilenameToken(kind: .mark(.issue, number, word: ""), text: token.text, gap: token.gap))
        } else {
          return nil
        }
      default: return nil
      }
    }
    return facts.isEmpty ? nil : facts
  }

  mutating func parse() -> ParsedName {
    var name = ParsedName()
    readCounts()
    chooseBareNumber()
    dropLeadingNumber()
    for item in items where item.isFact {
      guard case .mark(let mark, let number, let word) = item.token.kind else { continue }
      switch mark {
      case .volume where name.volume == nil:
        name.volume = BookNumber(number)
        name.volumeWord = word
      case .chapter: name.chapter = name.chapter ?? BookNumber(number)
      case .issue: name.number = name.number ?? BookNumber(number)
      case .count: name.count = name.count ?? Int(number)
      default: break
      }
    }
    readDates(into: &name)
    name.series = series
    readTitle(into: &name)
    return name
  }

  // MARK: the issue's number

  /// `2 of 4` without brackets is the issue's number, unless that is known already: then it is a title's.
  private mutating func readCounts() {
    for index in items.indices.dropFirst() where items[index].role == .fact && items[index].mark == .count {
      if items[index - 1].role == .text, !items[..<index].contains(where: { $0.isFact && $0.mark == .issue })
      {
        take(index - 1)
      } else {
        items[index].token.kind = .word
        items[index].role = .text
      }
    }
  }

  /// Finds the issue's number among those without a mark, and makes it a fact.
  private mutating func chooseBareNumber() {
    guard !items.contains(where: { $0.isFact && ($0.mark == .issue || $0.mark == .chapter) }) else { return }
    let stretches = stretches
    for (order, stretch) in stretches.enumerated() {
      guard let last = stretch.last, items[last].role == .text, items[last].token.number != nil,
        items[last].token.year == nil, items[last].token.gap != "-",
        ends(stretch, at: last, order, of: stretches.count)
      else { continue }
      take(last)
      return
    }
    guard let first = stretches.first else { return }
    // Inside the words only a number that cannot be one of theirs.
    if let index = first.dropFirst().last(where: {
      items[$0].role == .text && isUnmistakable(items[$0].token)
    }) {
      take(index)
    }
  }

  /// Whether the number at the end of a stretch is the issue's.
  private func ends(_ stretch: [Int], at last: Int, _ order: Int, of count: Int) -> Bool {
    if stretch.count == 1 {
      // A number before a dash is no part of a name; one that is the whole name is all there is.
      return order > 0 || count == 1
    }
    guard let mark = items[..<last].lastIndex(where: { $0.isFact }) else { return true }
    // Behind a mark, words are a title, and a number at its end belongs to it.
    return items[(mark + 1)..<last].allSatisfy { $0.token.word == "annual" }
  }

  private func isUnmistakable(_ token: FilenameToken) -> Bool {
    guard let number = token.number, token.year == nil, token.gap != "-" else { return false }
    return token.text.hasPrefix("0") && token.text.count > 1 || number.contains("-")
      || token.text.last?.isLetter == true
  }

  private mutating func take(_ index: Int) {
    guard let number = items[index].token.number else { return }
    items[index].token.kind = .mark(.issue, number, word: "")
    items[index].role = .fact
  }

  /// The stretches of words and marks between dashes and brackets, as indices into the items.
  private var stretches: [[Int]] {
    var stretches: [[Int]] = [[]]
    for index in items.indices {
      let item = items[index]
      if item.role == .text || item.role == .fact { stretches[stretches.count - 1].append(index) }
      if item.isBreak { stretches.append([]) }
    }
    return stretches.filter { !$0.isEmpty }
  }

  /// `04 - Asterix`: a place on a shelf, no part of the name.
  private mutating func dropLeadingNumber() {
    guard items.count > 2, items[0].role == .text, items[0].token.number != nil, items[1].role == .dash else {
      return
    }
    items.removeFirst(2)
  }

  // MARK: names and dates

  private var series: String? {
    let end = items.firstIndex { $0.role != .text && $0.role != .dash } ?? items.count
    var words = items[..<end].map(\.token)
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
    }
    return FilenameReading.name(words)
  }

  /// The text of tokens without the punctuation around it; nil where nothing is left.
  private static func name(_ tokens: some BidirectionalCollection<FilenameToken>) -> String? {
    var text = FilenameToken.text(of: tokens).trimmed[...]
    let loose: Set<Character> = ["-", "–", "—", ",", ":", ";", " "]
    while let first = text.first, loose.contains(first) { text.removeFirst() }
    while let last = text.last, loose.contains(last) { text.removeLast() }
    return text.isEmpty ? nil : String(text)
  }

  /// Of two years around the number, the first tells runs apart and the second is the book's.
  private func readDates(into name: inout ParsedName) {
    var dates: [(index: Int, date: PartialDate)] = []
    for (index, item) in items.enumerated() where item.isFact {
      if case .date(let date) = item.token.kind { dates.append((index, date)) }
    }
    let number = items.firstIndex { $0.isFact && $0.mark == .issue } ?? 0
    if dates.count > 1, dates[0].index < number {
      name.volume = name.volume ?? BookNumber(String(dates[0].date.year))
      dates.removeFirst()
    }
    name.date = dates.first?.date
  }

  // MARK: the title

  private func readTitle(into name: inout ParsedName) {
    guard let first = items.firstIndex(where: { $0.isFact }) else { return }
    var index = first + 1
    while index < items.count {
      let start = index
      while index < items.count, items[index].role == .text || items[index].role == .dash { index += 1 }
      if start < index, isTitle(at: start) {
        var words = items[start..<index].map(\.token)
        // `#8 - Simple Truth 03 (of 06)`: third of six.
        if name.number != nil, name.volume == nil, index < items.count, items[index].mark == .count,
          let number = words.last?.number, words.count > 1
        {
          words.removeLast()
          name.volume = BookNumber(number)
          name.volumeCount = name.count
          name.count = nil
        }
        while let word = words.last?.word, FilenameWords.asides.contains(word) {
          words = word == "scans" || word == "scanlations" ? [] : Array(words.dropLast())
        }
        if words.map(\.word) != ["annual"], let title = FilenameReading.name(words) {
          name.title = title
          return
        }
      }
      index += 1
    }
  }

  /// Words behind brackets or a number without a mark are a title only where a dash says so.
  private func isTitle(at start: Int) -> Bool {
    if items[start].role == .dash { return true }
    let before = items[start - 1]
    if before.token.trail == ":" { return true }
    guard before.role == .fact, case .mark(_, _, let word) = before.token.kind else { return false }
    return !word.isEmpty
  }
}
