import Diagnostics
import Options
import PluginKit

/// `leporello explain`: what the name in brackets behind a message means, and what to do.
struct ExplainCommand: Command {
  static let name = "explain"
  static let summary = "Say what the rule in brackets behind a message means, and what to do about it."
  static let operands = "[RULE…]"
  static let examples = ["leporello explain stage-order", "leporello explain"]

  static func flags(_ registry: Registry) -> [FlagGroup] { [.json, .talk] }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    let isJSON = try session.options(JSONOption.self, arguments, "json").json
    let words = arguments.words.map { String(decoding: $0, as: UTF8.self) }
    var entries: [RuleTable.Entry] = words.isEmpty ? RuleTable.entries : []
    for word in words { entries += try find(word, session) }
    if isJSON {
      for entry in entries { session.terminal.out(json(entry).text()) }
    } else if words.isEmpty {
      list(session)
    } else {
      session.terminal.outText(
        entries.map { text($0, width: session.terminal.columns) }.joined(separator: "\n\n"))
    }
    return ExitStatus.done
  }

  /// The entries of a name; the brackets around it may come along.
  private static func find(_ word: String, _ session: Session) throws(Diagnostic) -> [RuleTable.Entry] {
    let id = word.filter { $0 != "[" && $0 != "]" }.lowercased()
    let found = RuleTable.entries.filter { $0.id == id }
    guard found.isEmpty else { return found }
    if session.registry.all.contains(where: { $0.name == id }) {
      throw .error(
        .ruleUnknown, "'\(word)' is no rule, but a plugin", remedy: "see `leporello plugins \(id)`")
    }
    if Leporello.commands.contains(where: { $0.name == id }) {
      throw .error(
        .ruleUnknown, "'\(word)' is no rule, but a command", remedy: "see `leporello \(id) --help`")
    }
    let near = closestMatch(to: id, in: RuleTable.entries.map(\.id))
    throw .error(
      .ruleUnknown, "there is no rule '\(word)'",
      remedy: near.map { "did you mean '\($0)'?" } ?? "`leporello explain` lists them")
  }

  private static func list(_ session: Session) {
    let categories = RuleTable.entries.reduce(into: [String]()) { seen, entry in
      if !seen.contains(entry.category) { seen.append(entry.category) }
    }
    for category in categories {
      let entries = RuleTable.entries.filter { $0.category == category }.sorted { $0.id < $1.id }
      let table = HelpTable(entries.map { HelpTable.Row($0.id, $0.summary) })
      session.terminal.outText("\(heading(category)):\n\(table.text(width: session.terminal.columns))")
    }
    session.terminal.out("`leporello explain RULE` says what to do about one.")
  }

  private static func heading(_ category: String) -> String {
    switch category {
    case "pipeline": "pipeline files"
    case "usage": "command lines"
    case "input": "inputs"
    case "damage": "damaged pages"
    case "output": "outputs"
    case "limit": "limits"
    case "defect": "defects of the program or of a plugin"
    case "lint": "what `lint` finds"
    default: category
    }
  }

  private static func text(_ entry: RuleTable.Entry, width: Int) -> String {
    let lines = { (text: String) in HelpTable.wrap(text, width: min(100, width)).joined(separator: "\n") }
    return """
      \(entry.id)  (\(entry.category))

      \(lines(entry.summary))

      What to do: \(lines(entry.advice))
      Exit status: \(entry.exit)
      """
  }

  private static func json(_ entry: RuleTable.Entry) -> JSON {
    .members(
      ("rule", .string(entry.id)), ("category", .string(entry.category)), ("summary", .string(entry.summary)),
      ("advice", .string(entry.advice)), ("exit", .string(entry.exit)))
  }
}

extension Rule {
  static let ruleUnknown = Rule("unknown-rule", .usage, "No rule has this name.")
}
