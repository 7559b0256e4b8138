import BookModel
import Diagnostics
import Options
import PluginKit

/// The keys in each part of a pipeline file.
enum PipelineGrammar {
  /// The top-level keys of a pipeline file in their usual order.
  static let pipeline = PipelinePart(
    "a pipeline file",
    [
      version,
      PipelineKey(
        "name", "What the pipeline is called.", example: "EPUB to tagged CBZ",
        OptionSchema.reference("text"), otherNames: ["title"], inclusion: .kept),
      PipelineKey(
        "description", "What it is for.", example: "Books from the shop, for the shelf.",
        OptionSchema.reference("text"), inclusion: .kept),
      PipelineKey(
        "env", "Names of environment variables that the file may use as ${NAME}; it sees no others.",
        example: "[LIBRARY]", OptionSchema.schema(of: .list(.text)), otherNames: ["environment"],
        inclusion: .appended),
      PipelineKey(
        "vars",
        "Variables, used as ${NAME} or ${NAME:-default}; --set vars.NAME=VALUE gives them another value.",
        example: "{ shelf: library }",
        .members(
          ("type", OptionSchema.types("object", "null")),
          ("propertyNames", .members(("pattern", "^[A-Za-z_][A-Za-z0-9_]*$"))),
          ("additionalProperties", OptionSchema.reference("text"))),
        otherNames: ["variables"], inclusion: .joined),
      PipelineKey(
        "include", "Files whose parts are used here; their paths are relative to this file.",
        example: "shared.yaml", OptionSchema.schema(of: .list(.text))),
      PipelineKey(
        "plugins", "Folders of plugins that the pipeline uses.", example: "[plugins]",
        OptionSchema.schema(of: .list(.text))),
      PipelineKey(
        "source",
        "Where books come from, one source or a list; inputs on the command line replace its files.",
        example: "{ files: \"inbox/**/*.{epub,cbz}\" }", OptionSchema.reference("source"),
        otherNames: ["input", "inputs", "in", "from", "read", "reader", "readers"]),
      PipelineKey(
        "gather", "Which sources become one book, and in which order; without it, each is a book.",
        example: "\"{series} v{volume}\"", OptionSchema.group(GatherOptions.declarations)),
      PipelineKey(
        "stages", "What is done with each book, in this order.", example: "[metadata]",
        OptionSchema.reference("stages"),
        otherNames: ["steps", "filters", "transforms", "tasks", "pipeline", "processors", "actions"]),
      PipelineKey(
        "divide", "What splits each book into several, after the stages.", example: "chapters",
        OptionSchema.group(DivideOptions.declarations)),
      PipelineKey(
        "sink", "What is written, and where: one sink or a list.",
        example: "{ cbz: \"out/{series} v{volume:00}.cbz\" }", OptionSchema.reference("sink"),
        otherNames: ["output", "outputs", "out", "to", "target", "destination", "write", "writer", "writers"]),
      PipelineKey(
        "books", "Other options for single books; the last entry that matches counts.",
        example: "[{ match: { series: Kite }, stages: [{ pair: rtl }] }]",
        .members(("type", OptionSchema.types("array", "null")), ("items", OptionSchema.reference("book"))),
        inclusion: .appended),
      PipelineKey(
        "limits", "What an input may claim before it is refused.", example: "{ maxPages: 5000 }",
        OptionSchema.group(Limits.declarations), inclusion: .joined),
    ] + RunPolicies.declarations.map { PipelineKey($0) } + [tests])

  /// The keys of a test file beside a pipeline, `NAME.tests.yaml`.
  static let fileOfTests = PipelinePart("a file of tests", [version, tests])

  /// The keys of a file beside a book, `NAME.leporello.yaml`.
  static let bookFile = PipelinePart("a file beside a book", [version, changedStages])

  /// The keys of a source in addition to the names of readers.
  static let source = PipelinePart(
    "a source",
    SourceOptions.declarations.map { PipelineKey($0, otherNames: otherNames(ofSourceOption: $0.name)) })

  /// The keys beside a stage's name.
  static let besideStage = PipelinePart(
    "a stage",
    [
      id, PipelineKey("where", "Which pages the stage works on.", OptionSchema.reference("condition")),
      PipelineKey("when", "Which books the stage works on.", OptionSchema.reference("condition")),
    ])

  /// The keys beside a sink's name.
  static let besideSink = PipelinePart(
    "a sink",
    [
      id,
      PipelineKey(
        "stages", "What is done with books for this sink alone, after the other stages.",
        OptionSchema.reference("stages")),
    ])

  /// An entry of `books:`.
  static let book = PipelinePart(
    "an entry of 'books'",
    [
      PipelineKey(
        "match", "Which books are meant: those for which all of this holds.",
        OptionSchema.reference("match")),
      changedStages,
    ])

  /// `match:` of an entry of `books:`.
  static let match = PipelinePart(
    "a match",
    [
      PipelineKey(
        "path", "A pattern for the book's path, or for its last parts if the pattern is relative.", fact),
      PipelineKey("series", "The book's series; letter case does not count.", fact),
      PipelineKey("number", "The book's number, or its volume if it has none.", fact),
      PipelineKey("hash", "The SHA-256 of the book's file.", fact),
    ])

  // MARK: Keys shared by several parts

  private static let version = PipelineKey(
    "leporello", "The version of this file's language: 1.", example: "1",
    .members(("enum", .array([.integer(1), "1"]))), otherNames: ["version"], inclusion: .kept)

  private static let tests = PipelineKey(
    "tests", "Tests of the pipeline, run by `leporello test`.",
    example: "[{ name: tags the manga, input: book.epub }]",
    .members(
      ("type", OptionSchema.types("array", "null")),
      ("items", OptionSchema.group(TestSettings.declarations))),
    inclusion: .kept)

  private static let id = PipelineKey(
    "id", "A name of its own, where the same is used twice.",
    OptionSchema.any(
      .members(("type", "string"), ("pattern", #"^[^\s!-,./:-@\[-^`{-~]+$"#)), .members(("type", "integer")),
      OptionSchema.variable))

  /// Here, stages are identified by their IDs, which a schema cannot know.
  private static let changedStages = PipelineKey(
    "stages", "Stages of the pipeline, by id, with other options for these books.",
    .members(
      ("type", OptionSchema.types("array", "null")),
      ("items", OptionSchema.any(OptionSchema.reference("changedStage"), .members(("type", "string"))))))

  private static let fact = JSON.members(("type", OptionSchema.types("string", "number", "boolean")))

  private static func otherNames(ofSourceOption name: String) -> [String] {
    switch name {
    case "files": ["input", "inputs", "paths", "glob", "pattern"]
    case "folders": ["directories", "dirs"]
    case "exclude": ["ignore", "skip", "except"]
    default: []
    }
  }
}

/// The top-level keys of a pipeline file, for documentation.
public enum PipelineKeys {
  /// The name and summary of each key in their usual order.
  public static let all: [(name: String, summary: String)] =
    PipelineGrammar.pipeline.keys.map { ($0.name, $0.summary) }
}
