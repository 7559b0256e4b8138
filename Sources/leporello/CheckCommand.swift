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
  static let examples = ["leporello check pipelines/*.yaml"]

  struct Settings: OptionGroup {
    var strict = false
    var set = Assignments()

    static let options: [Option<Settings>] = [
      Option("strict", \.strict, "Let warnings count: exit with status 5."),
      Option("set", \.set, "Check with an option changed: STAGE.OPTION=VALUE."),
    ]
  }

  static func flags(_ registry: Registry) -> [FlagGroup] {
    [FlagGroup("check", options: Settings.declarations), .programs, .json, .talk]
  }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    let settings = try session.options(Settings.self, arguments, "check")
    let isJSON = try session.options(JSONOption.self, arguments, "json").json
    guard !arguments.words.isEmpty else {
      throw .error(
        .noPipeline, "no pipeline file is named", remedy: "name one, for example pipelines/epub-to-cbz.yaml")
    }
    var flow = FlowOptions()
    flow.set = settings.set
    var worst: Severity?
    for path in try session.paths(arguments.words) {
      let checked = try session.checkWithTests(path, flow)
      worst = ([worst].compactMap { $0 } + checked.problems.map(\.severity)).max()
      if isJSON {
        for problem in checked.problems { session.terminal.out(problem.json.text()) }
      } else {
        checked.rendered(color: false).forEach(session.terminal.out)
        if checked.problems.isEmpty { session.say("\(path.display): nothing wrong") }
      }
    }
    if worst == .error { return ExitStatus.pipelineFile }
    return worst == .warning && settings.strict ? ExitStatus.findings : ExitStatus.done
  }
}
