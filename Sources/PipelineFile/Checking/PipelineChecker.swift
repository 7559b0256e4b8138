import BookModel
public import Diagnostics
public import Options
public import PluginKit

extension Rule {
  public static let pipelineVersion = Rule(
    "pipeline-version", .pipeline, "A pipeline file does not say which version of the grammar it uses.",
    advice: "Begin the file with 'leporello: 1'.")
  public static let pipelineShape = Rule(
    "pipeline-shape", .pipeline, "A part of a pipeline file is of the wrong kind: a list, a mapping or text.",
    advice: """
      Compare it with a file in pipelines/, or let an editor check it with `leporello schema`. Most often a \
      '- ' or an indentation is missing.
      """)
  public static let keyUnknown = Rule(
    "unknown-key", .pipeline, "A pipeline file has an unknown key.",
    advice: "Use the suggested key, or indent it below the part it belongs to.")
  public static let pluginUnknown = Rule(
    "unknown-plugin", .pipeline, "A pipeline names a stage, reader or sink that does not exist.",
    advice: "Use the suggested name; `leporello plugins` lists readers, stages and sinks.")
  public static let stageTwice = Rule(
    "stage-twice", .pipeline, "A pipeline uses a stage twice without telling the two apart.",
    advice: "Add an 'id:' beside one of the two, so that overrides and --set can tell them apart.")
  public static let sinkMissing = Rule(
    "missing-sink", .pipeline, "A pipeline does not say what to write, or where.",
    advice: "Add 'sink:' with the name of a sink and a path, such as cbz: \"out/{series} v{volume:00}.cbz\".")
  public static let sinkExtension = Rule(
    "sink-extension", .pipeline, "A path ends in an extension that its sink does not write.",
    advice: "Use one of the extensions the sink writes, or another sink.")
  public static let tooManyStages = Rule(
    "too-many-stages", .limit, "A pipeline has more stages than the limit allows.",
    advice: "Split the pipeline, or raise the limit: --max-stages.")
  public static let stageOrder = Rule(
    "stage-order", .pipeline, "Of two stages, one spoils the work of the other.",
    advice: "Swap the two stages, unless you want exactly this effect.")
}

/// Turns a file or flags into a pipeline that can run, or reports everything that is wrong with them.
public struct PipelineChecker: Sendable {
  public let registry: Registry
  /// The process's environment; a pipeline sees only the names it declares.
  public var environment: [String: String]
  /// How to treat a pipeline that runs programs.
  public var programs = ProgramConsent.given
  /// Limits from the command line, which override the file's.
  public var statedLimits: YAMLNode?

  public init(registry: Registry, environment: [String: String] = [:]) {
    self.registry = registry
    self.environment = environment
  }

  /// Checks a pipeline. All problems are found in one pass and sorted by their position in the file.
  ///
  /// - Parameters:
  ///   - overrides: `--set` and `--meta` overrides, in the order given.
  ///   - needsDestination: whether the sink must specify where books go; false if `-o` does.
  /// - Returns: the pipeline; nil if any problem is an error.
  public func check(
    _ file: PipelineFile, overrides: [Override] = [], needsDestination: Bool = true
  ) -> (pipeline: Pipeline?, problems: [Diagnostic]) {
    check(file, overrides: overrides, needsDestination: needsDestination, checksTests: true)
  }

  /// - Parameter checksTests: whether `tests:` are checked; false when called from a test.
  func check(
    _ file: PipelineFile, overrides: [Override] = [], needsDestination: Bool = true, checksTests: Bool
  ) -> (pipeline: Pipeline?, problems: [Diagnostic]) {
    var check = PipelineCheck(
      file: file.file, registry: registry, overrides: overrides, needsDestination: needsDestination)
    check.checksTests = checksTests
    check.consent = programs
    check.statedLimits = statedLimits
    let pipeline = check.pipeline(file.node, environment: environment)
    if checksTests, let tests = pipeline?.tests {
      check.problems += problems(ofChangesBy: tests, to: file, overrides: overrides, knowing: check.problems)
    }
    let problems = (file.problems + check.problems.filter { !file.explains($0) }).sortedByPosition()
    return (problems.contains { $0.severity == .error } ? nil : pipeline, problems)
  }
}

/// A check in progress: what is known, and the problems found.
struct PipelineCheck {
  let file: String?
  let registry: Registry
  let overrides: [Override]
  let needsDestination: Bool
  var targets: OverrideTargets
  var checksTests = true
  var problems: [Diagnostic] = []
  var consent = ProgramConsent.given
  var statedLimits: YAMLNode?
  /// The limits for reading the file itself.
  var limits = Limits()

  init(file: String?, registry: Registry, overrides: [Override], needsDestination: Bool) {
    self.file = file
    self.registry = registry
    self.overrides = overrides
    self.needsDestination = needsDestination
    targets = OverrideTargets(stages: [], sinks: [], registry: registry)
  }

