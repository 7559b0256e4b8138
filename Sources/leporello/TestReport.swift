import Archives
import BookModel
import Diagnostics
import PipelineFile
import PipelineTesting

/// Tells of tests as they are done: a line for each, and below a failed one what is not as expected.
struct TestReport {
  let session: Session
  let isJSON: Bool
  private var suites: [JUnit.Suite] = []

  init(session: Session, isJSON: Bool) {
    self.session = session
    self.isJSON = isJSON
  }

  mutating func begin(_ suite: TestSuite) {
    suites.append(JUnit.Suite(file: suite.file.display))
    if suite.tests.isEmpty { session.say("\(suite.file.display): no tests") }
  }

  /// Tells of a file that cannot be tested at all; what is wrong with it has been shown.
  mutating func tellBroken(_ file: FilePath, _ problems: [Diagnostic]) {
    let errors = problems.filter { $0.severity == .error }
    suites.append(JUnit.Suite(file: file.display, errors: errors))
    guard isJSON else { return }
    session.terminal.out(
      JSON.members(
        ("test", .integer(1)), ("pipeline", .string(file.display)), ("passed", .bool(false)),
        ("errors", .array(errors.map(\.json)))
      ).text())
  }

  /// Whether a file could not be tested at all.
  var isBroken: Bool { suites.contains { !$0.errors.isEmpty } }

  mutating func tell(_ outcome: TestOutcome, _ suite: TestSuite) {
    let last = suites.count - 1
    if suites[last].outcomes.isEmpty, !isJSON { session.terminal.out(suite.file.display) }
    suites[last].outcomes.append(outcome)
    if isJSON {
      session.terminal.out(json(outcome, suite).text())
      return
    }
    session.terminal.out("  \(outcome.isPassed ? "ok    " : "failed")  \(outcome.test.name)")
    for difference in outcome.differences {
      var text = suite.renderer.text(difference.diagnostic)
      for line in difference.lines { text += "    \(line.printable)\n" }
      session.terminal.outRendered(text)
    }
    let isTold = session.talk.verbose || !outcome.isPassed
    for diagnostic in outcome.diagnostics where isTold && !outcome.isToldOf(diagnostic) {
      session.terminal.out("    reported: \(diagnostic.description)")
    }
  }

  private var outcomes: [TestOutcome] { suites.flatMap(\.outcomes) }

  /// The last line; gives the exit status.
  func end() -> Int32 {
    let failed = outcomes.count { !$0.isPassed }
    if !isJSON, !outcomes.isEmpty {
      let count = outcomes.count
      let line = "\(count) test\(count == 1 ? "" : "s"): \(count - failed) passed"
      session.terminal.out(line + (failed > 0 ? ", \(failed) failed" : ""))
    }
    let errors = suites.flatMap(\.errors)
    if errors.contains(where: { $0.rule.category == .usage }) { return ExitStatus.usage }
    if isBroken { return ExitStatus.pipelineFile }
    return failed > 0 ? ExitStatus.inputFailed : ExitStatus.done
  }

  func write(junit file: String?) throws(Diagnostic) {
    guard let file else { return }
    let output = try OutputFile(for: FilePath(file))
    try output.write(Array(JUnit.text(of: suites).utf8))
    try output.commit(replacing: true)
  }

  private func json(_ outcome: TestOutcome, _ suite: TestSuite) -> JSON {
    let place = outcome.test.place(of: ["name"])
    return .members(
      ("test", .integer(1)), ("pipeline", .string(suite.file.display)), ("name", .string(outcome.test.name)),
      ("file", place.file.map(JSON.string)), ("line", place.range.map { .integer($0.start.line) }),
      ("passed", .bool(outcome.isPassed)),
      (
        "differences",
        outcome.isPassed
          ? nil
          : .array(
            outcome.differences.map { difference in
              .members(
                ("subject", .string(difference.subject)), ("expected", .string(difference.expected)),
                ("actual", .string(difference.actual)),
                ("remarks", difference.remarks.isEmpty ? nil : .array(difference.remarks.map(JSON.string))),
                ("file", difference.place.file.map(JSON.string)),
                ("line", difference.place.range.map { .integer($0.start.line) }),
                ("column", difference.place.range.map { .integer($0.start.column) }))
            })
      ),
      (
        "diagnostics",
        outcome.diagnostics.isEmpty ? nil : .array(outcome.diagnostics.map(\.json))
      ))
  }
}

extension TestOutcome {
  /// Whether a difference already says what was reported.
  func isToldOf(_ diagnostic: Diagnostic) -> Bool {
    differences.contains {
      $0.remarks.contains(diagnostic.description) || $0.actual.contains(diagnostic.description)
    }
  }
}
