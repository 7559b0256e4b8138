import BookModel
import Diagnostics
import Options
import PluginKit

/// `leporello plugins`: what can be read, done and written, and with which options.
struct PluginsCommand: Command {
  static let name = "plugins"
  static let summary = "List readers, stages and sinks, or show the options of one."
  static let operands = "[NAME]"
  static let examples = ["leporello plugins", "leporello plugins drop", "leporello plugins --json"]

  static func flags(_ registry: Registry) -> [FlagGroup] { [.pluginFolders, .json, .talk] }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    let registry = session.registry
    let isJSON = try session.options(JSONOption.self, arguments, "json").json
    guard let name = arguments.words.first.map({ String(decoding: $0, as: UTF8.self) }) else {
      if isJSON {
        session.terminal.out(registry.json(registry.all).text())
        return ExitStatus.done
      }
      session.terminal.outText(list("readers", registry.readers, session))
      session.terminal.outText(list("stages", registry.stages, session))
      session.terminal.outText(list("sinks", registry.sinks, session))
      session.terminal.out("`leporello plugins NAME` shows the options of one.")
      return ExitStatus.done
    }
    // A reader and a sink may share a name, as `folder` does: both are shown.
    let plugins = registry.all.filter { $0.name == name }
    guard !plugins.isEmpty else {
      let near = closestMatch(to: name, in: registry.all.map { $0.name })
      throw .error(
        .pluginUnknown, "there is no plugin '\(name)'",
        remedy: near.map { "did you mean '\($0)'?" } ?? "`leporello plugins` lists them")
    }
    if isJSON {
      session.terminal.out(registry.json(plugins).text())
      return ExitStatus.done
    }
    session.terminal.outText(plugins.map { describe($0, session) }.joined(separator: "\n\n"))
    return ExitStatus.done
  }

  private static func list(_ heading: String, _ plugins: [any PluginKind], _ session: Session) -> String {
    heading + ":\n"
      + HelpTable(plugins.map { HelpTable.Row($0.name, $0.summary) }).text(width: session.terminal.columns)
  }

  private static func describe(_ plugin: any PluginKind, _ session: Session) -> String {
    var options = plugin.declarations
    if plugin is SinkKind { options = DestinationOptions.declarations + options }
    var text = "\(plugin.kindName) \(plugin.name): \(plugin.summary)\n"
    if let folder = plugin.description.folder { text += "a plugin in \(folder)\n" }
    text += plugin.runsPrograms ? "runs a program, which needs --allow-programs\n\n" : "\n"
    text +=
      options.isEmpty
      ? "no options\n" : "options:\n" + HelpTable(options: options).text(width: session.terminal.columns)
    text +=
      "\nin a pipeline file:\n"
      + plugin.example.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(
        separator: "\n")
    for table in plugin.tables { text += "\n\n\(table.title):\n" + columns(table) }
    return text
  }

  /// A table's columns side by side, each as wide as its widest text.
  private static func columns(_ table: PluginTable) -> String {
    let lines = [table.columns] + table.rows
    let widths = table.columns.indices.map { column in lines.map { $0[column].displayWidth }.max() ?? 0 }
    return lines.map { line in
      let cells = zip(line, widths).dropLast().map {
        $0 + String(repeating: " ", count: $1 - $0.displayWidth)
      }
      return "  " + (cells + line.suffix(1)).joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

extension Rule {
  static let pluginUnknown = Rule(
    "unknown-plugin-name", .usage, "There is no reader, stage or sink of this name.",
    advice: "`leporello plugins` lists the names.")
}
