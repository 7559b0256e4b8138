public import Diagnostics
import Options

extension Rule {
  public static let neverHolds = Rule(
    "never-holds", .pipeline, "A 'where:' or 'when:' can never be true, so that its stage does nothing.",
    advice: "Check the condition: 'and' needs both sides, 'or' needs either; pages are counted from 1.")
}

extension PipelineCheck {
  /// Warns about a condition that selects nothing for any book, and about one that excludes nothing.
  ///
  /// - Parameter key: `where` or `when`.
  mutating func checkVerdict<Fact>(_ predicate: Predicate<Fact>?, _ key: String, _ node: YAMLNode?) {
    guard let predicate, let node else { return }
    switch predicate.verdict {
    case .depends: break
    case .never(let fact):
      let remedy: String? =
        if predicate.text.contains(" and ") {
          "'and' asks for both at once; write 'or' for either"
        } else {
          fact == "number" && Fact.subject == "page" ? "pages are counted from 1" : nil
        }
      warn(
        .neverHolds, "'\(key)' is never true: no \(Fact.subject) has such a '\(fact)'", node.range, remedy)
    case .always:
      warn(
        .noEffect, "'\(key)' is true for every \(Fact.subject)", node.range, "leave it out")
    }
  }
}
