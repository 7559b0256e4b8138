import Diagnostics
import Options
import PipelineFile
import PluginKit

/// Manual pages in the macros of man(7), made from the declarations that parse and check.
struct ManualPage {
  private let commands: [CommandOutline]
  private let registry: Registry

  init(_ commands: [CommandOutline], _ registry: Registry) {
    self.commands = commands
    self.registry = registry
  }

  // MARK: Pages

  /// leporello(1).
  var program: String {
    var page = Roff(title: "LEPORELLO")
    page.section("NAME", "leporello - turn comics, manga and e-books from one form into another")
    page.heading("SYNOPSIS")
    page.usage("leporello", "COMMAND … [flags]")
    page.section(
      "DESCRIPTION",
      """
      Reads comic archives, EPUBs and folders of pictures, carries out a pipeline of stages, and writes tagged CBZ \
      files or folders. Pages that nothing changes are copied byte for byte; input files are never changed unless \
      that is asked for.
      """)
    page.heading("COMMANDS")
    for command in commands { page.item(bold: command.name + " ", command.operandText, command.summary) }
    page.text("Each has its own page, leporello-COMMAND(1), and lists its flags with --help.")
    page.heading("PIPELINE FILES")
    page.text("YAML with these keys at the top:")
    for key in PipelineKeys.all { page.item(bold: key.name, "", key.summary) }
    page.text(
      "`leporello schema` prints all of it for editors, `leporello check` finds what is wrong with a file.")
    page.heading("PLUGINS")
    for (kind, plugins) in plugins {
      for plugin in plugins { page.item(bold: plugin.name, " (\(kind))", plugin.summary) }
    }
    page.text("`leporello plugins NAME` lists the options of one.")
    page.heading("FIELDS AND FACTS")
    page.text("As `leporello fields` lists them:")
    for table in FieldTable.all {
      page.subheading(table.title)
      for row in table.rows { page.item(bold: row.name, "", row.sentence) }
    }
    exitStatus(&page)
    page.heading("ENVIRONMENT")
    page.item(bold: "NO_COLOR", "", "If it is set, output has no color.")
    page.item(bold: "TMPDIR", "", "Where scratch files go, unless --scratch names another folder.")
    page.item(
      bold: "SOURCE_DATE_EPOCH", "", "The time written to outputs if the source states none.")
    page.item(
      bold: "GITHUB_ACTIONS", ", TF_BUILD",
      "If one of them is set to true, `check` writes annotations for that CI system.")
    page.section("SEE ALSO", commands.map { "leporello-\($0.name)(1)" }.joined(separator: ", "))
    return page.text
  }

  /// leporello-COMMAND(1); nil where there is no such command.
  func command(_ name: String) -> String? {
    guard let command = commands.first(where: { $0.name == name }) else { return nil }
    var page = Roff(title: "LEPORELLO-\(name.uppercased())")
    let sentence = command.summary.hasSuffix(".") ? String(command.summary.dropLast()) : command.summary
    page.section("NAME", "leporello-\(name) - \(sentence.prefix(1).lowercased() + sentence.dropFirst())")
    page.heading("SYNOPSIS")
    page.usage("leporello \(name)", (command.operandText + " [flags]").trimmingStart)
    page.section("DESCRIPTION", command.summary)
    page.heading("FLAGS")
    for group in command.groups {
      page.subheading(Help.heading(group.name, registry))
      let table = HelpTable(flags: group.flags)
      for row in table.rows { page.item(bold: row.term, "", row.text) }
    }
    if !command.examples.isEmpty {
      page.heading("EXAMPLES")
      page.lines(command.examples)
    }
    if name == ExplainCommand.name {
      page.heading("RULES")
      for (category, rules) in Rule.byCategory(registry) {
        page.subheading(category.heading)
        for rule in rules { page.item(bold: rule.id, "", rule.summary) }
      }
    }
    exitStatus(&page)
    page.section("SEE ALSO", "leporello(1)")
    return page.text
  }

  private var plugins: [(kind: String, plugins: [(name: String, summary: String)])] {
    [
      ("reader", registry.readers.map { ($0.name, $0.summary) }),
      ("stage", registry.stages.map { ($0.name, $0.summary) }),
      ("sink", registry.sinks.map { ($0.name, $0.summary) }),
    ]
  }

  private func exitStatus(_ page: inout Roff) {
    page.heading("EXIT STATUS")
    for (code, text) in ExitStatus.meanings { page.item(bold: String(code), "", text) }
  }
}

/// Text for a typesetter of the roff family, put together line by line.
private struct Roff {
  private(set) var text: String

  init(title: String) {
    text =
      ".TH \(title) 1 \"\(Leporello.date)\" \"leporello \(Leporello.version)\" \"User commands\"\n"
      // Left-aligned, without hyphens: flags and paths stay whole.
      + ".nh\n.ad l\n"
  }

  mutating func heading(_ title: String) { text += ".SH \(title)\n" }
  mutating func subheading(_ title: String) { text += ".SS \(Roff.escaped(title))\n" }

  mutating func section(_ title: String, _ body: String) {
    heading(title)
    text += Roff.line(body)
  }

  mutating func usage(_ name: String, _ rest: String) {
    text += "\\fB\(Roff.escaped(name))\\fR \(Roff.escaped(rest))\n"
  }

  /// A paragraph.
  mutating func text(_ body: String) {
    let isFirst = text.split(separator: "\n").last?.hasPrefix(".SH") == true
    text += (isFirst ? "" : ".PP\n") + Roff.line(body)
  }

  /// A term and what it means.
  mutating func item(bold: String, _ rest: String, _ body: String) {
    text += ".TP\n\\fB\(Roff.escaped(bold))\\fR\(Roff.escaped(rest))\n" + Roff.line(body)
  }

  /// Lines as they stand.
  mutating func lines(_ lines: [String]) {
    text += ".nf\n" + lines.map { Roff.line($0, breaking: false) }.joined() + ".fi\n"
  }

  /// Text in lines of a width that people can read, none of which a typesetter takes for a request.
  private static func line(_ body: String, breaking: Bool = true) -> String {
    let lines = breaking ? HelpTable.wrap(body, width: 72) : [body]
    return lines.map { line in
      let text = escaped(line)
      return (text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : "") + text + "\n"
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    var out = ""
    for letter in text {
      switch letter {
      case "\\": out += "\\e"
      case "-": out += "\\-"
      case "'": out += "\\(aq"
      case "`": out += "\\(ga"
      case "^": out += "\\(ha"
      case "~": out += "\\(ti"
      default: out.append(letter)
      }
    }
    return out
  }
}

extension String {
  fileprivate var trimmingStart: String { String(drop { $0 == " " }) }
}
