import BookModel
import Diagnostics
import Execution
import Options
import PipelineFile
import PluginKit

/// How a run is conducted: options that `convert` and `run` have in common.
struct FlowOptions: OptionGroup {
  var set = Assignments()
  var meta = Assignments()
  var rtl = false
  var keepGoing: Bool?
  var failFast: Bool?
  var dryRun = false
  var failOn = FailOn.nothing

  enum FailOn: String, OptionEnumeration {
    case nothing, warning
  }

  /// Whether the first failure ends the run: as the flags say, else as the pipeline does.
  func isFailFast(_ pipeline: Pipeline) -> Bool {
    failFast ?? keepGoing.map { !$0 } ?? (pipeline.policies.onFailure == .stop)
  }

  static let options: [Option<FlowOptions>] = [
    Option("set", \.set, "Change an option: STAGE.OPTION=VALUE; may be given several times."),
    Option("meta", \.meta, "Set metadata of every book: FIELD=VALUE; may be given several times."),
    Option("rtl", \.rtl, "Read every book from right to left; short for --meta direction=rtl."),
    Option("keepGoing", \.keepGoing, "Go on with the next book after one has failed."),
    Option("failFast", \.failFast, "Stop at the first book that fails."),
    Option("dryRun", \.dryRun, "Show what would be done, but write nothing."),
    Option("failOn", \.failOn, "Treat warnings as failures."),
  ]
}

/// Carries out a checked pipeline over inputs and reports on it: what `convert` and `run` do in the end.
struct Work {
  let session: Session
  let flow: FlowOptions
  let isJSON: Bool
  let run: Run
  /// What was done before, where the run is to know.
  let ledger: Ledger?
  /// How arguments of this run become inputs.
  let expansion: InputExpansion
  private let pipeline: Pipeline

  /// The groups of flags this needs.
  static let flags = [
    FlagGroup("flow", options: FlowOptions.declarations),
    FlagGroup("run", options: RunSettings.declarations, letters: ["jobs": "j"]),
    .programs, .json, .limits, .talk,
  ]

  /// - Parameters:
  ///   - ledger: what earlier runs have done; nil to do everything.
  ///   - readsPixels: whether stages that must see pixels to plan may have them decoded.
  ///   - observer: looks on while books are written.
  init(
    _ pipeline: Pipeline, _ arguments: ParsedArguments, ledger: Ledger? = nil, readsPixels: Bool = true,
    observer: (any RunObserver)? = nil, in session: Session
  ) throws(Diagnostic) {
    self.session = session
    flow = try session.options(FlowOptions.self, arguments, "flow")
    isJSON = try session.options(JSONOption.self, arguments, "json").json
    self.pipeline = pipeline
    self.ledger = ledger
    let settings = try session.settings(of: pipeline, arguments)
    let limits = try session.options(arguments, "limits", over: pipeline.limits)
    expansion = InputExpansion(
      registry: pipeline.registry, recursive: settings.recursive, limits: limits, ledger: ledger)
    run = Run(
      pipeline: pipeline, limits: limits, settings: settings, isFailFast: flow.isFailFast(pipeline),
      readsPixels: readsPixels, ledger: ledger, version: Leporello.version,
      environment: environmentVariables(), observer: observer, askPassword: session.askPassword)
  }

  /// The inputs named on the command line, else those the pipeline's sources name.
  ///
  /// - Throws: `no-input` where neither names any.
  func inputs(_ named: [FilePath]) throws(Diagnostic) -> InputExpansion.Expanded {
    var expanded: InputExpansion.Expanded
    if !named.isEmpty {
      expanded = expansion.expand(named, asOf: pipeline.sources)
    } else {
      guard pipeline.sources.contains(where: { !$0.files.isEmpty || !$0.folders.isEmpty }) else {
        throw .error(
          .noInput, "the pipeline has no files of its own", remedy: "name inputs after the pipeline file")
      }
      expanded = expansion.expand(pipeline.sources)
    }
    expanded.leaveUnsettled(pipeline.sources, now: secondsSince1970())
    return expanded
  }

  /// Converts and writes; gives the exit status.
  ///
  /// - Parameter report: the run's observer, where what is done is to be shown.
  func carryOut(_ expanded: InputExpansion.Expanded, _ report: RunReport? = nil) async throws(Diagnostic)
    -> Int32
  {
    sayIgnored(expanded.ignored)
    session.sayWaiting(expanded.waiting)
    let planned = expanded.inputs.isEmpty ? [] : try await run.destinations(expanded.inputs)
    let forecast = RunForecast(planned)
    if planned.count > 1 || forecast.unchanged > 0 { session.say(forecast.text) }
    if flow.dryRun { return dryRun(planned, expanded.failures.map(\.diagnostic)) }
    report?.expect(
      planned.map(\.input.path) + expanded.failures.map(\.path), sinks: pipeline.sinks.map(\.id))
    let reporter = Reporter(session: session, isJSON: isJSON, total: planned.count)
    let others =
      expanded.waiting.map { Receipt(.waiting, source: Receipt.Source(path: $0)) }
      + expanded.failures.map {
        Receipt(.failed, source: Receipt.Source(path: $0.path), diagnostics: [$0.diagnostic])
      }
    for receipt in others { reporter.tell(.book(receipt)) }
    var summary = await run.write(planned, tell: { reporter.tell($0) })
    summary.receipts += others
    reporter.end(summary)
    if let report { try finish(report, summary) }
    return summary.exitStatus(failingOn: flow.failOn == .warning ? .warning : nil)
  }

  /// A report of a run that was interrupted is left out: it would not be whole.
  private func finish(_ report: RunReport, _ summary: RunSummary) throws(Diagnostic) {
    guard !summary.isInterrupted else { return report.discard() }
    if let leftover = try report.finish(summary.receipts) { session.show(leftover) }
    session.say("report: \(report.path.appending("index.html").display)")
  }

  private func sayIgnored(_ ignored: [FilePath]) {
    guard !ignored.isEmpty else { return }
    session.say("\(ignored.count) file\(ignored.count == 1 ? "" : "s") not recognized as a book: left alone")
    guard session.talk.verbose else { return }
    for path in ignored { session.say("  \(path.display)") }
  }

  private func dryRun(_ planned: [PlannedInput], _ failures: [Diagnostic]) -> Int32 {
    var isFailed = !failures.isEmpty
    for failure in failures { session.show(failure) }
    for one in planned {
      let source = one.input.path.display
      for told in one.told + [one.failure].compactMap(\.self) { session.show(told) }
      isFailed = isFailed || one.failure != nil
      for output in one.outputs {
        for told in output.told { session.show(told) }
        switch output.fate {
        case .write(let path, let replacing):
          session.terminal.out("\(source) → \(path.display)\(replacing ? " (replaces what is there)" : "")")
        case .skip(let path): session.terminal.out("\(source): skipped, \(path.display) exists")
        case .unchanged(let path, _):
          if session.talk.verbose {
            session.terminal.out("\(source): unchanged, \(path.display) is as written")
          }
        case .fail(let diagnostic, _):
          isFailed = true
          session.show(diagnostic.inFile(source))
        }
      }
    }
    return isFailed ? ExitStatus.inputFailed : ExitStatus.done
  }
}

extension Session {
  /// Says which sources are left to the next run.
  func sayWaiting(_ waiting: [FilePath]) {
    guard !waiting.isEmpty else { return }
    say(
      "\(waiting.count) source\(waiting.count == 1 ? "" : "s") changed too recently: left to the next run")
    guard talk.verbose else { return }
    for path in waiting { say("  \(path.display)") }
  }
}
