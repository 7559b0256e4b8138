import BookModel
import Diagnostics
import Options
import PluginKit

/// One use of a stage as written.
struct StageSpec {
  var name: String
  var nameRange: SourceRange
  var options: YAMLNode
  var id: YAMLNode?
  var pages: YAMLNode?
  var when: YAMLNode?

  var ownID: String { id?.scalar ?? name }
}

extension PipelineCheck {
  /// The items of a list of stages.
  mutating func stageSpecs(_ node: YAMLNode?) -> [StageSpec] {
    guard let node, !node.isNull else { return [] }
    guard let items = node.items else {
      report(
        .pipelineShape, "'stages' takes a list, not \(node.kindName)", startOf(node),
        "put '- ' in front of each stage")
      return []
    }
    return items.compactMap { stageSpec($0) }
  }

  mutating func stageSpec(_ item: YAMLNode) -> StageSpec? {
    if let name = item.scalar, !item.isNull {
      return StageSpec(name: name, nameRange: item.range, options: YAMLNode(.mapping([]), range: item.range))
    }
    guard let pairs = item.pairs else {
      report(.pipelineShape, "a stage is a name or a mapping, not \(item.kindName)", item.range)
      return nil
    }
    let named = pairs.filter { PipelineGrammar.besideStage[$0.key] == nil }
    let registry = registry
    let isStage = { (name: String) in registry.stage(named: name) != nil }
    guard let stage = named.first(where: { isStage($0.key) }) ?? named.first else {
      report(.pipelineShape, "the stage has no name", startOf(item), "write '- name: { options }'")
      return nil
    }
    for other in named where other.keyRange != stage.keyRange {
      if isStage(other.key) {
        report(
          .pipelineShape, "'\(other.key)' is a second stage in one item", other.keyRange,
          "put '- ' in front of it")
      } else {
        report(
          .keyUnknown, "'\(other.key)' is beside stage '\(stage.key)', not among its options",
          other.keyRange,
          "indent it below '\(stage.key):'; beside a stage there can only be "
            + PipelineGrammar.besideStage.names.joined(separator: ", "))
      }
    }
    return StageSpec(
      name: stage.key, nameRange: stage.keyRange, options: stage.value, id: item["id"], pages: item["where"],
      when: item["when"])
  }

  /// A stage ready to run; nil after reporting a problem with it.
  ///
  /// - Parameter isOverride: whether it is for individual books.
  mutating func stage(_ spec: StageSpec, isOverride: Bool = false) -> PipelineStage? {
    guard let type = registry.stage(named: spec.name) else {
      reportUnknown(stage: spec)
      return nil
    }
    if !isOverride { checkConsent(to: type, "stage", spec.nameRange) }
    var spec = spec
    for set in sets(of: [spec.ownID, spec.name], as: .stage) { apply(set, to: &spec, type) }
    let settings = withoutNeighbors(spec, type)
    let made = make(type, kind: "stage", options: settings, named: spec.nameRange)
    let pages = pages(of: spec, type)
    let most = limits.maxComparisons
    let when = predicate(spec.when) { node, file throws(Diagnostic) in
      try BookPredicate(parsing: node, file: file, maxComparisons: most)
    }
    problems += (pages?.warnings ?? []) + (when?.warnings ?? [])
    checkVerdict(pages, "where", spec.pages)
    checkVerdict(when, "when", spec.when)
    guard let made else { return nil }
    return PipelineStage(
      id: spec.ownID, stage: made.plugin, settingsText: made.settingsText,
      conditionsText:
        "where \((spec.pages?.scalar ?? "").optionText) when \((spec.when?.scalar ?? "").optionText)",
      pages: pages, isStated: spec.pages != nil,
      countsAsSource: isOverride, when: when)
  }

  private func apply(
    _ set: (path: [String], value: String), to spec: inout StageSpec, _ type: StageKind
  ) {
    switch set.path {
    case ["where"]: spec.pages = .text(set.value)
    case ["when"]: spec.when = .text(set.value)
    default: spec.options = spec.options.expanded(type.declarations).setting(.text(set.value), at: set.path)
    }
  }

  /// The options without `id`, `where` and `when`, which are reported if they were put among them.
  private mutating func withoutNeighbors(_ spec: StageSpec, _ type: StageKind) -> YAMLNode {
    guard let pairs = spec.options.pairs else { return spec.options }
    let known = type.declarations.map(\.name)
    let misplaced = pairs.filter { PipelineGrammar.besideStage[$0.key] != nil && !known.contains($0.key) }
    for pair in misplaced {
      report(
        .optionUnknown, "'\(pair.key)' is among the options of stage '\(spec.name)', not beside it",
        pair.keyRange,
        "write it on its own line, indented like '\(spec.name)'")
    }
    let names = Set(misplaced.map(\.key))
    return YAMLNode(.mapping(pairs.filter { !names.contains($0.key) }), range: spec.options.range)
  }

