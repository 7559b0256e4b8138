public import Diagnostics
import Options
import PluginKit

extension Rule {
  public static let sidesLost = Rule(
    "sides-lost", .pipeline,
    "Pages are paired, but the output cannot hold sides, and nothing in the pipeline makes use of them.")
}

extension PipelineCheck {
  /// Sinks whose outputs tell readers nothing of sides.
  private static let sidelessSinks: Set<String> = ["cbz", "folder"]
  /// Stages that go by openings.
  private static let users: Set<String> = ["join", "mark", "crop", "paper"]

  /// Warns where pages are paired for nothing.
  mutating func checkSides(_ specs: [StageSpec], sink: String?) {
    guard let sink, PipelineCheck.sidelessSinks.contains(sink),
      let index = specs.lastIndex(where: { $0.name == "pair" }),
      !specs[(index + 1)...].contains(where: { PipelineCheck.users.contains($0.name) })
    else { return }
    let spec = specs[index]
    let isSet = sets(of: [spec.ownID, spec.name], as: .stage).contains {
      $0.path == ["blank"] && $0.value == "insert"
    }
    guard !isSet, spec.options["blank"]?.scalar != "insert" else { return }
    warn(
      .sidesLost, "sink '\(sink)' cannot hold sides: readers will pair the pages by themselves",
      spec.nameRange,
      "add the stage 'join', say 'blank: insert', or look at `leporello plan --as komga`")
  }
}
