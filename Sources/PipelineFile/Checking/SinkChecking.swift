public import Diagnostics
import Options
import PluginKit

extension Rule {
  public static let sinkTwice = Rule(
    "sink-twice", .pipeline, "A pipeline uses a sink twice without telling the two apart.",
    advice: "Add an 'id:' beside one of the two.")
  public static let sinkNotAlone = Rule(
    "sink-not-alone", .pipeline,
    "A sink that changes files in place cannot be used together with other sinks.",
    advice: "Put it into a pipeline of its own.")
}

/// One sink as written, with the stages of its branch.
struct SinkSpec {
  var name: String
  var nameRange: SourceRange
  var options: YAMLNode
  var id: YAMLNode?
  var stages: [StageSpec] = []

  var ownID: String { id?.scalar ?? name }
}

extension PipelineCheck {
  /// The sinks below `sink:`, one or a list.
  mutating func sinkSpecs(_ root: YAMLNode) -> [SinkSpec] {
    guard let node = root["sink"], !node.isNull else {
      report(
        .sinkMissing, "the pipeline does not say what to write", startOf(root),
        "add 'sink:' with a name and a path, such as 'cbz: { path: \"out/{series} v{volume:00}.cbz\" }'")
      return []
    }
    guard let items = node.items else { return [sinkSpec(node)].compactMap(\.self) }
    if items.isEmpty { report(.sinkMissing, "the list of sinks is empty", node.range) }
    return items.compactMap { sinkSpec($0) }
  }

  private mutating func sinkSpec(_ node: YAMLNode) -> SinkSpec? {
    if let name = node.scalar, !node.isNull {
      return SinkSpec(name: name, nameRange: node.range, options: YAMLNode(.mapping([]), range: node.range))
    }
    let named = (node.pairs ?? []).filter { PipelineGrammar.besideSink[$0.key] == nil }
    guard let sink = named.first(where: { registry.sink(named: $0.key) != nil }) ?? named.first else {
      let remedy = node.pairs.map { _ in "add its name: cbz: { path: … }" }
      let given = node.pairs == nil ? ", not \(node.kindName)" : ""
      report(.sinkMissing, "'sink' takes the name of a sink and its options\(given)", node.range, remedy)
      return nil
    }
    for other in named where other.keyRange != sink.keyRange {
      if registry.sink(named: other.key) != nil {
        report(
          .pipelineShape, "'\(other.key)' is a second sink in one item", other.keyRange,
          "make a list of sinks: put '- ' in front of each")
      } else {
        report(
          .keyUnknown, "'\(other.key)' is beside sink '\(sink.key)', not among its options",
          other.keyRange,
          "indent it below '\(sink.key):'; beside a sink there can only be "
            + PipelineGrammar.besideSink.names.joined(separator: ", "))
      }
    }
    return SinkSpec(
      name: sink.key, nameRange: sink.keyRange, options: sink.value, id: node["id"],
      stages: stageSpecs(node["stages"]))
  }

  /// Checks that need all sinks together.
  mutating func checkSinks(_ specs: [SinkSpec]) {
    var seen: [String: SinkSpec] = [:]
    for spec in specs {
      if let id = spec.id, !PipelineCheck.isID(id.scalar ?? "") {
        report(.pipelineShape, "'id' takes a name of letters, digits and '-', not \(given(id))", id.range)
      }
      if let first = seen[spec.ownID] {
        let line = first.nameRange == .nowhere ? "" : ", first on line \(first.nameRange.start.line)"
        report(
          .sinkTwice, "\(spec.id == nil ? "sink" : "the id") '\(spec.ownID)' is used twice\(line)",
          spec.id?.range ?? spec.nameRange, spec.id == nil ? "give it an 'id:' beside the name" : nil)
      }
      seen[spec.ownID] = spec
      if specs.count > 1, registry.sink(named: spec.name)?.isInPlace == true {
        report(
          .sinkNotAlone, "sink '\(spec.name)' changes the sources themselves and must be the only sink",
          spec.nameRange,
          "put it into a pipeline of its own")
      }
    }
  }

