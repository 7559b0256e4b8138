import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("Decoding PNG")
struct PNGDecodingTests {
  @Test("gray, RGB and RGBA samples come out as they are")
  func plain() throws {
    #expect(
      try decodePicture(SamplePNG.gray)
        == Raster(size: Size(width: 3, height: 2), layout: .gray, samples: [0, 128, 255, 10, 20, 30]))
    #expect(
      try decodePicture(SamplePNG.rgb)
        == Raster(size: Size(width: 2, height: 1), triples: [255, 0, 0, 0, 0, 255]))
    let rgba = SamplePNG.file(2, 1, color: 6, rows: [[255, 0, 0, 0, 9, 8, 7, 128]])
    #expect(try decodePicture(rgba).samples == [255, 0, 0, 0, 9, 8, 7, 128])
  }

  @Test(
    "samples of fewer bits fill the range",
    arguments: [
      (1, [0b1010_0000], [255, 0, 255]), (2, [0b0001_1011], [0, 85, 170, 255]),
      (4, [0x0F, 0x80], [0, 255, 136]),
    ] as [(UInt8, [UInt8], [UInt8])])
  func fewBits(_ depth: UInt8, _ row: [UInt8], _ levels: [UInt8]) throws {
    let raster = try decodePicture(SamplePNG.file(levels.count, 1, color: 0, depth: depth, rows: [row]))
    #expect(raster.layout == .gray)
    #expect(raster.samples == levels)
  }

  @Test("16 bits are scaled to 8 without a change of tone")
  func sixteenBits() throws {
    let levels = (0..<256).map { $0 * 257 }
    let gray = SamplePNG.file(256, 1, color: 0, depth: 16, rows: [levels.flatMap(big16)])
    #expect(try decodePicture(gray).samples == (0...255).map { UInt8($0) })
    // The nearest level, not the high byte: 0x00FF is 0.99 of a level.
    let between = SamplePNG.file(2, 1, color: 0, depth: 16, rows: [big16(0x00FF) + big16(0x8000)])
    #expect(try decodePicture(between).samples == [1, 128])
    let rgba = SamplePNG.file(
      1, 1, color: 6, depth: 16, rows: [[0x12, 0x12, 0x80, 0x80, 0xFF, 0xFF, 0x40, 0x40]])
    #expect(try decodePicture(rgba).samples == [0x12, 0x80, 0xFF, 0x40])
  }

  @Test("a palette becomes RGB, with transparency RGBA")
  func palette() throws {
    let colors = SamplePNG.chunk("PLTE", [1, 2, 3, 250, 251, 252])
    let opaque = try decodePicture(SamplePNG.file(2, 1, color: 3, rows: [[1, 0]], before: [colors]))
    #expect(opaque.layout == .rgb && opaque.samples == [250, 251, 252, 255, 1, 2, 3, 255])
    let transparency = SamplePNG.chunk("tRNS", [0])
    let clear = try decodePicture(
      SamplePNG.file(2, 1, color: 3, rows: [[1, 0]], before: [colors, transparency]))
    #expect(clear.layout == .rgba && clear.samples == [250, 251, 252, 255, 1, 2, 3, 0])
  }

  @Test("gray with transparency becomes RGBA, stated by channel or by level")
  func grayTransparency() throws {
    let channel = try decodePicture(SamplePNG.file(2, 1, color: 4, rows: [[9, 0, 200, 77]]))
    #expect(channel.layout == .rgba && channel.samples == [9, 9, 9, 0, 200, 200, 200, 77])
    let level = SamplePNG.chunk("tRNS", big16(200))
    let marked = try decodePicture(SamplePNG.file(2, 1, color: 0, rows: [[9, 200]], before: [level]))
    #expect(marked.samples == [9, 9, 9, 255, 200, 200, 200, 0])
  }

  @Test("an interlaced picture is put together")
  func interlaced() throws {
    // Adam7 of 2 by 2 pixels: pass 1 holds (0, 0), pass 6 (1, 0), pass 7 the second row.
    let data = zlib([0, 10, 0, 20, 0, 30, 40])
    let bytes =
      SamplePNG.signature + SamplePNG.header(2, 2, color: 0, depth: 8, interlaced: true)
      + SamplePNG.chunk("IDAT", data) + SamplePNG.chunk("IEND")
    #expect(try decodePicture(bytes).samples == [10, 20, 30, 40])
    #expect(try inspectPicture(bytes).warnings == [])
  }

  @Test("the orientation of an eXIf chunk is applied, a faulty one ignored")
  func orientation() throws {
    let turned = try decodePicture(SamplePNG.withChunks([SamplePNG.chunk("eXIf", exif(6))]))
    #expect(turned.size == Size(width: 2, height: 3))
    #expect(turned.samples == [10, 0, 20, 128, 30, 255])
    let faulty = SamplePNG.withChunks([SamplePNG.chunk("eXIf", ascii("MM\0*\0\0\0\u{8}\0\u{1}broken"))])
    #expect(try decodePicture(faulty).samples == [0, 128, 255, 10, 20, 30])
  }

  @Test(
    "a gAMA chunk that is not sRGB's is applied, unless sRGB or a profile is stated",
    arguments: [
      // By the exponent of 1/2.2 that sRGB files state: half of linear light is level 186.
      (100_000, [], 186), (55_556, [], 145), (45_455, [], 128), (100_000, ["sRGB"], 128),
      (100_000, ["iCCP"], 128), (0, [], 128),
    ] as [(Int, [String], Int)])
  func gamma(_ gamma: Int, _ others: [String], _ level: Int) throws {
    var chunks = [SamplePNG.chunk("gAMA", big32(gamma))]
    if others.contains("sRGB") { chunks.append(SamplePNG.chunk("sRGB", [0])) }
    if others.contains("iCCP") {
      chunks.append(SamplePNG.chunk("iCCP", ascii("s\0\0") + zlib(SampleProfile.sRGB)))
    }
    for color in [2, 6] as [UInt8] {
      let row = [128, 128, 128, 0, 0, 0, 255, 255, 255] as [UInt8]
      let alpha = [128, 128, 128, 255, 0, 0, 0, 255, 255, 255, 255, 7] as [UInt8]
      let raster = try decodePicture(
        SamplePNG.file(3, 1, color: color, rows: [color == 2 ? row : alpha], before: chunks))
      #expect(abs(raster.channels(at: 0, 0)[0] - level) <= 1, "\(raster.channels(at: 0, 0))")
      #expect(raster.channels(at: 1, 0)[1] == 0 && raster.channels(at: 2, 0)[2] == 255)
      if color == 6 { #expect(raster.channels(at: 2, 0)[3] == 7) }
    }
    if others.contains("iCCP") { return }
    let gray = try decodePicture(SamplePNG.file(1, 1, color: 0, rows: [[128]], before: chunks))
    #expect(gray.layout == .gray && abs(Int(gray.samples[0]) - level) <= 1)
  }

  @Test("primaries without a profile leave colors as they are")
  func primaries() throws {
    let chunk = SamplePNG.chunk(
      "cHRM", [31_270, 32_900, 70_000, 30_000, 20_000, 70_000, 14_000, 5_000].flatMap(big32))
    let bytes = SamplePNG.file(1, 1, color: 2, rows: [[200, 30, 40]], before: [chunk])
    #expect(try decodePicture(bytes).channels(at: 0, 0) == [200, 30, 40])
  }

  @Test(
    "faulty extra chunks are ignored",
    arguments: [
      ("eXIf", ascii("MM\0*\0\0\0\u{8}\0\u{1}broken")), ("tEXt", []), ("zTXt", ascii("a\0\0nonsense")),
      ("pHYs", [1]), ("tIME", [1, 2]), ("bKGD", [1, 2, 3, 4, 5, 6, 7]), ("sBIT", [200]), ("gAMA", [1]),
      ("sRGB", [9, 9]), ("cHRM", [1, 2, 3]), ("iCCP", [0, 0, 0]), ("hIST", [1]), ("abCd", [1]),
    ] as [(String, [UInt8])])
  func faultyExtras(_ type: String, _ data: [UInt8]) throws {
    let plain = try decodePicture(SamplePNG.gray)
    #expect(try decodePicture(SamplePNG.withChunks([SamplePNG.chunk(type, data)])) == plain)
    var broken = SamplePNG.chunk(type, data)
    broken[broken.count - 1] ^= 0xFF
    #expect(try decodePicture(SamplePNG.withChunks([broken])) == plain)
  }

  @Test("missing rows and broken streams are damage")
  func damage() {
    let short = SamplePNG.file(3, 2, color: 0, rows: [[0, 128, 255]])
    #expect(failure { () throws(Diagnostic) in try decodePicture(short) } == .pictureData)
    let noise =
      SamplePNG.signature + SamplePNG.header(3, 2, color: 0, depth: 8)
      + SamplePNG.chunk("IDAT", [UInt8](repeating: 0x55, count: 40)) + SamplePNG.chunk("IEND")
    #expect(failure { () throws(Diagnostic) in try decodePicture(noise) } == .pictureData)
  }
}
