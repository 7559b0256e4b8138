import BookModel
import Markup

/// Prepares a file name for the tokenizer: spaces where the author meant spaces, plain digits and signs.
enum FilenameCleaning {
  static func cleaned(_ name: String) -> String {
    var text = name
    // Escaped once, or again by the next program.
    for _ in 0..<3 { text = CharacterReference.resolved(in: text) }
    text = plain(text)
    if !text.contains(where: \.isWhitespace) { text = replacing("%20", " ", in: text) }
    // `__x__` is `(x)`.
    let parts = text.split(separator: "__", omittingEmptySubsequences: false)
    text = parts.enumerated().map { index, part in
      index % 2 == 1 && index < parts.count - 1 ? " (\(part)) " : String(part) + " "
    }.joined()
    return blanks(in: String(text.map { $0 == "_" ? " " : $0 }).trimmed)
  }

  /// Replaces full-width digits and signs by plain ones, and the dashes of ranges and minus signs by hyphens.
  private static func plain(_ text: String) -> String {
    let source = Array(text.unicodeScalars)
    var scalars = String.UnicodeScalarView()
    for (index, scalar) in source.enumerated() {
      switch scalar.value {
      case 0xFF5E: scalars.append("-")
      case 0xFF01..<0xFF5E: scalars.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
      case 0x3000, 0xA0: scalars.append(" ")
      case 0x301C, 0x7E, 0x2212: scalars.append("-")
      case 0x2010...0x2013 where index > 0 && isDigit(source[index - 1]):
        // `2016–2019` and `2016–` are treated like `2016-2019`.
        let next = index + 1 < source.count ? source[index + 1] : ")"
        scalars.append(isDigit(next) || next == ")" ? "-" : scalar)
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  private static func replacing(_ part: String, _ other: String, in text: String) -> String {
    text.split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  // MARK: names without spaces

  /// Replaces dots or hyphens by spaces in a name that has no spaces outside brackets.
  private static func blanks(in text: String) -> String {
    let pieces = pieces(of: text)
    let bodies = pieces.filter { !$0.isBracket }.map(\.text.trimmed).filter { !$0.isEmpty }
    guard !bodies.contains(where: { $0.contains(where: \.isWhitespace) }) else { return text }
    let isJoinedAll = !text.contains(where: \.isWhitespace)
    // At least three words, so that `S.H.I.E.L.D.` stays one.
    let isDotted = bodies.contains { body in
      let parts = body.split(separator: ".")
      return parts.count > 2 && parts.contains { $0.count > 1 }
    }
    guard isDotted || isJoinedAll && bodies.contains(where: { $0.contains(".") }) else {
      // Inside brackets, a hyphen separates the scanner from the group.
      return pieces.map { $0.isBracket ? blanksForDots(in: $0, if: isJoinedAll) : hyphensRead($0.text) }
        .joined()
    }
    return pieces.enumerated().map { index, piece in
      let text = blanksForDots(in: piece, if: true)
      guard !piece.isBracket, index + 1 < pieces.count, text.hasSuffix(".") else { return text }
      // The dot before a bracket, unless it belongs to an abbreviation.
      let isAbbreviation = text.dropLast().last?.isLetter == true && text.dropLast(2).last == "."
      return (isAbbreviation ? text : String(text.dropLast())) + " "
    }.joined()
  }

  private typealias Piece = (text: String, isBracket: Bool)

  /// Splits a text into bracketed pieces and the text between them.
  private static func pieces(of text: String) -> [Piece] {
    let characters = Array(text)
    var pieces: [Piece] = []
    var body: [Character] = []
    var index = 0
    while index < characters.count {
      if let end = FilenameTokenizer.bracketEnd(in: characters, from: index) {
        if !body.isEmpty { pieces.append((String(body), false)) }
        body = []
        pieces.append((String(characters[index...end]), true))
        index = end + 1
      } else {
        body.append(characters[index])
        index += 1
      }
    }
    if !body.isEmpty { pieces.append((String(body), false)) }
    return pieces
  }

  private static func blanksForDots(in piece: Piece, if isDotted: Bool) -> String {
    guard isDotted, piece.text.contains("."), !piece.text.trimmed.contains(where: \.isWhitespace) else {
      return piece.text
    }
    let parts = piece.text.split(separator: ".", omittingEmptySubsequences: false)
    var text = String(parts[0])
    for index in parts.indices.dropFirst() {
      text += gap(between: parts, at: index) + parts[index]
    }
    return text
  }

  /// What to put for a dot between two parts of a dotted name: a space, or the dot itself if it belongs to a
  /// number, a date or an abbreviation.
  private static func gap(between parts: [Substring], at index: Int) -> String {
    let left = parts[index - 1].trimmed
    let right = parts[index].trimmed
    if left.isEmpty || right.isEmpty { return "." }
    let isDate = ((index - 2)...index).contains { start in
      start >= 0 && start + 2 < parts.count && start < index
        && FilenameDates.date(parts[start...(start + 2)].map(\.trimmed).joined(separator: ".")[...]) != nil
    }
    if isDate { return "." }
    if left.last.map(FilenameNumber.isDigit) == true, right.first.map(FilenameNumber.isDigit) == true {
      if isYear(left), right.count == 2, let month = Int(right), (1...12).contains(month) { return "." }
      return isYear(left) || isYear(right) || FilenameNumber.isPadded(right) ? " " : "."
    }
    if left.last.map(FilenameNumber.isDigit) == true, FilenameNumber.suffixes.contains(right.lowercased()) {
      return "."
    }
    // `n.12`, `Vol.01-Vol.34`
    let word = String(left.reversed().prefix { $0.isLetter }.reversed()).lowercased()
    if right.first.map(FilenameNumber.isDigit) == true, word != "book", FilenameWords.marks[word] != nil {
      return "."
    }
    // `S.H.I.E.L.D.` is one word.
    let isLetters = left.count == 1 && right.count == 1 && (left + right).allSatisfy(\.isLetter)
    return isLetters ? "." : " "
  }

  private static func isYear(_ text: String) -> Bool {
    text.utf8.count == 4 && Int(text).map { (1900...2099).contains($0) } ?? false
  }

  /// Replaces the hyphens of `Tales-of-Lantern-045` by spaces. Fewer than three words may be one hyphenated
  /// word (X-Men-V1): in that case, at most the hyphen before a number becomes a space.
  private static func hyphensRead(_ body: String) -> String {
    let parts = body.trimmed.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, let first = body.firstIndex(where: { !$0.isWhitespace }) else { return body }
    let words = parts.indices.filter {
      let part = parts[$0]
      return !part.isEmpty && part.allSatisfy { $0.isLetter || "'’!?,&".contains($0) }
        && FilenameWords.marks[part.lowercased()] == nil
    }
    var text = parts[0]
    for index in parts.indices.dropFirst() {
      let (left, right) = (parts[index - 1], parts[index])
      let isBlank: Bool
      if left.isEmpty || right.isEmpty || isRange(left, right) || isDate(parts, around: index) {
        isBlank = false
      } else if words.count >= 3 {
        isBlank = true
      } else {
        let isNumber = right.allSatisfy(FilenameNumber.isDigit) && index > words.last ?? 0
        isBlank = isNumber && (words.count == 2 || right.hasPrefix("0") && right.count > 1 || isMark(left))
      }
      text += (isBlank ? " " : "-") + right
    }
    // Where hyphens mean spaces, two of them are a dash.
    if words.count >= 3 { text = replacing("--", " - ", in: text) }
    let tail = body.suffix(body.count - body.distance(from: body.startIndex, to: first) - body.trimmed.count)
    return body[..<first] + text + tail
  }

  /// `001-045`, but not `045-2014`.
  private static func isRange(_ left: String, _ right: String) -> Bool {
    guard let first = Int(left), let last = Int(right), !left.hasPrefix("+"), !right.hasPrefix("+") else {
      return false
    }
    return first < last && (isYear(left) || !isYear(right))
  }

  private static func isDate(_ parts: [String], around index: Int) -> Bool {
    for length in [3, 2] {
      for start in (index - length + 1)..<index where start >= 0 && start + length <= parts.count {
        if FilenameDates.date(parts[start..<(start + length)].joined(separator: "-")[...]) != nil {
          return true
        }
      }
    }
    return false
  }

  private static func isMark(_ part: String) -> Bool {
    if case .mark = FilenameTokenizer.kind(of: part) { return true }
    return false
  }
}
