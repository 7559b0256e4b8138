import Archives
import BookModel
import Diagnostics
import Execution
import Options
import PipelineFile
import PluginKit

/// How files are changed in place: options that `tag` and `run` have in common.
struct InPlaceFlags: OptionGroup {
  var inPlace = false
  var journal: String?

  static let options: [Option<InPlaceFlags>] = [
    Option("inPlace", \.inPlace, "Write the changes to the files; otherwise they are only shown."),
    Option("journal", \.journal, "The journal that undoing needs (default: in the state folder)."),
  ]

  static let flags = FlagGroup("inPlace", options: declarations)
}

/// Carries out a pipeline in the inputs' own files, or shows what it would change: what `tag`, and `run` and `plan`
/// of a pipeline whose sink is in place, do in the end.
struct Tagging {
  private let session: Session
  private let retagging: Retagging
  private let flow: FlowOptions
  private let isFailFast: Bool
  private let isJSON: Bool

  init(
    _ pipeline: Pipeline, _ arguments: ParsedArguments, ignoresBookFiles: Bool = false, in session: Session
  )
    throws(Diagnostic)
  {
    self.session = session
    flow = try session.options(FlowOptions.self, arguments, "flow")
    isFailFast = flow.isFailFast(pipeline)
    isJSON = try session.options(JSONOption.self, arguments, "json").json
    retagging = Retagging(
      pipeline: pipeline, limits: try session.options(arguments, "limits", over: pipeline.limits),
      settings: try session.settings(of: pipeline, arguments), ignoresBookFiles: ignoresBookFiles,
      askPassword: session.askPassword)
  }

  /// Whether a pipeline is for this.
  static func isMeant(by pipeline: Pipeline) -> Bool {
    pipeline.sinks.first.map { $0.sink is any RewritingSink } ?? false
  }

  /// Works on inputs; gives the exit status.
  ///
  /// - Parameters:
  ///   - journal: nil to only show what would change.
  ///   - findsChanges: whether a change makes the status that of findings.
  func carryOut(
    _ expanded: InputExpansion.Expanded, _ journal: Journal?, findsChanges: Bool = false
  ) async -> Int32 {
    let reporter = TagReporter(
      session: session, isJSON: isJSON, total: expanded.inputs.count, isWriting: journal != nil)
    for failure in expanded.failures {
      reporter.tell(RetagReceipt(failure.path, .failed, diagnostics: [failure.diagnostic]))
    }
    if !expanded.ignored.isEmpty {
      session.say("\(expanded.ignored.count) files not recognized as books: left alone")
    }
    session.sayWaiting(expanded.waiting)
    let isComplete = await retagging.run(expanded.inputs, journal: journal, isFailFast: isFailFast) {
      reporter.tell($0)
    }
    let status = reporter.end(isComplete: isComplete, journal)
    if findsChanges, status == ExitStatus.done, reporter.hasChanges { return ExitStatus.findings }
    return flow.failOn == .warning && reporter.hasWarned ? ExitStatus.inputFailed : status
  }

  /// Takes back what a journal tells of; gives the exit status.
  ///
  /// - Parameter record: where the undoing is written down in its turn; nil to only show what would be undone.
  static func undo(
    _ journal: FilePath, _ arguments: ParsedArguments, record: Journal?, in session: Session
  ) async throws(Diagnostic) -> Int32 {
    let settings = try session.options(RunSettings.self, arguments, "run")
    let options = try session.options(InPlaceOptions.self, arguments, "sink")
    let isJSON = try session.options(JSONOption.self, arguments, "json").json
    let entries = try Journal.read(journal)
    let reporter = TagReporter(
      session: session, isJSON: isJSON, total: entries.count, isWriting: record != nil, isUndoing: true)
    let undoing = Undoing(
      jobs: settings.effectiveJobs, separatesHardLinks: options.separateHardLinks)
    let isComplete = await undoing.run(entries, journal: record) { reporter.tell($0) }
    return reporter.end(isComplete: isComplete, record)
  }
}
