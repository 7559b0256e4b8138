import Catalogue
import PipelineFile
import PluginKit
import Testing

@Suite("Every built-in plugin")
struct ConformanceTests {
  @Test("has names, summaries, defaults, flags and an example as the conventions ask")
  func conformance() {
    #expect(PluginConformance.problems(of: .builtIn) == [])
  }
}
