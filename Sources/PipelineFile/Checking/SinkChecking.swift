import Diagnostics
import Options
import PluginKit

extension PipelineCheck {
  /// The pair that names the sink, its value the options.
  mutating func sinkPair(_ root: YAMLNode) -> YAMLNode.Pair? {
    guard var node = root["sink"], !node.isNull else {
      report(
        .sinkMissing, "the pipeline does not say what to write", startOf(root),
        "add 'sink:' with a name and a path, such as 'cbz: { path: \"out/{series} v{volume:00}.cbz\" }'")
      return nil
    }
    if let items = node.items {
      guard let first = items.first else {
        report(.sinkMissing, "the list of sinks is empty", node.range)
        return nil
      }
      if items.count > 1 { reportNotYet("a second sink", items[1].range) }
      node = first
    }
    if let name = node.scalar, !node.isNull {
      return YAMLNode.Pair(key: name, keyRange: node.range, value: YAMLNode(.mapping([]), range: node.range))
    }
    var found: YAMLNode.Pair?
    for pair in node.pairs ?? [] {
      if pair.key == "stages" {
        reportNotYet("a sink with stages of its own", pair.keyRange)
      } else if found == nil {
        found = pair
      } else if registry.sink(named: pair.key) != nil {
        reportNotYet("a second sink", pair.keyRange)
      } else {
        report(
          .keyUnknown, "'\(pair.key)' stands beside sink '\(found?.key ?? "")', not among its options",
          pair.keyRange,
          "indent it below '\(found?.key ?? ""):'")
      }
    }
    if found == nil {
      report(
        .sinkMissing, "'sink' takes the name of a sink and its options, not \(node.kindName)", node.range)
    }
    return found
  }

  mutating func sink(_ named: YAMLNode.Pair) -> PipelineSink? {
    guard let type = registry.sink(named: named.key) else {
      let names = registry.sinks.map { $0.name }
      report(
        .pluginUnknown, "there is no sink '\(named.key)'", named.keyRange,
        closestMatch(to: named.key, in: names).map { "did you mean '\($0)'?" }
          ?? "the sinks are " + names.joined(separator: ", "))
      return nil
    }
    var options = named.value.expanded(Self.destinationOptions(of: type) + type.declarations)
    for set in sets(of: [type.name], as: .sink) { options = options.setting(.text(set.value), at: set.path) }
    return sink(type, options, named.keyRange)
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
      sink: made.plugin, destination: destination, template: template, settingsText: made.settingsText)
  }

  /// The options of where outputs go; a sink that has none of its own has no use for them.
  private static func destinationOptions(of type: SinkKind) -> [OptionDeclaration] {
    type.output == .inPlace ? [] : DestinationOptions.declarations
  }

  private mutating func template(_ node: YAMLNode?, _ type: SinkKind, _ range: SourceRange)
    -> PathTemplate?
  {
    guard let node, !node.isNull else {
      if needsDestination, type.output != .inPlace {
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
