import BookModel
import Diagnostics
import Imaging
import Options
import PluginKit
import Stages
import Testing

@Suite("rotate, flip and border as stages") struct RotateFlipBorderTests {
  private func page(_ width: Int, _ height: Int) -> Raster {
    Raster(size: Size(width: width, height: height), filledWith: 200)
  }

  private func book() throws -> TestBook { try TestBook([page(20, 30), page(40, 30), page(20, 30)]) }

  @Test(
    "rotate turns clockwise unless told otherwise",
    arguments: [
      ("{}", 90), ("90", 90), ("180", 180), ("270", 270), ("{ by: 90, direction: ccw }", 270),
      ("{ by: 270, direction: ccw }", 90), ("{ by: 180, direction: ccw }", 180),
    ])
  func rotate(options: String, angle: Int) async throws {
    let result = try await book().through(stage(RotateStage.self, options))
    #expect(result.recipes == (1...3).map { "rotate(\(angle)) of p\($0)" })
  }

  @Test("wide pages alone, by the book's usual shape, also behind a stage that makes sizes unknown")
  func wide() async throws {
    var book = try book()
    let rotate = try stage(RotateStage.self, "{ pages: wide }")
    #expect(try await book.through(rotate).recipes == ["p1", "rotate(90) of p2", "p3"])
    #expect(try await book.through(rotate, book.only(1, 3)).pages == book.book.pages)
    book.book = try await book.through(stage(CropStage.self, "auto"))
    let recipes = try await book.through(rotate).recipes
    #expect(recipes.map { $0.hasPrefix("rotate") } == [false, true, false])
  }

  @Test("angles that are none are refused")
  func angles() throws {
    #expect(
      try problems(RotateStage.self, "45") == ["'by' of stage 'rotate' takes one of: 90, 180, 270, not '45'"])
  }

  @Test("sizes are known behind turns")
  func facts() async throws {
    let book = try book()
    let result = try await book.through(stage(RotateStage.self, "90"))
    #expect(try await book.context.facts(of: result.pages[0].picture)?.size == Size(width: 30, height: 20))
  }

  @Test("flip mirrors selected pages")
  func flip() async throws {
    let book = try book()
    #expect(
      try await book.through(stage(FlipStage.self, "{}"), book.only(2)).recipes == [
        "p1", "flip(horizontal) of p2", "p3",
      ])
    #expect(try await book.through(stage(FlipStage.self, "vertical")).recipes[0] == "flip(vertical) of p1")
  }

  @Test("border: width and color; none where the width is nothing; no end of pixels is refused")
  func border() async throws {
    let book = try book()
    #expect(try await book.through(stage(BorderStage.self, "{}")).recipes[0] == "border(2% auto) of p1")
    #expect(
      try await book.through(stage(BorderStage.self, "{ width: 12, color: black }")).recipes[0]
        == "border(12 \"#000000\") of p1")
    for nothing in ["0", "0%"] {
      #expect(try await book.through(stage(BorderStage.self, nothing)).pages == book.book.pages)
    }
    #expect(
      try problems(BorderStage.self, "10001") == [
        "'width' of stage 'border' is at most 10000 pixels, not 10001"
      ])
  }
}
