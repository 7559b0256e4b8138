import BookModel

/// One piece of a file name, with the text it was written as, so that names can be put together again.
struct FilenameToken: Hashable, Sendable {
  var kind: Kind
  var text: String
  /// What stood before it: a space, a hyphen, nothing.
  var gap: String
  /// A comma, colon or semicolon right behind it.
  var trail = ""

  indirect enum Kind: Hashable, Sendable {
    case word
    /// A number without a mark, in its normal form.
    case number(String)
    /// A number that says what it is, and the word that says so.
    case mark(FilenameWords.Mark, String, word: String)
    case date(PartialDate)
    /// A hyphen or dash by itself.
    case dash
    /// What stood in brackets.
    case group([FilenameToken])
  }

  var isDash: Bool { kind == .dash }
  var number: String? { if case .number(let value) = kind { value } else { nil } }

  /// A word in lower case without its dots, as the vocabulary has it; nil for anything else.
  var word: String? {
    guard kind == .word else { return nil }
    return text.lowercased().filter { $0 != "." }
  }

  /// The year a bare number of four digits stands for.
  var year: Int? {
    guard let number, number.utf8.count == 4, text.utf8.count == 4, let value = Int(number),
      (1900...2099).contains(value)
    else { return nil }
    return value
  }

  /// The text of tokens as it was written, without what stood before the first.
  static func text(of tokens: some Sequence<FilenameToken>) -> String {
    var text = ""
    for token in tokens { text += (text.isEmpty ? "" : token.gap) + token.text + token.trail }
    return text
  }
}

/// A number as file names write them, brought into one form: `c01-c04` → `01-04`, `153b` → `153.5`.
enum FilenameNumber {
  /// A number without a mark: digits, decimals, a fraction, ranges; one letter from a to d behind two digits.
  static func bare(_ text: String) -> String? {
    range(text) { part in
      var rest = part[...]
      let digits = takeDigits(&rest)
      guard !digits.isEmpty else { return nil }
      return finish(digits, rest) { ("a"..."d").contains($0) && digits.utf8.count >= 2 }
    }
  }

  /// A number behind a mark; `word` may stand again in the second half of a range, `x1` and `v2` behind it are
  /// versions of the release.
  static func marked(_ text: String, word: String) -> String? {
    range(text) { part in
      var rest = part[...]
      if rest.lowercased().hasPrefix(word), rest.count > word.count { rest = rest.dropFirst(word.count) }
      let digits = takeDigits(&rest)
      guard !digits.isEmpty else { return nil }
      if let letter = rest.first, "xXvV".contains(letter), rest.count > 1,
        rest.dropFirst().allSatisfy(isDigit)
      {
        rest = ""
      }
      return finish(digits, rest) { $0.isASCII && $0.isLetter }
    }
  }

  /// What may stand behind `#`: a sign, letters in front, a fraction, any ending (`-1`, `B01`, `78.BEY`, `001½`).
  static func issue(_ text: String) -> String? {
    var rest = text[...]
    var head = ""
    if rest.first == "-" { head = String(rest.removeFirst()) }
    head += rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.drop { $0.isASCII && $0.isLetter }
    guard let first = rest.first, isDigit(first) || isFraction(first) else { return nil }
    let digits = takeDigits(&rest)
    return head + digits + rest
  }

  private static func range(_ text: String, _ part: (Substring) -> String?) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let values = parts.compactMap(part)
    guard values.count == parts.count, (1...2).contains(parts.count) else { return nil }
    return values.joined(separator: "-")
  }

  private static func takeDigits(_ rest: inout Substring) -> Substring {
    let digits = rest.prefix(while: isDigit)
    rest = rest.dropFirst(digits.count)
    return digits
  }

  /// Decimals, a fraction or one letter behind the digits, and nothing else.
  private static func finish(_ digits: Substring, _ tail: Substring, suffix: (Character) -> Bool) -> String? {
    var value = String(digits)
    var rest = tail
    while rest.first == ".", rest.dropFirst().first.map(isDigit) == true {
      rest = rest.dropFirst()
      value += "." + takeDigits(&rest)
    }
    if let sign = rest.first, isFraction(sign) {
      value = (value.allSatisfy { $0 == "0" } ? "" : value) + String(sign)
      rest = rest.dropFirst()
    } else if rest.count == 1, let letter = rest.first, suffix(letter) {
      // What lies between two chapters is often marked by a letter; b is the half.
      value += letter == "b" ? ".5" : String(letter)
      rest = ""
    }
    return rest.isEmpty ? value : nil
  }

  /// A number, or a range of them, without the zeros in front: `B01` → `B1`, `001-008` → `1-8`.
  static func withoutZeros(_ number: String) -> String {
    number.split(separator: "-", omittingEmptySubsequences: false).map { part in
      let head = part.prefix { !isDigit($0) }
      let digits = part.dropFirst(head.count).prefix(while: isDigit)
      let value = digits.drop { $0 == "0" }
      return head + (value.isEmpty ? digits.suffix(1) : value) + part.dropFirst(head.count + digits.count)
    }.joined(separator: "-")
  }

  /// The release's version behind a marked number: `v2` of `Chapter11v2`.
  static func release(of text: String) -> String? {
    guard let letter = text.lastIndex(where: { !isDigit($0) }), "xXvV".contains(text[letter]),
      letter != text.startIndex, isDigit(text[text.index(before: letter)]), text.last.map(isDigit) == true
    else { return nil }
    return String(text[letter...])
  }

  static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
  private static func isFraction(_ character: Character) -> Bool { "½¼¾⅓⅔".contains(character) }
}
