import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("Reading GIF")
struct GIFDecodingTests {
  /// Packs indices as LZW codes that clear the table before it grows: every sample is a literal.
  static func literalCodes(_ indices: [UInt8], codeSize: Int) -> [UInt8] {
    var (bits, count, bytes) = (0, 0, [UInt8]())
    func put(_ code: Int) {
      bits |= code << count
      count += codeSize + 1
      while count >= 8 {
        bytes.append(UInt8(bits & 255))
        bits >>= 8
        count -= 8
      }
    }
    for index in indices {
      put(1 << codeSize)
      put(Int(index))
    }
    put(1 << codeSize + 1)
    if count > 0 { bytes.append(UInt8(bits & 255)) }
    return [UInt8(codeSize)]
      + stride(from: 0, to: bytes.count, by: 255).flatMap { start in
        let block = bytes[start..<min(bytes.count, start + 255)]
        return [UInt8(block.count)] + block
      } + [0]
  }

  struct Frame {
    var (left, top, width, height) = (0, 0, 2, 2)
    var indices: [UInt8] = [0, 1, 2, 3]
    var transparent: UInt8?
    var palette: [UInt8] = []
    var isInterlaced = false

    var bytes: [UInt8] {
      let control = transparent.map { [0x21, 0xF9, 4, 1, 0, 0, $0, 0] as [UInt8] } ?? []
      let sizeBits = palette.isEmpty ? 0 : 0x80 | UInt8((palette.count / 3).trailingZeroBitCount - 1)
      let place = little16(left) + little16(top) + little16(width) + little16(height)
      return control + [0x2C] + place + [sizeBits | (isInterlaced ? 0x40 : 0)] + palette
        + literalCodes(indices, codeSize: 2)
    }
  }

  static let palette: [UInt8] = [10, 20, 30, 200, 0, 0, 0, 200, 0, 0, 0, 200]

  static func file(
    _ width: Int, _ height: Int, _ frames: [Frame], palette: [UInt8] = palette, background: UInt8 = 0
  ) -> [UInt8] {
    let flags = palette.isEmpty ? 0 : 0x80 | UInt8((palette.count / 3).trailingZeroBitCount - 1)
    return ascii("GIF89a") + little16(width) + little16(height) + [flags, background, 0] + palette
      + frames.flatMap(\.bytes) + [0x3B]
  }

  @Test("indices become the palette's colors")
  func plain() throws {
    let raster = try decodePicture(Self.file(2, 2, [Frame()]))
    #expect(raster.layout == .rgb)
    #expect(raster.samples == [10, 20, 30, 255, 200, 0, 0, 255, 0, 200, 0, 255, 0, 0, 200, 255])
  }

  @Test("a frame's own palette goes first, and what a palette lacks is black")
  func palettes() throws {
    var frame = Frame()
    frame.palette = [1, 2, 3, 4, 5, 6]
    let raster = try decodePicture(Self.file(2, 2, [frame]))
    #expect(raster.samples == [1, 2, 3, 255, 4, 5, 6, 255, 0, 0, 0, 255, 0, 0, 0, 255])
    #expect(
      failure { () throws(Diagnostic) in try decodePicture(Self.file(2, 2, [Frame()], palette: [])) }
        == .pictureData)
  }

  @Test("the transparent index is clear, and so is the screen beside the frame")
  func transparency() throws {
    var frame = Frame()
    frame.transparent = 1
    frame.left = 1
    let raster = try decodePicture(Self.file(3, 2, [frame]))
    #expect(raster.layout == .rgba)
    #expect(
      raster.samples == [
        0, 0, 0, 0, 10, 20, 30, 255, 200, 0, 0, 0, 0, 0, 0, 0, 0, 200, 0, 255, 0, 0, 200, 255,
      ])
  }

  @Test(
    "an opaque frame that leaves screen over shows the background, white where the palette has no such color",
    arguments: [(2, [0, 200, 0]), (4, [255, 255, 255]), (255, [255, 255, 255])] as [(UInt8, [UInt8])])
  func background(_ index: UInt8, _ color: [UInt8]) throws {
    let raster = try decodePicture(Self.file(3, 2, [Frame()], background: index))
    #expect(Array(raster.samples[8..<12]) == color + [255])
  }

  @Test("interlaced rows are put in order")
  func interlaced() throws {
    var frame = Frame()
    (frame.width, frame.height, frame.isInterlaced) = (1, 9, true)
    // Rows 0, 8; 4; 2, 6; 1, 3, 5, 7.
    frame.indices = [0, 0, 1, 2, 2, 3, 3, 3, 3]
    let raster = try decodePicture(Self.file(1, 9, [frame]))
    let blue = stride(from: 2, to: 36, by: 4).map { raster.samples[$0] }
    #expect(blue == [30, 200, 0, 200, 0, 200, 0, 200, 30])
  }

  @Test("only the first frame is used, on a screen that grows where it has to")
  func firstFrame() throws {
    var second = Frame()
    second.indices = [3, 3, 3, 3]
    #expect(
      try decodePicture(Self.file(2, 2, [Frame(), second])) == decodePicture(Self.file(2, 2, [Frame()])))
    #expect(try decodePicture(Self.file(1, 1, [Frame()])).size == Size(width: 2, height: 2))
  }

  @Test(
    "codes grow to twelve bits, are made of themselves, and go on when the table is full",
    .enabled(if: Pillow.isThere, Comment(rawValue: Pillow.missing)))
  func growingCodes() throws {
    // One color makes the longest codes, noise fills the table soonest.
    let script = """
      from PIL import Image
      import random
      random.seed(1)
      flat = Image.new("P", (300, 200), 5)
      noise = Image.new("P", (300, 200))
      noise.putdata([random.randrange(256) for _ in range(60000)])
      for name, image in (("flat", flat), ("noise", noise)):
          image.putpalette([value for level in range(256) for value in (level, 255 - level, level // 2)])
          image.save(name + ".gif")
          Image.open(name + ".gif").convert("RGBA").save(name + ".png")
      """
    try Pillow.run(script) { folder in
      for name in ["flat", "noise"] {
        let found = try decodePicture(folder.read(name + ".gif"))
        let expected = try decodePicture(folder.read(name + ".png"))
        #expect(found.samples == expected.samples, "\(name)")
      }
    }
  }

  @Test("missing pixels, impossible codes and widths of codes are damage")
  func damage() throws {
    var short = Frame()
    short.indices = [0, 1, 2]
    #expect(failure { () throws(Diagnostic) in try decodePicture(Self.file(2, 2, [short])) } == .pictureData)
    // The first code stands for two samples, before there are any.
    let early =
      Self.file(2, 2, []).dropLast() + [0x2C] + little16(0) + little16(0) + little16(2) + little16(2)
      + [0, 2, 2, 0b00_110_100, 0, 0, 0x3B]
    #expect(failure { () throws(Diagnostic) in try decodePicture(Array(early)) } == .pictureData)
    for size in [0, 9, 12, 200] as [UInt8] {
      var wide = Self.file(2, 2, [Frame()])
      wide[try #require(wide.firstIndex(of: 0x2C)) + 10] = size
      #expect(failure { () throws(Diagnostic) in try decodePicture(wide) } == .pictureData)
    }
    expectDamageOrPixels(Self.file(2, 2, [Frame(), Frame()]))
  }
}
