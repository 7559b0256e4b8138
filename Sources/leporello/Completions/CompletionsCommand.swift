import Diagnostics
import Options
import PluginKit

/// `leporello completions`: a script that makes a shell complete commands, flags and their values.
struct CompletionsCommand: Command {
  static let name = "completions"
  static let summary = "Print a script that lets a shell complete commands, flags and values."
  static let operands = "SHELL"
  static let examples = [
    "leporello completions bash > ~/.local/share/bash-completion/completions/leporello",
    "leporello completions zsh > ~/.zfunc/_leporello      # a folder in $fpath",
    "leporello completions fish > ~/.config/fish/completions/leporello.fish",
  ]

  static func flags(_ registry: Registry) -> [FlagGroup] { [.pluginFolders, .talk] }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    let names = Shell.allCases.map(\.rawValue)
    guard let word = arguments.words.first.map({ String(decoding: $0, as: UTF8.self) }) else {
      throw .error(
        .shellUnknown, "no shell was given", remedy: "name one of: \(names.joined(separator: ", "))")
    }
    guard let shell = Shell(rawValue: word) else {
      throw .error(
        .shellUnknown, "there are no completions for '\(word)'",
        remedy: closestMatch(to: word, in: names).map { "did you mean '\($0)'?" }
          ?? "there are some for \(names.joined(separator: ", "))")
    }
    try session.refuseWords(arguments, beyond: 1, "one shell at a time")
    let commands = CommandOutline.all(session.registry)
    let script =
      switch shell {
      case .bash: BashCompletion(commands).script
      case .zsh: ZshCompletion(commands).script
      case .fish: FishCompletion(commands).script
      }
    session.terminal.outText(script)
    return ExitStatus.done
  }
}

extension Rule {
  static let shellUnknown = Rule(
    "unknown-shell", .usage, "There are no completions for this shell.",
    advice: "Name bash, zsh or fish.")
}
