import Archives
import BookModel
import Diagnostics
import Options
import PipelineFile
import PluginKit

/// `leporello check`: everything wrong with pipeline files, at once.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "Check pipeline files: every problem at once, with its place and what to do."
  static let operands = "PIPELINE…"
  static let examples = [
    "leporello check pipelines/*.yaml", "leporello check --strict --format sarif library.yaml > check.sarif",
  ]

  struct Settings: OptionGroup {
    var strict = false
    var format: CheckForm?
    var set = Assignments()

    static let options: [Option<Settings>] = [
      Option("strict", \.strict, "Exit with status 5 if there are warnings."),
      Option(
        "format", \.format,
        "The format of the report; by default text, with annotations on CI systems that show them."
      ),
      Option("set", \.set, "Check with an option changed: STAGE.OPTION=VALUE."),
    ]
  }

  static func flags(_ registry: Registry) -> [FlagGroup] {
    [FlagGroup("check", options: Settings.declarations), .programs, .json, .limits, .talk]
  }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    let settings = try session.options(Settings.self, arguments, "check")
    let isJSON = try session.options(JSONOption.self, arguments, "json").json
    guard !arguments.words.isEmpty else {
      throw .error(
        .noPipeline, "no pipeline file was given", remedy: "name one, for example pipelines/epub-to-cbz.yaml")
    }
    var flow = FlowOptions()
    flow.set = settings.set
    var checked: [CheckedPipeline] = []
    for path in arguments.words.map({ FilePath(bytes: $0) }) {
      checked.append(try session.checkWithTests(path, flow, reviewing: true))
    }
    let problems = checked.flatMap(\.problems)
    let terminal = session.terminal
    switch settings.format ?? (isJSON ? .json : .text) {
    case .text: show(checked, annotating: settings.format == nil, session)
    case .json: for problem in problems { terminal.out(problem.json.text()) }
    case .sarif:
      terminal.outText(SARIF(version: Leporello.version, results: problems).json.text(pretty: true))
    case .gitlab: terminal.outText(JSON.array(problems.map(\.codeQuality)).text(pretty: true))
    case let form: problems.compactMap { $0.annotation(form) }.forEach(terminal.out)
    }
    let worst = problems.map(\.severity).max()
    if worst == .error { return ExitStatus.pipelineFile }
    return worst == .warning && settings.strict ? ExitStatus.findings : ExitStatus.done
  }

  private static func show(_ checked: [CheckedPipeline], annotating: Bool, _ session: Session) {
    let form = annotating ? CheckForm.annotations(environment) : nil
    for one in checked {
      for problem in one.rendered(color: session.terminal.colorsOutput) {
        session.terminal.outRendered(problem + "\n")
      }
      if let form { one.problems.compactMap { $0.annotation(form) }.forEach(session.terminal.out) }
      if one.problems.isEmpty { session.say("\(one.file.display): nothing wrong") }
    }
    let counts = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = checked.flatMap(\.problems).count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    if !counts.isEmpty {
      let files =
        checked.count == 1 ? "" : " in \(checked.count { !$0.problems.isEmpty }) of \(checked.count) files"
      session.say(
        counts.joined(separator: ", ") + files
          + "; `leporello explain RULE` says more about the name in brackets")
    }
  }
}
