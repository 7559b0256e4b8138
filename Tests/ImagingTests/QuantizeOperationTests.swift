import BookModel
import Imaging
import Testing

@Suite("quantize") struct QuantizeOperationTests {
  private func flat(_ level: UInt8, _ side: Int = 64) -> Raster {
    Raster(size: Size(width: side, height: side), filledWith: level)
  }

  private func mean(_ raster: Raster) -> Double {
    Double(raster.samples.reduce(0) { $0 + Int($1) }) / Double(raster.samples.count)
  }

  @Test("levels are evenly spaced from black to white")
  func evenLevels() {
    #expect(QuantizeOperation(count: 4, dither: .none).levels == [0, 85, 170, 255])
    #expect(QuantizeOperation(count: 2, dither: .none).levels == [0, 255])
    #expect(QuantizeOperation(count: 16, dither: .none).levels == (0..<16).map { UInt8($0 * 17) })
    #expect(QuantizeOperation(count: 256, dither: .none).levels == Array(0...255))
    #expect(QuantizeOperation(count: 3, dither: .none).levels == [0, 128, 255])
    #expect(QuantizeOperation(levels: [200, 10, 10], dither: .none).levels == [10, 200])
  }

  @Test("parameters are canonical")
  func parameters() {
    #expect(QuantizeOperation(count: 16, dither: .diffusion).parameters == "16 diffusion")
    #expect(QuantizeOperation(levels: [255, 0, 85, 170], dither: .none).parameters == "4 none")
    #expect(QuantizeOperation(levels: [0, 100, 255], dither: .ordered).parameters == "0,100,255 ordered")
  }

  @Test("without dithering each sample becomes the nearest level")
  func nearest() throws {
    let (result, change) = try QuantizeOperation(count: 4, dither: .none)
      .result(on: Raster(gray: [[0, 42, 43, 85, 127, 128, 212, 213, 255]]))
    #expect(result.rows == [[0, 0, 85, 85, 85, 170, 170, 255, 255]])
    #expect(change == .changed)
  }

  @Test(
    "only levels are left, in gray and in each channel; alpha stays",
    arguments: QuantizeOperation.Dither.allCases)
  func onlyLevels(dither: QuantizeOperation.Dither) throws {
    var page = DrawnPage(67, 33, layout: .rgba)
    for x in 0..<67 { page.fill(x, 0, 1, 33, [UInt8(x * 3), UInt8(255 - x * 2), 90]) }
    page.addNoise(20)
    var raster = page.raster
    for index in stride(from: 3, to: raster.samples.count, by: 4) {
      raster.samples[index] = UInt8(index % 256)
    }
    let operation = QuantizeOperation(levels: [10, 100, 180, 250], dither: dither)
    let result = try operation.result(on: raster).raster
    for (index, sample) in result.samples.enumerated() {
      if index % 4 == 3 {
        #expect(sample == UInt8(index % 256))
      } else {
        #expect(operation.levels.contains(sample))
      }
    }
  }

  @Test(
    "dithering keeps the tone of flats and gradients",
    arguments: [QuantizeOperation.Dither.ordered, .diffusion], [2, 4, 16])
  func tone(dither: QuantizeOperation.Dither, count: Int) throws {
    let operation = QuantizeOperation(count: count, dither: dither)
    for level in stride(from: 10, through: 245, by: 5) {
      let result = try operation.result(on: flat(UInt8(level), 128)).raster
      #expect(abs(mean(result) - Double(level)) < 2.5, "\(level)")
    }
  }

  @Test("a level that is there stays as it is, without a speck", arguments: QuantizeOperation.Dither.allCases)
  func exact(dither: QuantizeOperation.Dither) throws {
    for level in [0, 85, 170, 255] as [UInt8] {
      let (result, change) = try QuantizeOperation(count: 4, dither: dither).result(on: flat(level))
      #expect(result == flat(level))
      #expect(change == .unchanged)
    }
  }

  @Test(
    "white and black stay clean beside tones and under JPEG noise",
    arguments: QuantizeOperation.Dither.allCases,
    [2, 4, 16])
  func clean(dither: QuantizeOperation.Dither, count: Int) throws {
    var page = DrawnPage(96, 32, paper: [253], layout: .gray)
    page.fill(32, 0, 32, 32, [120])
    page.fill(64, 0, 32, 32, [2])
    page.addNoise(2)
    let rows = try QuantizeOperation(count: count, dither: dither).result(on: page.raster).raster.rows
    for row in rows {
      #expect(row[..<32].allSatisfy { $0 == 255 })
      #expect(row[64...].allSatisfy { $0 == 0 })
    }
  }

  @Test("diffusion leaves no worms: runs of one level stay short in every flat, whichever way one looks")
  func worms() throws {
    let operation = QuantizeOperation(count: 4, dither: .diffusion)
    // A third to two thirds between levels: there, patterns would be longest.
    for level in [115, 120, 128, 135, 140] as [UInt8] {
      let rows = try operation.result(on: flat(level, 128)).raster.rows
      func longestRun(_ line: [UInt8]) -> Int {
        var (longest, run) = (1, 1)
        for (before, sample) in zip(line, line.dropFirst()) {
          run = before == sample ? run + 1 : 1
          longest = max(longest, run)
        }
        return longest
      }
      let columns = (0..<128).map { x in rows.map { $0[x] } }
      let diagonal = (0..<128).map { rows[$0][$0] }
      #expect((rows + columns + [diagonal]).map(longestRun).max() ?? 0 < 16, "\(level)")
    }
  }

  @Test("dithering is the same every time, and does not depend on the page's width of colors")
  func deterministic() throws {
    let operation = QuantizeOperation(count: 16, dither: .diffusion)
    var page = DrawnPage(50, 40, paper: [200], layout: .gray)
    page.addNoise(40)
    let first = try operation.result(on: page.raster).raster
    #expect(try operation.result(on: page.raster).raster == first)
    let color = try operation.result(on: page.raster.converted(to: .rgb)).raster
    #expect(color == first.converted(to: .rgb))
  }

  @Test("pages of one pixel, row or column")
  func tiny() throws {
    for (width, height) in [(1, 1), (1, 9), (9, 1), (0, 0)] {
      for dither in QuantizeOperation.Dither.allCases {
        let page = Raster(size: Size(width: width, height: height), filledWith: 100)
        let result = try QuantizeOperation(count: 2, dither: dither).result(on: page).raster
        #expect(result.samples.allSatisfy { $0 == 0 || $0 == 255 })
      }
    }
  }

  @Test("facts keep size and color, but not the bytes")
  func facts() {
    let facts = PictureFacts(format: .png, size: Size(width: 4, height: 3), color: .gray, byteCount: 7)
    var expected = facts
    expected.byteCount = nil
    #expect(QuantizeOperation(count: 4, dither: .none).facts(of: [facts]) == expected)
  }
}
