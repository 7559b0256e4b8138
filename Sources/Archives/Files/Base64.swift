import CNettle

/// Bytes as text of 64 letters (RFC 4648).
public enum Base64 {
  public static func text(of bytes: [UInt8]) -> String {
    let length = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: length) { buffer in
      // The letters are ASCII, whichever way C counts a char.
      buffer.withMemoryRebound(to: CChar.self) {
        nettle_base64_encode_raw($0.baseAddress, bytes.count, bytes)
      }
      return length
    }
  }

  /// Nil for a text that isn't Base64, or isn't whole.
  public static func bytes(of text: String) -> [UInt8]? { decoded(Array(text.utf8)) }

  /// As documents have it: of either alphabet, with white space, and with or without padding. Nil where any other
  /// letter is in it, or one too many.
  public static func leniently(_ text: [UInt8]) -> [UInt8]? {
    var letters: [UInt8] = []
    letters.reserveCapacity(text.count)
    for letter in text {
      switch letter {
      case UInt8(ascii: "-"): letters.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): letters.append(UInt8(ascii: "/"))
      case UInt8(ascii: "="), 0x09, 0x0A, 0x0C, 0x0D, 0x20: continue
      default: letters.append(letter)
      }
    }
    guard letters.count % 4 != 1 else { return nil }
    // Filled up by zeros rather than padding: bits left over at the end are not looked at.
    let missing = (4 - letters.count % 4) % 4
    letters += [UInt8](repeating: UInt8(ascii: "A"), count: missing)
    return decoded(letters).map { Array($0.dropLast(missing)) }
  }

  private static func decoded(_ text: [UInt8]) -> [UInt8]? {
    var context = base64_decode_ctx()
    nettle_base64_decode_init(&context)
    var isSound = false
    let bytes = [UInt8](unsafeUninitializedCapacity: (text.count + 1) / 4 * 3 + 3) { buffer, count in
      isSound = text.withUnsafeBytes { text in
        nettle_base64_decode_update(
          &context, &count, buffer.baseAddress, text.count, text.bindMemory(to: CChar.self).baseAddress) == 1
      }
      if !isSound { count = 0 }
    }
    return isSound && nettle_base64_decode_final(&context) == 1 ? bytes : nil
  }
}
