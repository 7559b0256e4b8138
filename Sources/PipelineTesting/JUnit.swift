import Diagnostics
import Markup
import PipelineFile

/// Outcomes of tests in the form CI servers read: JUnit's XML as Jenkins, GitLab and others take it. Without times,
/// so that the same outcomes give the same bytes.
public enum JUnit {
  /// - Parameter suites: the file of each pipeline and what came of its tests.
  public static func text(of suites: [(file: String, outcomes: [TestOutcome])]) -> String {
    let all = suites.flatMap(\.outcomes)
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    out += "<testsuites name=\"leporello\"\(counts(all))>\n"
    for suite in suites {
      out += "  <testsuite name=\"\(quoted(suite.file))\"\(counts(suite.outcomes))>\n"
      for outcome in suite.outcomes { out += testCase(outcome, suite.file) }
      out += "  </testsuite>\n"
    }
    return out + "</testsuites>\n"
  }

  private static func counts(_ outcomes: [TestOutcome]) -> String {
    " tests=\"\(outcomes.count)\" failures=\"\(outcomes.count { !$0.isPassed })\" errors=\"0\" skipped=\"0\""
  }

  private static func testCase(_ outcome: TestOutcome, _ file: String) -> String {
    let place = outcome.test.place(of: ["name"])
    var head = "    <testcase classname=\"\(quoted(file))\" name=\"\(quoted(outcome.test.name))\""
    head += " file=\"\(quoted(place.file ?? file))\""
    if let line = place.range?.start.line { head += " line=\"\(line)\"" }
    guard !outcome.isPassed else { return head + "/>\n" }
    var out = head + ">\n"
    for difference in outcome.differences {
      let message = quoted(
        "\(difference.subject): expected \(difference.expected), actual \(difference.actual)")
      let text = ([difference.place.description + ": " + difference.diagnostic.message] + difference.lines)
        .joined(separator: "\n")
      out += "      <failure type=\"\(difference.diagnostic.rule.id)\" message=\"\(message)\">"
      out += XMLWriter.escaped(text.xmlText, inAttribute: false) + "</failure>\n"
    }
    return out + "    </testcase>\n"
  }

  private static func quoted(_ text: String) -> String { XMLWriter.escaped(text.xmlText, inAttribute: true) }
}

extension String {
  /// The text without characters that XML 1.0 forbids.
  fileprivate var xmlText: String {
    var out = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isAllowed = scalar.value >= 0x20 || scalar == "\n" || scalar == "\t"
      out.append(isAllowed && scalar.value != 0xFFFE && scalar.value != 0xFFFF ? scalar : "\u{FFFD}")
    }
    return String(out)
  }
}
