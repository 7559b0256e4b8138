import BookModel
import Publications

/// Colors of style sheets (CSS Color 4) on paper and ink of a theme.
enum StyleColor {
  /// Nil for what is no color, and for one that is not seen.
  static func parse(_ text: String) -> InkColor? {
    let text = text.trimmed.lowercased()
    if text.hasPrefix("#") { return hexadecimal(text.dropFirst()) }
    if let open = text.firstIndex(of: "("), text.hasSuffix(")") {
      return function(text[..<open].trimmed, String(text[text.index(after: open)...].dropLast()))
    }
    return named[text].map { InkColor(hex: $0) }
  }

  private static func hexadecimal(_ digits: Substring) -> InkColor? {
    guard digits.utf8.count <= 8, let value = UInt32(digits, radix: 16) else { return nil }
    switch digits.utf8.count {
    case 3:
      return InkColor(hex: (value >> 8 & 15) * 0x110000 + (value >> 4 & 15) * 0x1100 + (value & 15) * 0x11)
    case 4:
      return value & 15 == 0 ? nil : hexadecimal(digits.dropLast())
    case 6: return InkColor(hex: value)
    case 8: return value & 255 == 0 ? nil : InkColor(hex: value >> 8)
    default: return nil
    }
  }

  private static func function(_ name: String, _ arguments: String) -> InkColor? {
    let parts = arguments.split { $0 == "," || $0 == "/" || $0.isWhitespace }
    guard parts.count >= 3 else { return nil }
    if parts.count > 3, let alpha = StyleDistance(parts[3]) {
      switch alpha {
      case .number(let part) where part <= 0: return nil
      case .percent(let part) where part <= 0: return nil
      default: break
      }
    }
    switch name {
    case "rgb", "rgba":
      func channel(_ text: Substring) -> UInt8? {
        switch StyleDistance(text) {
        case .number(let value): UInt8(clamping: Int(value.rounded()))
        case .percent(let value): UInt8(clamping: Int((value * 2.55).rounded()))
        default: nil
        }
      }
      guard let red = channel(parts[0]), let green = channel(parts[1]), let blue = channel(parts[2]) else {
        return nil
      }
      return InkColor(red: red, green: green, blue: blue)
    case "hsl", "hsla":
      guard let hue = Double(parts[0].replacing("deg", with: "")), hue.isFinite,
        case .percent(let saturation) = StyleDistance(parts[1]),
        case .percent(let lightness) = StyleDistance(parts[2])
      else { return nil }
      return hsl(hue, min(max(saturation / 100, 0), 1), min(max(lightness / 100, 0), 1))
    default: return nil
    }
  }

  /// CSS Color 4, section 7.1.
  private static func hsl(_ hue: Double, _ saturation: Double, _ lightness: Double) -> InkColor {
    func channel(_ offset: Double) -> UInt8 {
      let turned = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      let place = turned < 0 ? turned + 12 : turned
      let reach = saturation * min(lightness, 1 - lightness)
      let value = lightness - reach * max(-1, min(place - 3, 9 - place, 1))
      return UInt8(clamping: Int((value * 255).rounded()))
    }
    return InkColor(red: channel(0), green: channel(8), blue: channel(4))
  }

