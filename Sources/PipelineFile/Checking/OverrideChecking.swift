import Diagnostics
import Options
import PluginKit

/// The names of a pipeline that `--set` may begin with, and what they refer to.
struct OverrideTargets {
  enum Target { case stage, sink, reader }

  /// The pipeline's stages, by ID and by name.
  private var stages: [String: [OptionDeclaration]] = [:]
  /// The sinks, in the same way.
  private var sinks: [String: [OptionDeclaration]] = [:]
  private var readers: [String: [OptionDeclaration]] = [:]

  init(stages specs: [StageSpec], sinks named: [SinkSpec], registry: Registry) {
    for spec in specs {
      let options = registry.stage(named: spec.name)?.declarations ?? []
      stages[spec.ownID] = options
      stages[spec.name] = options
    }
    for spec in named {
      guard let type = registry.sink(named: spec.name) else { continue }
      let options = type.declarations + DestinationOptions.declarations
      sinks[spec.ownID] = options
      sinks[spec.name] = options
    }
    for type in registry.readers { readers[type.name] = type.declarations }
  }

  /// The target of an override. If several share the name (`folder` is a reader and a sink), it is the one
  /// that declares the option; if none does, it is the first, which rejects it. Nil if nothing has the name.
  func target(of owner: String, _ path: [String]) -> Target? {
    var candidates: [(target: Target, options: [OptionDeclaration])] = []
    if let options = stages[owner] {
      if path == ["where"] || path == ["when"] { return .stage }
      candidates.append((.stage, options))
    }
    if let options = sinks[owner] { candidates.append((.sink, options)) }
    if let options = readers[owner] { candidates.append((.reader, options)) }
    return candidates.first { candidate in candidate.options.contains { $0.name == path.first } }?.target
      ?? candidates.first?.target
  }

  var names: [String] { stages.keys.sorted() + sinks.keys.sorted() + readers.keys.sorted() }
}

extension PipelineCheck {
  /// The `--set` overrides for one part, in the order given.
  func sets(of owners: [String], as target: OverrideTargets.Target) -> [(path: [String], value: String)] {
    overrides.compactMap {
      guard case .option(let owner, let path, let value) = $0.kind, owners.contains(owner),
        targets.target(of: owner, path) == target
      else { return nil }
      return (path, value)
    }
  }

  mutating func checkOverrides() {
    for override in overrides {
      guard case .option(let owner, let path, _) = override.kind,
        !["source", "gather", "divide", "vars"].contains(owner),
        targets.target(of: owner, path) == nil
      else { continue }
      let near = closestMatch(to: owner, in: targets.names)
      problems.append(
        .error(
          .overrideTarget, "the pipeline has no stage, reader or sink '\(owner)'",
          remedy: near.map { "did you mean '\($0)'?" }
            ?? "--set takes STAGE.OPTION=VALUE, and names " + targets.names.joined(separator: ", ")))
    }
  }
}