  mutating func pipeline(_ written: YAMLNode, environment: [String: String]) -> Pipeline? {
    guard written.pairs != nil else {
      report(
        .pipelineShape, "a pipeline file is a mapping, not \(written.kindName)", written.range,
        "begin with 'leporello: 1'")
      return nil
    }
    if written["tests"] != nil, written["sink"] == nil, written["stages"] == nil, written["source"] == nil {
      report(
        .pipelineShape, "this is a file of tests, not a pipeline", startOf(written),
        "run `leporello test` on it, or name the pipeline it belongs to")
      return nil
    }
    var variables = Variables(
      root: written, file: file, environment: environment,
      sets: sets(of: "vars").map { ($0.path.joined(separator: "."), $0.value) })
    let root = YAMLNode(
      .mapping(
        (written.pairs ?? []).map { pair in
          var pair = pair
          if pair.key != "vars", pair.key != "env" { pair.value = variables.substitute(pair.value) }
          return pair
        }), range: written.range)
    problems += variables.problems + (variables.problems.isEmpty ? variables.unused(in: written) : [])
    checkKeys(of: root, in: PipelineGrammar.pipeline)
    checkVersion(root)
    let fileLimits = self.limits(root["limits"])
    limits = statedLimits(over: fileLimits)
    let common = stageSpecs(root["stages"])
    let branches = sinkSpecs(root)
    if hasTooManyStages(common, branches) { return nil }
    let specs = common + branches.flatMap(\.stages)
    targets = OverrideTargets(stages: specs, sinks: branches, registry: registry)
    checkOverrides()
    checkSinks(branches)
    checkDisposal(root["source"], branches)
    checkStages(common, branches, books: root["books"])
    let sources = self.sources(root["source"])
    let stages = common.compactMap { stage($0) }
    let sinks = branches.compactMap { sink($0) }
    checkRepetitions(common)
    for branch in branches { checkRepetitions(common.suffix(1) + branch.stages) }
    checkDestinations(branches, sources)
    checkGone(branches, sinks, sources)
    let gather = gather(root["gather"], sinks: branches)
    let divide = divide(root["divide"], sinks: branches)
    checkParts(branches, isDivided: root["divide"] != nil || divide != nil)
    let books = books(root["books"], stages: specs)
    let policies = self.policies(root)
    let tests = checksTests ? tests(root["tests"]) : []
    guard !sinks.isEmpty else { return nil }
    return Pipeline(
      name: text(root["name"], "name"), description: text(root["description"], "description"),
      sources: sources, gather: gather,
      stages: stages, divide: divide, sinks: sinks, limits: fileLimits, policies: policies,
      books: books.reversed(),
      metadataAssignments: overrides.compactMap { if case .metadata(let set) = $0.kind { set } else { nil } },
      remaking: StageRemaking(registry: registry, overrides: overrides, specs: specs), tests: tests)
  }

  mutating func checkVersion(_ root: YAMLNode) {
    guard let version = root["leporello"] else {
      report(
        .pipelineVersion, "the file does not state its version", startOf(root), "begin with 'leporello: 1'")
      return
    }
    if version.scalar != "1" {
      report(
        .pipelineVersion, "this program reads version 1 of pipeline files, not \(given(version))",
        version.range,
        "write 'leporello: 1'")
    }
  }

  private mutating func text(_ node: YAMLNode?, _ key: String) -> String? {
    guard let node, !node.isNull else { return nil }
    if node.scalar == nil { report(.pipelineShape, "'\(key)' takes text, not \(node.kindName)", node.range) }
    return node.scalar
  }
}

// MARK: - Shared by all parts

extension PipelineCheck {
  mutating func report(_ rule: Rule, _ message: String, _ range: SourceRange, _ remedy: String? = nil) {
    // A problem in flags is a usage error, whatever the rule's category for files.
    let rule = range == .nowhere ? rule.with(category: .usage) : rule
    problems.append(.error(rule, message, at: place(range), remedy: remedy))
  }

  mutating func warn(_ rule: Rule, _ message: String, _ range: SourceRange, _ remedy: String? = nil) {
    problems.append(.warning(rule, message, at: place(range), remedy: remedy))
  }

  func place(_ range: SourceRange) -> Place { range == .nowhere ? Place() : Place(file: file, range: range) }

  /// The first character of a node, for pointing out what is missing in it.
  func startOf(_ node: YAMLNode) -> SourceRange {
    node.range == .nowhere
      ? .nowhere
      : SourceRange(
        node.range.start, SourcePosition(line: node.range.start.line, column: node.range.start.column + 1),
        in: node.range.file)
  }

  func given(_ node: YAMLNode) -> String {
    node.isNull ? "nothing" : node.scalar.map { "'\($0.shortened())'" } ?? node.kindName
  }

  /// Reports keys that do not belong in a part of a file.
  mutating func checkKeys(of node: YAMLNode, in part: PipelinePart) {
    for pair in node.pairs ?? [] where part[pair.key] == nil {
      let (message, remedy) = part.complaint(about: pair.key)
      report(.keyUnknown, message, pair.keyRange, remedy)
    }
  }

  /// Decodes options and creates the plugin; nil after reporting a problem.
  mutating func make<Kind: PluginKind>(
    _ plugin: Kind, kind: String, options: YAMLNode, named range: SourceRange
  ) -> PluginMaking<Kind.Ready>.Made? {
    var decoder = OptionDecoder(file: file, owner: "\(kind) '\(plugin.name)'")
    defer { problems += decoder.problems + decoder.warnings }
    do throws(Diagnostic) { return try plugin.making.make(options, &decoder) } catch {
      var problem = error
      if problem.place == Place() { problem.place = place(range) }
      problems.append(problem)
      return nil
    }
  }

  /// The `--set` overrides for `source` or `vars`.
  func sets(of owner: String) -> [(path: [String], value: String)] {
    overrides.compactMap { override in
      if case .option(owner, let path, let value) = override.kind { (path, value) } else { nil }
    }
  }
}
