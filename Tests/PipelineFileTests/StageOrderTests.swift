import BookModel
import Catalogue
import Diagnostics
import Options
import PluginKit
import Testing

@testable import PipelineFile

@Suite("stages in an order that spoils their work") struct StageOrderTests {
  @Test(
    "is warned of",
    arguments: [
      ("normalize", "metadata"), ("paper", "grayscale"), ("paper", "resize"), ("paper", "levels"),
      ("paper", "quantize"), ("paper", "device"), ("quantize", "resize"), ("quantize", "device"),
      ("quantize", "paper"), ("paper", "join"), ("split", "crop"), ("device", "turn"), ("device", "rotate"),
    ])
  func spoiled(earlier: String, later: String) {
    #expect(Registry.builtIn.reason(against: earlier, before: later) != nil)
    #expect(
      Registry.builtIn.reason(against: later, before: earlier) == nil
        || (earlier, later) == ("quantize", "paper") || (earlier, later) == ("paper", "quantize"))
  }

  /// Says something of the stages around it, as a stage of another package would.
  private struct Negative: Stage {
    static let name = "negative"
    static let summary = "Turns light into dark."
    static let example = "- negative"
    static let orderWarnings: [OrderWarning] = [
      .before("levels", "the tones are turned"), .behind("paper", "the paper becomes dark"),
    ]
    init(_ settings: NoOptions) {}
    func apply(to book: Book, selecting selection: PageSelection, in context: any BookContext)
      async throws(Diagnostic)
      -> Book
    { book }
  }

  @Test("a stage that is not built in warns of stages behind it and before it")
  func declared() {
    let registry = Registry.builtIn.with(Negative.self)
    #expect(registry.reason(against: "negative", before: "levels") == "the tones are turned")
    #expect(registry.reason(against: "levels", before: "negative") == nil)
    #expect(registry.reason(against: "paper", before: "negative") == "the paper becomes dark")
    #expect(registry.reason(against: "negative", before: "paper") == nil)
  }

  @Test("every stage that is warned of is there")
  func names() {
    for stage in Registry.builtIn.stages {
      for warning in stage.orderWarnings {
        #expect(Registry.builtIn.stage(named: warning.stage) != nil, "\(stage.name): \(warning.stage)")
      }
    }
  }

  @Test("the order of convert's flags spoils nothing but paper, which quantizing behind it is asked for")
  func convert() {
    let order = Registry.builtIn.stages.map { $0.name }
    for (index, earlier) in order.enumerated() {
      for later in order[(index + 1)...] where (earlier, later) != ("paper", "quantize") {
        #expect(Registry.builtIn.reason(against: earlier, before: later) == nil, "\(earlier), \(later)")
      }
    }
  }

  @Test("flags of convert run in the catalogue's order")
  func catalogue() {
    #expect(
      Registry.builtIn.stages.map { $0.name } == [
        "metadata", "normalize", "stories", "filter", "drop", "typeset", "slice", "pair", "mark", "rotate",
        "flip",
        "crop",
        "split", "join", "turn", "resize", "sharpen", "levels", "grayscale", "border", "device", "paper",
        "quantize", "exec", "encode",
      ])
  }

  @Test("a stage can be put in front of another one")
  func before() {
    let kind = StageKind(Negative.self)
    #expect(
      TestPlugins.registry.with(kind, before: "paper").stages.map { $0.name }.firstIndex(of: "negative") == 3)
    #expect(TestPlugins.registry.with(kind, before: "nothing").stages.last?.name == "negative")
  }
}
