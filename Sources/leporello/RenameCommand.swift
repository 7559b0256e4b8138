import BookModel
import Diagnostics
import Effects
import Engine
import Inputs
import Options
import PipelineFile
import PluginKit

/// `leporello rename`: gives files the names that follow from what is known of their books.
struct RenameCommand: Command {
  static let name = "rename"
  static let summary = "Rename files, or sort them into folders, by a template of their books' metadata."
  static let operands = "FILE… --to TEMPLATE"
  static let examples = [
    "leporello rename *.cbz --to '{series} {number:000}' --dry-run",
    "leporello rename inbox/ --to 'library/{publisher|Unknown}/{series}/{series}[ #{number:000}][ ({date})]'",
    "leporello rename --undo ~/.local/state/leporello/journals/20260131T080509-4711.jsonl",
  ]

  struct Settings: OptionGroup {
    var to: String?
    var from: [String] = ["embedded"]
    var journal: String?
    var undo: String?

    static let options: [Option<Settings>] = [
      Option(
        "to", \.to,
        "The new path without an extension: a template. Without a / in it, files stay in their folders."),
      Option(
        "from", \.from,
        "Where fields come from; the first that has one wins: embedded, sidecar, title, filename, folder."),
      Option("journal", \.journal, "The journal that undoing needs (default: in the state folder)."),
      Option("undo", \.undo, "Undo every move recorded in a journal."),
    ]
  }

  static func flags(_ registry: Registry) -> [FlagGroup] {
    [FlagGroup("rename", options: Settings.declarations)] + FlagGroup.readers(registry) + Work.flags
  }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    let settings = try session.options(Settings.self, arguments, "rename")
    let flow = try session.options(FlowOptions.self, arguments, "flow")
    let journal = flow.dryRun ? nil : Journal(at: settings.journal.map { FilePath($0) })
    if let undo = settings.undo {
      return try await session.undo(FilePath(undo), arguments, record: journal)
    }
    guard let to = settings.to, !to.isEmpty else {
      throw .error(
        .noOutput, "there is no template for the new names",
        remedy: "use --to, for example: --to '{series} {number:000}'")
    }
    let template: PathTemplate
    do throws(Diagnostic) { template = try PathTemplate(parsing: to) } catch { throw error.asUsage }
    guard !arguments.words.isEmpty else {
      throw .error(.noInput, "nothing to rename", remedy: "name files or folders")
    }
    let paths = try session.paths(arguments.words)
    let pipeline = try pipeline(arguments, settings, flow, in: session)
    let work = try Work(pipeline, arguments, in: session)
    let expanded = work.expansion.expand(paths)
    return try await work.change(
      expanded, MoveFiles(to: template, pipeline, work.resources, journal: journal),
      expanded.inputs.map { Job($0) }, .move(journal))
  }

  /// A pipeline that decides what is known of each book; its sink is never used.
  private static func pipeline(
    _ arguments: ParsedArguments, _ settings: Settings, _ flow: FlowOptions, in session: Session
  ) throws(Diagnostic) -> Pipeline {
    let readers = session.registry.readers.compactMap { reader in
      arguments[reader.name].map { PipelineFile.Use(reader.name, options: $0) }
    }
    let metadata = PipelineFile.Use(
      "metadata", options: .map([("from", .list(settings.from.map { .text($0) }))]))
    return try session.pipeline(
      fromFlags: PipelineFile(
        readers: readers, stages: [metadata], sink: PipelineFile.Use("in-place"), registry: session.registry),
      flow)
  }
}
