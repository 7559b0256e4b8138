/// An opaque color in sRGB, eight bits a channel.
public struct Color: OptionValue, Hashable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  public static let white = Color(red: 255, green: 255, blue: 255)
  public static let black = Color(red: 0, green: 0, blue: 0)

  public static let optionKind = OptionKind.color

  /// Reads `#rgb`, `#rrggbb` or one of the names of CSS 2.1; nil for anything else.
  public init?(text: String) {
    if let named = Color.names.first(where: { $0.name == text.lowercased() }) {
      self = named.color
      return
    }
    guard text.first == "#" else { return nil }
    let digits = text.dropFirst().compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count == text.count - 1 else { return nil }
    switch digits.count {
    case 3: self.init(red: UInt8(digits[0] * 17), green: UInt8(digits[1] * 17), blue: UInt8(digits[2] * 17))
    case 6:
      self.init(
        red: UInt8(digits[0] * 16 + digits[1]), green: UInt8(digits[2] * 16 + digits[3]),
        blue: UInt8(digits[4] * 16 + digits[5]))
    default: return nil
    }
  }

  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> Color? {
    if let text = node.scalar, let color = Color(text: text) { return color }
    // An unquoted '#' behind a space begins a comment, so that YAML sees no value at all.
    if node.isNull, node.range != .nowhere {
      decoder.report(
        .optionValue, "\(decoder.subject) takes \(optionKind.expectation), not nothing", at: node.range,
        remedy: "put quotes around a color that begins with '#'")
    } else {
      decoder.reportMismatch(.color, node)
    }
    return nil
  }

  /// `#rrggbb`, in quotes as YAML needs them.
  public var optionText: String {
    let digits = [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "\"#\(digits)\""
  }

  /// The names a color may be given by, in lower case.
  public static let nameList = names.map(\.name)

  /// CSS 2.1, 4.3.6, and the British spelling of gray.
  private static let names: [(name: String, color: Color)] = [
    ("black", .black), ("white", .white),
    ("gray", Color(red: 128, green: 128, blue: 128)), ("grey", Color(red: 128, green: 128, blue: 128)),
    ("silver", Color(red: 192, green: 192, blue: 192)), ("maroon", Color(red: 128, green: 0, blue: 0)),
    ("red", Color(red: 255, green: 0, blue: 0)), ("orange", Color(red: 255, green: 165, blue: 0)),
    ("yellow", Color(red: 255, green: 255, blue: 0)), ("olive", Color(red: 128, green: 128, blue: 0)),
    ("purple", Color(red: 128, green: 0, blue: 128)), ("fuchsia", Color(red: 255, green: 0, blue: 255)),
    ("lime", Color(red: 0, green: 255, blue: 0)), ("green", Color(red: 0, green: 128, blue: 0)),
    ("navy", Color(red: 0, green: 0, blue: 128)), ("blue", Color(red: 0, green: 0, blue: 255)),
    ("aqua", Color(red: 0, green: 255, blue: 255)), ("teal", Color(red: 0, green: 128, blue: 128)),
  ]
}
