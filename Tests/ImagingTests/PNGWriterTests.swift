import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("Writing PNG")
struct PNGWriterTests {
  static let layouts: [Raster.Layout] = [.gray, .rgb, .rgba]

  /// Rows that favor each filter: noise, steps along the row, and rows like the one above.
  static func raster(_ width: Int, _ height: Int, _ layout: Raster.Layout) -> Raster {
    var state: UInt32 = 7
    var samples: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width * layout.bytesPerPixel {
        guard layout != .rgb || column % 4 != 3 else {
          samples.append(255)
          continue
        }
        state = state &* 1_664_525 &+ 1_013_904_223
        switch row % 3 {
        case 0: samples.append(UInt8(truncatingIfNeeded: state >> 24))
        case 1: samples.append(UInt8(truncatingIfNeeded: column * 3))
        default: samples.append(samples[samples.count - width * layout.bytesPerPixel] &+ 1)
        }
      }
    }
    return Raster(size: Size(width: width, height: height), layout: layout, samples: samples)
  }

  @Test(
    "what is written is read back to the sample", arguments: layouts,
    [
      Size(width: 1, height: 1), Size(width: 2, height: 1), Size(width: 1, height: 9),
      Size(width: 7, height: 5),
      Size(width: 257, height: 64), Size(width: 30_000, height: 3),
    ])
  func roundTrip(_ layout: Raster.Layout, _ size: Size) throws {
    let raster = PNGWriterTests.raster(size.width, size.height, layout)
    let bytes = try encodePNG(raster)
    #expect(try decodePicture(bytes) == raster)
    let (facts, warnings) = try inspectPicture(bytes)
    #expect(warnings == [])
    #expect(
      facts.size == size && (layout == .gray || facts.bitsPerSample == 8)
        && facts.hasAlpha == (layout == .rgba))
    #expect(facts.color == (layout == .gray ? .gray : .rgb))
    #expect(try encodePNG(raster) == bytes)
  }

  @Test("a raster without pixels cannot be written")
  func empty() {
    let none = Raster(size: Size(width: 0, height: 3), layout: .rgb, samples: [])
    #expect(failure { () throws(Diagnostic) in try encodePNG(none) } == .pictureUnencodable)
  }

  @Test(
    "gray pages of few even levels are written in as few bits, and read back to the sample",
    arguments: [
      ([0, 255], 1), ([255], 1), ([0, 85, 170, 255], 2), ([85], 2), ([0, 17, 34, 255], 4),
      ((0...15).map { $0 * 17 }, 4), ([0, 85, 86], 8), ([0, 128, 255], 8), ([1], 8),
    ] as [([Int], Int)], [1, 2, 3, 5, 7, 8, 9, 63])
  func fewLevels(_ page: (levels: [Int], bits: Int), _ width: Int) throws {
    let (levels, bits) = page
    let size = Size(width: width, height: 11)
    // Levels in every order, and all of them at least once.
    let samples = (0..<size.area).map { UInt8(levels[($0 * 7 + $0 / 5) % levels.count]) }
    let raster = Raster(size: size, layout: .gray, samples: samples)
    let bytes = try encodePNG(raster)
    let (facts, warnings) = try inspectPicture(bytes)
    let needed = Set(samples).count == Set(levels).count ? bits : facts.bitsPerSample
    #expect(warnings == [] && facts.bitsPerSample == needed && facts.color == .gray)
    #expect(try decodePicture(bytes) == raster)
  }

  @Test("a level behind the first rows still counts")
  func lateLevel() throws {
    var raster = Raster(size: Size(width: 100, height: 100), filledWith: 255)
    raster.samples[9_998] = 3
    #expect(try decodePicture(encodePNG(raster)) == raster)
  }

  @Test("a dithered page takes far fewer bytes than with eight bits")
  func dithered() throws {
    var state: UInt32 = 3
    let samples = (0..<300 * 200).map { index -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 24) < index / 300 ? 255 : 0
    }
    let raster = Raster(size: Size(width: 300, height: 200), layout: .gray, samples: samples)
    var eight = raster
    eight.samples[0] = 1
    #expect(try encodePNG(raster).count * 10 < encodePNG(eight).count * 8)
  }

  @Test("the level is honored", arguments: layouts)
  func levels(_ layout: Raster.Layout) throws {
    let raster = JPEGEncodingTests.ramp(200, 150, layout)
    var counts: [Int] = []
    for level in [0, 1, 6, 12, 13] {
      var request = EncodeRequest()
      request.effort = level
      let bytes = try encodePicture(raster, as: .png, request).bytes
      #expect(try decodePicture(bytes) == raster)
      counts.append(bytes.count)
    }
    #expect(counts[0] == counts[1] && counts[1] > counts[3] && counts[3] == counts[4])
  }

  @Test("a blank is a white page of its size, and small")
  func blank() throws {
    let blank = drawBlank(Size(width: 1600, height: 2400))
    #expect(blank.format == .png)
    #expect(blank.bytes.count < 10_000)
    #expect(try decodePicture(blank.bytes) == Raster(size: Size(width: 1600, height: 2400), filledWith: 255))
    #expect(drawBlank(Size(width: 1600, height: 2400)) == blank)
    #expect(try decodePicture(drawBlank(Size(width: 0, height: -4)).bytes).size == Size(width: 1, height: 1))
  }

  @Test(
    "Pillow reads the same samples",
    .enabled(if: Pillow.isThere, Comment(rawValue: Pillow.missing)), arguments: layouts)
  func pillow(_ layout: Raster.Layout) throws {
    let raster = PNGWriterTests.raster(61, 47, layout)
    let script = "from PIL import Image; open('raw', 'wb').write(Image.open('a.png').tobytes())"
    try Pillow.run(script, ["a.png": encodePNG(raster)]) { folder in
      let raw = try folder.read("raw")
      #expect(raw == raster.packedSamples)
    }
  }
}
