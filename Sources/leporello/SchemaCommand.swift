import Diagnostics
import Options
import PipelineFile
import PluginKit

/// `leporello schema`: what pipeline files may say, for editors and for other programs' checks.
struct SchemaCommand: Command {
  static let name = "schema"
  static let summary = "Print the JSON Schema of pipeline files, so that editors can complete and check them."
  static let operands = ""
  static let examples = [
    "leporello schema > leporello.schema.json",
    "echo '# yaml-language-server: $schema=leporello.schema.json' | cat - my.yaml",
  ]

  static func flags(_ registry: Registry) -> [FlagGroup] { [.pluginFolders, .talk] }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    try session.refuseWords(arguments, "there is one schema for all pipeline files")
    session.terminal.outText(PipelineSchema(registry: session.registry).json.text(pretty: true))
    return ExitStatus.done
  }
}

extension Session {
  /// - Throws: `stray-argument` for words where a command takes none.
  func refuseWords(_ arguments: ParsedArguments, beyond count: Int = 0, _ reason: String) throws(Diagnostic) {
    guard let word = arguments.words.dropFirst(count).first else { return }
    throw .error(
      .strayArgument, "unexpected argument '\(String(decoding: word, as: UTF8.self))'", remedy: reason)
  }
}

extension Rule {
  static let strayArgument = Rule(
    "stray-argument", .usage, "A command was given an argument it does not take.",
    advice: "Leave the argument out; `leporello COMMAND --help` says what a command takes.")
}
