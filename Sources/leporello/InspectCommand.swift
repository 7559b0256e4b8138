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
  static let examples = [
    "leporello inspect book.epub", "leporello inspect --json library/*.cbz",
    "leporello inspect --metadata --json library",
  ]

  static func flags(_ registry: Registry) -> [FlagGroup] {
    FlagGroup.readers(registry) + [
      FlagGroup("inspect", options: InspectSettings.declarations),
      FlagGroup("run", options: RunSettings.declarations), .programs, .json, .limits, .talk,
    ]
  }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    let settings = try session.options(RunSettings.self, arguments, "run")
    let limits = try session.options(Limits.self, arguments, "limits")
    let isJSON = try session.options(JSONOption.self, arguments, "json").json
    let detail = try session.options(InspectSettings.self, arguments, "inspect").detail
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
        await inspected(input, reader, resources, detail, isJSON: isJSON)
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
    _ input: RunInput, _ reader: BookReader, _ resources: RunResources, _ detail: BookDetail, isJSON: Bool
  ) async -> Inspected {
    let open = OpenSources([input.path], resources)
    for diagnostic in input.told { open.report(diagnostic) }
    do throws(Diagnostic) {
      let book = try await reader.read(input, open)
      let facts = detail == .everything ? await facts(of: book, open) : [:]
      let cover = detail == .everything ? await coverFacts(of: book, open) : nil
      let lines =
        isJSON
        ? [BookForm(book, detail: detail, facts: facts, cover: cover).json.text()]
        : BookReport(book: book, detail: detail, facts: facts, cover: cover).lines
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

/// How much `inspect` looks at.
struct InspectSettings: OptionGroup, Hashable {
  var pages = true
  var metadata = false

  static let options: [Option<InspectSettings>] = [
    Option(
      "pages", \.pages,
      "List the pages. With --no-pages they are only counted, and none is opened: many times faster."),
    Option("metadata", \.metadata, "Only what is known of the book: neither contents, stories nor pages."),
  ]

  var detail: BookDetail { metadata ? .metadata : pages ? .everything : .withoutPages }
}
