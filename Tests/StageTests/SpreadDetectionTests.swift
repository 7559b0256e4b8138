import BookModel
import Diagnostics
import Imaging
import PluginKit
import Stages
import Testing

/// A page of a drawing that goes on over page borders: shapes by their place in one long picture.
struct DrawnPage: PixelOperation {
  static let name = "drawn"
  /// Which drawing, and where in it the page begins.
  var seed: Int
  var left: Int
  /// Pixels left white all around.
  var margin = 0

  var parameters: String { "\(seed) \(left) \(margin)" }
  func facts(of inputs: [PictureFacts]) -> PictureFacts? { inputs.first }

  func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    let size = raster.size
    var samples = [UInt8](repeating: 255, count: size.area)
    for y in margin..<(size.height - margin) {
      for x in margin..<(size.width - margin) { samples[y * size.width + x] = level(x + left, y) }
    }
    raster = Raster(size: size, layout: .gray, samples: samples)
    return .changed
  }

  /// Slanting bands of uneven width, as hatching and outlines are.
  private func level(_ x: Int, _ y: Int) -> UInt8 {
    var state = UInt64(bitPattern: Int64(seed &* 7919 &+ (y &+ x / 3) / 5 &* 104_729))
    state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
    return UInt8(truncatingIfNeeded: state >> 56)
  }
}

@Suite("Drawings across the gutter")
struct SpreadDetectionTests {
  private func book(_ drawings: [DrawnPage?]) -> Book {
    var book = PairStageTests.book(String(repeating: "n", count: drawings.count))
    for (index, drawing) in drawings.enumerated() {
      let blank = Picture.blank(Picture.Blank(size: Size(width: 200, height: 300), reason: "test"))
      book.pages[index].picture = drawing.map { .derived($0, [blank]) } ?? blank
    }
    return book
  }

  private func spreads(_ drawings: [DrawnPage?], _ direction: DirectionChoice = .ltr) async throws -> [String:
    Double]
  {
    let book = try await PairStageTests.run(book(drawings)) {
      $0.detect = true
      $0.direction = direction
    }
    var found: [String: Double] = [:]
    for opening in book.openings {
      if case .detected(let confidence)? = opening.spread {
        found[opening.pages.map { book.pages[$0].sourceName }.joined(separator: "+")] = confidence
      }
    }
    return found
  }

  @Test("a drawing that goes on is found and keeps its pages together")
  func found() async throws {
    let drawings = [
      DrawnPage(seed: 1, left: 0), DrawnPage(seed: 2, left: 0), DrawnPage(seed: 3, left: 0),
      DrawnPage(seed: 3, left: 200),
      DrawnPage(seed: 4, left: 0),
    ]
    let found = try await spreads(drawings)
    #expect(found.keys.sorted() == ["p3+p4"])
    #expect(try #require(found["p3+p4"]) >= 0.9)
    let book = try await PairStageTests.run(book(drawings)) { $0.detect = true }
    #expect(PairStageTests.picture(book) == "[ |p1] [ |p2] [p3|p4] [p5| ]")
  }

  @Test("from right to left the other edges meet")
  func rightToLeft() async throws {
    let drawings = [nil, DrawnPage(seed: 3, left: 200), DrawnPage(seed: 3, left: 0)]
    #expect(try await spreads(drawings, .rtl).keys.sorted() == ["p2+p3"])
    #expect(try await spreads(drawings, .ltr).isEmpty)
  }

  @Test("white margins, blank pages and other drawings say nothing")
  func nothing() async throws {
    #expect(try await spreads([nil, nil, nil]).isEmpty)
    #expect(
      try await spreads([
        nil, DrawnPage(seed: 3, left: 0, margin: 12), DrawnPage(seed: 3, left: 200, margin: 12),
      ]).isEmpty)
    #expect(try await spreads((0..<12).map { DrawnPage(seed: $0, left: 0) }).isEmpty)
  }

  @Test("panels of a grid at the same heights are no drawing")
  func grid() {
    func page(_ seed: Int) -> Raster {
      var raster = Raster(size: Size(width: 200, height: 300), filledWith: 255)
      _ = try? DrawnPage(seed: seed, left: 0).apply(to: &raster)
      for y in [0..<8, 98..<106, 196..<204, 292..<300].joined() {
        for x in 0..<200 { raster.samples[y * 200 + x] = 255 }
      }
      return raster
    }
    for seed in 0..<20 {
      let confidence = GutterEdge(of: page(seed), at: .right).continues(
        into: GutterEdge(of: page(seed + 50), at: .left))
      #expect(confidence < 0.5)
    }
  }
}
