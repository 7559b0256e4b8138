import BookModel

/// A piece of a file name with its original text, so that names can be put together again.
struct FilenameToken: Hashable, Sendable {
  var kind: Kind
  var text: String
  /// What came before it: a space, a hyphen or nothing.
  var gap: String
  /// A comma, colon or semicolon right after it.
  var trail = ""

  indirect enum Kind: Hashable, Sendable {
    case word
    /// An unmarked number, in its normal form.
    case number(String)
    /// A number with a mark, and the mark's word.
    case mark(FilenameWords.Mark, String, word: String)
    case date(PartialDate)
    /// The years of a series' run, represented by the first: `2016-2019`, `2016-`.
    case run(Int)
    /// A hyphen or dash by itself.
    case dash
    /// The contents of brackets.
    case group([FilenameToken])
  }

  var isDash: Bool { kind == .dash }
  var number: String? { if case .number(let value) = kind { value } else { nil } }

  /// The text between a group's brackets.
  var inner: String { text.dropFirst().dropLast().trimmed }

  /// A word in lower case without its dots, for looking up in the vocabulary; nil for anything else.
  var word: String? {
    guard kind == .word else { return nil }
    return text.lowercased().filter { $0 != "." }
  }

  /// The year that an unmarked four-digit number may mean.
  var year: Int? {
    guard let number, number.utf8.count == 4, text.utf8.count == 4, let value = Int(number),
      (1900...2099).contains(value)
    else { return nil }
    return value
  }

  /// The text of tokens as written, without the gap before the first.
  static func text(of tokens: some Sequence<FilenameToken>) -> String {
    var text = ""
    for token in tokens { text += (text.isEmpty ? "" : token.gap) + token.text + token.trail }
    return text
  }
}

/// Numbers as they occur in file names, brought into one form: `c01-c04` → `01-04`, `153b` → `153.5`.
enum FilenameNumber {
  /// An unmarked number: digits, decimals, a fraction, a range; one letter from a to d after two digits; or
  /// the suffixes of event issues.
  static func bare(_ text: String) -> String? {
    range(text) { part in
      var rest = part[...]
      let digits = takeDigits(&rest)
      if digits.isEmpty { return part.count == 1 && part.first.map(isFraction) == true ? part : nil }
      if isEnding(rest, of: digits) { return String(digits) + rest }
      return finish(digits, rest) {
        digits.utf8.count >= 2
          && (("a"..."d").contains($0) || ("A"..."D").contains($0) && digits.first == "0")
      }
    }
  }

  /// Suffixes of event issues, in lower case.
  static let suffixes: Set<String> = ["now", "mu", "au", "inh", "lr", "bey", "hu", "ext"]

  /// Pairs of capitals that are not such suffixes: ordinals, times of day, measures.
  private static let noEndings: Set<String> = [
    "ST", "ND", "RD", "TH", "AM", "PM", "HR", "KM", "KG", "CM", "MM", "HD", "TV", "XX", "UP", "BC", "AD",
  ]

  /// `27AU`, `1AU`, `018.NOW`: after a dot any capitals; without one, a known suffix or two capitals after
  /// two digits.
  private static func isEnding(_ tail: Substring, of digits: Substring) -> Bool {
    if tail.first == "." {
      let letters = tail.dropFirst()
      return suffixes.contains(letters.lowercased())
        || (2...6).contains(letters.count) && letters.allSatisfy { ("A"..."Z").contains($0) }
    }
    guard tail.count > 1, tail.allSatisfy({ ("A"..."Z").contains($0) }) else { return false }
    if suffixes.contains(tail.lowercased()) { return true }
    return tail.count == 2 && digits.utf8.count >= 2 && !noEndings.contains(String(tail))
  }

  /// Whether digits have leading zeros that bring them to three or more: `006`, which is not a decimal part.
  static func isPadded(_ text: some StringProtocol) -> Bool {
    let digits = text.prefix(while: isDigit)
    return digits.first == "0" && digits.count >= 3
  }

  /// Digits too high for any issue: a shop's time stamp, a gallery's number.
  static func isSerial(_ text: String, atLeast digits: Int) -> Bool {
    text.allSatisfy(isDigit) && text.drop { $0 == "0" }.count >= digits
  }

  /// A volume and an issue joined by a dot: `v02.006`.
  static func joined(_ text: String) -> (volume: String, issue: String)? {
    guard let dot = text.lastIndex(of: "."), dot != text.startIndex else { return nil }
    let issue = text[text.index(after: dot)...]
    guard isPadded(issue), issue.allSatisfy(isDigit), text[text.index(before: dot)].isNumber else {
      return nil
    }
    return (String(text[..<dot]), String(issue))
  }

  /// A number after a mark. `word` may be repeated in the second half of a range; `x1` and `v2` after the
  /// number are versions of the release.
  static func marked(_ text: String, word: String) -> String? {
    range(text) { part in
      var rest = part[...]
      if rest.lowercased().hasPrefix(word), rest.count > word.count {
        rest = rest.dropFirst(word.count)
        if rest.first == "." { rest = rest.dropFirst() }
      }
      let digits = takeDigits(&rest)
      guard !digits.isEmpty else { return nil }
      // The end of a series: `V34End`, `v34完`.
      if FilenameWords.endWords.contains(rest.lowercased()) { rest = "" }
      if let letter = rest.first, "xXvV".contains(letter), rest.count > 1,
        rest.dropFirst().allSatisfy(isDigit)
      {
        rest = ""
      }
      return finish(digits, rest) { $0.isASCII && $0.isLetter }
    }
  }

  /// What may follow `#`: a sign, leading letters, a fraction, any suffix (`-1`, `B01`, `78.BEY`, `001½`).
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

  private static func range(_ text: String, _ part: (String) -> String?) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let values = parts.compactMap { part(String($0)) }
    guard values.count == parts.count, (1...2).contains(parts.count) else { return nil }
    return values.joined(separator: "-")
  }

  private static func takeDigits(_ rest: inout Substring) -> Substring {
    let digits = rest.prefix(while: isDigit)
    rest = rest.dropFirst(digits.count)
    return digits
  }

  /// Accepts decimals, a fraction or one letter after the digits, and nothing else.
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
      // Letters often mark what comes between two chapters; b stands for the half.
      value += letter == "b" ? ".5" : String(letter)
      rest = ""
    }
    return rest.isEmpty ? value : nil
  }

  /// A number or range without leading zeros: `B01` → `B1`, `001-008` → `1-8`.
  static func withoutZeros(_ number: String) -> String {
    number.split(separator: "-", omittingEmptySubsequences: false).map { part in
      let head = part.prefix { !isDigit($0) }
      let digits = part.dropFirst(head.count).prefix(while: isDigit)
      let value = digits.drop { $0 == "0" }
      return head + (value.isEmpty ? digits.suffix(1) : value) + part.dropFirst(head.count + digits.count)
    }.joined(separator: "-")
  }

  /// The release's version after a marked number: `v2` in `Chapter11v2`.
  static func release(of text: String) -> String? {
    guard let letter = text.lastIndex(where: { !isDigit($0) }), "xXvV".contains(text[letter]),
      letter != text.startIndex, isDigit(text[text.index(before: letter)]), text.last.map(isDigit) == true
    else { return nil }
    return String(text[letter...])
  }

  static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
  private static func isFraction(_ character: Character) -> Bool { "½¼¾⅓⅔".contains(character) }
}
