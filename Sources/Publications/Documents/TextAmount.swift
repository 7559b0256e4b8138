/// How much text there is, by script: what says little in Latin letters is a story in Chinese.
public struct TextAmount: Hashable, Sendable {
  /// Characters of alphabets, digits and signs among them; no white space.
  public private(set) var letters = 0
  /// Characters of Chinese, Japanese and Korean.
  public private(set) var ideographs = 0

  public init() {}

  /// Counts characters that leave a mark: no white space, no joiners, no soft hyphens, no byte order marks.
  public init(_ text: String) {
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        if scalar.value > 0x20, scalar.value != 0x7F { letters += 1 }
      } else if TextAmount.isIdeograph(scalar.value) {
        ideographs += 1
      } else if !scalar.properties.isWhitespace, !scalar.properties.isDefaultIgnorableCodePoint,
        scalar.properties.generalCategory != .control
      {
        letters += 1
      }
    }
  }

  public var characters: Int { letters + ideographs }
  public var isNone: Bool { characters == 0 }

  public static func + (left: TextAmount, right: TextAmount) -> TextAmount {
    var sum = left
    sum.letters += right.letters
    sum.ideographs += right.ideographs
    return sum
  }

  public static func += (left: inout TextAmount, right: TextAmount) { left = left + right }

  /// Letters that a caption, or the lettering of one picture, hardly goes beyond: some 55 English words.
  public static let mostLettersOfCaption = 300
  /// The same in Chinese, Japanese and Korean.
  public static let mostIdeographsOfCaption = 100

  /// How many captions it comes to.
  public var captions: Double {
    Double(letters) / Double(TextAmount.mostLettersOfCaption)
      + Double(ideographs) / Double(TextAmount.mostIdeographsOfCaption)
  }

  /// Kana, Han, Hangul, Bopomofo, Yi, and what is written among them at full width.
  private static func isIdeograph(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3001...0x303F, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF01...0xFFEF, 0x1B000...0x1B16F,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
