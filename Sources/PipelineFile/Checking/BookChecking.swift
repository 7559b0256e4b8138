import BookModel
import Diagnostics
import Options
import PluginKit

extension PipelineCheck {
  /// Checks `books:`, a list of matches and of changes for the books that match:
  ///
  ///     books:
  ///       - match: { path: "inbox/odd one.epub" }     # or series and number
  ///         stages:
  ///           - drop: { max: 10 }
  ///             where: number in [3, 7]
  mutating func books(_ node: YAMLNode?, stages: [StageSpec]) -> [BookOverride] {
    guard let node, !node.isNull else { return [] }
    guard let items = node.items else {
      report(
        .pipelineShape, "'books' takes a list, not \(node.kindName)", startOf(node),
        "put '- ' before 'match:'")
      return []
    }
    return items.compactMap { book($0, stages) }
  }

  private mutating func book(_ node: YAMLNode, _ stages: [StageSpec]) -> BookOverride? {
    guard node.pairs != nil else {
      report(
        .pipelineShape, "a book is a mapping of 'match' and 'stages', not \(node.kindName)", startOf(node))
      return nil
    }
    checkKeys(of: node, in: PipelineGrammar.book)
    let match = match(node)
    let changed = changedStages(stageSpecs(node["stages"]), of: stages)
    return match.map { BookOverride(match: $0, stages: changed) }
  }

  /// The pipeline's stages with their options overridden by those of others.
  mutating func changedStages(_ specs: [StageSpec], of stages: [StageSpec]) -> [String: PipelineStage] {
    var changed: [String: PipelineStage] = [:]
    for spec in specs {
      guard let base = stages.first(where: { $0.ownID == spec.name }) else {
        let near = closestMatch(to: spec.name, in: stages.map(\.ownID))
        report(
          .pluginUnknown, "the pipeline has no stage '\(spec.name)'", spec.nameRange,
          stages.first { $0.name == spec.name }.map { "here it is called '\($0.ownID)', by its id" }
            ?? near.map { "did you mean '\($0)'?" } ?? "stages can be changed here, but not added")
        continue
      }
      if changed[base.ownID] != nil {
        report(.stageTwice, "stage '\(spec.name)' is changed twice for one book", spec.nameRange)
      }
      changed[base.ownID] = stage(merged(base, spec), isOverride: true)
    }
    return changed
  }

  private func merged(_ base: StageSpec, _ other: StageSpec) -> StageSpec {
    var merged = base
    merged.nameRange = other.nameRange
    let options = registry.stage(named: base.name)?.declarations ?? []
    merged.options = base.options.expanded(options).overlaid(by: other.options.expanded(options))
    merged.pages = other.pages ?? base.pages
    merged.when = other.when ?? base.when
    return merged
  }

  private mutating func match(_ node: YAMLNode) -> BookMatch? {
    guard let written = node["match"], let pairs = written.pairs, !pairs.isEmpty else {
      report(
        .pipelineShape, "the entry does not say which book it is for", startOf(node),
        "add 'match: { path: \"…\" }', 'match: { series: …, number: … }' or 'match: { hash: … }'")
      return nil
    }
    checkKeys(of: written, in: PipelineGrammar.match)
    for pair in pairs where pair.value.scalar == nil || pair.value.isNull {
      report(.pipelineShape, "'\(pair.key)' takes text, not \(pair.value.kindName)", pair.value.range)
    }
    var match = BookMatch(
      series: written["series"]?.scalar, number: written["number"]?.scalar, hash: hash(written["hash"]))
    if let path = written["path"], path.scalar != nil, !path.isNull {
      do throws(Diagnostic) { match.path = try Glob(path, file: file) } catch { problems.append(error) }
    }
    return match
  }

  /// A SHA-256 or its beginning, which must be long enough to identify one file of a collection.
  private mutating func hash(_ node: YAMLNode?) -> String? {
    guard let node, let text = node.scalar?.lowercased(), !node.isNull else { return nil }
    guard (8...64).contains(text.utf8.count), text.allSatisfy(\.isHexDigit), text.utf8.count == text.count
    else {
      report(
        .optionValue, "'hash' takes the SHA-256 of a file, or its first 8 digits or more, not \(given(node))",
        node.range, "`sha256sum FILE` prints it; receipts have it, too")
      return nil
    }
    return text
  }
}
