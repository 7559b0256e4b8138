import BookModel
import Diagnostics
import Options
import PipelineFile
import PluginKit
import Testing

/// Does everything wrong that can be seen from outside.
private struct Sloppy: Stage {
  struct Settings: OptionGroup {
    var color = Lossy(text: "red")
    var whereabouts = 1
    static let options: [Option<Settings>] = [
      Option("Max", \.whereabouts, shortForm: true, "no sentence"),
      Option("where", \.whereabouts, shortForm: true, "Which pages."),
      Option("color", \.color, "Which color."), Option("color", \.color, "Which color."),
    ]
  }
  static let name = "Sloppy_Stage"
  static let summary = "sloppy"
  static let example = "- Sloppy_Stage: { colour: red }"
  static let defaultSelection: String? = "role = x"
  static let rules = [Rule("sloppy", .input, "no sentence", advice: "")]
  init(_ settings: Settings) {}
  func apply(to book: Book, selecting selection: PageSelection, in context: any BookContext)
    async throws(Diagnostic)
    -> Book
  { book }
}

/// A value that is not read back from its own text.
private struct Lossy: OptionValue {
  var text: String
  static let optionKind = OptionKind.text
  static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> Lossy? { Lossy(text: "blue") }
  var optionText: String { text }
}

@Suite("What plugins owe")
struct PluginConformanceTests {
  @Test("nothing is said of plugins that are as they should be")
  func sound() {
    let broken = Registry(
      readers: TestPlugins.registry.readers,
      stages: TestPlugins.registry.stages.filter { $0.name != "broken" },
      sinks: TestPlugins.registry.sinks)
    #expect(PluginConformance.problems(of: broken) == [])
    #expect(PluginConformance.problems(of: TestPlugins.registry).count == 1)
  }

  @Test("everything that is wrong is said")
  func sloppy() {
    let problems = PluginConformance.problems(
      of: TestPlugins.registry.with(Sloppy.self).with(TestPlugins.CBZ.self))
    let text = problems.joined(separator: "\n")
    for expected in [
      "the name of stage 'Sloppy_Stage' is not in kebab-case",
      "the summary of stage 'Sloppy_Stage' is not one sentence",
      "has two options called 'color'", "has two short forms",
      "the option 'Max' of stage 'Sloppy_Stage' is not in camelCase",
      "the summary of 'Max'", "the default of 'color' of stage 'Sloppy_Stage' changes when read back",
      "the example of stage 'Sloppy_Stage': example:1:19: error: stage 'Sloppy_Stage' has no option 'colour'",
      "has an option 'where', which stands beside every stage", "selects pages that cannot be determined",
      "two sinks are called 'cbz'",
      "the rule 'sloppy' of stage 'Sloppy_Stage' lacks a sentence or advice",
      "two stages have the flag --Sloppy_Stage-color",
    ] { #expect(text.contains(expected), "\(expected)") }
  }

  @Test("a plugin's rules are known to the registry, those that several share once")
  func rules() {
    let registry = TestPlugins.registry.with(Sloppy.self).with(Sloppy.self)
    #expect(registry.rules.map(\.id) == ["sloppy"])
  }
}
