import Diagnostics
import Options
public import PluginKit

/// The requirements for every plugin, checked for a whole registry. Tests run this on the built-in plugins;
/// authors of other plugins run it on theirs.
public enum PluginConformance {
  /// All problems, one sentence each; empty if there are none.
  public static func problems(of registry: Registry) -> [String] {
    var problems: [String] = []
    let kinds: [(String, [any PluginKind])] = [
      ("reader", registry.readers), ("stage", registry.stages), ("sink", registry.sinks),
    ]
    for (kind, plugins) in kinds {
      for name in repeated(plugins.map { $0.name }) { problems.append("two \(kind)s are called '\(name)'") }
      for plugin in plugins { problems += self.problems(of: plugin, kind, registry) }
    }
    let flags = registry.stages.flatMap { FlagGroup(stage: $0).flags.map(\.name) }
    for name in repeated(flags) { problems.append("two stages have the flag --\(name)") }
    return problems + stageProblems(registry) + flagProblems(registry)
  }

  private static func problems(of plugin: some PluginKind, _ kind: String, _ registry: Registry) -> [String] {
    let owner = "\(kind) '\(plugin.name)'"
    var problems: [String] = []
    if !isWord(plugin.name, separator: "-") { problems.append("the name of \(owner) is not in kebab-case") }
    if ["id", "where", "when", "source", "vars"].contains(plugin.name) {
      problems.append("\(owner) has a name with a meaning of its own")
    }
    if !isSentence(plugin.summary) { problems.append("the summary of \(owner) is not one sentence") }
    problems += optionProblems(plugin, owner)
    for rule in plugin.rules where !isSentence(rule.summary) || rule.advice.isEmpty {
      problems.append("the rule '\(rule.id)' of \(owner) lacks a sentence or advice")
    }
    for problem in exampleProblems(plugin, kind, registry) {
      problems.append("the example of \(owner): \(problem)")
    }
    return problems
  }

  // MARK: Options

  private static func optionProblems(_ plugin: some PluginKind, _ owner: String) -> [String] {
    let options = plugin.declarations
    var problems = repeated(options.map(\.name)).map { "\(owner) has two options called '\($0)'" }
    if options.filter(\.isShortForm).count > 1 { problems.append("\(owner) has two short forms") }
    for option in options {
      if option.name.first?.isLowercase != true
        || !option.name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
      {
        problems.append("the option '\(option.name)' of \(owner) is not in camelCase")
      }
      if !isSentence(option.summary) {
        problems.append("the summary of '\(option.name)' of \(owner) is not one sentence")
      }
      problems += defaultProblems(option, plugin, owner)
    }
    return problems
  }

  /// Checks that an option's default is read back correctly from the text that help and documentation show
  /// for it.
  private static func defaultProblems(
    _ option: OptionDeclaration, _ plugin: some PluginKind, _ owner: String
  ) -> [String] {
    do throws(Diagnostic) {
      let node = try YAMLParser(file: nil).parse("\(option.name): \(option.defaultText)")
      var decoder = OptionDecoder(file: nil, owner: owner)
      let text = plugin.making.settingsText(of: node, &decoder)
      if let problem = decoder.problems.first {
        return ["the default of '\(option.name)' is not read back: \(problem.message)"]
      }
      return text == plugin.making.settingsText(of: .map([]), &decoder)
        ? [] : ["the default of '\(option.name)' of \(owner) changes when read back"]
    } catch { return ["the default of '\(option.name)' of \(owner) is no YAML: \(error.message)"] }
  }

  // MARK: Examples

  /// An example may be a complete part of a file (`stages:` …), an item of a list of stages, or what comes
  /// below `sink:` or `source:`.
  private static func exampleProblems(_ plugin: some PluginKind, _ kind: String, _ registry: Registry)
    -> [String]
  {
    do throws(Diagnostic) {
      let example = try YAMLParser(file: "example").parse(plugin.example)
      guard mentions(plugin.name, example) else { return ["it does not use it"] }
      var parts: [(String, YAMLNode)] = [("leporello", .text("1"))]
      if example.items != nil {
        parts.append(("stages", example))
      } else if let pairs = example.pairs,
        pairs.contains(where: { ["source", "stages", "sink"].contains($0.key) })
      {
        parts += pairs.filter { $0.key != "leporello" }.map { ($0.key, $0.value) }
      } else {
        parts.append((kind == "sink" ? "sink" : "source", example))
      }
      if !parts.contains(where: { $0.0 == "sink" }), let sink = registry.sinks.first {
        parts.append(("sink", .text(sink.name)))
      }
      let (_, problems) = PipelineChecker(registry: registry)
        .check(PipelineFile(.map(parts), file: "example"), needsDestination: false)
      // A file that the example names does not have to exist.
      return problems.filter { $0.place.file == nil || $0.place.file == "example" }.map(\.description)
    } catch { return [error.description] }
  }

  private static func mentions(_ name: String, _ node: YAMLNode) -> Bool {
    switch node.value {
    case .scalar(let text, _): text == name
    case .sequence(let items): items.contains { mentions(name, $0) }
    case .mapping(let pairs): pairs.contains { $0.key == name || mentions(name, $0.value) }
    }
  }

  // MARK: All together

  private static func stageProblems(_ registry: Registry) -> [String] {
    registry.stages.flatMap { stage -> [String] in
      var problems = stage.declarations.map(\.name).filter { ["id", "where", "when"].contains($0) }
        .map { "stage '\(stage.name)' has an option '\($0)', which stands beside every stage" }
      for selection in [stage.defaultSelection, stage.convertSelection].compactMap({ $0 }) {
        do throws(Diagnostic) {
          let predicate = try PagePredicate(parsing: selection)
          problems += predicate.warnings.map { "stage '\(stage.name)' takes unusual pages: \($0.message)" }
        } catch {
          problems.append("stage '\(stage.name)' selects pages that cannot be determined: \(error.message)")
        }
      }
      return problems
    }
  }

  /// Options of readers and sinks are plain flags, so one name must mean one thing.
  private static func flagProblems(_ registry: Registry) -> [String] {
    var kinds: [String: OptionKind] = [:]
    let options =
      registry.readers.flatMap { $0.declarations } + registry.sinks.flatMap { $0.declarations }
      + DestinationOptions.declarations
    var problems: [String] = []
    for option in options {
      if let kind = kinds.updateValue(option.kind, forKey: option.flagName), kind != option.kind {
        problems.append("the flag --\(option.flagName) means two things")
      }
    }
    return problems
  }

  // MARK: Words

  private static func repeated(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { !seen.insert($0).inserted }
  }

  private static func isWord(_ text: String, separator: Character) -> Bool {
    text.first?.isLetter == true && text.last != separator
      && text.allSatisfy { $0 == separator || $0.isASCII && ($0.isLowercase || $0.isNumber) }
  }

  private static func isSentence(_ text: String) -> Bool {
    text.first?.isUppercase == true && text.last == "." && !text.contains("\n") && text.count <= 160
  }
}
