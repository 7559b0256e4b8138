import BookModel
import Diagnostics
import Effects
import Engine
import Inputs
import Options
import PipelineFile
import PluginKit
import Reports
import Synchronization

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

/// Carries out a checked pipeline over inputs and reports on it: what all commands that change files do in the end.
struct Work {
  let session: Session
  let flow: FlowOptions
  let isJSON: Bool
  let pipeline: Pipeline
  let settings: RunSettings
  let resources: RunResources
  /// How arguments of this run become inputs.
  let expansion: InputExpansion

  /// The groups of flags this needs.
  static let flags = [
    FlagGroup("flow", options: FlowOptions.declarations),
    FlagGroup("run", options: RunSettings.declarations, letters: ["jobs": "j"]),
    .programs, .json, .limits, .talk,
  ]

  /// - Parameter ledger: what earlier runs have read: such files are books without a look into them.
  init(
    _ pipeline: Pipeline, _ arguments: ParsedArguments, ledger: Ledger? = nil, in session: Session
  ) throws(Diagnostic) {
    self.session = session
    flow = try session.options(FlowOptions.self, arguments, "flow")
    isJSON = try session.options(JSONOption.self, arguments, "json").json
    self.pipeline = pipeline
    var settings = try session.settings(of: pipeline, arguments)
    if flow.failOn == .warning { settings.failing = .warning }
    self.settings = settings
    let limits = try session.options(arguments, "limits", over: pipeline.limits)
    expansion = InputExpansion(
      registry: pipeline.registry, recursive: settings.recursive, books: settings.books, limits: limits,
      isKnown: ledger.map { ledger in { @Sendable path in ledger.knows(path) } })
    resources = RunResources(limits: limits, settings: settings, askPassword: session.askPassword)
  }

