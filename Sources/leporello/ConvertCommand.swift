import Archives
import BookModel
import Diagnostics
import Effects
import Engine
import Inputs
import Options
import PipelineFile
import PluginKit
import Stages

/// `leporello convert`: from here to there without a pipeline file. Makes the same pipeline a file would, out
/// of its flags: `metadata` with its defaults first, then the stages the flags name, in one fixed order.
struct ConvertCommand: Command {
  static let name = "convert"
  static let summary = "Convert books: EPUBs, comic archives and folders of pictures become tagged CBZs."
  static let operands = "INPUT… -o OUTPUT"
  static let examples = [
    "leporello convert book.epub -o book.cbz",
    "leporello convert scans/ -o 'Series 001.cbz' --meta series=Series --meta number=1",
    "leporello convert inbox/ -o 'library/{series}/{series}[ #{number:000}].cbz' --exists skip",
  ]

  /// Where the result goes: `-o` and what belongs to it.
  struct OutputOptions: OptionGroup {
    var output: String?
    var to: String?
    var exists = ExistsPolicy.fail
    var collisions = CollisionPolicy.fail
    var noMetadata = false
    var noTypeset = false

    static let options: [Option<OutputOptions>] = [
      Option(
        "output", \.output,
        "A file, a folder (ending in /), or a path template such as '{series} {number:000}.cbz'."),
      Option("to", \.to, "The sink, if the output's name does not show it: cbz, epub, pdf or folder."),
      Option("exists", \.exists, "What to do if the output already exists."),
      Option("collisions", \.collisions, "What to do if two inputs have the same output."),
      Option("noMetadata", \.noMetadata, "Skip the metadata stage, which otherwise runs first."),
      Option(
        "noTypeset", \.noTypeset,
        "Leave text alone, which otherwise is set as pages; a book of text is refused."),
    ]
  }

  static func flags(_ registry: Registry) -> [FlagGroup] {
    [FlagGroup("output", options: OutputOptions.declarations, letters: ["output": "o"]), sinkFlags(registry)]
      + registry.stages.map { FlagGroup(stage: $0) }
      + FlagGroup.readers(registry) + [ReportOption.flags] + Work.flags
  }

  /// The options of all sinks, each once; which of them the chosen sink has is checked when it is known.
  private static func sinkFlags(_ registry: Registry) -> FlagGroup {
    var seen: Set<String> = []
    let options = sinks(registry).flatMap { $0.declarations }.filter { seen.insert($0.name).inserted }
    return FlagGroup("sink", options: options)
  }

