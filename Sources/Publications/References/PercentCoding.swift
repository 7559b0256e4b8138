/// Percent-encoding of addresses (RFC 3986, section 2.1).
enum PercentCoding {
  /// The text with its percent signs resolved; nil where the bytes are no UTF-8.
  static func decoded(_ text: String) -> String? {
    guard text.contains("%") else { return text }
    return String(validating: bytes(text), as: UTF8.self)
  }

  static func bytes(_ text: String) -> [UInt8] {
    let source = Array(text.utf8)
    var out: [UInt8] = []
    out.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count, let high = digit(source[index + 1]),
        let low = digit(source[index + 2])
      {
        out.append(high << 4 | low)
        index += 3
      } else {
        out.append(source[index])
        index += 1
      }
    }
    return out
  }

  /// The text with what an address gives a meaning to encoded.
  static func encoded(_ path: String) -> String {
    path.reduce(into: "") { out, character in
      switch character {
      case "%": out += "%25"
      case "#": out += "%23"
      case "?": out += "%3F"
      default: out.append(character)
      }
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