  private static let named: [String: UInt32] = [
    "black": 0x000000, "silver": 0xC0C0C0, "gray": 0x808080, "grey": 0x808080, "white": 0xFFFFFF,
    "maroon": 0x800000, "red": 0xFF0000, "purple": 0x800080, "fuchsia": 0xFF00FF, "magenta": 0xFF00FF,
    "green": 0x008000, "lime": 0x00FF00, "olive": 0x808000, "yellow": 0xFFFF00, "navy": 0x000080,
    "blue": 0x0000FF, "teal": 0x008080, "aqua": 0x00FFFF, "cyan": 0x00FFFF, "orange": 0xFFA500,
    "aliceblue": 0xF0F8FF, "antiquewhite": 0xFAEBD7, "aquamarine": 0x7FFFD4, "azure": 0xF0FFFF,
    "beige": 0xF5F5DC, "bisque": 0xFFE4C4, "blanchedalmond": 0xFFEBCD, "blueviolet": 0x8A2BE2,
    "brown": 0xA52A2A, "burlywood": 0xDEB887, "cadetblue": 0x5F9EA0, "chartreuse": 0x7FFF00,
    "chocolate": 0xD2691E, "coral": 0xFF7F50, "cornflowerblue": 0x6495ED, "cornsilk": 0xFFF8DC,
    "crimson": 0xDC143C, "darkblue": 0x00008B, "darkcyan": 0x008B8B, "darkgoldenrod": 0xB8860B,
    "darkgray": 0xA9A9A9, "darkgrey": 0xA9A9A9, "darkgreen": 0x006400, "darkkhaki": 0xBDB76B,
    "darkmagenta": 0x8B008B, "darkolivegreen": 0x556B2F, "darkorange": 0xFF8C00, "darkorchid": 0x9932CC,
    "darkred": 0x8B0000, "darksalmon": 0xE9967A, "darkseagreen": 0x8FBC8F, "darkslateblue": 0x483D8B,
    "darkslategray": 0x2F4F4F, "darkslategrey": 0x2F4F4F, "darkturquoise": 0x00CED1, "darkviolet": 0x9400D3,
    "deeppink": 0xFF1493, "deepskyblue": 0x00BFFF, "dimgray": 0x696969, "dimgrey": 0x696969,
    "dodgerblue": 0x1E90FF, "firebrick": 0xB22222, "floralwhite": 0xFFFAF0, "forestgreen": 0x228B22,
    "gainsboro": 0xDCDCDC, "ghostwhite": 0xF8F8FF, "gold": 0xFFD700, "goldenrod": 0xDAA520,
    "greenyellow": 0xADFF2F, "honeydew": 0xF0FFF0, "hotpink": 0xFF69B4, "indianred": 0xCD5C5C,
    "indigo": 0x4B0082, "ivory": 0xFFFFF0, "khaki": 0xF0E68C, "lavender": 0xE6E6FA,
    "lavenderblush": 0xFFF0F5, "lawngreen": 0x7CFC00, "lemonchiffon": 0xFFFACD, "lightblue": 0xADD8E6,
    "lightcoral": 0xF08080, "lightcyan": 0xE0FFFF, "lightgoldenrodyellow": 0xFAFAD2, "lightgray": 0xD3D3D3,
    "lightgrey": 0xD3D3D3, "lightgreen": 0x90EE90, "lightpink": 0xFFB6C1, "lightsalmon": 0xFFA07A,
    "lightseagreen": 0x20B2AA, "lightskyblue": 0x87CEFA, "lightslategray": 0x778899,
    "lightslategrey": 0x778899, "lightsteelblue": 0xB0C4DE, "lightyellow": 0xFFFFE0, "limegreen": 0x32CD32,
    "linen": 0xFAF0E6, "mediumaquamarine": 0x66CDAA, "mediumblue": 0x0000CD, "mediumorchid": 0xBA55D3,
    "mediumpurple": 0x9370DB, "mediumseagreen": 0x3CB371, "mediumslateblue": 0x7B68EE,
    "mediumspringgreen": 0x00FA9A, "mediumturquoise": 0x48D1CC, "mediumvioletred": 0xC71585,
    "midnightblue": 0x191970, "mintcream": 0xF5FFFA, "mistyrose": 0xFFE4E1, "moccasin": 0xFFE4B5,
    "navajowhite": 0xFFDEAD, "oldlace": 0xFDF5E6, "olivedrab": 0x6B8E23, "orangered": 0xFF4500,
    "orchid": 0xDA70D6, "palegoldenrod": 0xEEE8AA, "palegreen": 0x98FB98, "paleturquoise": 0xAFEEEE,
    "palevioletred": 0xDB7093, "papayawhip": 0xFFEFD5, "peachpuff": 0xFFDAB9, "peru": 0xCD853F,
    "pink": 0xFFC0CB, "plum": 0xDDA0DD, "powderblue": 0xB0E0E6, "rebeccapurple": 0x663399,
    "rosybrown": 0xBC8F8F, "royalblue": 0x4169E1, "saddlebrown": 0x8B4513, "salmon": 0xFA8072,
    "sandybrown": 0xF4A460, "seagreen": 0x2E8B57, "seashell": 0xFFF5EE, "sienna": 0xA0522D,
    "skyblue": 0x87CEEB, "slateblue": 0x6A5ACD, "slategray": 0x708090, "slategrey": 0x708090,
    "snow": 0xFFFAFA, "springgreen": 0x00FF7F, "steelblue": 0x4682B4, "tan": 0xD2B48C, "thistle": 0xD8BFD8,
    "tomato": 0xFF6347, "turquoise": 0x40E0D0, "violet": 0xEE82EE, "wheat": 0xF5DEB3,
    "whitesmoke": 0xF5F5F5, "yellowgreen": 0x9ACD32,
  ]
}

extension InkColor {
  /// From `0xRRGGBB`.
  init(hex: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
      blue: UInt8(truncatingIfNeeded: hex))
  }

  /// Relative luminance (WCAG 2.1).
  var luminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : InkColor.power((value + 0.055) / 1.055)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// About `x` to the power of 2.4, without the C library: good to a thousandth between 0 and 1.
  private static func power(_ x: Double) -> Double {
    // x^2.4 = x² · x^0.4, and x^0.4 = (x²)^(1/5) by Newton's method.
    let square = x * x
    guard square > 0 else { return 0 }
    var root = 1.0
    for _ in 0..<30 { root -= (root - square / (root * root * root * root)) / 5 }
    return square * root
  }

  /// From 1 to 21 (WCAG 2.1).
  func contrast(with other: InkColor) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// What lies a part of the way to another color.
  func mixed(with other: InkColor, _ part: Double) -> InkColor {
    func channel(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8(clamping: Int((Double(one) * (1 - part) + Double(two) * part).rounded()))
    }
    return InkColor(
      red: channel(red, other.red), green: channel(green, other.green), blue: channel(blue, other.blue))
  }

  /// The color, or as near to it as can be read on a ground.
  func readable(on ground: InkColor, contrast least: Double = 4.5) -> InkColor {
    guard contrast(with: ground) < least else { return self }
    let end: InkColor = ground.luminance > 0.18 ? .black : .white
    for step in 1...10 {
      let color = mixed(with: end, Double(step) / 10)
      if color.contrast(with: ground) >= least { return color }
    }
    return end
  }
}
