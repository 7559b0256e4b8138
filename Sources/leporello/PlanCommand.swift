import Archives
import BookModel
import Diagnostics
import Execution
import Formats
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
    [FlagGroup("plan", options: Settings.declarations)] + Work.flags
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
      session.terminal.out((language == .mermaid ? graph.mermaid : graph.dot).trimmed(.lineEnds))
      return ExitStatus.done
    }
    let work = try Work(pipeline, arguments, readsPixels: !settings.noPixels, in: session)
    if Tagging.isMeant(by: pipeline) {
      return try await Tagging(pipeline, arguments, in: session)
        .carryOut(try work.inputs(named), nil, findsChanges: settings.exitCode)
    }
    let expanded = try work.inputs(named)
    let run = work.run
    let inputs = expanded.inputs.isEmpty ? [] : try await run.destinations(expanded.inputs)
    var isFailed = !expanded.failures.isEmpty
    let isChange = inputs.flatMap(\.outputs).contains {
      if case .write = $0.fate { true } else { false }
    }
    for failure in expanded.failures { session.show(failure.diagnostic) }
    for one in inputs {
      for told in one.told + [one.failure].compactMap(\.self) { session.show(told) }
      isFailed = isFailed || one.failure != nil
      for output in one.outputs {
        if case .fail(let diagnostic, let destination) = output.fate {
          isFailed = true
          session.show(diagnostic.inFile(one.input.path.display))
          // Without a destination, it is the planning itself that failed.
          if destination == nil { continue }
        }
        let open = run.open(one.input)
        do throws(Diagnostic) {
          let planned = try await run.plan(one.input, open, for: output.sink)
          let plan = try await PlanReport(one, output, planned, pipeline, settings)
          if settings.writeOverrides, output.sink == 0 { try plan.writeOverrides(in: session) }
          if isJSON {
            session.terminal.out(plan.json.text())
          } else {
            plan.lines.forEach(session.terminal.out)
          }
          for diagnostic in open.diagnostics where !one.told.contains(diagnostic) { session.show(diagnostic) }
        } catch {
          isFailed = true
          for diagnostic in open.diagnostics + [error] { session.show(diagnostic) }
        }
      }
    }
    if isFailed { return ExitStatus.inputFailed }
    return settings.exitCode && isChange ? ExitStatus.findings : ExitStatus.done
  }
}

extension Rule {
  static let overridesExist = Rule(
    "overrides-exist", .output, "The file that overrides for a book would be written to already exists.",
    advice: "Check that file; remove it to have it written again.")
}
