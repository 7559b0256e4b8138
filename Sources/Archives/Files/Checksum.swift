import CDeflate
import CNettle

/// A running CRC-32 (ISO-HDLC), the checksum of ZIP, RAR and PNG.
public struct CRC32: Hashable, Sendable {
  /// The checksum of the bytes so far; 0 for none.
  public private(set) var value: UInt32 = 0

  public init() {}

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    // The library takes no bytes at a null pointer as a request for the initial value.
    guard let start = bytes.baseAddress else { return }
    value = libdeflate_crc32(value, start, bytes.count)
  }

  public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// The checksum of a run of bytes.
  public static func of(_ bytes: [UInt8]) -> UInt32 {
    var checksum = CRC32()
    checksum.update(bytes)
    return checksum.value
  }
}

/// A running SHA-256 (FIPS 180-4).
public struct SHA256: Sendable {
  private var state: State

  public init() {
    state = State()
    nettle_sha256_init(&state.context)
  }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    nettle_sha256_update(&state.context, bytes.count, start.assumingMemoryBound(to: UInt8.self))
  }

  public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// The 32 bytes of the digest; ends the run.
  public consuming func digest() -> [UInt8] {
    var context = state.context
    return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_SIZE)) { buffer, count in
      nettle_sha256_digest(&context, buffer.count, buffer.baseAddress)
      count = buffer.count
    }
  }

  /// The digest as 64 hexadecimal digits in lower case; ends the run.
  public consuming func hexText() -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in digest() { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// The digest of a run of bytes as hexadecimal digits.
  public static func hexText(of bytes: [UInt8]) -> String {
    var checksum = SHA256()
    checksum.update(bytes)
    return checksum.hexText()
  }

  /// Keeps the C structure out of the public layout.
  private struct State { var context = sha256_ctx() }
}
