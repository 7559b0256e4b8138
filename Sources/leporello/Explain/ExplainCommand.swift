import Diagnostics
import Options
import PluginKit

/// `leporello explain`: what the name in brackets behind a message means, and what to do.
struct ExplainCommand: Command {
  static let name = "explain"
  static let summary = "Explain the rule in brackets behind a message, and what to do about it."
  static let operands = "[RULE…]"
  static let examples = ["leporello explain stage-order", "leporello explain"]

  static func flags(_ registry: Registry) -> [FlagGroup] { [.json, .talk] }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    let isJSON = try session.options(JSONOption.self, arguments, "json").json
    let words = arguments.words.map { String(decoding: $0, as: UTF8.self) }
    let rules = Rule.all(session.registry)
    var chosen: [Rule] = words.isEmpty ? rules : []
    for word in words { chosen += try find(word, in: rules, session) }
    if isJSON {
      for rule in chosen { session.terminal.out(json(rule).text()) }
    } else if words.isEmpty {
      list(session)
    } else {
      session.terminal.outText(
        chosen.map { text($0, width: session.terminal.columns) }.joined(separator: "\n\n"))
    }
    return ExitStatus.done
  }

  /// The rules of a name; the brackets around it may come along.
  private static func find(
    _ word: String, in rules: [Rule], _ session: Session
  ) throws(Diagnostic) -> [Rule] {
    let id = word.filter { $0 != "[" && $0 != "]" }.lowercased()
    let found = rules.filter { $0.id == id }
    guard found.isEmpty else { return found }
    if session.registry.all.contains(where: { $0.name == id }) {
      throw .error(
        .ruleUnknown, "'\(word)' is a plugin, not a rule", remedy: "see `leporello plugins \(id)`")
    }
    if Leporello.commands.contains(where: { $0.name == id }) {
      throw .error(
        .ruleUnknown, "'\(word)' is a command, not a rule", remedy: "see `leporello \(id) --help`")
    }
    throw .error(
      .ruleUnknown, "there is no rule '\(word)'",
      remedy: closestMatch(to: id, in: rules.map(\.id)).map { "did you mean '\($0)'?" }
        ?? "`leporello explain` lists them")
  }

  private static func list(_ session: Session) {
    for (category, rules) in Rule.byCategory(session.registry) {
      let table = HelpTable(rules.map { HelpTable.Row($0.id, $0.summary) })
      session.terminal.outText("\(category.heading):\n\(table.text(width: session.terminal.columns))")
    }
    session.terminal.out("`leporello explain RULE` says what to do about one.")
  }

  private static func text(_ rule: Rule, width: Int) -> String {
    let lines = { (text: String) in HelpTable.wrap(text, width: min(100, width)).joined(separator: "\n") }
    return """
      \(rule.id)  (\(rule.category.rawValue))

      \(lines(rule.summary))

      What to do: \(lines(rule.advice))
      Exit status: \(rule.category.exit)
      """
  }

  private static func json(_ rule: Rule) -> JSON {
    .members(
      ("rule", .string(rule.id)), ("category", .string(rule.category.rawValue)),
      ("summary", .string(rule.summary)), ("advice", .string(rule.advice)),
      ("exit", .string(rule.category.exit)))
  }
}

extension Rule {
  static let ruleUnknown = Rule(
    "unknown-rule", .usage, "There is no rule of this name.",
    advice: "Use the suggested name; `leporello explain` lists all rules.")
}
