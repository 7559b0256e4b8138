public import Diagnostics
import Options
import PluginKit

extension Rule {
  public static let pagesInPlace = Rule(
    "pages-in-place", .pipeline,
    "A stage that works on pages stands before a sink that changes metadata only.")
}

extension PipelineCheck {
  /// Reports stages that work on pages where only metadata is rewritten.
  mutating func checkInPlace(_ specs: [StageSpec], sink: String?) {
    guard let sink = sink.flatMap({ registry.sink(named: $0) }), sink.output == .inPlace else { return }
    for spec in specs {
      guard let stage = registry.stage(named: spec.name), stage.needs == .pages else { continue }
      report(
        .pagesInPlace,
        "stage '\(spec.name)' works on pages, and sink '\(sink.name)' changes nothing but metadata",
        spec.nameRange,
        "write the books to another place: sink: { cbz: { path: … } }")
    }
  }
}
