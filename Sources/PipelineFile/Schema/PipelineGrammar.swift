import BookModel
import Diagnostics
import Options

/// The keys at the top of a pipeline file: what documentation and schema say of each.
///
/// Which of them the checker takes is said by `PipelineCheck.keys`; a test holds the two together.
enum PipelineGrammar {
  struct Key {
    var name: String
    /// One sentence or two.
    var summary: String
    /// YAML as it would stand behind the key.
    var example: String
    /// What may stand behind the key.
    var schema: JSON
  }

  static let keys: [Key] = [
    Key(
      name: "leporello", summary: "The version of this file's language: 1.", example: "1",
      schema: .members(("enum", .array([.integer(1), "1"])))),
    Key(
      name: "name", summary: "What the pipeline is called.", example: "EPUB to tagged CBZ",
      schema: OptionSchema.reference("text")),
    Key(
      name: "description", summary: "What it is for.", example: "Books from the shop, for the shelf.",
      schema: OptionSchema.reference("text")),
    Key(
      name: "env",
      summary: "Names of environment variables the file may use as ${NAME}; it sees no others.",
      example: "[LIBRARY]", schema: OptionSchema.schema(of: .list(.text))),
    Key(
      name: "vars",
      summary:
        "Variables, used as ${NAME} or ${NAME:-default}; --set vars.NAME=VALUE gives them another value.",
      example: "{ shelf: library }",
      schema: .members(
        ("type", OptionSchema.types("object", "null")),
        ("propertyNames", .members(("pattern", "^[A-Za-z_][A-Za-z0-9_]*$"))),
        ("additionalProperties", OptionSchema.reference("text")))),
    Key(
      name: "include", summary: "Files whose parts are taken over, by paths relative to this file.",
      example: "shared.yaml", schema: OptionSchema.schema(of: .list(.text))),
    Key(
      name: "plugins", summary: "Folders of plugins that the pipeline uses.", example: "[plugins]",
      schema: OptionSchema.schema(of: .list(.text))),
    Key(
      name: "source",
      summary: "Where books come from, one source or a list; inputs of the command line replace its files.",
      example: "{ files: \"inbox/**/*.{epub,cbz}\" }", schema: OptionSchema.reference("source")),
    Key(
      name: "gather",
      summary: "Which sources become one book, and in which order; without it each is a book.",
      example: "\"{series} v{volume}\"", schema: OptionSchema.group(GatherOptions.declarations)),
    Key(
      name: "stages", summary: "What is done with each book, in this order.", example: "[metadata]",
      schema: OptionSchema.reference("stages")),
    Key(
      name: "divide", summary: "What one book is divided by into several, behind the stages.",
      example: "chapters", schema: OptionSchema.group(DivideOptions.declarations)),
    Key(
      name: "sink", summary: "What is written, and where: one sink or a list.",
      example: "{ cbz: \"out/{series} v{volume:00}.cbz\" }", schema: OptionSchema.reference("sink")),
    Key(
      name: "books", summary: "What single books want otherwise; the last entry that matches counts.",
      example: "[{ match: { series: Kite }, stages: [{ pair: rtl }] }]",
      schema: .members(
        ("type", OptionSchema.types("array", "null")), ("items", OptionSchema.reference("book")))
    ),
    Key(
      name: "limits", summary: "What an input may claim before it is refused.",
      example: "{ maxPages: 5000 }", schema: OptionSchema.group(Limits.declarations)),
    Key(
      name: "onDamage",
      summary: "What becomes of a page whose picture is damaged: its book fails, or goes on without it.",
      example: "fail", schema: OptionSchema.schema(of: .enumeration(["fail", "skip", "blank"]))),
    Key(
      name: "onFailure", summary: "Whether a run goes on behind a book that fails: keep-going or fail-fast.",
      example: "fail-fast", schema: OptionSchema.schema(of: .enumeration(["keep-going", "fail-fast"]))),
    Key(
      name: "tests", summary: "Tests of the pipeline, run by `leporello test`.",
      example: "[{ name: tags the manga, input: book.epub }]",
      schema: .members(
        ("type", OptionSchema.types("array", "null")),
        ("items", OptionSchema.group(TestSettings.declarations)))),
  ]

  /// The keys of a `match:` under `books:`.
  static let matchKeys: [(name: String, summary: String)] = [
    ("path", "A pattern for the book's path, or for its last parts where it is relative."),
    ("series", "The book's series; letter case does not count."),
    ("number", "The book's number, or its volume where it has none."),
    ("hash", "The SHA-256 of the book's file."),
  ]
}

/// The keys at the top of a pipeline file, for documentation.
public enum PipelineKeys {
  /// Name and sentence of each, in the order they are usually written.
  public static let all: [(name: String, summary: String)] =
    PipelineGrammar.keys.filter { PipelineCheck.keys.contains($0.name) }.map { ($0.name, $0.summary) }
}
