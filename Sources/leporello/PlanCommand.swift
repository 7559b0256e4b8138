import Archives
import BookModel
import Diagnostics
import Effects
import Engine
import Formats
import Inputs
import Options
import PipelineFile
import PluginKit

/// `leporello plan`: what a run would do with each book, without doing it.
struct PlanCommand: Command {
  static let name = "plan"
  static let summary =
    "Show what a run would do: destination, changes of metadata, how each page will be made."
  static let operands = "PIPELINE [INPUT…]"
  static let examples = [
    "leporello plan pipelines/epub-to-cbz.yaml inbox/",
    "leporello plan --as komga pipelines/spreads.yaml book.cbz",
    "leporello plan pipelines/epub-to-cbz.yaml --graph mermaid",
  ]

  struct Settings: OptionGroup {
    var viewer: ViewerModel?
    var writeOverrides = false
    var noPixels = false
    var exitCode = false
    var graph: GraphLanguage?

    static let options: [Option<Settings>] = [
      Option("as", \.viewer, "Show the openings that a reading program will form, and where they differ."),
      Option(
        "writeOverrides", \.writeOverrides,
        "Write overrides that keep the openings as they are to NAME.leporello.yaml beside each book."),
      Option(
        "noPixels", \.noPixels, "Decode no pictures; stages that must see pixels are left out and named."),
      Option("exitCode", \.exitCode, "Exit with status 5 if a run would write anything."),
      Option("graph", \.graph, "Draw the pipeline in the language of Mermaid or Graphviz; reads no input."),
    ]
  }

  /// A language that graphs are written in.
  enum GraphLanguage: String, OptionEnumeration { case mermaid, dot }

  static func flags(_ registry: Registry) -> [FlagGroup] {
    [
      FlagGroup("plan", options: Settings.declarations),
      FlagGroup("resume", options: RunCommand.Settings.declarations),
    ] + Work.flags
  }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    let flow = try session.options(FlowOptions.self, arguments, "flow")
    let settings = try session.options(Settings.self, arguments, "plan")
    let isJSON = try session.options(JSONOption.self, arguments, "json").json
    guard let file = arguments.words.first.map({ FilePath(bytes: $0) }) else {
      throw .error(
        .noPipeline, "no pipeline file was given", remedy: "name one, for example pipelines/epub-to-cbz.yaml")
    }
    let named = try session.paths(arguments.words.dropFirst())
    guard let pipeline = try session.pipeline(in: file, flow) else { return ExitStatus.pipelineFile }
    if let language = settings.graph {
      let graph = PipelineGraph(of: pipeline)
      session.terminal.outText((language == .mermaid ? graph.mermaid : graph.dot).trimmed(.lineEnds))
      return ExitStatus.done
    }
    let resume = try session.options(RunCommand.Settings.self, arguments, "resume")
    if pipeline.inPlace != nil {
      let work = try Work(pipeline, arguments, in: session)
      let expanded = try work.inputs(named)
      return try await work.change(
        expanded, RewriteInPlace(pipeline, work.resources, journal: nil),
        RewriteInPlace.jobs(of: expanded.inputs), .rewrite(nil), findsChanges: settings.exitCode)
    }
    let isResumed = resume.resume || resume.ledger != nil
    let ledger =
      isResumed ? try Ledger.existing(at: resume.ledger.map { FilePath($0) }, tell: session.show) : nil
    let work = try Work(pipeline, arguments, ledger: ledger, in: session)
    let effect = try work.writing(
      planning: .init(readsBooks: true, readsPixels: !settings.noPixels), ledger: ledger)
    let expanded = try work.inputs(named)
    guard let jobs = await work.jobs(of: expanded.inputs), let planned = try await Runner(effect).plan(jobs)
    else {
      return ExitStatus.inputFailed
    }
    var isFailed = !expanded.failures.isEmpty
    for failure in expanded.failures { session.show(failure.diagnostic) }
    for one in planned {
      // On the threads that read headers, of which a plan shows one for every page.
      let hasFailed = await work.resources.io.run { await show(one, effect, settings, isJSON, in: session) }
      isFailed = hasFailed || isFailed
      one.open.end()
    }
    let places = await effect.gone(planned, isWhole: expanded.failures.isEmpty)
    session.showGone(places, isJSON: isJSON)
    if isFailed { return ExitStatus.inputFailed }
    let isChange =
      places.contains { !$0.gone.isEmpty }
      || planned.flatMap(\.outputs).contains { if case .write = $0.fate { true } else { false } }
    return settings.exitCode && isChange ? ExitStatus.findings : ExitStatus.done
  }

  /// Shows what would become of one job; true where something of it would fail.
  private static func show(
    _ one: PlannedJob, _ effect: WriteOutputs, _ settings: Settings, _ isJSON: Bool, in session: Session
  ) async -> Bool {
    var told = one.told + [one.failure].compactMap(\.self)
    for diagnostic in told { session.show(diagnostic) }
    var isFailed = one.failure != nil
    for output in one.outputs {
      if case .fail(let diagnostic, let destination) = output.fate {
        isFailed = true
        session.show(diagnostic.inFile(one.job.name))
        // Without a destination, it is the planning itself that failed.
        if destination == nil { continue }
      }
      do throws(Diagnostic) {
        let book = try await effect.book(for: output, of: one)
        let plan = try await PlanReport(one.job, output, book, effect.pipeline, settings)
        if settings.writeOverrides, output.sink == 0 { try plan.writeOverrides(in: session) }
        if isJSON {
          session.terminal.out(plan.json.text())
        } else {
          plan.lines.forEach(session.terminal.out)
        }
      } catch {
        isFailed = true
        one.open.report(error)
      }
      for diagnostic in one.open.diagnostics where !told.contains(diagnostic) {
        session.show(diagnostic)
        told.append(diagnostic)
      }
    }
    return isFailed
  }
}

extension Rule {
  static let overridesExist = Rule(
    "overrides-exist", .output, "The file that overrides for a book would be written to already exists.",
    advice: "Check that file; remove it to have it written again.")
}
