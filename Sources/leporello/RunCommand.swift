import BookModel
import Diagnostics
import Execution
import Options
import PipelineFile
import PluginKit

/// `leporello run`: carries out a pipeline file.
struct RunCommand: Command {
  static let name = "run"
  static let summary = "Carry out a pipeline file over its inputs, or over those named."
  static let operands = "PIPELINE [INPUT…]"
  static let examples = [
    "leporello run pipelines/epub-to-cbz.yaml inbox/",
    "leporello run pipelines/epub-to-cbz.yaml inbox/ --dry-run",
    "leporello run library.yaml --report review/",
    "leporello run library.yaml --set cbz.exists=skip --meta language=en",
  ]

  static func flags(_ registry: Registry) -> [FlagGroup] {
    [InPlaceFlags.flags, ReportOption.flags] + Work.flags
  }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    let flow = try session.options(FlowOptions.self, arguments, "flow")
    guard let file = arguments.words.first.map({ FilePath(bytes: $0) }) else {
      throw .error(
        .noPipeline, "no pipeline file is named", remedy: "name one, for example pipelines/epub-to-cbz.yaml")
    }
    let named = try session.paths(arguments.words.dropFirst())
    guard let pipeline = try session.pipeline(in: file, flow) else { return ExitStatus.pipelineFile }
    let inPlace = try session.options(InPlaceFlags.self, arguments, "inPlace")
    if Tagging.isMeant(by: pipeline),
      try session.options(ReportOption.self, arguments, "report").report != nil
    {
      throw .error(
        .reportOfNothing, "a pipeline that changes files in place writes no books a report could show",
        remedy: "leave out --report; --json tells every change")
    }
    let title = pipeline.name ?? file.nameText
    let report = try session.report(arguments, title: title, flow)
    let work = try Work(pipeline, arguments, observer: report, in: session)
    if Tagging.isMeant(by: pipeline) {
      guard inPlace.inPlace || flow.dryRun else {
        throw .error(
          .inPlaceMissing, "this pipeline changes its inputs in place, which has to be said",
          remedy: "look at it with --dry-run, then run it with --in-place")
      }
      let journal = Journal(at: inPlace.journal.map { FilePath($0) })
      return try await Tagging(pipeline, arguments, in: session)
        .carryOut(work.inputs(named), flow.dryRun ? nil : journal)
    }
    return try await work.carryOut(try work.inputs(named), report)
  }
}

extension Rule {
  static let inPlaceMissing = Rule(
    "in-place-missing", .usage, "A pipeline that changes its inputs was run without --in-place.")
  static let noPipeline = Rule("no-pipeline", .usage, "A command that needs a pipeline file was given none.")
}
