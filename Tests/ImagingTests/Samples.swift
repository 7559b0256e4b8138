import BookModel
import Diagnostics
import Imaging

// Builders of small files in every format, so that each test can bend one field of a sound one.

func big16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
func big32(_ value: Int) -> [UInt8] { big16(value >> 16 & 0xFFFF) + big16(value & 0xFFFF) }
func little16(_ value: Int) -> [UInt8] { big16(value).reversed() }
func little24(_ value: Int) -> [UInt8] { Array(little32(value)[..<3]) }
func little32(_ value: Int) -> [UInt8] { big32(value).reversed() }
func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Bytes from hexadecimal digits; line breaks and spaces do not count.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
}

func crc32(_ bytes: [UInt8]) -> Int {
  var crc: UInt32 = ~0
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }
  return Int(~crc)
}

extension Raster {
  /// The samples of one pixel, without the byte that pads a color.
  func channels(at x: Int, _ y: Int) -> [Int] {
    let start = (y * size.width + x) * layout.bytesPerPixel
    return samples[start..<start + (layout == .rgb ? 3 : layout.bytesPerPixel)].map { Int($0) }
  }

  /// The samples without the bytes that pad colors: what other programs call RGB.
  var packedSamples: [UInt8] {
    guard layout == .rgb else { return samples }
    return samples.indices.filter { $0 % 4 != 3 }.map { samples[$0] }
  }
}

/// A zlib stream of stored blocks.
func zlib(_ data: [UInt8]) -> [UInt8] {
  var out: [UInt8] = [0x78, 0x01]
  let blocks = stride(from: 0, to: max(1, data.count), by: 65_535).map {
    data[$0..<min(data.count, $0 + 65_535)]
  }
  for (index, block) in blocks.enumerated() {
    out +=
      [index == blocks.count - 1 ? 1 : 0] + little16(block.count) + little16(~block.count & 0xFFFF) + block
  }
  var (a, b) = (1, 0)
  for byte in data {
    a = (a + Int(byte)) % 65_521
    b = (b + a) % 65_521
  }
  return out + big32(b << 16 | a)
}

/// An EXIF block (big-endian TIFF) that states an orientation.
func exif(_ orientation: Int) -> [UInt8] {
  ascii("MM\0*") + big32(8) + big16(1) + big16(0x0112) + big16(3) + big32(1) + big16(orientation) + [0, 0]
    + big32(0)
}

enum SamplePNG {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func chunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
    big32(data.count) + ascii(type) + data + big32(crc32(ascii(type) + data))
  }

  static func header(_ width: Int, _ height: Int, color: UInt8, depth: UInt8, interlaced: Bool = false)
    -> [UInt8]
  {
    chunk("IHDR", big32(width) + big32(height) + [depth, color, 0, 0, interlaced ? 1 : 0])
  }

  /// A PNG of packed rows, each given without its filter byte.
  static func file(
    _ width: Int, _ height: Int, color: UInt8, depth: UInt8 = 8, rows: [[UInt8]], before: [[UInt8]] = [],
    after: [[UInt8]] = []
  ) -> [UInt8] {
    let data = zlib(rows.flatMap { [0] + $0 })
    return signature + header(width, height, color: color, depth: depth) + before.flatMap { $0 }
      + chunk("IDAT", data) + after.flatMap { $0 } + chunk("IEND")
  }

  /// 3 by 2 gray levels.
  static let gray = file(3, 2, color: 0, rows: [[0, 128, 255], [10, 20, 30]])
  static let rgb = file(2, 1, color: 2, rows: [[255, 0, 0, 0, 0, 255]])

  static func withChunks(_ chunks: [[UInt8]]) -> [UInt8] {
    file(3, 2, color: 0, rows: [[0, 128, 255], [10, 20, 30]], before: chunks)
  }
}

enum SampleGIF {
  static let frameData: [UInt8] = [2, 2, 0x4C, 0x01, 0]

  static func frame(_ width: Int, _ height: Int, left: Int = 0, transparent: Bool = false) -> [UInt8] {
    [0x21, 0xF9, 4, transparent ? 1 : 0, 0, 0, 0, 0] + [0x2C] + little16(left) + little16(0) + little16(width)
      + little16(height) + [0] + frameData
  }

  static func file(_ width: Int, _ height: Int, frames: [[UInt8]], trailer: [UInt8] = [0x3B]) -> [UInt8] {
    ascii("GIF89a") + little16(width) + little16(height) + [0x80, 0, 0] + [0, 0, 0, 255, 255, 255]
      + frames.flatMap { $0 } + trailer
  }

  static let still = file(4, 3, frames: [frame(4, 3)])
  static let animated = file(4, 3, frames: [frame(4, 3, transparent: true), frame(4, 3)])
}

