import BookModel
public import Diagnostics
import Formats
import Options
import PluginKit

extension Rule {
  public static let gatherKey = Rule(
    "gather-key", .pipeline, "A pipeline's 'gather' does not say which sources belong together.",
    advice: """
      Name fields that the sources of one book have in common, such as "{series} v{volume}", or write folder \
      or tree.
      """)
  public static let gatherInPlace = Rule(
    "gather-in-place", .pipeline,
    "A pipeline makes one book of several sources, or several of one, but changes sources in place.",
    advice: "Write the books to another place with another sink, such as cbz.")
}

extension PipelineCheck {
  /// `gather:`, combined with `--set`; nil if there is none or it is invalid.
  mutating func gather(_ written: YAMLNode?, sinks: [SinkSpec]) -> GatherSpec? {
    guard let (node, range) = expanded(written, "gather", GatherOptions.declarations) else { return nil }
    var decoder = OptionDecoder(file: file, owner: "'gather'")
    let options = GatherOptions.decode(node, over: GatherOptions(), &decoder)
    problems += decoder.problems + decoder.warnings
    checkNotInPlace(range, "gather", "makes one book of several sources", sinks)
    guard let key = gatherKey(options, node, range) else { return nil }
    checkIdle(options, node, key)
    return GatherSpec(
      key: key, order: options.order, choice: MetadataChoice(from: options.from),
      settingsText: options.optionText)
  }

  private mutating func gatherKey(
    _ options: GatherOptions, _ node: YAMLNode, _ range: SourceRange
  ) -> GatherSpec.Key? {
    if let list = node["list"], !list.isNull, let by = node["by"], !by.isNull {
      report(.gatherKey, "'gather' has both 'by' and 'list'", by.range, "leave one of them out")
      return nil
    }
    if let list = node["list"], !list.isNull { return listed(list).map { .list($0) } }
    switch options.by {
    case .keyword(let folder): return .folder(folder)
    case .value(let text):
      guard let written = node["by"] else { return nil }
      return fields(text, written)
    case nil:
      // An invalid value has already been reported.
      if node["by"]?.isNull != false, isKnown(node, GatherOptions.declarations) {
        report(
          .gatherKey, "'gather' does not say which sources belong together", range,
          "for example gather: \"{series} v{volume}\", or gather: folder")
      }
      return nil
    }
  }

  private mutating func fields(_ text: String, _ node: YAMLNode) -> GatherSpec.Key? {
    guard let template = fieldTemplate(node) else { return nil }
    guard !template.fields.isEmpty else {
      let words = GatherFolder.allCases.map(\.rawValue)
      report(
        .gatherKey, "'\(text.shortened())' has no field, so all sources would be one book", node.range,
        closestMatch(to: text, in: words).map { "did you mean '\($0)'?" }
          ?? "name fields, such as \"{series} v{volume}\", or write folder or tree")
      return nil
    }
    checkPartFields(template.fields, in: node, "sources are not parts of a divided book")
    return .fields(template)
  }

  private mutating func listed(_ node: YAMLNode) -> [GatherSpec.Listed]? {
    guard let pairs = node.pairs else { return nil }
    if pairs.isEmpty {
      report(.gatherKey, "the list of 'gather' is empty", node.range, "name a book and its sources")
    }
    var seen: Set<String> = []
    var books: [GatherSpec.Listed] = []
    for pair in pairs {
      if !seen.insert(pair.key.caseFolded).inserted {
        report(.gatherKey, "two books of the list are called '\(pair.key)'", pair.keyRange)
      }
      if pair.key.trimmed.isEmpty { report(.gatherKey, "a book of the list has no name", pair.keyRange) }
      let items = pair.value.isNull ? [] : pair.value.items ?? [pair.value]
      if items.isEmpty {
        report(.gatherKey, "'\(pair.key)' has no sources", pair.keyRange, "give it patterns: [\"a/*.cbz\"]")
      }
      var patterns: [Glob] = []
      for item in items where item.scalar != nil {
        do throws(Diagnostic) { patterns.append(try Glob(item, file: file)) } catch { problems.append(error) }
      }
      books.append(GatherSpec.Listed(name: pair.key, patterns: patterns))
    }
    return books
  }

