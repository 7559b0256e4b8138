#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The ZIP file format as of APPNOTE.TXT 6.3.10; section numbers refer to it.
enum ZIPFormat {
  /// Section 4.3: what each record begins with.
  static let localSignature: UInt32 = 0x0403_4B50
  static let centralSignature: UInt32 = 0x0201_4B50
  static let endSignature: UInt32 = 0x0605_4B50
  static let end64Signature: UInt32 = 0x0606_4B50
  static let locator64Signature: UInt32 = 0x0706_4B50

  /// Bytes of each record without its variable part.
  static let localLength = 30
  static let centralLength = 46
  static let endLength = 22
  static let end64Length = 56
  static let locator64Length = 20

  /// Section 4.4.4: general purpose bits.
  static let encryptedFlag: UInt16 = 1 << 0
  static let descriptorFlag: UInt16 = 1 << 3
  static let maskedFlag: UInt16 = 1 << 13
  static let utf8Flag: UInt16 = 1 << 11

  /// Section 4.4.5: compression methods.
  static let stored: UInt16 = 0
  static let deflated: UInt16 = 8

  /// The name of a compression method, for messages.
  static func methodName(_ method: UInt16) -> String {
    switch method {
    case 0: "stored"
    case 1: "shrink"
    case 2...5: "reduce"
    case 6: "implode"
    case 8: "deflate"
    case 9: "deflate64"
    case 12: "bzip2"
    case 14: "LZMA"
    case 93, 20: "Zstandard"
    case 95: "XZ"
    case 96: "JPEG variant"
    case 97: "WavPack"
    case 98: "PPMd"
    case 99: "AES encryption"
    default: "method \(method)"
    }
  }

  /// Section 4.4.2: the upper byte of "version made by".
  static let madeByUnix: UInt16 = 3 << 8
  static let madeByMacOS: UInt16 = 19 << 8

  /// Section 4.5: headers of extra fields.
  static let zip64Extra: UInt16 = 0x0001
  static let unicodePathExtra: UInt16 = 0x7075

  /// The values in 32- and 16-bit fields that send the reader to a ZIP64 record (4.4.1.4).
  static let size32 = 0xFFFF_FFFF
  static let count16 = 0xFFFF
}

/// The fields that a local and a central header have in common (4.3.7, 4.3.12), 26 bytes in both.
struct ZIPHeaderFields: Equatable {
  var version: UInt16
  var flags: UInt16
  var method: UInt16
  var time: DOSTime
  var crc32: UInt32
  var packedSize: UInt32
  var size: UInt32
  var nameLength: UInt16
  var extraLength: UInt16

  static let length = 26

  /// Reads them at an offset with at least 26 bytes behind it.
  init(_ bytes: [UInt8], at offset: Int) {
    version = bytes.littleEndian(at: offset)
    flags = bytes.littleEndian(at: offset + 2)
    method = bytes.littleEndian(at: offset + 4)
    time = DOSTime(
      time: bytes.littleEndian(at: offset + 6), date: bytes.littleEndian(at: offset + 8))
    crc32 = bytes.littleEndian(at: offset + 10)
    packedSize = bytes.littleEndian(at: offset + 14)
    size = bytes.littleEndian(at: offset + 18)
    nameLength = bytes.littleEndian(at: offset + 22)
    extraLength = bytes.littleEndian(at: offset + 24)
  }
}

/// A time as ZIP headers have it (4.4.6): no zone, two seconds apart, 1980 to 2107.
public struct DOSTime: Hashable, Sendable {
  var time: UInt16
  var date: UInt16

  /// The earliest: midnight of 1 January 1980.
  public static let earliest = DOSTime(time: 0, date: 1 << 5 | 1)

  init(time: UInt16, date: UInt16) {
    self.time = time
    self.date = date
  }

  /// A time in seconds since 1970, read as UTC so that it is the same everywhere; times out of its range
  /// become the nearest within it.
  public init(secondsSince1970 seconds: Int) {
    var clamped = time_t(min(max(seconds, 315_532_800), 4_354_819_198))
    var parts = tm()
    gmtime_r(&clamped, &parts)
    date = UInt16(parts.tm_year - 80) << 9 | UInt16(parts.tm_mon + 1) << 5 | UInt16(parts.tm_mday)
    time = UInt16(parts.tm_hour) << 11 | UInt16(parts.tm_min) << 5 | UInt16(parts.tm_sec / 2)
  }
}

extension [UInt8] {
  /// The little-endian integer at an offset. The caller knows that it lies inside; it is checked anyway.
  func littleEndian<Integer: FixedWidthInteger & UnsignedInteger>(at offset: Int) -> Integer {
    var value: Integer = 0
    for index in (0..<Integer.bitWidth / 8).reversed() { value = value << 8 | Integer(self[offset + index]) }
    return value
  }

  mutating func appendLittleEndian(_ value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
