import Archives
import BookModel
import Diagnostics
import Engine
import Formats
import Inputs
import Options
import PipelineFile
import PluginKit

/// What a run would do with one book for one sink, as text and as JSON.
struct PlanReport {
  let job: Job
  let output: PlannedOutput
  /// The sink's id, where there are several.
  private let sinkName: String?
  /// Nil where nothing is to be made of it, so that it was not read.
  private let made: Made?

  /// What is known of a book that would be written.
  private struct Made {
    let planned: PlannedBook
    /// How each page will be made.
    let forecasts: [PageForecast]
    /// Sizes of the pages as they will be written, as far as known.
    let sizes: [Size?]
    let openings: OpeningsReport
    /// The stages that had to look at pixels to plan their work.
    let readsPixels: [String]
    /// The reader program the sink writes for.
    let target: MetadataTarget
    /// What the sink can hold.
    let takes: Set<ItemKind>
  }

  init(
    _ job: Job, _ output: PlannedOutput, _ planned: PlannedBook?, _ pipeline: Pipeline,
    _ settings: PlanCommand.Settings
  ) async throws(Diagnostic) {
    let sink = pipeline.sinks[output.sink]
    self.job = job
    self.output = output
    sinkName = pipeline.sinks.count > 1 ? sink.id : nil
    guard let planned else {
      made = nil
      return
    }
    var forecasts: [PageForecast] = []
    var sizes: [Size?] = []
    for page in planned.book.pages {
      forecasts.append(try await planned.open.forecast(page))
      sizes.append(try await planned.open.facts(of: page.picture)?.size)
    }
    let stages = pipeline.stages + sink.stages
    let undecided = planned.undecided
    made = Made(
      planned: planned, forecasts: forecasts, sizes: sizes,
      openings: OpeningsReport(
        book: planned.book, stage: stages.last { $0.name == "pair" }?.id, viewer: settings.viewer,
        sizes: sizes),
      readsPixels: stages.filter(\.stage.readsPixels).map(\.id).filter { !undecided.contains($0) },
      target: sink.sink.metadataTarget, takes: sink.sink.takes)
  }

