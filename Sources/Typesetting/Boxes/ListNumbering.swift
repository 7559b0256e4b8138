/// The marks before list items (CSS Counter Styles 3).
enum ListNumbering {
  /// The mark of an item; nil for none.
  static func marker(_ type: String, _ number: Int) -> String? {
    if let quote = type.first, quote == "\"" || quote == "'" {
      let text = type.dropFirst().prefix { $0 != quote }
      return text.isEmpty ? nil : String(text)
    }
    switch type.lowercased() {
    case "none": return nil
    case "disc": return "•"
    case "circle": return "◦"
    case "square": return "▪"
    case "disclosure-open", "disclosure-closed": return "▸"
    case "cjk-decimal", "cjk-ideographic", "japanese-informal", "simp-chinese-informal",
      "trad-chinese-informal":
      return ideographs(number) + "、"
    default: return text(type, number) + "."
    }
  }

  /// A number as counters write it.
  static func text(_ type: String, _ number: Int) -> String {
    switch type.lowercased() {
    case "lower-alpha", "lower-latin":
      return letters(number, Array("abcdefghijklmnopqrstuvwxyz")) ?? String(number)
    case "upper-alpha", "upper-latin":
      return letters(number, Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) ?? String(number)
    case "lower-greek": return letters(number, Array("αβγδεζηθικλμνξοπρστυφχψω")) ?? String(number)
    case "lower-roman": return roman(number) ?? String(number)
    case "upper-roman": return roman(number)?.uppercased() ?? String(number)
    case "decimal-leading-zero": return (0...9).contains(number) ? "0\(number)" : String(number)
    case "hebrew": return hebrew(number) ?? String(number)
    case "arabic-indic": return digits(number, from: 0x660)
    case "persian", "urdu": return digits(number, from: 0x6F0)
    case "devanagari": return digits(number, from: 0x966)
    case "thai": return digits(number, from: 0xE50)
    default: return String(number)
    }
  }

  private static func letters(_ number: Int, _ alphabet: [Character]) -> String? {
    guard number > 0 else { return nil }
    var (rest, out) = (number, "")
    while rest > 0 {
      out = String(alphabet[(rest - 1) % alphabet.count]) + out
      rest = (rest - 1) / alphabet.count
    }
    return out
  }

  private static func roman(_ number: Int) -> String? {
    guard (1..<4000).contains(number) else { return nil }
    let signs = [
      (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
      (10, "x"),
      (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
    var (rest, out) = (number, "")
    for (value, sign) in signs {
      while rest >= value {
        out += sign
        rest -= value
      }
    }
    return out
  }

  /// Up to 999; fifteen and sixteen are not written with letters of God's name.
  private static func hebrew(_ number: Int) -> String? {
    guard (1..<1000).contains(number) else { return nil }
    let signs = [
      (400, "ת"), (300, "ש"), (200, "ר"), (100, "ק"), (90, "צ"), (80, "פ"), (70, "ע"), (60, "ס"), (50, "נ"),
      (40, "מ"), (30, "ל"), (20, "כ"), (16, "טז"), (15, "טו"), (10, "י"), (9, "ט"), (8, "ח"), (7, "ז"),
      (6, "ו"),
      (5, "ה"), (4, "ד"), (3, "ג"), (2, "ב"), (1, "א"),
    ]
    var (rest, out) = (number, "")
    for (value, sign) in signs {
      // 15 and 16 only as what is left of a number.
      if value == 16 || value == 15, rest != value { continue }
      while rest >= value {
        out += sign
        rest -= value
      }
    }
    return out
  }

  private static func ideographs(_ number: Int) -> String {
    let digits = Array("〇一二三四五六七八九")
    guard (1..<100).contains(number) else {
      return String(String(number).compactMap { $0.wholeNumberValue.map { digits[$0] } })
    }
    let (tens, ones) = (number / 10, number % 10)
    let first = tens == 0 ? "" : tens == 1 ? "十" : "\(digits[tens])十"
    return first + (ones == 0 ? "" : String(digits[ones]))
  }

  private static func digits(_ number: Int, from zero: UInt32) -> String {
    String(
      String(number).map { digit in
        guard let value = digit.wholeNumberValue, let scalar = Unicode.Scalar(zero + UInt32(value)) else {
          return digit
        }
        return Character(scalar)
      })
  }
}
