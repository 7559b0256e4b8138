import BookModel

/// Finds numbers whose meaning the name does not state.
extension FilenameReading {
  // MARK: the issue number

  /// In `2 of 4` without brackets, 2 is the issue number; if that is already known, both belong to a title.
  mutating func readCounts() {
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

  /// Turns marks into words if they belong to a title that is followed by a volume.
  mutating func demoteWeakMarks() {
    guard let volume = plainVolume else { return }
    for index in items[..<volume].indices where items[index].role == .fact {
      guard case .mark(let mark, let number, let word) = items[index].token.kind,
        FilenameWords.weakMarks.contains(word), mark != .chapter || !number.hasPrefix("0") || number == "0"
      else { continue }
      items[index].token.kind = .word
      items[index].role = .text
    }
  }

  /// The volume outside brackets: everything before it, numbers included, is the series.
  private var plainVolume: Int? {
    items.lastIndex { item in
      guard case .mark(.volume, _, let word) = item.token.kind, item.role == .fact else { return false }
      return !FilenameWords.weakMarks.contains(word)
    }
  }

  /// Finds the issue number among the unmarked numbers and makes it a fact.
  mutating func chooseBareNumber() {
    guard !items.contains(where: { $0.isFact && ($0.mark == .issue || $0.mark == .chapter) }),
      !isNumberAndYear
    else { return }
    let border = plainVolume ?? -1
    let stretches = stretches
    var ends: [Int] = []
    for (order, stretch) in stretches.enumerated() {
      let last = withoutAsides(stretch)
      guard let last, last > border, isBareNumber(last),
        self.ends(stretch, at: last, order, of: stretches.count)
      else { continue }
      ends.append(last)
    }
    // `Lantern 9 - The Tide 003`: leading zeros identify an issue number.
    let padded = ends.first { FilenameNumber.isPadded(items[$0].token.text) }
    if let index = padded ?? ends.first { return choose(index) }
    guard let first = stretches.first else { return }
    // Within the words, only a number that cannot be part of a name counts.
    if let index = first.dropFirst().last(where: {
      $0 > border && items[$0].role == .text && isUnmistakable(items[$0].token)
    }) {
      choose(index)
    }
  }

  /// `400 (1998)` is a book of a series called 400; `004 (1998)` is number four of some series.
  private var isNumberAndYear: Bool {
    guard items.count > 1, items[0].role == .text, items[0].token.number != nil,
      !items[0].token.text.hasPrefix("0")
    else { return false }
    let rest = items.dropFirst()
    let hasDate = rest.contains {
      if case .date = $0.token.kind { $0.role == .factInBrackets } else { false }
    }
    return hasDate && rest.allSatisfy { $0.role == .factInBrackets || $0.role == .group }
  }

  private func isBareNumber(_ index: Int) -> Bool {
    let token = items[index].token
    guard items[index].role == .text, token.number != nil, token.year == nil, token.gap != "-" else {
      return false
    }
    // A folder's number is part of the series' name (Area 51), unless it is written like an issue number.
    return subject != .folder || isUnmistakable(token)
  }

  /// The last item of a stretch, ignoring remarks about the scan and a year after a number:
  /// `12 2014 digital`.
  private func withoutAsides(_ stretch: [Int]) -> Int? {
    var rest = stretch[...]
    while rest.count > 1, let word = rest.last.flatMap({ items[$0].token.word }),
      FilenameWords.asides.contains(word), items[rest[rest.endIndex - 2]].token.number != nil
    {
      rest.removeLast()
    }
    if rest.count > 2, let year = rest.last, items[year].token.year != nil, items[year].role == .text,
      isBareNumber(rest[rest.endIndex - 2])
    {
      rest.removeLast()
    }
    return rest.last
  }

  /// Whether the number at the end of a stretch is the issue number.
  private func ends(_ stretch: [Int], at last: Int, _ order: Int, of count: Int) -> Bool {
    if stretch.count == 1 {
      // A lone number before a dash is not part of a name; if it is the whole name, it is all there is.
      return order > 0 || count == 1
    }
    guard let mark = items[..<last].lastIndex(where: { $0.isFact }) else { return true }
    // Words after a mark are a title, and a number at their end belongs to it.
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
    let next = index + 1
    if next < items.count, items[next].role == .text, let year = items[next].token.year,
      let date = PartialDate(year: year), next + 1 == items.count || isAside(next + 1)
    {
      items[next].token.kind = .date(date)
      items[next].role = .fact
    }
  }

  private func isAside(_ index: Int) -> Bool {
    items[index].role != .text || items[index].token.word.map(FilenameWords.asides.contains) == true
  }

  /// The stretches of words and marks between dashes and brackets, as indices of items.
  private var stretches: [[Int]] {
    var stretches: [[Int]] = [[]]
    for index in items.indices {
      let item = items[index]
      if item.role == .text || item.role == .fact { stretches[stretches.count - 1].append(index) }
      if item.isBreak { stretches.append([]) }
    }
    return stretches.filter { !$0.isEmpty }
  }

  // MARK: prefixes

  /// `Bd Fr-Aldebaran`: the shelf a book comes from.
  mutating func dropShelfPrefix() {
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

  /// `04 - Asterix`: a position on a shelf, not part of the name.
  mutating func dropLeadingNumber() -> FilenameToken? {
    guard items.count > 1, items[0].role == .text, items[0].token.number != nil else { return nil }
    let hasDash = items.count > 2 && items[1].role == .dash
    switch rules.leadingNumber {
    case .series: return nil
    case .auto where !hasDash || isOfTitle(items[0].token): return nil
    case .number, .alternate:
      guard hasDash || items[1].role == .text else { return nil }
    case .auto: break
    }
    let token = items[0].token
    items.removeFirst(hasDash ? 2 : 1)
    return token
  }

  /// `1204 - A Year of Rain v01`: a number without leading zeros before a title with its own volume or issue
  /// belongs to the title, and so does one too high for a shelf position.
  private func isOfTitle(_ token: FilenameToken) -> Bool {
    !token.text.hasPrefix("0") && (token.text.count > 3 || items.contains { $0.isWordedMark })
  }

  // MARK: the position in a series' folder

  /// `001 - The Beginning` in a folder named after a series: a leading number, recognized by its zeros, full
  /// stop or dash. Any other number in the name takes precedence.
  mutating func dropPlace() -> FilenameToken? {
    guard case .book(inSeries: _?) = subject, rules.leadingNumber == .auto, items.count > 1,
      items[0].role == .text, let number = items[0].token.number, items[0].token.year == nil,
      !items.contains(where: { [.issue, .chapter, .volume, .special].contains($0.mark) }),
      !number.hasPrefix("-")
    else { return nil }
    let token = items[0].token
    let hasDash = items.count > 2 && items[1].role == .dash
    let isPadded = token.text.hasPrefix("0") && token.text.count > 1
    guard hasDash || items[1].role == .text, isPadded || token.trail == "." || hasDash && token.text.count < 4
    else { return nil }
    items.removeFirst(hasDash ? 2 : 1)
    items[0].token.gap = " "
    return token
  }

  /// The rest of the name is the title; the series' name in front of it only repeats the folder's.
  mutating func readPlace(_ token: FilenameToken?) {
    guard let token, let text = token.number, case .book(inSeries: let series?) = subject else { return }
    name.number = number(text)
    name.confidences[.number] = .likely
    var title = name.series ?? ""
    name.series = nil
    name.confidences[.series] = nil
    if title.lowercased().hasPrefix(series.lowercased()) {
      let rest = title.dropFirst(series.count)
      if rest.isEmpty || rest.first.map({ " -,:".contains($0) }) == true {
        title = String(rest.drop { " -–—,:".contains($0) })
      }
    }
    guard !title.isEmpty else { return }
    name.title = title
    name.confidences[.title] = token.trail == "." || name.date != nil ? .likely : .unsure
  }

  mutating func readLeadingNumber(_ token: FilenameToken?, _ alternate: String?) {
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
}