enum SampleWebP {
  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    ascii(type) + little32(data.count) + data + (data.count % 2 == 1 ? [0] : [])
  }

  static func file(_ chunks: [[UInt8]]) -> [UInt8] {
    let body = ascii("WEBP") + chunks.flatMap { $0 }
    return ascii("RIFF") + little32(body.count) + body
  }

  static func lossless(_ width: Int, _ height: Int, alpha: Bool = false) -> [UInt8] {
    chunk("VP8L", [0x2F] + little32((width - 1) | (height - 1) << 14 | (alpha ? 1 << 28 : 0)) + [7, 7, 7])
  }

  static func lossy(_ width: Int, _ height: Int) -> [UInt8] {
    chunk("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A] + little16(width) + little16(height) + [1, 2, 3, 4])
  }

  static func extended(_ flags: UInt8, _ width: Int, _ height: Int) -> [UInt8] {
    chunk("VP8X", [flags, 0, 0, 0] + little24(width - 1) + little24(height - 1))
  }

  /// Stored 96 by 64, with its orientation behind the pixels.
  static let oriented = file([extended(0x08, 96, 64), lossless(96, 64), chunk("EXIF", exif(6))])
}

enum SampleISO {
  static func box(_ type: String, _ body: [UInt8]) -> [UInt8] { big32(body.count + 8) + ascii(type) + body }
  static func full(_ type: String, version: UInt8 = 0, flags: Int = 0, _ body: [UInt8]) -> [UInt8] {
    box(type, [version] + Array(big32(flags)[1...]) + body)
  }

  static func fileType(_ brand: String, _ compatible: [String]) -> [UInt8] {
    box("ftyp", ascii(brand) + big32(0) + compatible.flatMap(ascii))
  }

  /// The properties of item 1, and of an alpha item 2 where there is one.
  static func meta(_ properties: [[UInt8]], alpha: Bool = false) -> [UInt8] {
    let auxiliary = full("auxC", ascii("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0"))
    let all = properties + (alpha ? [auxiliary] : [])
    var owners = big16(1) + [UInt8(properties.count)] + (0..<properties.count).map { UInt8($0 + 1) }
    if alpha { owners += big16(2) + [1, UInt8(all.count)] }
    let associations = full("ipma", big32(alpha ? 2 : 1) + owners)
    let references = alpha ? full("iref", box("auxl", big16(2) + big16(1) + big16(1))) : []
    return full(
      "meta",
      full("pitm", big16(1)) + references + box("iprp", box("ipco", all.flatMap { $0 }) + associations))
  }

  static func extent(_ width: Int, _ height: Int) -> [UInt8] { full("ispe", big32(width) + big32(height)) }

  static func avif(_ properties: [[UInt8]], alpha: Bool = false) -> [UInt8] {
    fileType("avif", ["mif1", "miaf"]) + meta(properties, alpha: alpha) + box("mdat", [1, 2, 3, 4, 5])
  }

  static let plain = avif([extent(30, 20), full("pixi", [3, 10, 10, 10])])
}

/// Writes a JPEG XL codestream's header, least significant bit first.
struct JXLBuilder {
  private var bits: [Bool] = []

  mutating func put(_ value: Int, _ count: Int) {
    for bit in 0..<count { bits.append(value >> bit & 1 == 1) }
  }

  /// A side of at most 512 in the first of the four codings.
  mutating func putSide(_ side: Int) {
    put(0, 2)
    put(side - 1, 9)
  }

  var codestream: [UInt8] {
    var bytes: [UInt8] = [0xFF, 0x0A]
    for start in stride(from: 0, to: bits.count, by: 8) {
      var byte: UInt8 = 0
      for bit in 0..<min(8, bits.count - start) where bits[start + bit] { byte |= 1 << bit }
      bytes.append(byte)
    }
    return bytes + [0, 0, 0, 0]
  }
}

enum SampleJXL {
  /// 40 by 24 by the small coding, everything else at its default.
  static var plain: [UInt8] {
    var builder = JXLBuilder()
    builder.put(1, 1)
    builder.put(24 / 8 - 1, 5)
    builder.put(0, 3)
    builder.put(40 / 8 - 1, 5)
    builder.put(1, 1)
    return builder.codestream
  }

  /// 30 by 20, turned, 16 bits, gray, animated, with alpha and a profile.
  static var rich: [UInt8] {
    var builder = JXLBuilder()
    builder.put(0, 1)
    builder.putSide(20)
    builder.put(0, 3)
    builder.putSide(30)
    builder.put(0, 1)  // not all default
    builder.put(1, 1)  // extra fields
    builder.put(5, 3)  // orientation 6
    builder.put(0, 2)  // no intrinsic size, no preview
    builder.put(1, 1)  // animation
    builder.put(0, 2)
    builder.put(0, 2)
    builder.put(0, 2)
    builder.put(0, 1)
    builder.put(0, 1)  // whole samples
    builder.put(3, 2)
    builder.put(15, 6)  // 16 bits
    builder.put(0, 1)
    builder.put(1, 2)  // one extra channel
    builder.put(1, 1)  // alpha by default
    builder.put(0, 1)
    builder.put(0, 1)  // color encoding is stated
    builder.put(1, 1)  // profile
    builder.put(1, 2)  // gray
    return builder.codestream
  }

