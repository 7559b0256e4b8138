public import Diagnostics
import Options
import PluginKit

extension Rule {
  public static let pagesInPlace = Rule(
    "pages-in-place", .pipeline,
    "A stage that works on pages stands before a sink that only changes metadata.",
    advice: "Leave the stage out, or write the books to another place with another sink, such as cbz.")
}

extension PipelineCheck {
  /// Warns if a source is to be moved away although its own file is the output.
  mutating func checkDisposal(_ sources: YAMLNode?, _ sinks: [SinkSpec]) {
    guard let sink = sinks.first(where: { registry.sink(named: $0.name)?.isInPlace == true }) else { return }
    for source in sources?.items ?? [sources].compactMap(\.self) {
      guard let after = source.pairs?.first(where: { $0.key == "after" }), after.value.scalar != "keep" else {
        continue
      }
      warn(
        .noEffect, "'after' has no effect: sink '\(sink.name)' writes into the source itself",
        after.keyRange,
        "leave it out")
    }
  }

  /// Reports stages that work on pages in a pipeline that only rewrites metadata.
  mutating func checkInPlace(_ specs: [StageSpec], sink: String?) {
    guard let sink = sink.flatMap({ registry.sink(named: $0) }), sink.isInPlace else { return }
    for spec in specs {
      guard let stage = registry.stage(named: spec.name), !stage.needs.isEmpty else { continue }
      report(
        .pagesInPlace,
        "stage '\(spec.name)' works on pages, but sink '\(sink.name)' only changes metadata",
        spec.nameRange,
        "write the books to another place: sink: { cbz: { path: … } }")
    }
  }
}
