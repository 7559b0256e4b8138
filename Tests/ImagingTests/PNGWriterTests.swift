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
    #expect(facts.size == size && facts.bitsPerSample == 8 && facts.hasAlpha == (layout == .rgba))
    #expect(facts.color == (layout == .gray ? .gray : .rgb))
    #expect(try encodePNG(raster) == bytes)
  }

  @Test("a raster without pixels cannot be written")
  func empty() {
    let none = Raster(size: Size(width: 0, height: 3), layout: .rgb, samples: [])
    #expect(failure { () throws(Diagnostic) in try encodePNG(none) } == .pictureUnencodable)
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
