import BookModel

/// A `data:` address (RFC 2397): a file written into a document.
public struct DataAddress: Hashable, Sendable {
  /// In lower case and without parameters; `text/plain` where none is given.
  public var mediaType: String
  public var bytes: [UInt8]

  /// Nil for text that is no such address or whose Base64 is broken.
  public init?(_ address: String) {
    guard let comma = address.firstIndex(of: ","), let colon = address.firstIndex(of: ":"), colon < comma
    else {
      return nil
    }
    let parameters = address[address.index(after: colon)..<comma].split(
      separator: ";", omittingEmptySubsequences: false)
    let type = parameters.first.map { $0.trimmed.lowercased() } ?? ""
    mediaType = type.isEmpty ? "text/plain" : type
    let body = PercentCoding.bytes(String(address[address.index(after: comma)...]))
    if parameters.dropFirst().contains(where: { $0.trimmed.lowercased() == "base64" }) {
      guard let decoded = DataAddress.decodeBase64(body) else { return nil }
      bytes = decoded
    } else {
      bytes = body
    }
  }

  /// RFC 4648, both alphabets; white space and missing padding are forgiven.
  static func decodeBase64(_ text: [UInt8]) -> [UInt8]? {
    var out: [UInt8] = []
    out.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    for byte in text {
      let value: UInt32
      switch byte {
      case 0x41...0x5A: value = UInt32(byte) - 0x41
      case 0x61...0x7A: value = UInt32(byte) - 0x47
      case 0x30...0x39: value = UInt32(byte) + 4
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="), 0x09, 0x0A, 0x0C, 0x0D, 0x20: continue
      default: return nil
      }
      bits = bits << 6 | value
      count += 1
      if count == 4 {
        out += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
        (bits, count) = (0, 0)
      }
    }
    switch count {
    case 2: out.append(UInt8(bits >> 4 & 0xFF))
    case 3: out += [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
    case 1: return nil
    default: break
    }
    return out
  }
}
