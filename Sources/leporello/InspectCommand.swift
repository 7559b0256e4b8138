import BookModel
import Diagnostics
import Engine
import Formats
import Inputs
import Options
import PipelineFile
import PluginKit

/// `leporello inspect`: what is in a book, from headers and metadata alone.
struct InspectCommand: Command {
  static let name = "inspect"
  static let summary = "Show what is in books: metadata with origins, contents, pages."
  static let operands = "FILE…"
  static let examples = ["leporello inspect book.epub", "leporello inspect --json library/*.cbz"]

  static func flags(_ registry: Registry) -> [FlagGroup] {
    FlagGroup.readers(registry) + [
      FlagGroup("run", options: RunSettings.declarations), .programs, .json, .limits, .talk,
    ]
  }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    let settings = try session.options(RunSettings.self, arguments, "run")
    let limits = try session.options(Limits.self, arguments, "limits")
    let isJSON = try session.options(JSONOption.self, arguments, "json").json
    guard !arguments.words.isEmpty else {
      throw .error(.noInput, "nothing to inspect", remedy: "name a file or folder")
    }
    let paths = try session.paths(arguments.words)
    let expanded = InputExpansion(
      registry: session.registry, recursive: settings.recursive, books: settings.books, limits: limits
    ).expand(paths)
    session.say(expanded)
    let resources = RunResources(limits: limits, settings: settings, askPassword: session.askPassword)
    let reader = BookReader(
      readers: try session.readers(arguments), resources)
    for failure in expanded.failures { session.show(failure.diagnostic) }
    var isFailed = !expanded.failures.isEmpty
    do {
      // Each book on one thread, since headers are read faster than threads are changed.
      try await inOrder(expanded.inputs, width: settings.effectiveJobs, on: resources.io) { _, input in
        await inspected(input, reader, resources, isJSON: isJSON)
      } handOver: { index, inspected in
        if index > 0, !isJSON, !inspected.lines.isEmpty { session.terminal.out("") }
        inspected.lines.forEach(session.terminal.out)
        for diagnostic in inspected.diagnostics { session.show(diagnostic) }
        isFailed = isFailed || inspected.isFailed
      }
    } catch {
      // Interrupted: what was shown is true.
      return ExitStatus.inputFailed
    }
    return isFailed ? ExitStatus.inputFailed : ExitStatus.done
  }

  /// What is shown of one book.
  private struct Inspected: Sendable {
    var lines: [String] = []
    var diagnostics: [Diagnostic]
    var isFailed = false
  }

  private static func inspected(
    _ input: RunInput, _ reader: BookReader, _ resources: RunResources, isJSON: Bool
  ) async -> Inspected {
    let open = OpenSources([input.path], resources)
    for diagnostic in input.told { open.report(diagnostic) }
    do throws(Diagnostic) {
      let book = try await reader.read(input, open)
      let facts = await facts(of: book, open)
      let cover = await coverFacts(of: book, open)
      let lines =
        isJSON
        ? [BookForm(book, facts: facts, cover: cover).json.text()]
        : BookReport(book: book, facts: facts, cover: cover).lines
      return Inspected(lines: lines, diagnostics: open.diagnostics)
    } catch {
      return Inspected(diagnostics: open.diagnostics + [error], isFailed: true)
    }
  }

  /// The facts of every page; a damaged header is reported and leaves its page without.
  private static func facts(of book: Book, _ open: OpenSources) async -> [PageID: PictureFacts] {
    var facts: [PageID: PictureFacts] = [:]
    for (index, page) in book.pages.enumerated() {
      do throws(Diagnostic) {
        if let known = try await open.facts(of: page.picture) { facts[page.id] = known }
      } catch {
        open.report(error.onPage(index + 1).with(severity: .warning))
      }
    }
    return facts
  }

  /// Those of the cover of a book without pages.
  private static func coverFacts(of book: Book, _ open: OpenSources) async -> PictureFacts? {
    guard let cover = book.cover else { return nil }
    do throws(Diagnostic) {
      return try await open.facts(of: .entry(cover))
    } catch {
      open.report(error.with(severity: .warning))
      return nil
    }
  }
}

/// A book as text for people.
struct BookReport {
  let book: Book
  let facts: [PageID: PictureFacts]
  private let coverFacts: PictureFacts?
  private let sections: [Section]

  init(book: Book, facts: [PageID: PictureFacts], cover: PictureFacts? = nil) {
    self.book = book
    self.facts = facts
    coverFacts = cover
    sections = book.sections
  }