  /// The effect of a pipeline that writes outputs.
  ///
  /// - Parameters:
  ///   - ledger: what earlier runs have done; nil to do everything.
  ///   - observer: looks on while books are written.
  func writing(
    planning: WriteOutputs.Planning = .init(), ledger: Ledger? = nil, observer: (any RunObserver)? = nil
  ) throws(Diagnostic) -> WriteOutputs {
    try WriteOutputs(
      pipeline, resources, settings, planning: planning, ledger: ledger, version: Leporello.version,
      environment: environmentVariables(), observer: observer, showsDigests: isJSON || observer != nil)
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

  /// The jobs that inputs become; nil where the run was interrupted.
  func jobs(of inputs: [RunInput]) async -> [Job]? {
    guard let (jobs, diagnostics) = await JobGathering(pipeline, resources).jobs(of: inputs) else {
      return nil
    }
    for diagnostic in diagnostics { session.show(diagnostic) }
    return jobs
  }

  // MARK: Carrying out

  /// Writes outputs; gives the exit status.
  ///
  /// - Parameter report: the effect's observer, where what is done is to be shown.
  func write(
    _ expanded: InputExpansion.Expanded, _ effect: WriteOutputs, _ report: RunReport? = nil
  ) async throws(Diagnostic) -> Int32 {
    session.say(expanded)
    try effect.checkGone()
    let runner = Runner(effect, isFailFast: flow.isFailFast(pipeline))
    guard let jobs = await jobs(of: expanded.inputs), let planned = try await plan(jobs, runner) else {
      session.terminal.err("interrupted; nothing was written")
      return ExitStatus.inputFailed
    }
    let forecast = RunForecast(planned)
    if planned.count > 1 || forecast.unchanged > 0 { session.say(forecast.text) }
    if flow.dryRun {
      let status = dryRun(planned, expanded.failures.map(\.diagnostic))
      let places = await effect.gone(planned, isWhole: expanded.failures.isEmpty)
      session.showGone(places, isJSON: false)
      return status
    }
    report?.expect(planned, others: expanded.failures.map(\.path), sinks: pipeline.sinks.map(\.id))
    let reporter = Reporter(
      session: session, isJSON: isJSON, total: planned.count, .write, failing: settings.failing)
    // A report shows all of them in the end; nobody else needs them that long.
    let receipts = Mutex<[Receipt]>([])
    let keeps = report != nil
    let summary = await carryOut(planned, runner, expanded, reporter) { receipt in
      if keeps { receipts.withLock { $0.append(receipt) } }
    }
    reporter.end(summary)
    if let report {
      try finish(report, receipts.withLock { $0 } + summary.notReached, isWhole: !summary.isInterrupted)
    }
    return summary.exitStatus(failingOn: settings.failing)
  }

  /// Changes or moves the inputs themselves, or shows what would be done; gives the exit status.
  ///
  /// - Parameters:
  ///   - deed: what the effect does.
  ///   - findsChanges: whether a change that would be made gives the status of findings.
  func change(
    _ expanded: InputExpansion.Expanded, _ effect: any Effect, _ jobs: [Job], _ deed: Deed,
    findsChanges: Bool = false
  ) async throws(Diagnostic) -> Int32 {
    session.say(expanded)
    let runner = Runner(effect, isFailFast: flow.isFailFast(pipeline))
    guard let planned = try await plan(jobs, runner) else {
      session.terminal.err("interrupted; nothing was changed")
      return ExitStatus.inputFailed
    }
    let reporter = Reporter(
      session: session, isJSON: isJSON, total: jobs.count, deed, failing: settings.failing)
    let summary = await carryOut(planned, runner, expanded, reporter) { _ in }
    reporter.end(summary)
    let status = summary.exitStatus(failingOn: settings.failing)
    let isChange = summary.count(.planned) + summary.count(.changed) > 0
    return findsChanges && isChange && status == ExitStatus.done ? ExitStatus.findings : status
  }

  /// Plans jobs, and says on a terminal how far that is.
  private func plan(_ jobs: [Job], _ runner: Runner) async throws(Diagnostic) -> [PlannedJob]? {
    let progress = ProgressLine(of: jobs.count, "planning", in: session)
    defer { progress.erase() }
    return try await runner.plan(jobs) { done, job in progress.draw(done, job.name) }
  }

  private func carryOut(
    _ planned: [PlannedJob], _ runner: Runner, _ expanded: InputExpansion.Expanded, _ reporter: Reporter,
    keep: @escaping @Sendable (Receipt) -> Void
  ) async -> RunSummary {
    reporter.begin()
    let others =
      expanded.waiting.map { Receipt(.waiting, sources: [Receipt.Source(path: $0)]) }
      + expanded.failures.map {
        Receipt(.failed, sources: [Receipt.Source(path: $0.path)], diagnostics: [$0.diagnostic])
      }
    for receipt in others {
      reporter.tell(.job(receipt))
      keep(receipt)
    }
    var summary = await runner.carryOut(planned, isWhole: expanded.failures.isEmpty) { event in
      reporter.tell(event)
      if case .job(let receipt) = event { keep(receipt) }
    }
    for receipt in others { summary.add(receipt) }
    return summary
  }

  /// A report of a run that was interrupted is left out: it would not be whole.
  private func finish(_ report: RunReport, _ receipts: [Receipt], isWhole: Bool) throws(Diagnostic) {
    guard isWhole else { return report.discard() }
    if let leftover = try report.finish(receipts) { session.show(leftover) }
    session.say("report: \(report.path.appending("index.html").display)")
  }

  private func dryRun(_ planned: [PlannedJob], _ failures: [Diagnostic]) -> Int32 {
    var isFailed = !failures.isEmpty
    for failure in failures { session.show(failure) }
    for one in planned {
      for told in one.told + [one.failure].compactMap(\.self) { session.show(told) }
      isFailed = isFailed || one.failure != nil
      for output in one.outputs {
        for told in output.told { session.show(told) }
        isFailed = show(output, of: one.job) || isFailed
      }
    }
    return isFailed ? ExitStatus.inputFailed : ExitStatus.done
  }

  /// Says what would become of one output; true where it would fail.
  private func show(_ output: PlannedOutput, of job: Job) -> Bool {
    switch output.fate {
    case .write(let path, let replacing):
      session.terminal.out("\(job.name) → \(path.display)\(replacing ? " (replaces what is there)" : "")")
    case .skip(let path): session.terminal.out("\(job.name): skipped, \(path.display) exists")
    case .unchanged(let path, _):
      if session.talk.verbose {
        session.terminal.out("\(job.name): unchanged, \(path.display) is as written")
      }
    case .fail(let diagnostic, _):
      session.show(diagnostic.inFile(job.name))
      return true
    case .rewrite, .move, .stay: break
    }
    return false
  }
}

extension Session {
  /// Says what was found and is no input of this run, each with what to do about it.
  func say(_ expanded: InputExpansion.Expanded) {
    for (line, paths) in expanded.leftAlone.lines { say(line, paths) }
    let waiting = expanded.waiting
    if !waiting.isEmpty {
      say(
        "\(waiting.count) source\(waiting.count == 1 ? "" : "s") changed too recently: left to the next run",
        waiting)
    }
    for source in expanded.empty { say("nothing to do: there are no books in '\(source)'") }
  }

  /// Shows which outputs of earlier runs would go, since no source calls for them anymore.
  func showGone(_ places: [PlaceReceipt], isJSON: Bool) {
    for place in places {
      for diagnostic in place.diagnostics { show(diagnostic) }
      if isJSON {
        terminal.out(place.json.text())
      } else {
        for gone in place.gone {
          terminal.out("\(gone.path.display): would go, since no source leads to it anymore")
        }
      }
    }
  }

  private func say(_ line: String, _ paths: [FilePath]) {
    say(line)
    guard talk.verbose else { return }
    for path in paths { say("  \(path.display)") }
  }
}