  static func file(_ boxes: [[UInt8]]) -> [UInt8] {
    SampleISO.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + SampleISO.fileType("jxl ", ["jxl "])
      + boxes.flatMap { $0 }
  }
}

enum SampleTIFF {
  /// Directory entries as (tag, type, value); one strip of four bytes follows the directory.
  static func file(_ entries: [(Int, Int, Int)], strip: [UInt8] = [1, 2, 3, 4]) -> [UInt8] {
    let count = entries.count + 2
    let start = 8 + 2 + count * 12 + 4
    let all = entries + [(273, 4, start), (279, 4, strip.count)]
    var bytes = ascii("II*\0") + little32(8) + little16(count)
    for (tag, type, value) in all { bytes += little16(tag) + little16(type) + little32(1) + little32(value) }
    return bytes + little32(0) + strip
  }

  static let gray = file([(256, 3, 4), (257, 3, 1), (258, 3, 8), (262, 3, 1), (274, 3, 8)])
}

enum SampleBMP {
  static func file(_ width: Int, _ height: Int, bits: Int = 24, compression: Int = 0, pixels: Int) -> [UInt8]
  {
    ascii("BM") + little32(54 + pixels) + little32(0) + little32(54) + little32(40) + little32(width)
      + little32(height) + little16(1) + little16(bits) + little32(compression) + little32(0)
      + [UInt8](repeating: 0, count: 16)
      + [UInt8](repeating: 9, count: pixels)
  }

  static let plain = file(3, 2, pixels: 24)
}

enum SampleJPEG2000 {
  static func codestream(_ width: Int, _ height: Int, components: Int = 3) -> [UInt8] {
    let size =
      big16(0) + big32(width) + big32(height) + [UInt8](repeating: 0, count: 24) + big16(components)
      + (0..<components).flatMap { _ in [7, 1, 1] as [UInt8] }
    let part = [0xFF, 0x90] + big16(10) + big16(0) + big32(16) + [0, 1] + [0xFF, 0x93, 5, 6] as [UInt8]
    return [0xFF, 0x4F, 0xFF, 0x51] + big16(size.count + 2) + size + part + [0xFF, 0xD9]
  }

  static let bare = codestream(7, 5)
  static let file =
    SampleISO.box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + SampleISO.fileType("jp2 ", ["jp2 "])
    + SampleISO.box(
      "jp2h",
      SampleISO.box("ihdr", big32(5) + big32(7) + big16(3) + [7, 7, 0, 0])
        + SampleISO.box("colr", [1, 0, 0] + big32(16)))
    + SampleISO.box("jp2c", codestream(7, 5))
}

/// One sound file of every kind built here.
enum Sample {
  static let all: [(name: String, bytes: [UInt8])] =
    SampleJPEG.all.enumerated().map { ("JPEG \($0.offset)", $0.element) } + [
      ("oriented JPEG", SampleJPEG.oriented(6)), ("gray PNG", SamplePNG.gray), ("RGB PNG", SamplePNG.rgb),
      ("PNG with EXIF", SamplePNG.withChunks([SamplePNG.chunk("eXIf", exif(8))])),
      ("GIF", SampleGIF.still), ("animated GIF", SampleGIF.animated),
      ("lossless WebP", SampleWebP.file([SampleWebP.lossless(9, 7)])),
      ("lossy WebP", SampleWebP.file([SampleWebP.lossy(9, 7)])), ("WebP with EXIF", SampleWebP.oriented),
      ("AVIF", SampleISO.plain), ("AVIF with alpha", SampleISO.avif([SampleISO.extent(30, 20)], alpha: true)),
      ("JPEG XL", SampleJXL.plain), ("rich JPEG XL", SampleJXL.rich),
      ("JPEG XL file", SampleJXL.file([SampleISO.box("jxlc", SampleJXL.plain)])), ("TIFF", SampleTIFF.gray),
      ("BMP", SampleBMP.plain), ("JPEG 2000", SampleJPEG2000.file),
      ("JPEG 2000 codestream", SampleJPEG2000.bare),
    ]
}

/// The facts of a whole picture, for tests that expect them.
func facts(_ bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) -> PictureFacts {
  switch try probeHeader(bytes, isWhole: true, limits: limits) {
  case .facts(let facts): return facts
  case .needsMore(let count): throw .error(.pictureHeader, "asks for \(count) bytes")
  }
}

/// The rule under which something fails, nil where it does not.
func failure<Value>(_ body: () throws(Diagnostic) -> Value) -> Rule? {
  do throws(Diagnostic) {
    _ = try body()
    return nil
  } catch {
    return error.rule
  }
}
