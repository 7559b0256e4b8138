import BookModel
import Diagnostics
import Effects
import Engine
import Inputs
import Options
import PipelineFile
import PluginKit

/// `leporello run`: carries out a pipeline file.
struct RunCommand: Command {
  static let name = "run"
  static let summary = "Run a pipeline file on its inputs, or on those named."
  static let operands = "PIPELINE [INPUT…]"
  static let examples = [
    "leporello run pipelines/epub-to-cbz.yaml inbox/",
    "leporello run pipelines/epub-to-cbz.yaml inbox/ --dry-run",
    "leporello run library.yaml --report review/",
    "leporello run library.yaml --set cbz.exists=skip --meta language=en",
  ]

  /// Whether and how earlier runs are remembered.
  struct Settings: OptionGroup {
    var resume = false
    var ledger: String?

    static let options: [Option<Settings>] = [
      Option(
        "resume", \.resume,
        "Remember what is written, and skip what an earlier run has written from the same source."),
      Option("ledger", \.ledger, "The file that remembers (default: in the state folder); implies --resume."),
    ]
  }

  static func flags(_ registry: Registry) -> [FlagGroup] {
    [FlagGroup("resume", options: Settings.declarations), InPlaceFlags.flags, ReportOption.flags]
      + Work.flags
  }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    let flow = try session.options(FlowOptions.self, arguments, "flow")
    guard let file = arguments.words.first.map({ FilePath(bytes: $0) }) else {
      throw .error(
        .noPipeline, "no pipeline file was given", remedy: "name one, for example pipelines/epub-to-cbz.yaml")
    }
    let named = try session.paths(arguments.words.dropFirst())
    guard let pipeline = try session.pipeline(in: file, flow) else { return ExitStatus.pipelineFile }
    let resume = try session.options(Settings.self, arguments, "resume")
    if pipeline.inPlace != nil {
      return try await runInPlace(pipeline, named, arguments, flow, resume, in: session)
    }
    let isResumed = resume.resume || resume.ledger != nil
    let path = resume.ledger.map { FilePath($0) }
    // A run that writes nothing makes no ledger either.
    let tell = session.show
    let ledger =
      !isResumed
      ? nil : flow.dryRun ? try Ledger.existing(at: path, tell: tell) : try Ledger(at: path, tell: tell)
    let report = try session.report(arguments, title: pipeline.name ?? file.nameText, flow)
    let work = try Work(pipeline, arguments, ledger: ledger, in: session)
    return try await work.write(
      try work.inputs(named), try work.writing(ledger: ledger, observer: report), report)
  }

  /// Carries out a pipeline in the inputs' own files, if that was said.
  private static func runInPlace(
    _ pipeline: Pipeline, _ named: [FilePath], _ arguments: ParsedArguments, _ flow: FlowOptions,
    _ resume: Settings, in session: Session
  ) async throws(Diagnostic) -> Int32 {
    guard !resume.resume, resume.ledger == nil else {
      throw .error(
        .resumeInPlace, "--resume is for outputs, and this pipeline changes its inputs in place",
        remedy: "leave it out: files that need no change are never touched")
    }
    guard try session.options(ReportOption.self, arguments, "report").report == nil else {
      throw .error(
        .reportOfNothing, "a pipeline that changes files in place writes no books to report",
        remedy: "leave out --report; --json tells every change")
    }
    let work = try Work(pipeline, arguments, in: session)
    let inPlace = try session.options(InPlaceFlags.self, arguments, "inPlace")
    guard inPlace.inPlace || flow.dryRun else {
      throw .error(
        .inPlaceMissing, "this pipeline changes its inputs in place, which needs --in-place",
        remedy: "check it with --dry-run, then run it with --in-place")
    }
    let journal = flow.dryRun ? nil : Journal(at: inPlace.journal.map { FilePath($0) })
    let expanded = try work.inputs(named)
    return try await work.change(
      expanded, RewriteInPlace(pipeline, work.resources, journal: journal, showsDigests: work.isJSON),
      RewriteInPlace.jobs(of: expanded.inputs), .rewrite(journal))
  }
}

extension Rule {
  static let inPlaceMissing = Rule(
    "in-place-missing", .usage, "A pipeline that changes its inputs was run without --in-place.",
    advice: "See what would change with --dry-run; then add --in-place.")
  static let resumeInPlace = Rule(
    "resume-in-place", .usage, "A run that changes its inputs in place cannot be resumed.",
    advice: "Leave out --resume: files that are up to date are recognized anyway.")
  static let noPipeline = Rule(
    "no-pipeline", .usage, "No pipeline file was given.",
    advice: "Name a pipeline file; `leporello init` writes one, and the program comes with ready-made ones.")
}
