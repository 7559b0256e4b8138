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
  ]

  struct Settings: OptionGroup {
    var viewer: ViewerModel?
    var writeOverrides = false

    static let options: [Option<Settings>] = [
      Option("as", \.viewer, "Show the openings that a reader program will form, and where they differ."),
      Option(
        "writeOverrides", \.writeOverrides,
        "Write what keeps the openings as they are to NAME.leporello.yaml beside each book."),
    ]
  }

  static func flags(_ registry: Registry) -> [FlagGroup] {
    [FlagGroup("plan", options: Settings.declarations)] + Work.flags
  }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    let flow = try session.options(FlowOptions.self, arguments, "flow")
    let settings = try session.options(Settings.self, arguments, "plan")
    let isJSON = try session.options(JSONOption.self, arguments, "json").json
    guard let file = arguments.words.first.map({ FilePath(bytes: $0) }) else {
      throw .error(
        .noPipeline, "no pipeline file is named", remedy: "name one, for example pipelines/epub-to-cbz.yaml")
    }
    let named = try session.paths(arguments.words.dropFirst())
    guard let pipeline = try session.pipeline(in: file, flow) else { return ExitStatus.pipelineFile }
    let work = try Work(pipeline, arguments, in: session)
    let expanded = try work.inputs(named)
    let run = work.run
    let inputs = expanded.inputs.isEmpty ? [] : try await run.destinations(expanded.inputs)
    var isFailed = !expanded.failures.isEmpty
    for failure in expanded.failures { session.show(failure.diagnostic) }
    for one in inputs {
      if case .fail(let diagnostic, let destination) = one.fate {
        isFailed = true
        for told in one.told + [diagnostic] { session.show(told) }
        // Without a destination, it is the planning itself that failed.
        if destination == nil { continue }
      }
      let open = run.open(one.input)
      do throws(Diagnostic) {
        let plan = try await PlanReport(one, run.plan(one.input, open), pipeline, settings)
        if settings.writeOverrides { try plan.writeOverrides(in: session) }
        if isJSON { session.terminal.out(plan.json.text()) } else { plan.lines.forEach(session.terminal.out) }
        for diagnostic in open.diagnostics { session.show(diagnostic) }
      } catch {
        isFailed = true
        for diagnostic in open.diagnostics + [error] { session.show(diagnostic) }
      }
    }
    return isFailed ? ExitStatus.inputFailed : ExitStatus.done
  }
}

extension Rule {
  static let overridesExist = Rule(
    "overrides-exist", .output, "The file beside a book that overrides would be written to is there already.")
}

/// What a run would do with one book, as text and as JSON.
struct PlanReport {
  let input: PlannedInput
  let planned: PlannedBook
  /// How each page will be made.
  let forecasts: [PageForecast]
  let openings: OpeningsReport

  init(_ input: PlannedInput, _ planned: PlannedBook, _ pipeline: Pipeline, _ settings: PlanCommand.Settings)
    async throws(Diagnostic)
  {
    self.input = input
    self.planned = planned
    var forecasts: [PageForecast] = []
    var sizes: [Size?] = []
    for page in planned.book.pages {
      forecasts.append(try await planned.open.forecast(page))
      sizes.append(try await planned.open.facts(of: page.picture)?.size)
    }
    self.forecasts = forecasts
    openings = OpeningsReport(
      book: planned.book, stage: pipeline.stages.last { $0.name == "pair" }?.id, viewer: settings.viewer,
      sizes: sizes)
  }

