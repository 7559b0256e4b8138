import BookModel

/// Other naming customs: every part in brackets, authors and circles in front, fairs.
extension FilenameReading {
  /// The group that names the series if the whole name is in brackets: `[灯籠][山野太郎][Vol.02]`.
  static func namingGroup(of tokens: [FilenameToken]) -> Int? {
    let hasWords = tokens.contains { $0.kind == .word || $0.isDash && tokens.count < 3 }
    guard !hasWords, tokens.count > 1 else { return nil }
    return tokens.indices.first { index in
      guard case .group(let inner) = tokens[index].kind, facts(of: inner) == nil,
        !isEvent(tokens[index], at: index, of: tokens)
      else { return false }
      let text = tokens[index].inner
      return text.contains(where: \.isLetter) && FilenameWords.format(text) == nil
        && FilenameWords.publisher(text) == nil && !FilenameWords.isScan(text)
        && !FilenameWords.shelves.contains(text.lowercased())
    }
  }

  /// `(C97)`: the fair where a book was first sold, in front of the circle's name or anywhere after one.
  static func isEvent(_ token: FilenameToken, at index: Int, of tokens: [FilenameToken]) -> Bool {
    let text = token.inner
    guard text.first == "C", (2...3).contains(text.count - 1),
      text.dropFirst().allSatisfy(FilenameNumber.isDigit),
      tokens.count > 1
    else { return false }
    if index > 0, case .group = tokens[0].kind { return true }
    if index == 0, case .group = tokens[1].kind { return true }
    return index == 0 && token.text.hasPrefix("(")
  }

  /// Reads the creators: names in square brackets in front of a Japanese, Chinese or Korean title, or in the
  /// form `Circle (Artist)` in front of any title. Names of scanners are recognized by their wording and
  /// skipped.
  mutating func readCreators() {
    guard let title = name.series ?? name.title, case .book = subject else { return }
    let isEastern = title.unicodeScalars.contains(where: FilenameWords.isEastern)
    guard let index = aside.lastIndex(where: { $0.text.first.map { "[【".contains($0) } == true }) else {
      return
    }
    let text = aside[index].inner
    guard !FilenameWords.isScan(text), !FilenameWords.shelves.contains(text.lowercased()) else { return }
    if text.hasSuffix(")"), let open = text.firstIndex(of: "(") {
      let artist = text[text.index(after: open)...].dropLast().trimmed
      let circle = text[..<open].trimmed
      guard !artist.isEmpty, !circle.isEmpty else { return }
      setCreators(artist)
      if name.publisher == nil {
        name.publisher = circle
        name.confidences[.publisher] = .unsure
      }
    } else if isEastern {
      setCreators(text)
    } else {
      return
    }
    aside.remove(at: index)
  }

  private mutating func setCreators(_ text: String) {
    name.creators = text.split { ",、×&/".contains($0) }.map(\.trimmed).filter { !$0.isEmpty }
    name.confidences[.credits] = name.creators.isEmpty ? nil : .unsure
  }
}
