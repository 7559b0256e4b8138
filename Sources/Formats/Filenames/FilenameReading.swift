import BookModel

/// Applies the rules of the filename parser to the tokens of one name.
struct FilenameReading {
  var items: [Item]
  let rules: FilenameRules
  var name = ParsedName()
  /// Parts set aside at the beginning: brackets, a shelf's mark.
  var aside: [FilenameToken] = []
  /// What the name belongs to: a book, with the series its folder is named after if that is known, or a
  /// folder.
  let subject: FilenameSubject

  struct Item {
    var token: FilenameToken
    var role: Role
    /// Whether the item has gone into a field; the others are kept as scan information.
    var isUsed = false

    enum Role: Equatable {
      case text, dash
      /// Has a meaning of its own: a mark, a date, the chosen number.
      case fact
      /// The same, in brackets.
      case factInBrackets
      /// Other brackets.
      case group
    }

    /// Whether a stretch of words ends here.
    var isBreak: Bool { role == .dash || role == .group || role == .factInBrackets || token.trail == ":" }
    /// Whether it is a mark outside brackets that is written as a word.
    var isWordedMark: Bool {
      if case .mark(_, _, let word) = token.kind, role == .fact { return !word.isEmpty }
      return false
    }
    var isFact: Bool { role == .fact || role == .factInBrackets }
    var mark: FilenameWords.Mark? { if case .mark(let mark, _, _) = token.kind { mark } else { nil } }
  }

  init(_ tokens: [FilenameToken], _ rules: FilenameRules, _ subject: FilenameSubject) {
    self.rules = rules
    self.subject = subject
    items = []
    let naming = FilenameReading.namingGroup(of: tokens)
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .dash: items.append(Item(token: token, role: .dash))
      case .mark, .date, .run: items.append(Item(token: token, role: .fact))
      case .number(let number) where isSerial(number, at: index, of: tokens):
        items.append(Item(token: FilenameToken(kind: .word, text: token.text, gap: token.gap), role: .group))
      case .word, .number: items.append(Item(token: token, role: .text))
      case .group(let inner):
        if FilenameReading.isEvent(token, at: index, of: tokens) {
          if items.isEmpty { aside.append(token) } else { items.append(Item(token: token, role: .group)) }
        } else if let facts = FilenameReading.facts(of: inner) {
          items += facts.map { Item(token: $0, role: .factInBrackets) }
        } else if index == naming {
          items.append(Item(token: FilenameToken(kind: .word, text: token.inner, gap: ""), role: .text))
        } else if items.isEmpty {
          aside.append(token)
        } else {
          items.append(Item(token: token, role: .group))
        }
      }
    }
  }

  /// A shop's time stamp or a gallery's number after the name.
  private func isSerial(_ number: String, at index: Int, of tokens: [FilenameToken]) -> Bool {
    guard index > 0 else { return false }
    let isLast = tokens[(index + 1)...].allSatisfy { if case .group = $0.kind { true } else { false } }
    return FilenameNumber.isSerial(number, atLeast: isLast ? 6 : 9)
  }

  /// The facts in brackets if every word in them is understood: `(2013)`, `(1 of 3)`, `[Volume 11]`.
  static func facts(of tokens: [FilenameToken]) -> [FilenameToken]? {
    if let run = openRun(tokens) { return [run] }
    var facts: [FilenameToken] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .mark, .date, .run: facts.append(token)
      case .number(let number):
        if let year = FilenameDates.run(number) {
          facts.append(FilenameToken(kind: .run(year), text: token.text, gap: token.gap))
        } else if let year = token.year, let date = PartialDate(year: year) {
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

  /// `2016-`, `2016-present`: a run that is still going.
  private static func openRun(_ tokens: [FilenameToken]) -> FilenameToken? {
    guard let first = tokens.first, let year = first.year, tokens.count > 1 else { return nil }
    let words = tokens.dropFirst().filter { !$0.isDash }.map(\.word)
    guard words.isEmpty || words == ["present"] || words == ["ongoing"],
      tokens[1].isDash || tokens[1].gap == "-"
    else { return nil }
    return FilenameToken(kind: .run(year), text: FilenameToken.text(of: tokens), gap: first.gap)
  }

  /// - Parameter alternate: a number already known to be separate from the name.
  mutating func parse(alternate: String?) -> ParsedName {
    dropShelfPrefix()
    demoteWeakMarks()
    readCounts()
    chooseBareNumber()
    let place = dropPlace()
    let leading = place == nil ? dropLeadingNumber() : nil
    readMarks()
    readDates()
    readSeries()
    readTitle()
    readPlace(place)
    readLeadingNumber(leading, alternate)
    readEditions()
    readKind()
    readCreators()
    readRemainder()
    if rules.volumeAsNumber, name.number == nil, name.chapter == nil, let volume = name.volume,
      volume.whole.map({ $0 < 1000 }) ?? true
    {
      name.number = volume
      name.confidences[.number] = .guess
    }
    return name
  }

  /// A number in the form the rules ask for.
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
      case .total where name.volumeCount == nil && FilenameWords.counters[Character(word)] == .volume:
        take(index, \.volumeCount, Int(text), .volumeCount, .certain)
      default: break
      }
    }
  }

  mutating func take<Value>(
    _ index: Int, _ path: WritableKeyPath<ParsedName, Value?>, _ value: Value?, _ field: MetadataField,
    _ confidence: Confidence
  ) {
    name[keyPath: path] = value
    name.confidences[field] = confidence
    items[index].isUsed = true
  }

  // MARK: dates

  /// Of two years around the number, the first distinguishes runs and the second is the book's own. The years
  /// of a run are not the date of a book.
  private mutating func readDates() {
    var dates: [(index: Int, date: PartialDate, isRun: Bool)] = []
    for (index, item) in items.enumerated() where item.isFact {
      switch item.token.kind {
      case .date(let date): dates.append((index, date, false))
      case .run(let year): if let date = PartialDate(year: year) { dates.append((index, date, true)) }
      default: break
      }
    }
    let number = items.firstIndex { $0.isFact && $0.mark == .issue } ?? 0
    if dates.count > 1, let run = dates.firstIndex(where: { $0.isRun }) ?? (dates[0].index < number ? 0 : nil)
    {
      if name.volume == nil {
        take(dates[run].index, \.volume, BookNumber(String(dates[run].date.year)), .volume, .likely)
      }
      dates.remove(at: run)
    }
    guard let (index, date, isRun) = dates.first else { return }
    take(index, \.date, date, .date, items[index].role == .factInBrackets ? .certain : .likely)
    name.isRun = isRun
  }
}
