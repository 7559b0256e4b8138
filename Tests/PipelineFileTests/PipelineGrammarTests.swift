import Diagnostics
import Options
import Testing

@testable import PipelineFile

@Suite("Keys of pipeline files")
struct PipelineGrammarTests {
  private static let parts = [
    PipelineGrammar.pipeline, PipelineGrammar.fileOfTests, PipelineGrammar.bookFile, PipelineGrammar.source,
    PipelineGrammar.besideStage, PipelineGrammar.besideSink, PipelineGrammar.book, PipelineGrammar.match,
  ]

  @Test("each stands once in its part and has a sentence", arguments: parts.indices)
  func declared(_ index: Int) {
    let part = Self.parts[index]
    #expect(Set(part.names).count == part.names.count)
    for key in part.keys {
      #expect(key.summary.last == "." && key.summary.first?.isUppercase == true, "\(key.name)")
      #expect(part[key.name]?.summary == key.summary)
    }
  }

  @Test("the example of every key at the top is taken")
  func examples() throws {
    for key in PipelineGrammar.pipeline.keys where !["leporello", "include"].contains(key.name) {
      let example = try #require(key.example)
      let sink = key.name == "sink" ? "" : "sink: { cbz: x.cbz }\n"
      let text = "leporello: 1\n\(sink)\(key.name): \(example)\n"
      let file = try PipelineFile(parsing: Array(text.utf8), file: "x.yaml")
      let problems = PipelineChecker(registry: TestPlugins.registry).check(file).problems
      let ofGrammar: Set<Rule> = [.keyUnknown, .pipelineShape, .optionValue, .optionUnknown, .variableSyntax]
      #expect(problems.filter { ofGrammar.contains($0.rule) } == [], "\(text)")
    }
  }

  @Test("a key that does not belong there is unknown, with a suggestion or another program's word")
  func unknown() {
    #expect(
      PipelineGrammar.match.complaint(about: "serie")
        == ("unknown key 'serie' in a match", "did you mean 'series'?"))
    #expect(PipelineGrammar.pipeline.complaint(about: "Steps").remedy == "here it is called 'stages'")
    #expect(
      PipelineGrammar.book.complaint(about: "zzzzzzzz").remedy == "the keys are match, stages")
  }
}
