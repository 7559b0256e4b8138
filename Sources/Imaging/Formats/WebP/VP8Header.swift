#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the first bytes of a VP8 key frame say about how coarsely it is quantized (RFC 6386 §9.2 to §9.6).
struct VP8Header {
  /// The mean quantizer index of the frame's segments, 0 (finest) to 127.
  let quantizer: Double

  /// The offset after the frame tag, the start code and the size.
  static let firstPartition = 10

  init(_ picture: PictureBytes, _ frame: Range<Int>) throws(HeaderStop) {
    var bits = try BoolDecoder(
      picture,
      frame.lowerBound
        + VP8Header.firstPartition..<max(frame.lowerBound + VP8Header.firstPartition, frame.upperBound))
    // Color space, clamping.
    _ = try bits.number(2)
    let segments = try VP8Header.segments(&bits)
    // Loop filter: type, level, sharpness.
    _ = try bits.number(10)
    if try bits.flag(), try bits.flag() {
      for _ in 0..<8 where try bits.flag() { _ = try bits.number(7) }
    }
    // The number of partitions.
    _ = try bits.number(2)
    let base = try bits.number(7)
    let indices = segments.steps.map { min(max(segments.areAbsolute ? $0 : base + $0, 0), 127) }
    quantizer = indices.isEmpty ? Double(base) : Double(indices.reduce(0, +)) / Double(indices.count)
  }

  /// The quantizers of the segments, if the frame has any: absolute, or relative to the frame's own.
  private static func segments(
    _ bits: inout BoolDecoder
  ) throws(HeaderStop) -> (areAbsolute: Bool, steps: [Int]) {
    guard try bits.flag() else { return (false, []) }
    let (hasMap, hasData) = (try bits.flag(), try bits.flag())
    var areAbsolute = false
    var steps: [Int] = []
    if hasData {
      areAbsolute = try bits.flag()
      for _ in 0..<4 { steps.append(try bits.flag() ? bits.signed(7) : 0) }
      for _ in 0..<4 where try bits.flag() { _ = try bits.signed(6) }
    }
    if hasMap {
      for _ in 0..<3 where try bits.flag() { _ = try bits.number(8) }
    }
    return (areAbsolute, steps)
  }

  /// The quality, 1 to 100, for which libwebp uses this quantizer: its scale is meant to look like libjpeg's
  /// (the inverse of libwebp's `QualityToCompression`).
  var quality: Int {
    let cube = pow(1 - quantizer / 127, 3)
    let quality = cube <= 0.5 ? cube * 1.5 : (cube + 1) / 2
    return min(max(Int((quality * 100).rounded()), 1), 100)
  }
}

/// The boolean entropy decoder (RFC 6386 §7), for bits of even probability. As in other decoders, bytes after
/// the end count as zero.
private struct BoolDecoder {
  let picture: PictureBytes
  private let end: Int
  private var offset: Int
  private var value = 0
  private var range = 255
  private var shifts = 0

  init(_ picture: PictureBytes, _ data: Range<Int>) throws(HeaderStop) {
    self.picture = picture
    end = data.upperBound
    offset = data.lowerBound
    value = try nextByte() << 8
    value |= try nextByte()
  }

  private mutating func nextByte() throws(HeaderStop) -> Int {
    defer { offset += 1 }
    if offset >= end || (picture.isWhole && offset >= picture.count) { return 0 }
    return try picture.u8(offset)
  }

  mutating func flag() throws(HeaderStop) -> Bool {
    let split = 1 + (range - 1) / 2
    let isSet = value >= split << 8
    if isSet {
      range -= split
      value -= split << 8
    } else {
      range = split
    }
    while range < 128 {
      value <<= 1
      range <<= 1
      shifts += 1
      if shifts == 8 {
        shifts = 0
        value |= try nextByte()
      }
    }
    return isSet
  }

  /// A number of this many bits, highest first.
  mutating func number(_ bits: Int) throws(HeaderStop) -> Int {
    var number = 0
    for _ in 0..<bits { number = number << 1 | (try flag() ? 1 : 0) }
    return number
  }

  /// A magnitude of this many bits, followed by its sign.
  mutating func signed(_ bits: Int) throws(HeaderStop) -> Int {
    let magnitude = try number(bits)
    return try flag() ? -magnitude : magnitude
  }
}
