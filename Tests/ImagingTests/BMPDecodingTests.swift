import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("Reading BMP")
struct BMPDecodingTests {
  /// A bitmap with a header of 40 bytes or more.
  static func file(
    _ width: Int, _ height: Int, bits: Int, compression: Int = 0, header: Int = 40, behind: [UInt8] = [],
    palette: [UInt8] = [], pixels: [UInt8]
  ) -> [UInt8] {
    let fields =
      little32(header) + little32(width) + little32(height & 0xFFFF_FFFF) + little16(1) + little16(bits)
      + little32(compression) + little32(pixels.count) + [UInt8](repeating: 0, count: 16) + behind
    let body = fields + [UInt8](repeating: 0, count: max(0, header - fields.count)) + palette
    return ascii("BM") + little32(14 + body.count + pixels.count) + little32(0) + little32(14 + body.count)
      + body + pixels
  }

  /// Blue, green, red, unused: red, green, blue, white.
  static let palette: [UInt8] = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0]
  static let (red, green, blue, white) = (
    [255, 0, 0, 255] as [UInt8], [0, 255, 0, 255] as [UInt8], [0, 0, 255, 255] as [UInt8],
    [255, 255, 255, 255] as [UInt8]
  )

  @Test(
    "rows of 1 to 8 bits are looked up in the palette, the last row first",
    arguments: [
      (1, [0b0100_0000, 0, 0, 0, 0b1000_0000, 0, 0, 0], [1, 0, 0, 1]),
      (2, [0b1011_0000, 0, 0, 0, 0b0001_0000, 0, 0, 0], [0, 1, 2, 3]),
      (4, [0x23, 0, 0, 0, 0x01, 0, 0, 0], [0, 1, 2, 3]),
      (8, [2, 3, 0, 0, 0, 1, 0, 0], [0, 1, 2, 3]),
    ] as [(Int, [UInt8], [Int])])
  func palettes(_ bits: Int, _ pixels: [UInt8], _ indices: [Int]) throws {
    let raster = try decodePicture(Self.file(2, 2, bits: bits, palette: Self.palette, pixels: pixels))
    let colors = [Self.red, Self.green, Self.blue, Self.white]
    #expect(raster.layout == .rgb)
    #expect(raster.samples == indices.flatMap { colors[$0] })
  }

  @Test("a negative height means rows from the top")
  func topDown() throws {
    let pixels: [UInt8] = [2, 3, 0, 0, 0, 1, 0, 0]
    let raster = try decodePicture(Self.file(2, -2, bits: 8, palette: Self.palette, pixels: pixels))
    #expect(raster.samples == Self.blue + Self.white + Self.red + Self.green)
  }

  @Test("the oldest header has palettes of three bytes a color")
  func oldest() throws {
    let header = little32(12) + little16(2) + little16(1) + little16(1) + little16(1)
    let bytes =
      ascii("BM") + little32(36) + little32(0) + little32(32) + header + [0, 0, 255, 255, 0, 0]
      + [0b0100_0000, 0, 0, 0]
    #expect(try decodePicture(bytes).samples == Self.red + Self.blue)
  }

  @Test("24 and 32 bits are colors, 16 bits have five each, scaled to fill the range")
  func colors() throws {
    let three = Self.file(1, 1, bits: 24, pixels: [255, 0, 0, 0])
    #expect(try decodePicture(three).samples == Self.blue)
    let four = Self.file(1, 1, bits: 32, pixels: [255, 128, 0, 9])
    #expect(try decodePicture(four).samples == [0, 128, 255, 255])
    let two = Self.file(2, 1, bits: 16, pixels: little16(0x7C00) + little16(0b00001_10000_11111))
    #expect(try decodePicture(two).samples == Self.red + [8, 132, 255, 255])
  }

  @Test("bit fields may lie anywhere, behind the header or in it")
  func bitFields() throws {
    let masks = little32(0xF800) + little32(0x07E0) + little32(0x001F)
    let behind = Self.file(
      1, 1, bits: 16, compression: 3, palette: masks, pixels: little16(0b00000_111111_00000) + [0, 0])
    #expect(try decodePicture(behind).samples == Self.green)
    let wide = little32(0x3FF0_0000) + little32(0xFFC00) + little32(0x3FF) + little32(0)
    let ten = Self.file(
      1, 1, bits: 32, compression: 3, header: 56, behind: wide, pixels: little32(0x3FF << 20 | 0x200 << 10))
    #expect(try decodePicture(ten).samples == [255, 128, 0, 255])
  }

  @Test("an alpha mask makes RGBA, unless no pixel has any alpha")
  func alpha() throws {
    let masks = little32(0xFF0000) + little32(0xFF00) + little32(0xFF) + little32(0xFF00_0000)
    let pixels: [UInt8] = [0, 0, 255, 128, 255, 0, 0, 0]
    let bytes = Self.file(2, 1, bits: 32, compression: 3, header: 56, behind: masks, pixels: pixels)
    let raster = try decodePicture(bytes)
    #expect(raster.layout == .rgba && raster.samples == [255, 0, 0, 128, 0, 0, 255, 0])
    let none = Self.file(
      2, 1, bits: 32, compression: 3, header: 56, behind: masks, pixels: [0, 0, 255, 0, 255, 0, 0, 0])
    #expect(try decodePicture(none).samples == Self.red + Self.blue)
  }

  @Test("runs of 8 bits: repeated, literal and padded, moved on, ended early")
  func runs8() throws {
    let runs: [UInt8] = [3, 1, 0, 0, 0, 3, 2, 3, 0, 0, 0, 0, 0, 2, 1, 0, 1, 3, 0, 1]
    let bytes = Self.file(3, 4, bits: 8, compression: 1, palette: Self.palette, pixels: runs)
    let rows: [[[UInt8]]] = [
      [Self.green, Self.green, Self.green], [Self.blue, Self.white, Self.red],
      [Self.red, Self.white, Self.red], [Self.red, Self.red, Self.red],
    ]
    #expect(try decodePicture(bytes).samples == rows.reversed().flatMap { $0.flatMap { $0 } })
  }

  @Test("runs of 4 bits alternate between two colors")
  func runs4() throws {
    let runs: [UInt8] = [5, 0x12, 0, 0, 0, 3, 0x01, 0x30, 2, 0x22, 0, 1]
    let bytes = Self.file(5, 2, bits: 4, compression: 2, palette: Self.palette, pixels: runs)
    let bottom = Self.green + Self.blue + Self.green + Self.blue + Self.green
    let top = Self.red + Self.green + Self.white + Self.blue + Self.blue
    #expect(try decodePicture(bytes).samples == top + bottom)
  }

  @Test("runs over a row's end are cut, and the end mark may be missing")
  func overlong() throws {
    let bytes = Self.file(2, 1, bits: 8, compression: 1, palette: Self.palette, pixels: [9, 1])
    #expect(try decodePicture(bytes).samples == Self.green + Self.green)
  }

  @Test("missing pixels and misplaced ones are damage; other compressions are not decoded")
  func damage() {
    func rule(_ bytes: [UInt8]) -> Rule? { failure { () throws(Diagnostic) in try decodePicture(bytes) } }
    #expect(rule(Self.file(2, 2, bits: 24, pixels: [1, 2, 3, 4, 5, 6, 7, 8, 9])) == .pictureData)
    let cut = Self.file(2, 2, bits: 8, compression: 1, palette: Self.palette, pixels: [2, 1])
    #expect(rule(cut) == .pictureTruncated)
    #expect(rule(Self.file(2, 2, bits: 24, compression: 1, pixels: [1, 2, 3, 4])) == .pictureData)
    var misplaced = SampleBMP.plain
    misplaced[10] = 20
    #expect(rule(misplaced) == .pictureData)
    #expect(rule(Self.file(2, 2, bits: 24, compression: 4, pixels: [1, 2, 3, 4])) == .codecUnsupported)
    expectDamageOrPixels(SampleBMP.plain)
    expectDamageOrPixels(
      Self.file(3, 3, bits: 8, compression: 1, palette: Self.palette, pixels: [3, 1, 0, 0, 0, 2, 1, 1, 0, 1]))
  }
}
