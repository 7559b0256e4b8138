public import Diagnostics

/// Known and accepted findings, as a text file with one line for each: rule, file and message, separated by
/// tabs.
public struct LintBaseline: Sendable, Hashable {
  /// How often each line occurs.
  private var lines: [String: Int] = [:]

  public init() {}

  /// Reads a file; empty lines and lines that begin with `#` are skipped.
  public init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) where line.first != "#" {
      lines[String(line), default: 0] += 1
    }
  }

  /// The text of a baseline file for a report's findings.
  public static func text(of findings: [Diagnostic]) -> String {
    "# Findings that are accepted: rule, file, message.\n" + findings.map { line($0) + "\n" }.joined()
  }

  /// The findings that are not in the baseline.
  func unknown(_ findings: [Diagnostic]) -> [Diagnostic] {
    guard !lines.isEmpty else { return findings }
    var left = lines
    return findings.filter { finding in
      let line = LintBaseline.line(finding)
      guard let count = left[line], count > 0 else { return true }
      left[line] = count - 1
      return false
    }
  }

  private static func line(_ finding: Diagnostic) -> String {
    let parts = [finding.rule.id, finding.place.file ?? "", finding.place.entry ?? "", finding.message]
    return parts.map { $0.split { $0.isNewline || $0 == "\t" }.joined(separator: " ") }.joined(
      separator: "\t")
  }
}