  /// The selection from `where:`, otherwise the stage's default one.
  private mutating func pages(of spec: StageSpec, _ type: StageKind) -> PagePredicate? {
    if let written = spec.pages {
      if !type.needs.contains(.pages) {
        warn(
          .noEffect, "'where' has no effect: stage '\(spec.name)' works on the book as a whole",
          written.range,
          "to choose books, write 'when:'")
      }
      let most = limits.maxComparisons
      return predicate(written) { node, file throws(Diagnostic) in
        try PagePredicate(parsing: node, file: file, maxComparisons: most)
      }
    }
    guard let selection = type.defaultSelection else { return nil }
    do throws(Diagnostic) { return try PagePredicate(parsing: selection) } catch {
      problems.append(error)
      return nil
    }
  }

  private mutating func predicate<Fact>(
    _ node: YAMLNode?, parse: (YAMLNode, String?) throws(Diagnostic) -> Predicate<Fact>
  ) -> Predicate<Fact>? {
    guard let node else { return nil }
    guard node.scalar != nil, !node.isNull else {
      report(.predicateSyntax, "a condition is text, not \(node.kindName)", node.range)
      return nil
    }
    do throws(Diagnostic) { return try parse(node, file) } catch {
      problems.append(error)
      return nil
    }
  }

  private mutating func reportUnknown(stage spec: StageSpec) {
    let remedy: String
    if registry.sink(named: spec.name) != nil {
      remedy = "'\(spec.name)' is a sink: it belongs under 'sink:'"
    } else if registry.reader(named: spec.name) != nil {
      remedy = "'\(spec.name)' is a reader: its options belong under 'source:'"
    } else {
      let names = registry.stages.map { $0.name }
      remedy =
        closestMatch(to: spec.name, in: names).map { "did you mean '\($0)'?" }
        ?? "the stages are " + names.joined(separator: ", ")
    }
    report(.pluginUnknown, "there is no stage '\(spec.name)'", spec.nameRange, remedy)
  }

  /// Checks that need all stages together: those every book goes through, and those in each sink's branch.
  mutating func checkStages(_ common: [StageSpec], _ sinks: [SinkSpec], books: YAMLNode?) {
    checkIDs(common + sinks.flatMap(\.stages))
    checkOrder(common, from: 0)
    checkJoins(common, from: 0, books: books)
    checkItems(common, from: 0)
    for sink in sinks {
      checkOrder(common + sink.stages, from: common.count)
      checkJoins(common + sink.stages, from: common.count, books: books)
      checkItems(common + sink.stages, from: common.count, sink: sink)
      checkInPlace(common + sink.stages, sink: sink.name)
    }
    checkSides(common, sinks)
  }

  /// Whether there are too many stages to check, counting each sink's together with those before it. If so,
  /// that is the only problem reported.
  mutating func hasTooManyStages(_ common: [StageSpec], _ sinks: [SinkSpec]) -> Bool {
    let most = limits.maxStages
    let all = common.count * max(1, sinks.count) + sinks.reduce(0) { $0 + $1.stages.count }
    guard all > most else { return false }
    let beyond = common.dropFirst(most).first ?? sinks.last?.stages.last ?? common.last
    report(
      .tooManyStages,
      "there are \(all) stages\(sinks.count > 1 ? " for all sinks together" : ""), more than the limit of \(most)",
      beyond?.nameRange ?? .nowhere, "if that is right, raise the limit with '--max-stages'")
    return true
  }

  private mutating func checkIDs(_ specs: [StageSpec]) {
    var seen: [String: StageSpec] = [:]
    for spec in specs {
      if let id = spec.id, !PipelineCheck.isID(id.scalar ?? "") {
        report(
          .pipelineShape, "'id' takes a name of letters, digits and '-', not \(given(id))", id.range)
      }
      if let first = seen[spec.ownID] {
        let line = first.nameRange == .nowhere ? "" : ", first on line \(first.nameRange.start.line)"
        if spec.id == nil {
          report(
            .stageTwice, "stage '\(spec.name)' is used twice\(line)", spec.nameRange,
            "give it an 'id:' beside the name")
        } else {
          report(.stageTwice, "the id '\(spec.ownID)' is used twice\(line)", spec.id?.range ?? spec.nameRange)
        }
      }
      seen[spec.ownID] = spec
    }
  }

  /// Warns about stages, from an index on, that come after one that spoils their work.
  private mutating func checkOrder(_ specs: [StageSpec], from start: Int) {
    for (index, spec) in specs.enumerated() {
      for later in specs[max(index + 1, start)...] {
        guard let reason = registry.reason(against: spec.name, before: later.name) else { continue }
        warn(
          .stageOrder, "'\(later.name)' comes after '\(spec.name)': \(reason)", later.nameRange,
          "put it before '\(spec.name)'")
      }
    }
  }

  static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0 == "-" || $0 == "_" || $0.isLetter || $0.isNumber }
  }
}
