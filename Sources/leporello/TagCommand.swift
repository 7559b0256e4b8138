import BookModel
import Diagnostics
import Effects
import Engine
import Inputs
import Options
import PipelineFile
import PluginKit

/// `leporello tag`: changes the metadata inside books' own files. Makes the same pipeline a file would, out of its
/// flags.
struct TagCommand: Command {
  static let name = "tag"
  static let summary = "Change the metadata inside books, field by field; their pages stay byte for byte."
  static let operands = "FILE…"
  static let examples = [
    "leporello tag book.cbz --meta series='Long Night' --meta number=3",
    "leporello tag library/*.cbz --remove notes --in-place",
    "leporello tag library/ --recursive --from embedded,filename --in-place",
    "leporello tag --undo ~/.local/state/leporello/journals/20260131T080509-4711.jsonl",
  ]

  struct Settings: OptionGroup {
    var from: [String] = []
    var remove: [String] = []
    var undo: String?

    static let options: [Option<Settings>] = [
      Option(
        "from", \.from,
        "Places to take fields from; the first that has a field wins: embedded (or comicinfo), sidecar, title, filename, folder."
      ),
      Option("remove", \.remove, "Fields to remove."),
      Option("undo", \.undo, "Undo every change recorded in a journal."),
    ]
  }

  static func flags(_ registry: Registry) -> [FlagGroup] {
    [
      FlagGroup("tag", options: Settings.declarations), InPlaceFlags.flags,
      FlagGroup("sink", options: InPlaceOptions.declarations),
    ] + stages(registry).map { FlagGroup(stage: $0) } + FlagGroup.readers(registry) + Work.flags
  }

  /// The stages that change metadata by a flag of their own; `metadata` has the command's.
  private static func stages(_ registry: Registry) -> [StageKind] {
    registry.stages.filter { $0.needs.isEmpty && $0.name != "metadata" }
  }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    let settings = try session.options(Settings.self, arguments, "tag")
    let flow = try session.options(FlowOptions.self, arguments, "flow")
    let inPlace = try session.options(InPlaceFlags.self, arguments, "inPlace")
    if inPlace.inPlace, flow.dryRun {
      throw .error(
        .inPlaceContradicts, "--in-place and --dry-run contradict each other", remedy: "leave one of them out"
      )
    }
    let journal = Journal(at: inPlace.journal.map { FilePath($0) })
    if let undo = settings.undo {
      guard arguments.words.isEmpty else {
        throw .error(
          .inPlaceContradicts, "--undo undoes a whole journal and takes no files",
          remedy: "leave the files out")
      }
      return try await session.undo(FilePath(undo), arguments, record: flow.dryRun ? nil : journal)
    }
    guard !arguments.words.isEmpty else {
      throw .error(.noInput, "nothing to tag", remedy: "name files or folders")
    }
    let paths = try session.paths(arguments.words)
    let pipeline = try session.pipeline(
      fromFlags: try pipelineFile(arguments, settings, flow, session.registry), flow)
    let work = try Work(pipeline, arguments, in: session)
    let expanded = work.expansion.expand(paths)
    let record = inPlace.inPlace ? journal : nil
    return try await work.change(
      expanded,
      RewriteInPlace(
        pipeline, work.resources, journal: record, ignoresBookFiles: true, showsDigests: work.isJSON),
      RewriteInPlace.jobs(of: expanded.inputs), .rewrite(record))
  }

  private static func pipelineFile(
    _ arguments: ParsedArguments, _ settings: Settings, _ flow: FlowOptions, _ registry: Registry
  ) throws(Diagnostic) -> PipelineFile {
    var uses = stages(registry).compactMap { stage in
      arguments[stage.name].map { PipelineFile.Use(stage.name, options: $0) }
    }
    if !settings.from.isEmpty || !settings.remove.isEmpty {
      // People name the file they see in their archives.
      let places = settings.from.map { $0.lowercased() == "comicinfo" ? "embedded" : $0 }
      uses.append(
        PipelineFile.Use(
          "metadata",
          options: .map([
            ("from", .list((places.isEmpty ? ["embedded"] : places).map { .text($0) })),
            ("remove", .list(settings.remove.map { .text($0) })),
          ])))
    }
    guard !uses.isEmpty || !flow.meta.texts.isEmpty || flow.rtl else {
      throw .error(
        .nothingToTag, "there is nothing to change",
        remedy: "use --meta FIELD=VALUE, --remove FIELD, --from PLACES or the flag of a stage")
    }
    let readers = registry.readers.compactMap { reader in
      arguments[reader.name].map { PipelineFile.Use(reader.name, options: $0) }
    }
    return PipelineFile(
      readers: readers, stages: uses,
      sink: PipelineFile.Use("in-place", options: arguments["sink"] ?? .map([])), registry: registry)
  }
}

extension Rule {
  static let nothingToTag = Rule(
    "nothing-to-tag", .usage, "It is not said which metadata to change.",
    advice: """
      Add what to change: --meta FIELD=VALUE, --remove FIELD, --from PLACES, or a stage such as --normalize.
      """)
  static let inPlaceContradicts = Rule(
    "in-place-contradicts", .usage, "Flags about changing files in place contradict each other.",
    advice: "Leave out one of the two flags.")
}
