import BookModel
import Diagnostics
import Options
import PluginKit

/// One command of the program: thin, all work is the library's.
protocol Command: Sendable {
  static var name: String { get }
  /// One sentence.
  static var summary: String { get }
  /// What stands behind the name, for the usage line.
  static var operands: String { get }
  /// Its flags; `--quiet`, `--verbose` and `--help` are everywhere.
  static func flags(_ registry: Registry) -> [FlagGroup]
  /// A few lines of command as a user would type them.
  static var examples: [String] { get }

  /// Carries it out and gives the exit status.
  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32
}

/// The program's exit statuses, as the README documents them.
struct ExitStatus {
  let code: Int32

  static let done: Int32 = 0
  static let inputFailed: Int32 = 1
  static let usage: Int32 = 2
  static let pipelineFile: Int32 = 3
  static let damagedPages: Int32 = 4
  static let findings: Int32 = 5

  /// What each means, for documentation.
  static let meanings: [(code: Int32, text: String)] = [
    (done, "Done."), (inputFailed, "An input failed."), (usage, "The command line is wrong."),
    (pipelineFile, "The pipeline file has errors."),
    (damagedPages, "Done, but damaged pages were left out or replaced by blanks."),
    (findings, "Something was found: by lint, by check --strict, by plan --exit-code."),
    (130, "Interrupted; 143 where terminated."),
  ]

  /// The status of a command that ended with an error.
  init(of error: Diagnostic) {
    switch error.rule.category {
    case .usage: code = ExitStatus.usage
    case .pipeline: code = ExitStatus.pipelineFile
    default: code = ExitStatus.inputFailed
    }
  }
}

/// How much is said, and in which form.
struct TalkOptions: OptionGroup {
  var quiet = false
  var verbose = false

  static let options: [Option<TalkOptions>] = [
    Option("quiet", \.quiet, "Only report errors."),
    Option("verbose", \.verbose, "Report more: every page, every file left out."),
  ]
}

/// Results as JSON instead of text.
struct JSONOption: OptionGroup {
  var json = false

  static let options: [Option<JSONOption>] = [
    Option("json", \.json, "Print results as JSON, one value a line, on standard output.")
  ]
}

extension FlagGroup {
  static let talk = FlagGroup(
    "talk", options: TalkOptions.declarations, letters: ["quiet": "q", "verbose": "v"])
  static let json = FlagGroup("json", options: JSONOption.declarations)
  static let limits = FlagGroup("limits", options: Limits.declarations)

  /// Reader options are plain flags: `--names-encoding`, `--as-comic`.
  static func readers(_ registry: Registry) -> [FlagGroup] {
    registry.readers.map { FlagGroup($0.name, options: $0.declarations) }
  }
}

extension Plugin {
  /// The plugin's options, as help lists them.
  static var declarations: [OptionDeclaration] { Settings.declarations }
}
