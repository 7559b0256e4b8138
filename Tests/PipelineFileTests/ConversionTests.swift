import BookModel
import Diagnostics
import Options
import PipelineFile
import PluginKit
import Testing

@Suite("Pipelines made from flags")
struct ConversionTests {
  private let registry = TestPlugins.registry

  private func check(
    _ arguments: [String], sink: String = "cbz", needsDestination: Bool = false
  ) throws -> (pipeline: Pipeline?, problems: [Diagnostic]) {
    let stages = registry.stages.map { FlagGroup(stage: $0) }
    let parsed = try FlagParser(stages).parse(arguments.map { Array($0.utf8) })
    let uses = stages.compactMap { group in
      parsed[group.name].map { PipelineFile.Use(group.name, options: $0) }
    }
    let file = PipelineFile(stages: uses, sink: PipelineFile.Use(sink), registry: registry)
    return PipelineChecker(registry: registry).check(file, needsDestination: needsDestination)
  }

  @Test("stages named by flags run in their own order, with the options given")
  func order() throws {
    let (pipeline, problems) = try check([
      "--paper", "newsprint", "--drop-max", "1", "--metadata-set", "number=010",
    ])
    #expect(problems == [])
    #expect(pipeline?.stages.map(\.id) == ["metadata", "drop", "paper"])
    #expect(
      pipeline?.stages.map(\.settingsText) == ["{set: {number: 010}}", "{max: 1}", "{stock: newsprint}"])
    #expect(pipeline?.sources[0].readers.count == 2)
    #expect(pipeline?.name == nil)
  }

  @Test("--STAGE-where stands for where, for stages that work on pages")
  func conditions() async throws {
    let pipeline = try #require(try check(["--drop-where", "last"]).pipeline)
    let book = SampleBook.named(pages: 2)
    let chosen = try await pipeline.stages[0].selection(in: book, context: NoContext(), sourceNumbers: [:])
    #expect(book.pages.map(chosen.contains) == [false, true])
    #expect(chosen.isStated)
    #expect(
      FlagGroup(stage: StageKind(TestPlugins.Retitle.self)).flags.map(\.name) == [
        "metadata", "metadata-from", "metadata-set",
      ])
  }

  @Test("a flag that names no pages leaves alone those the stage says; told otherwise, it takes them")
  func ownPages() async throws {
    var book = SampleBook.named(pages: 3)
    book.pages[0].roles = [.frontCover]
    let cases = [
      (["--paper"], [false, true, true]), (["--paper=newsprint"], [false, true, true]),
      (["--paper", "--paper-where", "number <= 2"], [true, true, false]),
    ]
    for (arguments, expected) in cases {
      let pipeline = try #require(try check(arguments).pipeline)
      let chosen = try await pipeline.stages[0].selection(in: book, context: NoContext(), sourceNumbers: [:])
      #expect(book.pages.map(chosen.contains) == expected)
    }
    let flag = FlagGroup(stage: StageKind(TestPlugins.Paper.self)).flags.first { $0.name == "paper-where" }
    #expect(flag?.defaultText == "role != cover")
  }

  @Test("mistakes are usage errors")
  func mistakes() throws {
    let (pipeline, problems) = try check(["--paper-strength", "9", "--drop-where", "rol == x"])
    #expect(pipeline == nil)
    #expect(
      Set(problems.map(\.message)) == [
        "'strength' of stage 'paper' takes a number from 0.0 to 1.0, not '9'",
        "there is no page fact 'rol', at character 1 of 'rol == x'",
      ])
    #expect(problems.allSatisfy { $0.rule.category == .usage })
    #expect(try check([], sink: "cbx").problems.map(\.remedy) == ["did you mean 'cbz'?"])
  }
}
