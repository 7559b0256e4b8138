import BookModel
import Diagnostics
import Imaging
import Options
import Testing

/// Field case F44: nine pages of one book, each of which some program gets wrong.
@Suite("Pictures of every kind in one book")
struct MixedPagesTests {
  /// 64 by 96: a quarter each of red, green, blue and white.
  private static let page = Raster(size: Size(width: 64, height: 96), layout: .rgb) { samples in
    let colors: [[UInt8]] = [[220, 0, 0, 255], [0, 160, 0, 255], [0, 0, 220, 255], [255, 255, 255, 255]]
    for y in 0..<96 {
      for x in 0..<64 {
        let color = colors[(y / 48) * 2 + x / 32]
        for channel in 0..<4 { samples[(y * 64 + x) * 4 + channel] = color[channel] }
      }
    }
  }

  private func isNear(_ raster: Raster, _ x: Int, _ y: Int, _ expected: [Int]) -> Bool {
    let found = raster.channels(at: x, y)
    return found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= 24 }
  }

  private func expectPage(_ bytes: [UInt8], orientation: Int = 1) throws {
    let facts = try inspectPicture(bytes).facts
    #expect(facts.size == MixedPagesTests.page.size && facts.orientation == orientation)
    let raster = try decodePicture(bytes)
    #expect(raster.size == MixedPagesTests.page.size && raster.layout == .rgb)
    #expect(isNear(raster, 8, 8, [220, 0, 0]) && isNear(raster, 56, 8, [0, 160, 0]))
    #expect(isNear(raster, 8, 88, [0, 0, 220]) && isNear(raster, 56, 88, [255, 255, 255]))
    // What is written of it is upright without a tag.
    let written = try encodePicture(raster, as: .jpeg, EncodeRequest()).bytes
    let after = try inspectPicture(written).facts
    #expect(after.size == facts.size && after.orientation == 1)
  }

  @Test("a plain JPEG, and one that lies on its side")
  func jpeg() throws {
    try expectPage(encodePicture(MixedPagesTests.page, as: .jpeg, EncodeRequest()).bytes)
    for (orientation, inverse) in [(2, 2), (3, 3), (4, 4), (5, 5), (6, 8), (7, 7), (8, 6)] {
      let stored = MixedPagesTests.page.upright(from: inverse)
      let bytes = try encodePicture(stored, as: .jpeg, EncodeRequest()).bytes
      try expectPage(SampleJPEG.oriented(orientation, bytes), orientation: orientation)
    }
  }

  @Test("a WebP that lies on its side, which a block behind its pixels says")
  func webP() throws {
    var request = EncodeRequest()
    request.lossless = true
    let stored = MixedPagesTests.page.upright(from: 8)
    let bytes = try encodePicture(stored, as: .webp, request).bytes
    let frame = Array(bytes[12...])
    try expectPage(
      SampleWebP.file([
        SampleWebP.extended(0x08, stored.size.width, stored.size.height), frame,
        SampleWebP.chunk("EXIF", exif(6)),
      ]), orientation: 6)
  }

  @Test("CMYK of Adobe's programs: red on top, white below, not their negatives")
  func cmyk() throws {
    for bytes in [SampleJPEG.cmyk, SampleJPEG.ycck] {
      let raster = try decodePicture(bytes)
      #expect(isNear(raster, 3, 4, [220, 0, 0]), "\(raster.channels(at: 3, 4))")
      #expect(isNear(raster, 12, 20, [255, 255, 255]), "\(raster.channels(at: 12, 20))")
    }
  }

  @Test("transparent pixels lie on white in a JPEG, not on black")
  func alpha() throws {
    let (ink, none): ([UInt8], [UInt8]) = ([220, 0, 0, 255], [0, 0, 0, 0])
    var rows: [[UInt8]] = []
    for y in 0..<96 {
      var row: [UInt8] = []
      for x in 0..<64 {
        let (across, down) = (x - 32, y - 48)
        row += across * across + down * down < 400 ? ink : none
      }
      rows.append(row)
    }
    let raster = try decodePicture(SamplePNG.file(64, 96, color: 6, rows: rows))
    #expect(raster.layout == .rgba)
    let flat = try decodePicture(encodePicture(raster.laid(on: .white), as: .jpeg, EncodeRequest()).bytes)
    #expect(isNear(flat, 2, 2, [255, 255, 255]) && isNear(flat, 32, 48, [220, 0, 0]))
  }

  @Test("a ramp of 16 bits stays smooth and keeps its mean")
  func sixteenBits() throws {
    var row: [UInt8] = []
    for x in 0..<64 { row += big16(x * 65_535 / 63) }
    let raster = try decodePicture(
      SamplePNG.file(64, 96, color: 0, depth: 16, rows: [[UInt8]](repeating: row, count: 96)))
    #expect(raster.layout == .gray && raster.size == Size(width: 64, height: 96))
    let levels = raster.samples.prefix(64).map { Int($0) }
    #expect(levels.first == 0 && levels.last == 255 && levels.reduce(0, +) / 64 == 127)
    #expect(zip(levels, levels.dropFirst()).allSatisfy { (4...5).contains($1 - $0) })
  }

  @Test("a faulty eXIf chunk leaves the picture readable")
  func faultyExif() throws {
    let bytes = SamplePNG.withChunks([SamplePNG.chunk("eXIf", ascii("MM\0*\0\0\0\u{8}\0\u{1}broken"))])
    #expect(try decodePicture(bytes).samples == [0, 128, 255, 10, 20, 30])
  }

  @Test("a gray JPEG stays gray through decoding and encoding")
  func gray() throws {
    let raster = try decodePicture(SampleJPEG.gray)
    #expect(raster.layout == .gray)
    let bytes = try encodePicture(raster, as: .jpeg, EncodeRequest()).bytes
    #expect(try inspectPicture(bytes).facts.color == .gray)
  }
}