  mutating func sink(_ spec: SinkSpec) -> PipelineSink? {
    let stages = spec.stages.compactMap { stage($0) }
    guard let type = registry.sink(named: spec.name) else {
      let names = registry.sinks.map { $0.name }
      report(
        .pluginUnknown, "there is no sink '\(spec.name)'", spec.nameRange,
        closestMatch(to: spec.name, in: names).map { "did you mean '\($0)'?" }
          ?? "the sinks are " + names.joined(separator: ", "))
      return nil
    }
    checkConsent(to: type, "sink", spec.nameRange)
    var options = spec.options.expanded(Self.destinationOptions(of: type) + type.declarations)
    for set in sets(of: [spec.ownID, spec.name], as: .sink) {
      options = options.setting(.text(set.value), at: set.path)
    }
    var sink = sink(type, options, spec.nameRange)
    sink?.id = spec.ownID
    sink?.stages = stages
    return sink
  }

  private mutating func sink(_ type: SinkKind, _ options: YAMLNode, _ range: SourceRange)
    -> PipelineSink?
  {
    let common = Self.destinationOptions(of: type).map(\.name)
    let pairs = options.pairs ?? []
    let own = type.declarations.map(\.name)
    let unknown = pairs.filter { !common.contains($0.key) && !own.contains($0.key) }
    for pair in unknown {
      let near = closestMatch(to: pair.key, in: common + own)
      let known = (common + own).joined(separator: ", ")
      report(
        .optionUnknown, "sink '\(type.name)' has no option '\(pair.key)'", pair.keyRange,
        near.map { "did you mean '\($0)'?" } ?? "its options are \(known)")
    }
    let isOwn = { (pair: YAMLNode.Pair) in own.contains(pair.key) }
    let made = make(
      type, kind: "sink", options: YAMLNode(.mapping(pairs.filter(isOwn)), range: options.range), named: range
    )
    var decoder = OptionDecoder(file: file, owner: "sink '\(type.name)'")
    let shared = pairs.filter { common.contains($0.key) && !isOwn($0) }
    let destination =
      DestinationOptions.decode(YAMLNode(.mapping(shared), range: options.range), &decoder)
      ?? DestinationOptions()
    problems += decoder.problems
    let template = template(options["path"], type, range)
    guard let made else { return nil }
    return PipelineSink(
      id: "", sink: made.plugin, destination: destination, template: template,
      settingsText: made.settingsText,
      stages: [])
  }

  /// The options for the destination; a sink that changes files in place does not need them.
  private static func destinationOptions(of type: SinkKind) -> [OptionDeclaration] {
    type.isInPlace ? [] : DestinationOptions.declarations
  }

  private mutating func template(_ node: YAMLNode?, _ type: SinkKind, _ range: SourceRange)
    -> PathTemplate?
  {
    guard let node, !node.isNull else {
      if needsDestination, !type.isInPlace {
        report(
          .sinkMissing, "sink '\(type.name)' does not say where books go", range,
          "give it a path, such as path: \"out/{series} v{volume:00}\(type.fileExtensions.first.map { "." + $0 } ?? "")\""
        )
      }
      return nil
    }
    guard node.scalar != nil else { return nil }
    do throws(Diagnostic) {
      let template = try PathTemplate(parsing: node, file: file)
      let last = template.fileExtension.split(separator: ".").last.map { $0.lowercased() }
      if type.output == .file, let last, !type.fileExtensions.contains(last),
        !type.fileExtensions.contains(String(template.fileExtension.dropFirst()).lowercased())
      {
        warn(
          .sinkExtension, "sink '\(type.name)' does not write '.\(last)' files", node.range,
          "its extensions are " + type.fileExtensions.map { "." + $0 }.joined(separator: ", "))
      }
      return template
    } catch {
      problems.append(error)
      return nil
    }
  }
}
