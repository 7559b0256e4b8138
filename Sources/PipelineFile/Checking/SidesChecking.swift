public import Diagnostics
import Options
import PluginKit

extension Rule {
  public static let sidesLost = Rule(
    "sides-lost", .pipeline,
    "Pages are paired, but the output cannot hold sides, and no stage makes use of them.",
    advice: """
      Add the stage 'join', or set 'blank: insert' on 'pair'. `leporello plan --as komga` shows what readers \
      will make of it.
      """)
}

extension PipelineCheck {
  /// Sinks whose outputs do not tell readers about sides.
  private static let sidelessSinks: Set<String> = ["cbz", "folder"]
  /// Stages that use openings.
  private static let users: Set<String> = ["join", "mark", "crop", "paper"]

  /// Warns if pairing pages has no effect, for the sink of a branch or for all sinks.
  mutating func checkSides(_ common: [StageSpec], _ sinks: [SinkSpec]) {
    let lost = sinks.map { lostSides(common + $0.stages, $0.name) }
    for (sink, spec) in zip(sinks, lost) {
      guard let spec else { continue }
      let isCommon = !sink.stages.contains { $0.nameRange == spec.nameRange }
      if isCommon, lost.contains(where: { $0?.nameRange != spec.nameRange }) { continue }
      warn(
        .sidesLost, "sink '\(sink.name)' cannot hold sides: readers will pair the pages on their own",
        spec.nameRange,
        "add the stage 'join', set 'blank: insert', or see `leporello plan --as komga`")
      if isCommon { return }
    }
  }

  /// The stage that pairs pages for a sink that cannot express it.
  private func lostSides(_ specs: [StageSpec], _ sink: String) -> StageSpec? {
    guard PipelineCheck.sidelessSinks.contains(sink),
      let index = specs.lastIndex(where: { $0.name == "pair" }),
      !specs[(index + 1)...].contains(where: { PipelineCheck.users.contains($0.name) })
    else { return nil }
    let spec = specs[index]
    let isSet = sets(of: [spec.ownID, spec.name], as: .stage).contains {
      $0.path == ["blank"] && $0.value == "insert"
    }
    return isSet || spec.options["blank"]?.scalar == "insert" ? nil : spec
  }
}