  var lines: [String] {
    var lines = [book.source.path.display]
    lines.append(row("format", "\(book.source.format) (reader \(book.source.reader))"))
    if !book.pages.isEmpty || sections.isEmpty { lines.append(row("pages", String(book.pages.count))) }
    if !sections.isEmpty {
      let count = sections.count == 1 ? "1 section" : "\(sections.count) sections"
      lines.append(
        row("text", ([count] + [book.textRefusal?.message].compactMap(\.self)).joined(separator: "; ")))
    }
    if let cover = book.cover {
      let look = coverFacts.map { "  \($0.format.rawValue) \($0.size)" } ?? ""
      lines.append(row("cover", cover.name + look))
    }
    if let direction = book.direction {
      lines.append(row("direction", direction == .rightToLeft ? "right to left" : "left to right"))
    }
    for field in book.metadata.fields where field != .direction {
      guard let entry = book.metadata[field] else { continue }
      lines.append(row(field.rawValue, "\(entry.value.reportLine)  (\(entry.origin))"))
    }
    for attachment in book.attachments { lines.append(row("carried", describe(attachment))) }
    if book.leftOut.junkCount > 0 {
      lines.append(row("junk", "\(counted(book.leftOut.junkCount, "system file")), left out"))
    }
    for name in book.leftOut.names { lines.append(row("left out", name)) }
    if !book.outline.isEmpty { lines.append("contents") }
    lines += outline(book.outline, depth: 1)
    let stories = book.listedStories
    if !stories.isEmpty { lines.append("stories") }
    lines += stories.flatMap(storyLines)
    if !book.pages.isEmpty { lines.append("pages") } else if !sections.isEmpty { lines.append("sections") }
    lines += itemLines
    lines.append("as servers see it")
    lines += ServerView.all(comicInfo: comicInfo, source: book.source).map { row($0.server, $0.text) }
    return lines
  }

  /// What the archive's own ComicInfo says: the one document servers read.
  private var comicInfo: Metadata? {
    book.found.first { $0.origin == Origin(.embedded, ComicInfo.fileName) }?.metadata
  }

  private func row(_ name: String, _ value: String) -> String {
    "  " + name + String(repeating: " ", count: max(1, 18 - name.count)) + value
  }

  private func describe(_ attachment: Attachment) -> String {
    switch attachment.kind {
    case .file(let name): "\(name) (\(attachment.bytes.count) bytes, not interpreted)"
    case .archiveComment: "archive comment (\(attachment.bytes.count) bytes)"
    }
  }

  private func storyLines(_ story: Story) -> [String] {
    var line = "  " + (story.number.map { "\($0). " } ?? "")
    if let kind = story.kind { line += "[\(kind)] " }
    line += story.title
    if let code = story.code { line += "  {\(code)}" }
    for printed in [story.printed?.place, story.printed?.length] { if let printed { line += "  \(printed)" } }
    let credits = story.credits.map { "\($0.role.word): \($0.name)" }
    return [line + arrow(to: story.target)]
      + (credits.isEmpty ? [] : ["      " + credits.joined(separator: " · ")])
  }

  private func arrow(to target: ItemID?) -> String {
    switch target {
    case .page(let page)?: book.number(of: page).map { " → page \($0)" } ?? ""
    case .section(let id)?: sections.first { $0.id == id }.map { " → \($0.sourceName)" } ?? ""
    case nil: ""
    }
  }

  /// Pages, by number, and the text between them.
  private var itemLines: [String] {
    var (lines, number) = ([String](), 0)
    for item in book.items {
      switch item {
      case .page(let page):
        number += 1
        lines.append(pageLine(page, number: number))
      case .section(let section):
        let parts = ["text", section.sourceName, section.roles.map(\.word).joined(separator: "+")]
        let title = section.title.map { ["“\($0)”"] } ?? []
        lines.append("     " + (parts + title).filter { !$0.isEmpty }.joined(separator: "  "))
      }
    }
    return lines
  }

  private func outline(_ nodes: [OutlineNode], depth: Int) -> [String] {
    nodes.flatMap { node in
      [String(repeating: "  ", count: depth) + node.title + arrow(to: node.target)]
        + outline(node.children, depth: depth + 1)
    }
  }

  private func pageLine(_ page: Page, number: Int) -> String {
    var parts = [page.picture.recipe]
    if let facts = facts[page.id] { parts.append("\(facts.format.rawValue) \(facts.size)") }
    if !page.roles.isEmpty { parts.append(page.roles.map(\.word).joined(separator: "+")) }
    if let side = page.side { parts.append(side.rawValue) }
    if page.isDouble == true { parts.append("double") }
    if let bookmark = page.bookmark { parts.append("“\(bookmark)”") }
    let digits = String(number)
    return "  " + String(repeating: " ", count: max(0, 4 - digits.count)) + digits + "  "
      + parts.joined(separator: "  ")
  }
}
