/// Bytes as text of 64 letters (RFC 4648, section 4): how a journal holds what is no text.
package enum Base64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (4 - group.count))
      for index in 0..<4 {
        text.append(index <= group.count ? letters[Int(bits >> 26)] : UInt8(ascii: "="))
        bits <<= 6
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil for a text that is none of ours.
  package static func bytes(of text: String) -> [UInt8]? {
    let body = text.utf8.prefix { $0 != UInt8(ascii: "=") }
    guard text.utf8.count % 4 == 0, text.utf8.count - body.count <= 2, body.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(body.count * 3 / 4)
    var bits: UInt32 = 0
    var count = 0
    for letter in body {
      guard let value = value(of: letter) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return text.utf8.dropFirst(body.count).allSatisfy { $0 == UInt8(ascii: "=") } ? bytes : nil
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
