import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("Turning and stacking rasters")
struct RasterWorkTests {
  /// 1 2 3 over 4 5 6.
  static let plain = Raster(size: Size(width: 3, height: 2), layout: .gray, samples: [1, 2, 3, 4, 5, 6])

  @Test(
    "each orientation has its turn and mirror",
    arguments: [
      (0, 3, [1, 2, 3, 4, 5, 6]), (1, 3, [1, 2, 3, 4, 5, 6]), (2, 3, [3, 2, 1, 6, 5, 4]),
      (3, 3, [6, 5, 4, 3, 2, 1]),
      (4, 3, [4, 5, 6, 1, 2, 3]), (5, 2, [1, 4, 2, 5, 3, 6]), (6, 2, [4, 1, 5, 2, 6, 3]),
      (7, 2, [6, 3, 5, 2, 4, 1]),
      (8, 2, [3, 6, 2, 5, 1, 4]), (9, 3, [1, 2, 3, 4, 5, 6]),
    ] as [(Int, Int, [UInt8])])
  func upright(_ orientation: Int, _ width: Int, _ samples: [UInt8]) {
    let turned = RasterWorkTests.plain.upright(from: orientation)
    #expect(turned.size.width == width)
    #expect(turned.samples == samples)
  }

  @Test("channels stay together, across the tiles of a large raster", arguments: [Raster.Layout.rgb, .rgba])
  func channels(_ layout: Raster.Layout) {
    let raster = PNGWriterTests.raster(131, 70, layout)
    let turned = raster.upright(from: 6)
    #expect(turned.size == Size(width: 70, height: 131))
    let channels = layout.bytesPerPixel
    for (x, y) in [(0, 0), (69, 130), (64, 64), (5, 129)] {
      let from = (69 - x) * 131 + y
      let to = y * 70 + x
      #expect(
        turned.samples[to * channels..<(to + 1) * channels].elementsEqual(
          raster.samples[from * channels..<(from + 1) * channels]))
    }
    // Four quarter turns are none.
    #expect(turned.upright(from: 6).upright(from: 6).upright(from: 6) == raster)
    #expect(raster.upright(from: 5).upright(from: 5) == raster)
    #expect(raster.upright(from: 8) == raster.upright(from: 6).upright(from: 3))
  }

  @Test("stacked rasters lie one below the other")
  func stack() throws {
    let below = Raster(size: Size(width: 3, height: 1), layout: .gray, samples: [7, 8, 9])
    let stacked = try StackOperation().combine([RasterWorkTests.plain, below])
    #expect(
      stacked == Raster(size: Size(width: 3, height: 3), layout: .gray, samples: [1, 2, 3, 4, 5, 6, 7, 8, 9]))
    #expect(try StackOperation().combine([below]) == below)
  }

  @Test("a stack of several layouts takes the richest")
  func mixed() throws {
    let gray = Raster(size: Size(width: 1, height: 1), layout: .gray, samples: [5])
    let rgb = Raster(size: Size(width: 1, height: 1), triples: [1, 2, 3])
    let rgba = Raster(size: Size(width: 1, height: 1), layout: .rgba, samples: [7, 8, 9, 0])
    #expect(try StackOperation().combine([gray, rgb]).samples == [5, 5, 5, 255, 1, 2, 3, 255])
    #expect(
      try StackOperation().combine([gray, rgba, rgb]).samples == [5, 5, 5, 255, 7, 8, 9, 0, 1, 2, 3, 255])
  }

  @Test("unequal widths, or no picture at all, cannot be stacked")
  func unequal() {
    let narrow = Raster(size: Size(width: 2, height: 1), layout: .gray, samples: [7, 8])
    #expect(
      failure { () throws(Diagnostic) in try StackOperation().combine([RasterWorkTests.plain, narrow]) }
        == .stackWidths)
    #expect(failure { () throws(Diagnostic) in try StackOperation().combine([]) } == .stackWidths)
  }

  @Test("the facts of a stack follow from its parts")
  func stackFacts() {
    func facts(_ size: Size, _ color: PictureFacts.ColorModel, alpha: Bool = false) -> PictureFacts {
      PictureFacts(format: .jpeg, size: size, color: color, hasAlpha: alpha, orientation: 6, byteCount: 9)
    }
    let upper = facts(Size(width: 30, height: 20), .gray)
    #expect(
      StackOperation().facts(of: [upper, facts(Size(width: 30, height: 5), .gray)])
        == PictureFacts(format: .png, size: Size(width: 30, height: 25), color: .gray))
    #expect(StackOperation().facts(of: [upper, facts(Size(width: 30, height: 5), .cmyk)])?.color == .rgb)
    #expect(
      StackOperation().facts(of: [upper, facts(Size(width: 30, height: 5), .gray, alpha: true)])?.hasAlpha
        == true)
    #expect(StackOperation().facts(of: [upper, facts(Size(width: 31, height: 5), .gray)]) == nil)
    #expect(StackOperation().facts(of: []) == nil)
    #expect(AnyPictureOperation(StackOperation()).description == "stack()")
  }
}