  /// The sinks that write an output, which is what this command is for.
  private static func sinks(_ registry: Registry) -> [SinkKind] {
    registry.sinks.filter { !$0.isInPlace }
  }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    let output = try session.options(OutputOptions.self, arguments, "output")
    guard !arguments.words.isEmpty else {
      throw .error(.noInput, "nothing to convert", remedy: "name a file or folder")
    }
    guard let path = output.output, !path.isEmpty else {
      throw .error(
        .noOutput, "there is no destination", remedy: "use -o, for example: -o book.cbz")
    }
    let sink = try sink(for: path, output.to, session.registry)
    let flow = try session.options(FlowOptions.self, arguments, "flow")
    let paths = try session.paths(arguments.words)
    let file = pipelineFile(arguments, output, sink: sink, path: path, session.registry)
    let pipeline = try session.pipeline(fromFlags: file, flow)
    let report = try session.report(arguments, title: "Converted to \(path)", flow)
    let work = try Work(pipeline, arguments, in: session)
    return try await work.write(work.expansion.expand(paths), try work.writing(observer: report), report)
  }

  // MARK: The pipeline the flags describe

  private static func pipelineFile(
    _ arguments: ParsedArguments, _ output: OutputOptions, sink: String, path: String, _ registry: Registry
  ) -> PipelineFile {
    let readers = registry.readers.compactMap { reader in
      arguments[reader.name].map { PipelineFile.Use(reader.name, options: $0) }
    }
    let stages = registry.stages.compactMap { stage -> PipelineFile.Use? in
      if let options = arguments[stage.name] { return PipelineFile.Use(stage.name, options: options) }
      switch stage.name {
      case "metadata": return output.noMetadata ? nil : PipelineFile.Use(stage.name)
      // Text becomes pages unasked, except in an e-book, where it would stay text.
      case "typeset":
        return TypesetStage.isBuiltIn && sink != "epub" && !output.noTypeset
          ? PipelineFile.Use(stage.name) : nil
      default: return nil
      }
    }
    var options = (arguments["sink"]?.pairs ?? []).map { ($0.key, $0.value) }
    options += [
      ("path", .text(path)), ("exists", .text(output.exists.rawValue)),
      ("collisions", .text(output.collisions.rawValue)),
    ]
    return PipelineFile(
      readers: readers, stages: stages, sink: PipelineFile.Use(sink, options: .map(options)),
      registry: registry)
  }

  // MARK: The sink

  /// The sink that `--to` or the output's extension names; a folder or template without one gets CBZ.
  private static func sink(for path: String, _ stated: String?, _ registry: Registry) throws(Diagnostic)
    -> String
  {
    if let stated {
      if sinks(registry).contains(where: { $0.name == stated }) { return stated }
      if let planned = PlannedFormat(extension: stated) { throw planned.refusal }
      let known = sinks(registry).map { $0.name }
      throw .error(
        .sinkUnknown, "there is no sink '\(stated)'",
        remedy: closestMatch(to: stated, in: known).map { "did you mean '\($0)'?" }
          ?? "sinks: \(known.joined(separator: ", "))")
    }
    let ending = FilePath(path).fileExtension
    let named = registry.sinks.first { $0.fileExtensions.contains(ending) }
    if named == nil, let planned = PlannedFormat(path: path) { throw planned.refusal }
    if path.hasSuffix("/") || isExistingFolder(FilePath(path)) { return "cbz" }
    if let named { return named.name }
    let known = registry.sinks.flatMap { $0.fileExtensions }.map { ".\($0)" }.joined(separator: ", ")
    throw .error(
      .sinkUnknown,
      ending.isEmpty
        ? "'\(path)' does not show which format is wanted" : "nothing here writes .\(ending) files",
      remedy: "give the output one of the extensions \(known), or end it in / for a folder of CBZs")
  }
}

/// Forms of output that users ask for and that are not written, since another one serves as well.
struct PlannedFormat {
  let ending: String
  let what: String

  private static let all = [
    PlannedFormat(ending: "mobi", what: "MOBI for Kindle"),
    PlannedFormat(ending: "azw3", what: "AZW3 for Kindle"),
    PlannedFormat(ending: "kfx", what: "KFX for Kindle"),
    PlannedFormat(ending: "cbt", what: "CBT"), PlannedFormat(ending: "cb7", what: "CB7"),
  ]

  private init(ending: String, what: String) {
    self.ending = ending
    self.what = what
  }

  init?(path: String) {
    let lower = path.lowercased()
    guard let format = PlannedFormat.all.first(where: { lower.hasSuffix("." + $0.ending) }) else {
      return nil
    }
    self = format
  }

  init?(extension name: String) {
    guard let format = PlannedFormat.all.first(where: { $0.ending == name.lowercased() }) else { return nil }
    self = format
  }

  var refusal: Diagnostic {
    switch ending {
    case "cbt", "cb7":
      .error(.sinkPlanned, "\(what) is not written: readers everywhere take CBZ", remedy: "write a .cbz")
    default:
      .error(
        .sinkPlanned, "\(what) is not written: its devices take EPUB, by Send to Kindle",
        remedy: "write a .epub, with '--for kindle'")
    }
  }
}

extension Rule {
  static let noOutput = Rule(
    "no-output", .usage, "It is not said where the result goes.",
    advice: "Add -o: a file such as book.cbz, a folder ending in /, or a template.")
  static let sinkUnknown = Rule(
    "unknown-sink", .usage, "The output's extension belongs to no known format.",
    advice: "End the output in an extension that is supported, or name a sink with --to.")
  static let sinkPlanned = Rule(
    "sink-planned", .usage, "The requested format is not written, since another one serves as well.",
    advice: "Write the format that the message names.")
}
