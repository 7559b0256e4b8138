import BookModel
import Diagnostics
import Imaging
import Options
import PluginKit
import Testing

@testable import Stages

@Suite("paper")
struct PaperTests {
  private func stage(_ text: String) throws -> PaperStage {
    try PaperStage(settings(text))
  }

  private func settings(_ text: String) throws -> PaperStage.Settings {
    var decoder = OptionDecoder(file: nil, owner: "stage 'paper'")
    let node = try YAMLParser(file: nil).parse(text)
    let settings = PaperStage.Settings.decode(node, &decoder)
    if let problem = decoder.problems.first { throw problem }
    return try #require(settings)
  }

  private func book(_ names: String...) -> Book {
    Book(
      source: BookSource(
        path: FilePath("book.cbz"), stem: "book", folder: "", reader: "archive", format: "ZIP",
        pageCount: names.count),
      pages: StageContext.book(of: names))
  }

  private func operation(_ page: Page) throws -> PaperOperation {
    guard case .derived(let operation, let inputs) = page.picture, inputs.count == 1 else {
      throw Diagnostic.error(
        Rule("test", .defect, "A test met another recipe.", advice: "None."), page.picture.recipe)
    }
    return try #require(operation.base as? PaperOperation)
  }

  @Test("the short form is the preset; the default is cream", arguments: PaperPreset.allCases)
  func presets(preset: PaperPreset) throws {
    #expect(try settings(preset.rawValue).paper == preset.settings)
    #expect(try settings("{ preset: \(preset.rawValue) }").paper == preset.settings)
    #expect(PaperStage.Settings().paper == PaperPreset.cream.settings)
  }

  @Test("the presets are those of the rule")
  func table() {
    let rows = PaperPreset.allCases.map(\.settings).map {
      [$0.showThrough, $0.grain, $0.warmth, $0.blackLift]
    }
    #expect(
      rows == [[0.38, 0.14, 1, 1], [0.52, 0.22, 0.55, 1], [0.20, 0.09, 0.25, 0.85], [0.30, 0.12, 0, 1]])
    #expect(PaperPreset.allCases.allSatisfy { $0.settings.fiberScale == 2 })
  }

  @Test("stated values override the preset's, whichever comes first")
  func overrides() throws {
    let all = try settings(
      "{ showThrough: 0.4, grain: 0.2, preset: manga, warmth: 0.8, blackLift: 1, fiberScale: 2.5 }")
    #expect(
      all.paper
        == PaperSettings(showThrough: 0.4, grain: 0.2, warmth: 0.8, blackLift: 1, fiberScale: 2.5))
    let one = try settings("{ preset: newsprint, grain: 0, showThrough: preset }").paper
    #expect(one.grain == 0)
    #expect(one.showThrough == 0.52)
  }

  @Test(
    "values out of range are refused",
    arguments: [
      "showThrough: 0.81", "showThrough: -0.1", "grain: 0.41", "warmth: 1.1", "blackLift: 2",
      "fiberScale: 0.4",
      "fiberScale: 101", "seed: -1", "vary: book", "preset: parchment",
    ])
  func ranges(text: String) throws {
    #expect(throws: Diagnostic.self) { try settings("{ \(text) }") }
  }

  @Test("only selected pages get paper; the others keep their recipe")
  func selection() async throws {
    let before = book("a", "b", "c")
    let selection = PageSelection([before.pages[1].id], isStated: true)
    let after = try await stage("manga").apply(to: before, selecting: selection, in: StageContext())
    #expect(after.pages[0] == before.pages[0])
    #expect(after.pages[2] == before.pages[2])
    #expect(try operation(after.pages[1]).settings == PaperPreset.manga.settings)
  }

  @Test("pages have grain of their own by default, and all the same with vary: none")
  func variation() async throws {
    let before = book("a", "b")
    let context = StageContext()
    let varied = try await stage("{ seed: 7 }").apply(to: before, selecting: .all, in: context)
    #expect(try operation(varied.pages[0]) != operation(varied.pages[1]))
    let again = try await stage("{ seed: 7 }").apply(to: before, selecting: .all, in: context)
    #expect(again.pages.map(\.picture) == varied.pages.map(\.picture))
    let reseeded = try await stage("{ seed: 8 }").apply(to: before, selecting: .all, in: context)
    #expect(try operation(reseeded.pages[0]).origin != operation(varied.pages[0]).origin)
    let same = try await stage("{ vary: none, seed: 7 }").apply(to: before, selecting: .all, in: context)
    #expect(try operation(same.pages[0]) == operation(same.pages[1]))
    #expect(try operation(same.pages[0]).seed == 7)
  }

  @Test("from a flag of convert it leaves covers alone, in a file it takes every page")
  func covers() {
    #expect(PaperStage.convertSelection == "role != cover")
    #expect(PaperStage.defaultSelection == nil)
  }
}
