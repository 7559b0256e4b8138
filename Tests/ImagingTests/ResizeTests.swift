import BookModel
import Diagnostics
import Options
import Testing

@testable import Imaging

private func s(_ width: Int, _ height: Int) -> Size { Size(width: width, height: height) }

@Suite("resize") struct ResizeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var source: Size
    var mode: ResizeMode
    var enlarge = false
    var scaled: Size
    var canvas: Size
    var testDescription: String { "\(source) \(mode) \(enlarge)" }
  }

  static let box = s(1264, 1680)
  static let cases = [
    Case(source: s(1600, 2400), mode: .fit, scaled: s(1120, 1680), canvas: s(1120, 1680)),
    Case(source: s(2400, 1600), mode: .fit, scaled: s(1264, 843), canvas: s(1264, 843)),
    Case(source: s(632, 840), mode: .fit, scaled: s(632, 840), canvas: s(632, 840)),
    Case(source: s(632, 840), mode: .fit, enlarge: true, scaled: s(1264, 1680), canvas: s(1264, 1680)),
    Case(source: s(20_000, 3), mode: .fit, scaled: s(1264, 1), canvas: s(1264, 1)),
    Case(source: s(1600, 2400), mode: .pad, scaled: s(1120, 1680), canvas: box),
    Case(source: s(600, 800), mode: .pad, scaled: s(600, 800), canvas: box),
    Case(source: s(1600, 2400), mode: .fill, scaled: box, canvas: box),
    Case(source: s(632, 1000), mode: .fill, scaled: s(632, 840), canvas: s(632, 840)),
    Case(source: s(632, 1000), mode: .fill, enlarge: true, scaled: box, canvas: box),
    Case(source: s(1600, 2400), mode: .stretch, scaled: box, canvas: box),
    Case(source: s(1600, 800), mode: .stretch, scaled: s(1264, 800), canvas: s(1264, 800)),
    Case(source: s(600, 800), mode: .stretch, enlarge: true, scaled: box, canvas: box),
  ]

  @Test("each mode has its geometry, and enlarges only where told to", arguments: cases)
  func geometry(one: Case) {
    let geometry = ResizeGeometry(one.source, in: ResizeTests.box, one.mode, enlarge: one.enlarge)
    #expect(geometry.scaled == one.scaled)
    #expect(geometry.canvas == one.canvas)
  }

  @Test("fill shows the middle in the shape of the box")
  func window() {
    let geometry = ResizeGeometry(s(1000, 1000), in: s(300, 600), .fill, enlarge: false)
    #expect(geometry.window == .init(left: 250, top: 0, width: 500, height: 1000))
    let flat = ResizeGeometry(s(1000, 1000), in: s(600, 300), .fill, enlarge: false)
    #expect(flat.window == .init(left: 0, top: 250, width: 1000, height: 500))
  }

  @Test("facts state the very size that results", arguments: ResizeMode.allCases)
  func factsAreExact(mode: ResizeMode) throws {
    for enlarge in [false, true] {
      var operation = ResizeOperation(size: s(37, 53), mode: mode)
      operation.enlarge = enlarge
      for width in [1, 2, 36, 37, 38, 74, 101] {
        for height in [1, 3, 52, 53, 54, 106, 160] {
          let source = PictureFacts(format: .png, size: s(width, height), color: .gray)
          var raster = Raster(size: source.size, filledWith: 9)
          let change = try operation.apply(to: &raster)
          let facts = try #require(operation.facts(of: [source]))
          #expect(facts.size == raster.size, "\(width)x\(height)")
          #expect(raster.fullSize == raster.size)
          #expect(change == .unchanged || facts.byteCount == nil)
          #expect(enlarge || mode == .pad || (raster.size.width <= width && raster.size.height <= height))
          #expect(change == .changed || raster == Raster(size: source.size, filledWith: 9))
        }
      }
    }
  }

  @Test("a picture that fits is left alone, and its facts with it")
  func unchanged() throws {
    let operation = ResizeOperation(size: s(100, 100))
    var raster = Raster(size: s(100, 60), layout: .rgb, filledWith: 7)
    let before = raster
    #expect(try operation.apply(to: &raster) == .unchanged)
    #expect(raster == before)
    let facts = PictureFacts(format: .jpeg, size: s(100, 60), orientation: 6, byteCount: 77)
    #expect(operation.facts(of: [facts]) == facts)
    let need = DecodeNeed(grayOnly: true, smallestSize: s(10, 6))
    #expect(operation.need(of: facts, for: need) == need)
  }

  @Test("pad puts the picture in the middle of its ground, gray only where the ground is")
  func pad() throws {
    var operation = ResizeOperation(size: s(6, 4), mode: .pad)
    var gray = Raster(size: s(2, 2), filledWith: 10)
    #expect(try operation.apply(to: &gray) == .changed)
    #expect(gray.layout == .gray)
    #expect(gray.samples[0..<6].allSatisfy { $0 == 255 })
    #expect(Array(gray.samples[6..<12]) == [255, 255, 10, 10, 255, 255])
    operation.background = Color(red: 200, green: 100, blue: 0)
    var colored = Raster(size: s(2, 2), filledWith: 10)
    #expect(try operation.apply(to: &colored) == .changed)
    #expect(colored.layout == .rgb)
    #expect(colored.channels(at: 0, 0) == [200, 100, 0])
    #expect(colored.channels(at: 3, 2) == [10, 10, 10])
    let facts = operation.facts(of: [PictureFacts(format: .png, size: s(2, 2), color: .gray)])
    #expect(facts?.color == .rgb)
    #expect(facts?.size == s(6, 4))
  }

  @Test("fill cuts alike on both sides")
  func fill() throws {
    let bars = Raster(size: s(300, 100), layout: .gray) { samples in
      for index in samples.indices { samples[index] = (100..<200).contains(index % 300) ? 90 : 0 }
    }
    var raster = bars
    #expect(try ResizeOperation(size: s(50, 50), mode: .fill).apply(to: &raster) == .changed)
    #expect(raster.size == s(50, 50))
    #expect(raster.samples[25 * 50 + 3..<25 * 50 + 47].allSatisfy { $0 == 90 })
    #expect(raster.samples[0] == raster.samples[49])
  }

  @Test("a reduced raster gives what the whole one gives, at the size of the whole one's result")
  func reduced() throws {
    let full = s(403, 601)
    let smooth = Raster(size: full, layout: .gray) { samples in
      for index in samples.indices { samples[index] = UInt8((index % 403) / 4 + (index / 403) / 5) }
    }
    var reduced = smooth.resampled(
      ResizeGeometry(full, in: s(202, 301), .stretch, enlarge: false), .box, .encoded)
    reduced.fullSize = full
    for mode in ResizeMode.allCases {
      let operation = ResizeOperation(size: s(120, 150), mode: mode)
      var (one, other) = (smooth, reduced)
      #expect(try operation.apply(to: &one) == .changed)
      #expect(try operation.apply(to: &other) == .changed)
      #expect(one.size == other.size && other.fullSize == other.size)
      let worst = zip(one.samples, other.samples).map { abs(Int($0) - Int($1)) }.max()
      #expect((worst ?? 255) <= 2, "\(mode)")
    }
  }

  @Test("what has to be decoded follows the size and what is wanted behind")
  func need() {
    var operation = ResizeOperation(size: s(400, 600))
    let page = PictureFacts(format: .jpeg, size: s(1600, 2400))
    let gray = DecodeNeed(grayOnly: true)
    #expect(
      operation.need(of: page, for: gray)
        == DecodeNeed(grayOnly: true, smallestSize: s(800, 1200), drawingSize: s(400, 600)))
    #expect(operation.need(of: nil, for: gray) == gray)
    operation.decoding = .fast
    #expect(operation.need(of: page, for: .everything).smallestSize == s(400, 600))
    operation.decoding = .exact
    #expect(operation.need(of: page, for: .everything) == DecodeNeed(drawingSize: s(400, 600)))
    // What is drawn may become larger than it is; what is decoded may not.
    operation.size = s(3200, 4800)
    operation.enlarge = true
    #expect(operation.need(of: page, for: .everything) == DecodeNeed(drawingSize: s(3200, 4800)))
    var filling = ResizeOperation(size: s(400, 400), mode: .fill)
    filling.decoding = .fast
    #expect(filling.need(of: page, for: .everything).smallestSize == s(400, 600))
  }

  @Test("a wide picture may be given the size turned")
  func turned() {
    var operation = ResizeOperation(size: s(1264, 1680))
    #expect(operation.geometry(of: s(3200, 2400)).canvas == s(1264, 948))
    operation.turnsForWide = true
    #expect(operation.geometry(of: s(3200, 2400)).canvas == s(1680, 1260))
    #expect(operation.geometry(of: s(1600, 2400)).canvas == s(1120, 1680))
    operation.size = s(1680, 1264)
    #expect(operation.geometry(of: s(3200, 2400)).canvas == s(1680, 1260))
  }
}
