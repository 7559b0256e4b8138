/// What reading a name in an encoding costs, in tenths of a bit. See `EntryNameGuess`.
enum EntryNameCost {
  /// One character beyond ASCII in a double-byte encoding: the bytes it takes and what it costs.
  typealias Unit = (length: Int, cost: Int)

  static let ascii = 50
  /// Two scripts that touch inside a word.
  static let mixedScripts = 40
  /// Bytes that mean nothing in the encoding.
  static let meaningless = 400

  static func ofDoubleByte(_ bytes: [UInt8], _ measure: (ArraySlice<UInt8>) -> Unit) -> Int {
    var total = 0
    var index = 0
    var before = Neighbor.none
    while index < bytes.count {
      let byte = bytes[index]
      let here: Neighbor
      if byte < 0x80 {
        total += ascii
        index += 1
        here = isLetter(byte) ? .latin : .none
      } else {
        let unit = measure(bytes[index...])
        total += unit.cost
        index += unit.length
        here = .wide
      }
      if (before == .latin && here == .wide) || (before == .wide && here == .latin) { total += mixedScripts }
      before = here
    }
    return total
  }

  private enum Neighbor { case none, latin, wide }

  /// CP932: JIS X 0208 by its rows, half-width katakana, the makers' extensions.
  static func shiftJIS(_ rest: ArraySlice<UInt8>) -> Unit {
    let lead = Int(rest.first ?? 0)
    if 0xA1...0xDF ~= lead { return (1, 85) }
    guard let trail = trail(rest), 0x40...0xFC ~= trail, trail != 0x7F else { return (1, meaningless) }
    let cost =
      switch lead << 8 | trail {
      case 0x8140...0x8142, 0x815B, 0x8160, 0x8169...0x817A: 80
      case 0x8140...0x81FC: 120
      case 0x824F...0x8258, 0x8260...0x8279, 0x8281...0x829A: 90
      case 0x829F...0x82F1: 65
      case 0x8340...0x8396: 70
      case 0x839F...0x83D6, 0x8440...0x84BE: 160
      case 0x8740...0x879C: 180
      case 0x889F...0x9872: 120
      case 0x989F...0xEAA4: lead < 0xA0 || lead > 0xDF ? 170 : meaningless
      case 0xED40...0xEEFC, 0xFA40...0xFC4B: 200
      default: meaningless
      }
    return (2, cost)
  }

  /// GB 18030: GB 2312 by its rows, the rare ideographs of GBK, four-byte characters.
  static func gbk(_ rest: ArraySlice<UInt8>) -> Unit {
    let lead = Int(rest.first ?? 0)
    guard 0x81...0xFE ~= lead, let trail = trail(rest) else { return (1, meaningless) }
    if 0x30...0x39 ~= trail, rest.count >= 4 { return (4, meaningless - 80) }
    guard 0x40...0xFE ~= trail, trail != 0x7F else { return (1, meaningless) }
    if trail < 0xA1 || lead < 0xA1 {
      return (2, 0xA1...0xA7 ~= lead ? 280 : 0xA8...0xA9 ~= lead ? 190 : 205)
    }
    let cost =
      switch lead {
      case 0xA1: 100
      case 0xA3: 90
      case 0xA4, 0xA5: 100
      case 0xA2, 0xA6...0xA9: 160
      case 0xB0...0xD7: 118
      case 0xD8...0xF7: 175
      default: 280
      }
    return (2, cost)
  }

  /// Big5: its two levels of hanzi, the first holding the more common ones.
  static func big5(_ rest: ArraySlice<UInt8>) -> Unit {
    let lead = Int(rest.first ?? 0)
    guard let trail = trail(rest), 0x40...0x7E ~= trail || 0xA1...0xFE ~= trail else {
      return (1, meaningless)
    }
    let cost =
      switch lead << 8 | trail {
      case 0xA140...0xA2FE: 100
      case 0xA340...0xA3BF: 160
      case 0xA440...0xC67E: 123
      case 0xC940...0xF9D5: 190
      default: meaningless
      }
    return (2, cost)
  }

  /// CP949: KS X 1001 by its rows, the rarer syllables of Unified Hangul Code.
  static func korean(_ rest: ArraySlice<UInt8>) -> Unit {
    let lead = Int(rest.first ?? 0)
    guard 0x81...0xFD ~= lead, let trail = trail(rest) else { return (1, meaningless) }
    if lead < 0xA1 || trail < 0xA1 {
      let isSyllable = 0x41...0x5A ~= trail || 0x61...0x7A ~= trail || 0x81...0xFE ~= trail
      return isSyllable && lead <= 0xC6 ? (2, 180) : (1, meaningless)
    }
    let cost =
      switch lead {
      case 0xA1: 100
      case 0xA3: 90
      case 0xA2, 0xA4...0xAC: 150
      case 0xB0...0xC8: 98
      case 0xCA...0xFD: 170
      default: meaningless
      }
    return (2, cost)
  }

  /// EUC-JP: JIS X 0208 by its rows, half-width katakana, JIS X 0212.
  static func eucJP(_ rest: ArraySlice<UInt8>) -> Unit {
    let lead = Int(rest.first ?? 0)
    guard let trail = trail(rest), 0xA1...0xFE ~= trail else { return (1, meaningless) }
    if lead == 0x8E { return (2, 100) }
    if lead == 0x8F { return rest.count >= 3 ? (3, 220) : (1, meaningless) }
    let cost =
      switch lead {
      case 0xA1: 90
      case 0xA3: 90
      case 0xA4: 65
      case 0xA5: 70
      case 0xA2, 0xA6...0xA8: 160
      case 0xB0...0xCF: 120
      case 0xD0...0xF4: 170
      default: meaningless
      }
    return (2, cost)
  }

  private static func trail(_ rest: ArraySlice<UInt8>) -> Int? {
    let second = rest.index(after: rest.startIndex)
    return second < rest.endIndex ? Int(rest[second]) : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte || 0x61...0x7A ~= byte }
}
