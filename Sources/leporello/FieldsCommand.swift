import BookModel
import Diagnostics
import Options
import PipelineFile
import PluginKit

/// `leporello fields`: every name that metadata, templates and conditions know.
struct FieldsCommand: Command {
  static let name = "fields"
  static let summary = "List the fields of metadata, of templates, and the facts of 'where' and 'when'."
  static let operands = "[NAME]"
  static let examples = ["leporello fields", "leporello fields volume", "leporello fields --json"]

  static func flags(_ registry: Registry) -> [FlagGroup] { [.json, .talk] }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    try session.refuseWords(arguments, beyond: 1, "one field at a time")
    let isJSON = try session.options(JSONOption.self, arguments, "json").json
    var tables = FieldTable.all
    if let name = arguments.words.first.map({ String(decoding: $0, as: UTF8.self) }) {
      tables = FieldTable.all.compactMap { $0.only(name) }
      guard !tables.isEmpty else {
        let near = closestMatch(to: name, in: FieldTable.all.flatMap { $0.rows.map(\.name) })
        throw .error(
          .unknownField, "there is no field or fact '\(name)'",
          remedy: near.map { "did you mean '\($0)'?" } ?? "`leporello fields` lists them")
      }
    }
    if isJSON {
      session.terminal.out(FieldTable.json(tables).text())
      return ExitStatus.done
    }
    let texts = tables.map { table in
      let rows = table.rows.map { HelpTable.Row($0.name, $0.sentence) }
      return "\(table.title):\n" + HelpTable(rows).text(width: session.terminal.columns)
    }
    session.terminal.outText(texts.joined(separator: "\n"))
    return ExitStatus.done
  }
}

/// Names of one kind, with what each stands for, made from the declarations that parse and check them.
struct FieldTable {
  var key: String
  var title: String
  var rows: [Row]

  struct Row {
    var name: String
    /// What it can hold.
    var takes: String
    var summary: String
    /// Where it stands in ComicInfo.xml.
    var comicInfo: String?

    /// All of it as one sentence or two.
    var sentence: String {
      let parts = [takes, comicInfo.map { "ComicInfo: \($0)" }].compactMap(\.self).filter { !$0.isEmpty }
      return parts.isEmpty ? summary : "\(summary) (\(parts.joined(separator: "; ")))"
    }
  }

  static let all: [FieldTable] = [metadata, parts, book, page]

  /// The table with one name only, as users may write it; nil where it lacks that name.
  func only(_ name: String) -> FieldTable? {
    let wanted = MetadataField(userName: name)?.rawValue
    let rows = rows.filter {
      $0.name.lowercased() == name.lowercased() || key == "metadata" && $0.name == wanted
    }
    return rows.isEmpty ? nil : FieldTable(key: key, title: title, rows: rows)
  }

  private static let metadata = FieldTable(
    key: "metadata", title: "fields of metadata, for --meta, 'set', templates and 'when'",
    rows: MetadataField.allCases.map {
      Row(name: $0.rawValue, takes: $0.kind.expectation, summary: $0.summary, comicInfo: $0.comicInfoName)
    })

  private static let parts = FieldTable(
    key: "parts", title: "parts of these fields, which can be set by themselves",
    rows: Credit.Role.known.map {
      Row(
        name: $0.word, takes: "names with commas", summary: "The credits of this role.",
        comicInfo: $0.comicInfoName)
    } + [
      Row(name: "year", takes: "a year", summary: "The year of the date.", comicInfo: "Year"),
      Row(name: "month", takes: "1 to 12", summary: "The month of the date.", comicInfo: "Month"),
      Row(name: "day", takes: "1 to 31", summary: "The day of the date.", comicInfo: "Day"),
    ])

  private static let book = FieldTable(
    key: "book", title: "other fields of templates and facts of 'when'",
    rows: BookFact.own.map { Row(name: $0.name, takes: $0.type.expectation, summary: $0.summary) })

  private static let page = FieldTable(
    key: "page", title: "facts of pages, for 'where'",
    rows: PageFact.allCases.map { Row(name: $0.name, takes: $0.type.expectation, summary: $0.summary) })

  /// For machines: version 1 of this form.
  static func json(_ tables: [FieldTable]) -> JSON {
    .members(
      [("fields", JSON.integer(1))]
        + tables.map { table in
          let rows = table.rows.map { row in
            JSON.members(
              ("name", .string(row.name)), ("takes", row.takes.isEmpty ? nil : .string(row.takes)),
              ("comicInfo", row.comicInfo.map(JSON.string)), ("summary", .string(row.summary)))
          }
          return (table.key, JSON.array(rows))
        })
  }
}