  /// Writes the file beside the book that keeps its openings, if there is anything to keep.
  ///
  /// - Throws: `overrides-exist` where a file of that name is there.
  func writeOverrides(in session: Session) throws(Diagnostic) {
    let input = job.source
    let path = input.path
    guard let made else { return }
    guard let text = made.openings.overridesFile else {
      session.say("\(path.display): nothing to write, its openings follow the rules")
      return
    }
    let stem = input.isFolder ? path.nameText : path.bookNameText
    let file = path.parent.appending(stem + BookFile.ending)
    guard !pathExists(file) else {
      throw .error(
        .overridesExist, "'\(file.display)' already exists",
        remedy: "paste the printed text, or remove the file")
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
    switch output.fate {
    case .write(_, replacing: false): "new"
    case .write: "replaces"
    case .skip: "skipped: exists"
    case .unchanged, .stay: "unchanged"
    case .rewrite: "changes"
    case .move: "moves"
    case .fail(let diagnostic, _): "fails: \(diagnostic.message)"
    }
  }

  private var title: String {
    let sink = sinkName.map { "\($0): " } ?? ""
    return "\(job.name) → \(sink)\(output.destination?.display ?? "nowhere") (\(fate))"
  }

  var lines: [String] { [title] + (made.map(lines) ?? []) }

  private func lines(_ made: Made) -> [String] {
    let (planned, forecasts, readsPixels) = (made.planned, made.forecasts, made.readsPixels)
    let book = planned.book
    var lines: [String] = []
    for field in MetadataField.allCases {
      let before = planned.read.metadata[field]
      let after = book.metadata[field]
      switch (before, after) {
      case (nil, let after?):
        lines.append("  + \(field.rawValue): \(after.value.reportLine)  (\(after.origin))")
      case (let before?, nil): lines.append("  - \(field.rawValue): \(before.value.reportLine)")
      case (let before?, let after?) where before.value != after.value:
        lines.append(
          "  ~ \(field.rawValue): \(before.value.reportLine) → \(after.value.reportLine)  (\(after.origin))")
      case (_, let after?):
        lines.append("    \(field.rawValue): \(after.value.reportLine)  (\(after.origin))")
      default: break
      }
    }
    lines += targetLines(made)
    let takesText = made.takes.contains(.sections)
    let sections = takesText ? book.sections.count : 0
    lines.append(
      "  \(counted(book.pages.count, "page"))\(bytes(made))" + (sections == 0 ? "" : ", \(sections) of text"))
    var index = -1
    for item in book.items {
      guard case .page(let page) = item else {
        if case .section(let section) = item, takesText {
          lines.append("  text  \(section.sourceName)" + (section.title.map { "  \($0)" } ?? ""))
        }
        continue
      }
      index += 1
      let marks = [
        page.roles.map(\.word).joined(separator: "+"), page.side?.rawValue ?? "",
        book.bookmark(of: page) ?? "",
      ]
      let extra = marks.filter { !$0.isEmpty }.map { "  \($0)" }.joined()
      lines.append("  \(index + 1)  \(forecasts[index].text)  \(page.picture.recipe)\(extra)")
    }
    for dropped in book.dropped { lines.append("  dropped  \(dropped.name)") }
    if !readsPixels.isEmpty {
      lines.append("  pages were decoded for this plan by: \(readsPixels.joined(separator: ", "))")
    }
    if !planned.undecided.isEmpty {
      lines.append(
        "  undecided, since no picture was decoded: \(planned.undecided.joined(separator: ", "));"
          + " pages are shown without them")
    }
    return lines + made.openings.lines
  }

  /// What is written otherwise than it is known, for the sake of a reader program.
  private func targetLines(_ made: Made) -> [String] {
    let known = made.planned.book.metadata
    let written = made.target.arranged(known)
    let changed = MetadataField.allCases.filter { known[$0]?.value != written[$0]?.value }
    guard !changed.isEmpty else { return [] }
    return ["  written for \(made.target.rawValue):"]
      + changed.map { field in
        let (before, after) = (known[field]?.value.reportLine, written[field]?.value.reportLine)
        return "    \(field.rawValue): \(before ?? "nothing") → \(after ?? "nothing")"
      }
  }

  var json: JSON {
    let head: [(String, JSON?)] = [
      ("plan", .integer(2)), ("job", job.key.map(JSON.string)),
      ("sources", .array(job.sources.map { .string($0.path.display) })), ("sink", sinkName.map(JSON.string)),
      ("destination", output.destination.map { .string($0.display) }), ("fate", .string(fate)),
    ]
    return .members(head + (made.map(members) ?? []))
  }

  private func members(_ made: Made) -> [(String, JSON?)] {
    let (planned, forecasts, sizes) = (made.planned, made.forecasts, made.sizes)
    let (readsPixels, openings) = (made.readsPixels, made.openings)
    let book = planned.book
    let changes = FieldChange.all(
      from: planned.read.metadata, to: book.metadata, decided: book.metadata)
    return [
      ("before", planned.read.metadata.json), ("after", book.metadata.json),
      ("changes", .array(changes.map(\.json))),
      ("direction", book.direction.map { .string($0.rawValue) }),
      ("written", made.target.arranged(book.metadata).json),
      (
        "pages",
        .array(
          book.pages.enumerated().map { index, page in
            .members(
              ("number", .integer(index + 1)), ("id", .string(page.id.text)),
              ("name", .string(page.sourceName)),
              ("sources", .array(page.picture.entries.map { .string($0.name) })),
              ("recipe", .string(page.picture.recipe)),
              ("how", .string(forecasts[index].how.rawValue)),
              ("maybeCopied", forecasts[index].maybeCopied ? .bool(true) : nil),
              ("maybeReencoded", forecasts[index].maybeReencoded ? .bool(true) : nil),
              ("width", sizes[index].map { .integer($0.width) }),
              ("height", sizes[index].map { .integer($0.height) }),
              ("roles", page.roles.isEmpty ? nil : .array(page.roles.map { .string($0.word) })),
              ("side", page.side.map { .string($0.rawValue) }),
              ("bookmark", book.bookmark(of: page).map(JSON.string)),
              ("encoding", forecasts[index].encoding.map(JSON.string)),
              ("bytes", forecasts[index].bytes.map(JSON.integer)))
          })
      ),
      (
        "sections",
        book.hasSections && made.takes.contains(.sections)
          ? .array(
            book.sections.map { .members(("id", .string($0.id.text)), ("name", .string($0.sourceName))) })
          : nil
      ), ("dropped", book.dropped.isEmpty ? nil : .array(book.dropped.map(\.json))),
      ("readsPixels", readsPixels.isEmpty ? nil : .array(readsPixels.map(JSON.string))),
      (
        "undecided",
        planned.undecided.isEmpty ? nil : .array(planned.undecided.map(JSON.string))
      ),
      ("openings", book.openings.isEmpty ? nil : openings.json), ("viewer", openings.viewerJSON),
      (
        "diagnostics",
        planned.open.diagnostics.isEmpty ? nil : .array(planned.open.diagnostics.map(\.json))
      ),
    ]
  }

  /// What the pictures take now and will take, where that can be said: `, 31.0 MB → about 18.2 MB`. Only the
  /// run itself knows how well a picture packs.
  private func bytes(_ made: Made) -> String {
    let encoded = made.forecasts.filter { $0.how == .reencoded || $0.how == .lossless }
    guard !encoded.isEmpty else { return "" }
    let before = encoded.reduce(0) { $0 + $1.sourceBytes }
    let known = encoded.compactMap(\.bytes)
    let count = "\(encoded.count) re-encoded"
    guard known.count == encoded.count else { return ", \(count)" }
    return ", \(count): \(PictureBytesChange(before: before, after: known.reduce(0, +)).summary), roughly"
  }
}
