import BookModel

/// A length of a style as written, before the sizes it is relative to are known (CSS Values 4, section 6).
enum StyleDistance: Hashable {
  /// CSS pixels, of which 16 make the plain font size.
  case pixels(Double)
  /// Of the element's own font size.
  case em(Double)
  /// Of the plain font size.
  case rem(Double)
  /// Hundredths of what the property measures by.
  case percent(Double)
  /// Hundredths of the page's width or height.
  case pageWidth(Double)
  case pageHeight(Double)
  case number(Double)

  /// Nil for keywords, for what would have to be calculated, and for what is no number.
  init?(_ text: some StringProtocol) {
    let bytes = Array(text.trimmed.utf8)
    var end = 0
    while end < bytes.count, StyleDistance.isNumber(bytes, at: end) { end += 1 }
    guard end > 0, let number = Double(String(decoding: bytes[..<end], as: UTF8.self)), number.isFinite else {
      return nil
    }
    let value = min(max(number, -1e6), 1e6)
    switch String(decoding: bytes[end...], as: UTF8.self).trimmed.lowercased() {
    case "": self = .number(value)
    case "px": self = .pixels(value)
    case "pt": self = .pixels(value * 96 / 72)
    case "pc": self = .pixels(value * 16)
    case "in": self = .pixels(value * 96)
    case "cm": self = .pixels(value * 96 / 2.54)
    case "mm": self = .pixels(value * 96 / 25.4)
    case "q": self = .pixels(value * 96 / 101.6)
    case "em", "ic": self = .em(value)
    case "ex", "ch": self = .em(value / 2)
    case "rem": self = .rem(value)
    case "lh", "rlh": self = .em(value * 1.35)
    case "%": self = .percent(value)
    case "vw", "vi": self = .pageWidth(value)
    case "vh", "vb": self = .pageHeight(value)
    case "vmin", "vmax": self = .pageWidth(value)
    default: return nil
    }
  }

  /// Digits, signs and an exponent that is followed by a digit: `1e3` is a number, `1em` a length.
  private static func isNumber(_ bytes: [UInt8], at place: Int) -> Bool {
    let byte = bytes[place]
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): return true
    case UInt8(ascii: "-"), UInt8(ascii: "+"):
      return place == 0 || bytes[place - 1] | 0x20 == UInt8(ascii: "e")
    case UInt8(ascii: "e"), UInt8(ascii: "E"):
      guard place > 0, place + 1 < bytes.count else { return false }
      let signed = bytes[place + 1] == UInt8(ascii: "-") || bytes[place + 1] == UInt8(ascii: "+")
      let digit = signed ? place + 2 : place + 1
      return digit < bytes.count && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[digit])
    default: return false
    }
  }
}

/// A length that holds for an element.
enum ComputedLength: Hashable, Sendable {
  case fixed(Extent)
  /// Hundredths of what the property measures by.
  case percent(Double)
  case auto

  static let zero = ComputedLength.fixed(0)

  /// Nil for `auto`.
  func resolved(of base: Extent) -> Extent? {
    switch self {
    case .fixed(let length): length
    case .percent(let part): Extent.clamped(Double(base) * part / 100)
    case .auto: nil
    }
  }
}

extension Extent {
  /// No length goes beyond this, so that sums of as many as a document can have fit.
  static let longest = 1 << 36

  /// From a number of units.
  static func clamped(_ units: Double) -> Extent {
    guard units.isFinite else { return 0 }
    return Extent(Swift.min(Swift.max(units, -Double(longest)), Double(longest)).rounded())
  }

  /// From a number of pixels.
  static func pixels(_ pixels: Double) -> Extent { clamped(pixels * Double(pixel)) }
}
