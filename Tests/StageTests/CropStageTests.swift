import BookModel
import Diagnostics
import Imaging
import Options
import PluginKit
import Stages
import Testing

@Suite("crop as a stage") struct CropStageTests {
  private func page(_ width: Int = 200, _ height: Int = 300) -> Raster {
    Raster(size: Size(width: width, height: height), filledWith: 200)
  }

  @Test(
    "fixed lengths become a rectangle of each page",
    arguments: [
      ("10", "180x280+10+10"), ("5%", "180x270+10+15"), ("{ left: 20 }", "180x300+20+0"),
      ("{ edges: 10, top: 0, right: 5% }", "180x290+10+0"),
      ("{ bottom: 10%, left: 1, right: 2, top: 3 }", "197x267+1+3"),
    ])
  func fixed(options: String, rectangle: String) async throws {
    let book = try TestBook([page()])
    let result = try await book.through(stage(CropStage.self, options))
    #expect(result.recipes == ["crop(\(rectangle)) of p1"])
    let facts = try await book.context.facts(of: result.pages[0].picture)
    let raster = try await book.context.raster(of: result.pages[0].picture)
    #expect(facts?.size == raster.size)
  }

  @Test("pages that lose nothing, or would lose all, stay as they are")
  func nothing() async throws {
    let book = try TestBook([page(), page(30, 30)])
    #expect(try await book.through(stage(CropStage.self, "0")).pages == book.book.pages)
    #expect(
      try await book.through(stage(CropStage.self, "20")).recipes == ["crop(160x260+20+20) of p1", "p2"])
  }

  @Test("behind automatic margins a fixed crop waits for the size")
  func unknownSize() async throws {
    var book = try TestBook([.panel(left: 30, top: 30, right: 30, bottom: 30)])
    book.book = try await book.through(stage(CropStage.self, "{}"))
    #expect(book.book.recipes == ["crop(auto 32 10% 0 numbers) of p1"])
    #expect(try await book.context.facts(of: book.book.pages[0].picture) == nil)
    let result = try await book.through(stage(CropStage.self, "10%"))
    #expect(try await book.context.raster(of: result.pages[0].picture).size == Size(width: 272, height: 432))
  }

  @Test("automatic margins, with every option")
  func automatic() async throws {
    let book = try TestBook([page()])
    let options = "{ edges: auto, tolerance: 40, limit: 5%, padding: 8, pageNumbers: ignore }"
    #expect(
      try await book.through(stage(CropStage.self, options)).recipes == ["crop(auto 40 5% 8 ) of p1"])
  }

  @Test("what contradicts itself is refused")
  func contradictions() throws {
    #expect(
      try problems(CropStage.self, "{ edges: auto, left: 3 }") == [
        "'left' of stage 'crop' is a fixed length, but 'edges: auto' detects margins"
      ])
    #expect(try problems(CropStage.self, "50%").count == 1)
    #expect(
      try problems(CropStage.self, "-3") == [
        "'edges' of stage 'crop' takes 'auto' or pixels such as 12 or a share such as 2%, not '-3'"
      ])
  }
}
