import BookModel
import Diagnostics
import Imaging
import PluginKit
import Stages
import Testing

@Suite("grayscale, levels and quantize as stages") struct ToneStageTests {
  private func pages() throws -> TestBook {
    let size = Size(width: 16, height: 16)
    return try TestBook([
      Raster(size: size, filledWith: 9),
      Raster(size: size, triples: Array([200, 20, 20].cycled(256 * 3))),
    ])
  }

  @Test("grayscale leaves pages whose header says gray, and pages that are not selected")
  func grayscale() async throws {
    let book = try pages()
    let automatic = try await book.through(stage(GrayscaleStage.self, "{}"))
    #expect(automatic.recipes == ["p1", "grayscale(auto 12.0 0.001) of p2"])
    let always = try await book.through(stage(GrayscaleStage.self, "always"))
    #expect(always.recipes == ["p1", "grayscale(always) of p2"])
    let none = try await book.through(stage(GrayscaleStage.self, "always"), book.only(1))
    #expect(none.pages == book.book.pages)
    let strict = try await book.through(stage(GrayscaleStage.self, "{ tolerance: 5, share: 2 }"))
    #expect(strict.recipes[1] == "grayscale(auto 5.0 0.02) of p2")
  }

  @Test("a page whose header is damaged is left to rendering, not held against the plan")
  func damaged() async throws {
    var book = try pages()
    let entry = EntryReference(source: .main, key: 9, name: "bad")
    book.book.pages[0] = Page(id: PageID(entry), picture: .entry(entry), sourceName: "bad")
    let context = StageContext([
      "bad": Array("no picture at all".utf8),
      "p2": try encodePNG(.panel(left: 1, top: 1, right: 1, bottom: 1)),
    ])
    let result = try await stage(GrayscaleStage.self, "always").apply(
      to: book.book, selecting: .all, in: context)
    #expect(result.recipes == ["grayscale(always) of bad", "p2"])
  }

  @Test("levels: points that are given are fixed; where nothing is given they are found")
  func levels() async throws {
    let book = try pages()
    func recipe(_ options: String) async throws -> String {
      try await book.through(stage(LevelsStage.self, options)).recipes[0]
    }
    #expect(try await recipe("{}") == "levels(auto auto 1.0 64) of p1")
    #expect(try await recipe("yes") == "levels(auto auto 1.0 64) of p1")
    #expect(try await recipe("{ black: 10 }") == "levels(10 255 1.0) of p1")
    #expect(try await recipe("{ black: 10, auto: true, limit: 30 }") == "levels(10 auto 1.0 30) of p1")
    #expect(try await recipe("{ gamma: 1.5 }") == "levels(0 255 1.5) of p1")
    #expect(try await recipe("no") == "p1")
    #expect(try await recipe("{ black: 0, white: 255 }") == "p1")
    #expect(
      try problems(LevelsStage.self, "{ black: 200, white: 100 }") == [
        "in 'black' of stage 'levels': 200 is not below 'white', 100"
      ])
    #expect(try problems(LevelsStage.self, "{ gamma: 0 }").count == 1)
  }

  @Test("quantize: 16 levels by diffusion; pages whose few grays are among the levels are left")
  func quantize() async throws {
    let book = try pages()
    #expect(
      try await book.through(stage(QuantizeStage.self, "{}")).recipes == [
        "quantize(16 diffusion) of p1", "quantize(16 diffusion) of p2",
      ])
    #expect(
      try await book.through(stage(QuantizeStage.self, "{ levels: 4, dither: none }")).recipes[0]
        == "quantize(4 none) of p1")
    #expect(try await book.through(stage(QuantizeStage.self, "256")).pages == book.book.pages)
    #expect(try problems(QuantizeStage.self, "1").count == 1)
  }
}

extension Array where Element == UInt8 {
  func cycled(_ count: Int) -> [UInt8] { (0..<count).map { self[$0 % self.count] } }
}
