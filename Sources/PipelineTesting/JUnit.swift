public import Diagnostics
import Markup
import PipelineFile

/// Outcomes of tests in the form CI servers read: JUnit's XML as Jenkins, GitLab and others take it. Without times,
/// so that the same outcomes give the same bytes.
public enum JUnit {
  /// What a suite is told by: the file of a pipeline, what came of its tests, and why there are none.
  public struct Suite: Sendable {
    public let file: String
    public var outcomes: [TestOutcome]
    /// What is wrong with the pipeline or its tests, so that none of them was run.
    public let errors: [Diagnostic]

    public init(file: String, outcomes: [TestOutcome] = [], errors: [Diagnostic] = []) {
      self.file = file
      self.outcomes = outcomes
      self.errors = errors
    }
  }

  /// A pipeline that does not load counts as one test with an error: whoever looks at nothing but the report must not
  /// take it for sound.
  public static func text(of suites: [Suite]) -> String {
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    out += "<testsuites name=\"leporello\"\(counts(suites))>\n"
    for suite in suites {
      out += "  <testsuite name=\"\(quoted(suite.file))\"\(counts([suite]))>\n"
      for outcome in suite.outcomes { out += testCase(outcome, suite.file) }
      if !suite.errors.isEmpty { out += errorCase(suite) }
      out += "  </testsuite>\n"
    }
    return out + "</testsuites>\n"
  }

  private static func counts(_ suites: [Suite]) -> String {
    let outcomes = suites.flatMap(\.outcomes)
    let errors = suites.count { !$0.errors.isEmpty }
    return " tests=\"\(outcomes.count + errors)\" failures=\"\(outcomes.count { !$0.isPassed })\""
      + " errors=\"\(errors)\" skipped=\"0\""
  }

  private static func errorCase(_ suite: Suite) -> String {
    var out = "    <testcase classname=\"\(quoted(suite.file))\" name=\"the pipeline loads\""
    out += " file=\"\(quoted(suite.errors[0].place.file ?? suite.file))\""
    if let line = suite.errors[0].place.range?.start.line { out += " line=\"\(line)\"" }
    let text = suite.errors.map(\.description).joined(separator: "\n")
    out +=
      ">\n      <error type=\"\(suite.errors[0].rule.id)\" message=\"\(quoted(suite.errors[0].message))\">"
    return out + XMLWriter.escaped(text.xmlText, inAttribute: false) + "</error>\n    </testcase>\n"
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