  /// Warns about options that have no effect because of another.
  private mutating func checkIdle(_ options: GatherOptions, _ node: YAMLNode, _ key: GatherSpec.Key) {
    if case .list = key {
      idle(
        ["order", "from"], of: "gather", node,
        "the list says which sources belong together, and in which order")
      return
    }
    if case .folder = key, options.order != .number {
      idle(["from"], of: "gather", node, "neither folders nor this order need fields")
    } else if options.from.isEmpty, let from = node["from"] {
      report(.gatherKey, "'from' is empty, so nothing is known about the sources", from.range, "leave it out")
    }
  }
}

// MARK: - Shared by gather and divide

extension PipelineCheck {
  /// The options of a part of the file as a mapping, overridden by `--set`, and the place to point to.
  mutating func expanded(
    _ written: YAMLNode?, _ name: String, _ options: [OptionDeclaration]
  ) -> (node: YAMLNode, range: SourceRange)? {
    let sets = sets(of: name)
    guard written?.isNull == false || !sets.isEmpty else {
      if let written {
        report(
          .pipelineShape, "'\(name)' says nothing", written.range,
          "leave it out, or say how: \(name): { by: … }")
      }
      return nil
    }
    var node = (written ?? .map([])).expanded(options)
    for set in sets { node = node.setting(.text(set.value), at: set.path) }
    return (node, written.map { $0.scalar == nil ? startOf($0) : $0.range } ?? .nowhere)
  }

  mutating func fieldTemplate(_ node: YAMLNode) -> FieldTemplate? {
    do throws(Diagnostic) { return try FieldTemplate(ScalarText(node, file: file)) } catch {
      problems.append(error)
      return nil
    }
  }

  /// Whether every key is an option: a misspelled one may be the one that is missing.
  func isKnown(_ node: YAMLNode, _ options: [OptionDeclaration]) -> Bool {
    node.pairs?.allSatisfy { pair in options.contains { $0.name == pair.key } } == true
  }

  mutating func idle(_ names: [String], of owner: String, _ node: YAMLNode, _ reason: String) {
    for pair in node.pairs ?? [] where names.contains(pair.key) {
      warn(.noEffect, "'\(pair.key)' of '\(owner)' changes nothing: \(reason)", pair.keyRange, "leave it out")
    }
  }

  mutating func checkNotInPlace(_ range: SourceRange, _ name: String, _ what: String, _ sinks: [SinkSpec]) {
    guard let sink = sinks.first(where: { registry.sink(named: $0.name)?.isInPlace == true }) else { return }
    report(
      .gatherInPlace, "'\(name)' \(what), and sink '\(sink.name)' changes the sources themselves", range,
      "write the books to another place: sink: { cbz: { path: … } }")
  }

  /// Reports fields that only the parts of a divided book have.
  mutating func checkPartFields(_ fields: [PathTemplate.Field], in node: YAMLNode, _ reason: String) {
    for field in fields where field.fact.isOfParts {
      report(
        .templateSyntax, "'{\(field.name)}' is always empty: \(reason)", place(of: field, in: node),
        "leave it out, or add 'divide:'")
    }
  }

  /// The place of a field in a template.
  private func place(of field: PathTemplate.Field, in node: YAMLNode) -> SourceRange {
    let text = ScalarText(node, file: file)
    let name = Array("{\(field.name)".unicodeScalars)
    let start = text.scalars.indices.first { text.scalars[$0...].starts(with: name) }
    return start.map { text.place($0 + 1..<$0 + name.count).range ?? node.range } ?? node.range
  }
}