  /// Writes the file beside the book that keeps its openings, if there is anything to keep.
  ///
  /// - Throws: `overrides-exist` where a file of that name is there.
  func writeOverrides(in session: Session) throws(Diagnostic) {
    let path = input.input.path
    guard let text = openings.overridesFile else {
      session.say("\(path.display): nothing to write, its openings follow from the rules")
      return
    }
    let stem = input.input.isFolder ? path.nameText : path.stem
    let file = path.parent.appending(stem + BookFile.ending)
    guard !pathExists(file) else {
      throw .error(
        .overridesExist, "'\(file.display)' is there already",
        remedy: "paste what is printed, or remove the file")
    }
    let output = try OutputFile(for: file)
    do throws(Diagnostic) {
      try output.write(Array(text.utf8))
      try output.flushToDisk()
      try output.commit(replacing: false)
    } catch {
      output.discard()
      throw error
    }
    session.say("wrote \(file.display)")
  }

  private var fate: String {
    switch input.fate {
    case .write(_, replacing: false): "new"
    case .write: "replaces"
    case .skip: "skipped: exists"
    case .fail(let diagnostic, _): "fails: \(diagnostic.message)"
    }
  }

  var lines: [String] {
    let book = planned.book
    var lines = ["\(input.input.path.display) → \(input.destination?.display ?? "nowhere") (\(fate))"]
    for field in MetadataField.allCases {
      let before = planned.read.metadata[field]
      let after = book.metadata[field]
      switch (before, after) {
      case (nil, let after?): lines.append("  + \(field.rawValue): \(after.value.text)  (\(after.origin))")
      case (let before?, nil): lines.append("  - \(field.rawValue): \(before.value.text)")
      case (let before?, let after?) where before.value != after.value:
        lines.append("  ~ \(field.rawValue): \(before.value.text) → \(after.value.text)  (\(after.origin))")
      case (_, let after?): lines.append("    \(field.rawValue): \(after.value.text)  (\(after.origin))")
      default: break
      }
    }
    lines.append("  \(book.pages.count) pages\(sizes)")
    for (index, page) in book.pages.enumerated() {
      let marks = [
        page.roles.map(\.word).joined(separator: "+"), page.side?.rawValue ?? "",
        book.bookmark(of: page) ?? "",
      ]
      let extra = marks.filter { !$0.isEmpty }.map { "  \($0)" }.joined()
      lines.append("  \(index + 1)  \(forecasts[index].text)  \(page.picture.recipe)\(extra)")
    }
    for dropped in book.dropped { lines.append("  dropped  \(dropped.name)") }
    return lines + openings.lines
  }

  var json: JSON {
    let book = planned.book
    return .members(
      ("plan", .integer(1)), ("source", .string(input.input.path.display)),
      ("destination", input.destination.map { .string($0.display) }), ("fate", .string(fate)),
      ("before", planned.read.metadata.json), ("after", book.metadata.json),
      (
        "pages",
        .array(
          book.pages.enumerated().map { index, page in
            .members(
              ("number", .integer(index + 1)), ("id", .string(page.id.text)),
              ("recipe", .string(page.picture.recipe)),
              ("how", .string(forecasts[index].how.rawValue)),
              ("maybeCopied", forecasts[index].maybeCopied ? .bool(true) : nil),
              ("encoding", forecasts[index].encoding.map(JSON.string)),
              ("bytes", forecasts[index].bytes.map(JSON.integer)))
          })
      ), ("dropped", book.dropped.isEmpty ? nil : .array(book.dropped.map(\.json))),
      ("openings", book.openings.isEmpty ? nil : openings.json), ("viewer", openings.viewerJSON))
  }

  /// What the pictures take now and will take, where that can be said: `, 31.0 MB → about 18.2 MB`. Only the
  /// run itself knows how well a picture packs.
  private var sizes: String {
    let encoded = forecasts.filter { $0.how == .reencoded || $0.how == .lossless }
    guard !encoded.isEmpty else { return "" }
    let before = encoded.reduce(0) { $0 + $1.sourceBytes }
    let known = encoded.compactMap(\.bytes)
    let count = "\(encoded.count) encoded anew"
    guard known.count == encoded.count else { return ", \(count)" }
    return ", \(count): \(PictureBytesChange(before: before, after: known.reduce(0, +)).summary), roughly"
  }
}
