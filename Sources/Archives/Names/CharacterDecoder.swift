#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Turns text of one encoding into Unicode, by the system's `iconv`. Strict: bytes that mean nothing in the
/// encoding give no text at all.
public final class CharacterDecoder {
  private let handle: iconv_t

  /// - Parameter encoding: a name `iconv` knows. Nil is returned for one it does not.
  public init?(_ encoding: String) {
    guard !encoding.isEmpty, let handle = iconv_open("UTF-8", encoding), Int(bitPattern: handle) != -1 else {
      return nil
    }
    self.handle = handle
  }

  deinit { iconv_close(handle) }

  /// The text, or nil where the bytes are not wholly text of this encoding.
  public func decode(_ bytes: [UInt8]) -> String? {
    if bytes.isEmpty { return "" }
    iconv(handle, nil, nil, nil, nil)
    // No encoding here needs more than four bytes of UTF-8 for one of its bytes.
    var output = [UInt8](repeating: 0, count: bytes.count * 4 + 16)
    let written = bytes.withUnsafeBytes { source -> Int? in
      output.withUnsafeMutableBytes { target -> Int? in
        // iconv takes its input as mutable for historical reasons and does not write to it.
        var input = UnsafeMutablePointer(mutating: source.bindMemory(to: CChar.self).baseAddress)
        var left = source.count
        var end = target.bindMemory(to: CChar.self).baseAddress
        var room = target.count
        guard iconv(handle, &input, &left, &end, &room) != -1, left == 0 else { return nil }
        // The second call flushes a shift state.
        guard iconv(handle, nil, nil, &end, &room) != -1 else { return nil }
        return target.count - room
      }
    }
    guard let written else { return nil }
    output.removeLast(output.count - written)
    return String(validatingUTF8Bytes: output)
  }
}

extension String {
  /// The text, or nil where the bytes aren't UTF-8.
  init?(validatingUTF8Bytes bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    self = text
  }
}
