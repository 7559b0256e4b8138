import BookModel
import Diagnostics
import Options
import PluginKit

/// The texts behind `--help`, made from the same declarations that parse and check.
enum Help {
  static func usage(of command: any Command.Type) -> String {
    "leporello \(command.name) \(command.operands) [flags]   (leporello \(command.name) --help)"
  }

  /// What the program is and which commands it has.
  static func overview(_ commands: [any Command.Type], width: Int) -> String {
    let table = HelpTable(commands.map { HelpTable.Row($0.name, $0.summary) })
    return """
      Turns comics, manga and e-books from one form into another.

      usage: leporello COMMAND … [flags]

      commands:
      \(table.text(width: width))
      \u{20} leporello COMMAND --help   says more about one
      \u{20} leporello --version        prints the version

      Try: leporello convert book.epub -o book.cbz
      """
  }

  /// One command: usage, what it does, its flags by group, examples.
  static func text(of command: any Command.Type, _ registry: Registry, width: Int) -> String {
    var parts = ["usage: leporello \(command.name) \(command.operands) [flags]", "", command.summary]
    for group in command.flags(registry) where !group.flags.isEmpty {
      parts += [
        "", heading(group.name, registry),
        HelpTable(flags: group.flags).text(width: width).trimmed(.lineEnds),
      ]
    }
    if !command.examples.isEmpty {
      parts += ["", "examples:"] + command.examples.map { "  " + $0 }
    }
    return parts.joined(separator: "\n")
  }

  private static func heading(_ group: String, _ registry: Registry) -> String {
    if registry.reader(named: group) != nil { return "reading (\(group)):" }
    if registry.stage(named: group) != nil { return "stage \(group):" }
    return switch group {
    case "output": "output:"
    case "sink": "what is written:"
    case "tag": "what is changed:"
    case "rename": "new paths:"
    case "inPlace": "changing files in place:"
    case "flow": "running:"
    case "run": "resources and damage:"
    case "limits": "limits against hostile input:"
    case "report": "report:"
    case "talk": "talk:"
    case "json": "form:"
    default: "\(group):"
    }
  }
}

extension String {
  enum Ends { case lineEnds }

  /// The text without line ends behind it.
  func trimmed(_ ends: Ends) -> String {
    var rest = self[...]
    while rest.last == "\n" { rest.removeLast() }
    return String(rest)
  }
}
