/// How wide text is on a terminal, in columns; the same under every locale.
extension Unicode.Scalar {
  /// 0 for marks that sit on another character, 2 for the wide ones of East Asian scripts and for emoji, else 1.
  public var displayWidth: Int {
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return properties.isEmojiPresentation || Unicode.Scalar.isWide(value) ? 2 : 1
    }
  }

  /// East Asian Width `W` and `F` (UAX #11), in blocks.
  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
      0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}

extension StringProtocol {
  /// The columns the text fills on a terminal.
  public var displayWidth: Int { unicodeScalars.reduce(0) { $0 + $1.displayWidth } }

  /// The text as far as a message should quote it: its first line, and no more than so many characters.
  public func shortened(to limit: Int = 60) -> String {
    let line = prefix { !$0.isNewline }
    let start = line.prefix(limit)
    return start.endIndex == endIndex ? String(self) : start + "…"
  }

  /// The text without anything a terminal would obey or that turns the writing direction round: such characters
  /// come from names and metadata nobody can trust. They are shown as `\u{…}`; line ends and tabs become spaces.
  public var printable: String { printable(keepsLines: false) }

  /// The same of a text of several lines: line feeds and tabs stay.
  public var printableLines: String { printable(keepsLines: true) }

  private func printable(keepsLines: Bool) -> String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return String(self) }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n" where keepsLines, "\t" where keepsLines: text.unicodeScalars.append(scalar)
      case "\n", "\r", "\t": text += " "
      case _ where scalar.isUnprintable:
        text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Controls, and the directional overrides, embeddings and isolates (UAX #9, 2.1 to 2.5).
  var isUnprintable: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
