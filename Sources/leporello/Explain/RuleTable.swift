import Diagnostics
import Formats

/// Every rule that messages carry in brackets, with what to do about it.
enum RuleTable {
  struct Entry: Sendable {
    var id: String
    /// The category's name; `lint` for what only `lint` finds.
    var category: String
    /// The sentence of the rule's declaration.
    var summary: String
    var advice: String
    /// What a run or a check ends with because of it.
    var exit: String
  }

  /// All of them, by category, then by id.
  static let entries: [Entry] =
    parse(pipeline, "pipeline", "3; where it is a warning 0, or 5 by `check --strict`")
    + parse(usage, "usage", "2")
    + parse(input, "input", "1; 0 where it is a warning")
    + parse(damage, "damage", "1; 4 where --on-damage lets the book go on")
    + parse(metadata, "metadata", "0, or 1 by --fail-on warning")
    + parse(output, "output", "1; 0 where it is a warning")
    + parse(limit, "limit", "1")
    + parse(defect, "defect", "1")
    + parse(lint, "lint", "5 by `lint`, from the severity that --fail-on names")
    + NormalizationRule.all.map { rule in
      Entry(
        id: rule.rule.id, category: "metadata", summary: rule.rule.summary,
        advice:
          "Nothing: it says what the stage `normalize` has changed. 'normalize: { \(rule.id): false }' turns it off.",
        exit: "0")
    }

  /// Ids at the margin, below each its sentence and, behind `>`, the advice; lines further in go on.
  private static func parse(_ text: String, _ category: String, _ exit: String) -> [Entry] {
    var entries: [Entry] = []
    for line in text.split(separator: "\n") {
      let words = String(line.drop { $0 == " " })
      if !line.hasPrefix(" ") {
        entries.append(Entry(id: words, category: category, summary: "", advice: "", exit: exit))
      } else if let last = entries.indices.last {
        if words.hasPrefix("> ") {
          entries[last].advice = String(words.dropFirst(2))
        } else if entries[last].advice.isEmpty {
          entries[last].summary += (entries[last].summary.isEmpty ? "" : " ") + words
        } else {
          entries[last].advice += " " + words
        }
      }
    }
    return entries
  }
}
