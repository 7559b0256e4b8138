import BookModel
public import Diagnostics
import PluginKit

extension Rule {
  public static let itemsMissing = Rule(
    "items-missing", .pipeline,
    "A stage or sink works on pages or text, but the stages before it leave none.",
    advice: "Move the stage in front of the one named in the message, or remove it.")
}

extension PipelineCheck {
  /// Warns about stages and a sink that have nothing left to work on for any book.
  mutating func checkItems(_ specs: [StageSpec], from start: Int, sink: SinkSpec? = nil) {
    // The kinds of items a book may still contain, and the stage that last restricted them.
    var left = Set(ItemKind.allCases)
    var cause: StageSpec?
    for (index, spec) in specs.enumerated() {
      guard let stage = registry.stage(named: spec.name) else { continue }
      if index >= start,
        let missing = ItemKind.allCases.first(where: { stage.needs.contains($0) && !left.contains($0) })
      {
        warnOfMissing(missing, "stage '\(spec.name)'", spec.nameRange, behind: cause)
      }
      guard let gives = stage.gives else { continue }
      left = spec.when == nil ? gives : left.union(gives)
      cause = spec
    }
    guard let sink, let kind = registry.sink(named: sink.name), kind.takes.isDisjoint(with: left),
      let missing = kind.takes.first
    else { return }
    warnOfMissing(missing, "sink '\(sink.name)'", sink.nameRange, behind: cause)
  }

  private mutating func warnOfMissing(
    _ kind: ItemKind, _ what: String, _ range: SourceRange, behind cause: StageSpec?
  ) {
    let items = kind == .pages ? "pages" : "text"
    let why = cause.map { ": '\($0.name)' leaves none of it" } ?? ""
    warn(
      .itemsMissing, "\(what) finds no \(items)\(why)", range, cause.map { "put it in front of '\($0.name)'" }
    )
  }
}
