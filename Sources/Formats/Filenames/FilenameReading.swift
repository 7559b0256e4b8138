import BookModel

/// The rules of the filename parser, applied to one name's tokens.
struct FilenameReading {
  var items: [Item]
  let rules: FilenameRules
  var name = ParsedName()
  /// What was set aside at the beginning: brackets, a shelf's mark.
  var aside: [FilenameToken] = []

  struct Item {
    var token: FilenameToken
    var role: Role
    /// Whether what it says has gone into a field; what is left over is kept as scan information.
    var isUsed = false

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
  }

  init(_ tokens: [FilenameToken], _ rules: FilenameRules) {
    self.rules = rules
    items = []
    for token in tokens {
      switch token.kind {
      case .dash: items.append(Item(token: token, role: .dash))
      case .mark, .date: items.append(Item(token: token, role: .fact))
      case .word, .number: items.append(Item(token: token, role: .text))
      case .group(let inner):
        if let facts = FilenameReading.facts(of: inner) {
          items += facts.map { Item(token: $0, role: .factInBrackets) }
        } else if items.isEmpty {
          aside.append(token)
        } else {
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

  /// - Parameter alternate: a number known to stand apart from the name.
  mutating func parse(alternate: String?) -> ParsedName {
    dropShelfPrefix()
    readCounts()
    chooseBareNumber()
    let leading = dropLeadingNumber()
    readMarks()
    readDates()
    readSeries()
    readTitle()
    readLeadingNumber(leading, alternate)
    readEditions()
    readRemainder()
    if rules.volumeAsNumber, name.number == nil, name.chapter == nil, let volume = name.volume,
      volume.whole.map({ $0 < 1000 }) ?? true
    {
      name.number = volume
      name.confidences[.number] = .guess
    }
    return name
  }

  /// A number as the rules want it.
  func number(_ text: String) -> BookNumber? {
    BookNumber(rules.zeros == .keep ? text : FilenameNumber.withoutZeros(text))
  }

  // MARK: marks

  private mutating func readMarks() {
    let isAlone = items.count == 1
    for index in items.indices where items[index].isFact {
      guard case .mark(let mark, let text, let word) = items[index].token.kind else { continue }
      let number = number(text)
      let isTome = rules.tome == .number && ["t", "tome"].contains(word)
      let isMarked: Confidence = word.isEmpty ? isAlone ? .guess : .likely : .certain
      switch mark {
      case .volume where isTome && name.number == nil: take(index, \.number, number, .number, .certain)
      case .volume where !isTome && name.volume == nil:
        take(index, \.volume, number, .volume, word == "s" ? .likely : .certain)
        name.volumeWord = word
      case .chapter where name.chapter == nil: take(index, \.chapter, number, .chapter, .certain)
      case .issue where name.number == nil: take(index, \.number, number, .number, isMarked)
      case .count where name.count == nil: take(index, \.count, Int(text), .count, .certain)
      case .special where name.special == nil: name.special = number
      default: break
      }
    }
  }

  private mutating func take<Value>(
    _ index: Int, _ path: WritableKeyPath<ParsedName, Value?>, _ value: Value?, _ field: MetadataField,
    _ confidence: Confidence
  ) {
    name[keyPath: path] = value
    name.confidences[field] = confidence
    items[index].isUsed = true
  }

  // MARK: the issue's number

  /// `2 of 4` without brackets is the issue's number, unless that is known already: then it is a title's.
  private mutating func readCounts() {
    for index in items.indices.dropFirst() where items[index].role == .fact && items[index].mark == .count {
      if items[index - 1].role == .text, !items[..<index].contains(where: { $0.isFact && $0.mark == .issue })
      {
        choose(index - 1)
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
      choose(last)
      return
    }
    guard let first = stretches.first else { return }
    // Inside the words only a number that cannot be one of theirs.
    if let index = first.dropFirst().last(where: {
      items[$0].role == .text && isUnmistakable(items[$0].token)
    }) {
      choose(index)
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

  private mutating func choose(_ index: Int) {
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

  // MARK: what stands in front

  /// `Bd Fr-Aldebaran`: the shelf a book comes from.
  private mutating func dropShelfPrefix() {
    for prefix in FilenameWords.shelfPrefixes where items.count > prefix.count {
      let isPrefix = zip(prefix, items).allSatisfy { $0 == $1.token.word }
      let next = items[prefix.count]
      guard isPrefix, next.role == .dash || next.token.gap == "-" else { continue }
      let text = FilenameToken.text(of: items.prefix(prefix.count).map(\.token))
      aside.append(FilenameToken(kind: .word, text: text, gap: ""))
      items.removeFirst(prefix.count)
      return
    }
  }

  /// `04 - Asterix`: a place on a shelf, no part of the name.
  private mutating func dropLeadingNumber() -> FilenameToken? {
    guard items.count > 1, items[0].role == .text, items[0].token.number != nil else { return nil }
    let hasDash = items.count > 2 && items[1].role == .dash
    switch rules.leadingNumber {
    case .series: return nil
    case .auto where !hasDash: return nil
    case .number, .alternate:
      guard hasDash || items[1].role == .text else { return nil }
    case .auto: break
    }
    let token = items[0].token
    items.removeFirst(hasDash ? 2 : 1)
    return token
  }

  private mutating func readLeadingNumber(_ token: FilenameToken?, _ alternate: String?) {
    if let alternate {
      name.alternateNumber = number(alternate)
      name.confidences[.alternateNumber] = .unsure
    }
    guard let token, let text = token.number else { return }
    switch rules.leadingNumber {
    case .number where !name.isNumbered:
      name.number = number(text)
      name.confidences[.number] = .unsure
    case .alternate:
      name.alternateNumber = number(text)
      name.confidences[.alternateNumber] = .unsure
    default: aside.append(token)
    }
  }

  // MARK: dates

  /// Of two years around the number, the first tells runs apart and the second is the book's.
  private mutating func readDates() {
    var dates: [(index: Int, date: PartialDate)] = []
    for (index, item) in items.enumerated() where item.isFact {
      if case .date(let date) = item.token.kind { dates.append((index, date)) }
    }
    let number = items.firstIndex { $0.isFact && $0.mark == .issue } ?? 0
    if dates.count > 1, dates[0].index < number {
      if name.volume == nil {
        take(dates[0].index, \.volume, BookNumber(String(dates[0].date.year)), .volume, .likely)
      }
      dates.removeFirst()
    }
    guard let (index, date) = dates.first else { return }
    take(index, \.date, date, .date, items[index].role == .factInBrackets ? .certain : .likely)
  }
}
