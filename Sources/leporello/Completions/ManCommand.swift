import Diagnostics
import Options
import PluginKit

/// `leporello man`: the manual page, of the program or of one command.
struct ManCommand: Command {
  static let name = "man"
  static let summary = "Print the manual page of the program, or of one command, for man(1)."
  static let operands = "[COMMAND]"
  static let examples = [
    "leporello man | man -l -", "leporello man convert > ~/.local/share/man/man1/leporello-convert.1",
  ]

  static func flags(_ registry: Registry) -> [FlagGroup] { [.talk] }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    try session.refuseWords(arguments, beyond: 1, "one page at a time")
    let page = ManualPage(CommandOutline.all(session.registry), session.registry)
    guard let word = arguments.words.first.map({ String(decoding: $0, as: UTF8.self) }) else {
      session.terminal.outText(page.program)
      return ExitStatus.done
    }
    guard let text = page.command(word) else { throw Leporello.unknownCommand(word) }
    session.terminal.outText(text)
    return ExitStatus.done
  }
}
