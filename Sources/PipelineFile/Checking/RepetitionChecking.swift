import Diagnostics
import Options
import PluginKit

extension PipelineCheck {
  /// Idempotent stages: a second use with the same settings does nothing.
  private static let settled: Set<String> = [
    "metadata", "normalize", "stories", "drop", "pair", "mark", "grayscale", "quantize", "resize", "device",
    "encode",
  ]
  /// Stages for which only the last use counts.
  private static let replaced: Set<String> = ["encode"]

  /// Warns about stages that change nothing because of another use of the same stage.
  mutating func checkRepetitions(_ specs: [StageSpec]) {
    for (index, spec) in specs.enumerated().dropFirst() {
      let before = specs[index - 1]
      guard before.name == spec.name, before.ownID != spec.ownID, before.when?.scalar == spec.when?.scalar
      else { continue }
      let isSame = before.writtenSettings(registry) == spec.writtenSettings(registry)
      if isSame, before.pages?.scalar == spec.pages?.scalar, PipelineCheck.settled.contains(spec.name) {
        warn(
          .noEffect, "'\(spec.name)' has no effect: the stage before it does the same", spec.nameRange,
          "leave one of them out")
      } else if spec.pages == nil, PipelineCheck.replaced.contains(spec.name) {
        warn(
          .noEffect, "'\(before.name)' has no effect: the stage after it overrides it for all pages",
          before.nameRange, "give the later one a 'where:', or leave one of them out")
      }
    }
  }
}

extension StageSpec {
  /// The options as written, with the short form expanded; equal for settings that are written the same.
  fileprivate func writtenSettings(_ registry: Registry) -> YAMLNode {
    options.expanded(registry.stage(named: name)?.declarations ?? []).withoutPlaces
  }
}

extension YAMLNode {
  /// The same node without positions in a file.
  fileprivate var withoutPlaces: YAMLNode {
    switch value {
    case .scalar(let text, _): .text(text)
    case .sequence(let items): .list(items.map(\.withoutPlaces))
    case .mapping(let pairs): .map(pairs.map { ($0.key, $0.value.withoutPlaces) })
    }
  }
}
