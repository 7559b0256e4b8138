import Archives
import BookModel
import Diagnostics
import Imaging
import PipelineFile
import PluginKit
import Synchronization

extension Rule {
  static let pagesUnaccounted = Rule(
    "pages-unaccounted", .defect, "The pages of a result do not add up to those of its source.",
    advice: "Nothing was put in place. Report it to the program's authors, with the pipeline and the book.")
  static let damagedPages = Rule(
    "damaged-pages", .damage, "Some pictures of a book are damaged.",
    advice: "Get a fresh copy of the book, or choose what happens to such pages: --on-damage skip or blank.")
  static let damagedSkipped = Rule(
    "damaged-page-skipped", .damage, "A damaged page was left out of the result.",
    advice: "Get a fresh copy of the book when you can; the report names the page.")
  static let damagedBlanked = Rule(
    "damaged-page-blanked", .damage, "A damaged page was replaced by a blank one.",
    advice: "Get a fresh copy of the book when you can; the blank page is marked in the report.")
  static let reencodingRefused = Rule(
    "lossless-refused", .output, "A page would have to be re-encoded.",
    advice: "Run without --lossless, or leave out the stage named in the message.")
  static let noPagesLeft = Rule(
    "no-pages-left", .input, "No pages of a book are left to be written.",
    advice: "Check what 'drop', 'where:' and --on-damage skip remove.")
}

/// Renders one planned book and writes it through one sink: into a temporary output, read again and checked,
/// then given its name.
struct BookWriter: Sendable {
  let planned: PlannedBook
  let sink: PipelineSink
  let destination: FilePath
  let isReplacing: Bool
  let settings: RunSettings
  let budget: MemoryBudget
  /// Threads for codecs and checks.
  let workers: WorkerPool
  /// Threads for blocking input and output.
  let io: WorkerPool
  let observer: (any RunObserver)?
  /// Called when the output is whole, verified and durable, before it gets its name.
  let remember: @Sendable (Receipt.Output, _ temporary: FilePath) throws(Diagnostic) -> Void
  let progress: @Sendable (Int, Int) -> Void

  /// Writes the book.
  ///
  /// - Throws: a `Diagnostic`, or `CancellationError`; nothing is left under the final name in either case.
  func write() async throws -> Receipt.Output {
    let book = try await withBlankSizes(planned.book)
    guard !book.pages.isEmpty else {
      throw Diagnostic.error(
        .noPagesLeft, "no page of this book is left", at: Place(file: planned.input.path.display))
    }
    let output = try await io.run { () async throws(Diagnostic) in try begin() }
    do {
      let session = try await sink.sink.begin(book, output.target, in: planned.open)
      var ledger = PageLedger(book: book, planned: planned)
      try await render(book, into: session, &ledger)
      try Task.checkCancellation()
      let final = try finalBook(book, &ledger)
      let manifest = try await io.run { () async throws(Diagnostic) in try session.finish(final) }
      let digest = try await verifyAndFlush(output, manifest)
      try Task.checkCancellation()
      if let growth = ledger.growth { planned.open.report(growth) }
      let written = try ledger.output(final, manifest, digest, at: destination, of: sink)
      if let leftover = try await io.run({ () async throws(Diagnostic) in
        try remember(written, output.temporaryPath)
        return try output.commit(replacing: isReplacing)
      }) {
        planned.open.report(leftover)
      }
      observer?.written(final, of: planned, receipt(of: written))
      return written
    } catch {
      await io.run { output.discard() }
      throw error
    }
  }

  /// What is told of this output alone.
  private func receipt(of output: Receipt.Output) -> Receipt {
    let digest = planned.open.knownDigest
    let source = Receipt.Source(
      path: planned.input.path, format: planned.book.source.format, bytes: digest?.bytes,
      sha256: digest?.sha256)
    return Receipt(source: source, outputs: [output], diagnostics: planned.open.diagnostics)
  }

  private func begin() throws(Diagnostic) -> Output {
    switch sink.sink.output {
    case .file: .file(try OutputFile(for: destination))
    case .folder: .folder(try OutputFolder(for: destination))
    case .inPlace:
      throw .error(.destinationMissing, "a sink in place has no output of its own: it is for `Retagging`")
    }
  }

  // MARK: Pages

  private enum Outcome: Sendable {
    /// The page, and how it came about.
    case rendered(RenderedPage, Renderer.Rendered)
    case damaged(Diagnostic)
  }

  /// Renders every page in parallel and hands them to the sink in order. Under `onDamage: fail` all damaged
  /// pages are found before the book fails, so that one run names them all.
  private func render(_ book: Book, into session: any SinkSession, _ ledger: inout PageLedger) async throws {
    let total = book.pages.count
    let renderer = await renderer(for: book)
    var damage: [Diagnostic] = []
    var costs: [Int] = []
    for page in book.pages { costs.append(await planned.open.cost(of: page)) }
    try await inOrder(
      book.pages, width: workers.threads, budget: budget, costs: costs, on: workers
    ) { index, page throws(Diagnostic) in
      try outcome(of: page, at: index, renderer)
    } handOver: { index, outcome throws(Diagnostic) in
      let page = book.pages[index]
      switch outcome {
      case .rendered(let written, let rendered):
        if damage.isEmpty { try await io.run { () async throws(Diagnostic) in try session.write(written) } }
        ledger.wrote(
          page, rendered.how, damaged: rendered.damaged,
          PictureBytesChange(before: rendered.sourceBytes, after: rendered.image.bytes.count),
          keepsCoefficients: rendered.how == .lossless && rendered.image.format == .jpeg, why: rendered.why)
      case .damaged(let diagnostic):
        switch settings.onDamage {
        case .fail:
          damage.append(diagnostic)
          planned.open.report(diagnostic)
        case .skip:
          planned.open.report(
            .warning(
              .damagedSkipped, "left out: \(diagnostic.message)", at: diagnostic.place,
              remedy: diagnostic.remedy))
          ledger.skipped(page)
        case .blank:
          planned.open.report(.blanked(diagnostic))
          let blank = try await damageBlank(for: page, at: index, in: book)
          observer?.rendered(blank, why: nil, of: planned, for: sink.id)
          try await io.run { () async throws(Diagnostic) in try session.write(blank) }
          ledger.wrote(blank.page, .drawn, damaged: page.picture.entries)
        }
      }
      progress(index + 1, total)
    }
    if let first = damage.first {
      if damage.count == 1 { throw first }
      throw Diagnostic.error(
        .damagedPages, "\(damage.count) pages are damaged; nothing was written",
        at: Place(file: planned.input.path.display),
        remedy: "repair the file, or use --on-damage skip or --on-damage blank to convert the rest")
    }
  }

  private func outcome(of page: Page, at index: Int, _ renderer: Renderer) throws(Diagnostic) -> Outcome {
    do throws(Diagnostic) {
      if settings.lossless, page.picture.needsProgram { throw .program(makes: page) }
      let rendered = try renderer.render(page)
      if settings.lossless, rendered.how == .reencoded {
        throw .error(
          .reencodingRefused,
          "'\(page.picture.recipe)' would have to be re-encoded" + (rendered.why.map { ": \($0)" } ?? ""),
          remedy: "run without --lossless")
      }
      let written = RenderedPage(
        page: rendered.how == .drawn && !rendered.damaged.isEmpty ? page.marked : page, index: index,
        image: rendered.image, facts: rendered.facts, how: rendered.how)
      observer?.rendered(written, why: rendered.why, of: planned, for: sink.id)
      return .rendered(written, rendered)
    } catch {
      let placed = error.onPage(index + 1)
      guard error.rule.category == .damage else { throw placed }
      return .damaged(placed)
    }
  }

  /// A renderer that fails at a damaged picture, or draws a marked blank in its place: inside a joined picture
  /// always, by itself where the policy is `blank`.
  private func renderer(for book: Book) async -> Renderer {
    guard settings.onDamage != .fail else { return Renderer(book: planned.open) }
    let usual = await neighborSize(of: -1, in: book.pages) ?? BookWriter.sizeOfUnknown
    return Renderer(
      book: planned.open,
      replacement: DamageReplacement(standsAlone: settings.onDamage == .blank, usualSize: usual))
  }

  /// The size of a marked blank in a book in which no page tells its size.
  private static let sizeOfUnknown = Size(width: 800, height: 1200)

  /// A marked blank of the size the damaged picture's header states, else of its neighbors'.
  private func damageBlank(for page: Page, at index: Int, in book: Book) async throws(Diagnostic)
    -> RenderedPage
  {
    var size: Size?
    do throws(Diagnostic) { size = try await planned.open.facts(of: page.picture)?.size } catch {
      // The header is damaged too: the neighbors decide.
    }
    if size == nil { size = await neighborSize(of: index, in: book.pages) }
    let raster = damageMark(size ?? BookWriter.sizeOfUnknown)
    let image = EncodedImage(format: .png, bytes: try encodePNG(raster))
    return RenderedPage(
      page: page.marked, index: index, image: image,
      facts: PictureFacts(format: .png, size: raster.size, color: .gray, byteCount: image.bytes.count),
      how: .drawn)
  }

  // MARK: Blanks

  /// Gives every blank without a size that of the nearest page that has one, the page before first.
  private func withBlankSizes(_ book: Book) async throws(Diagnostic) -> Book {
    var book = book
    for (index, page) in book.pages.enumerated() {
      guard case .blank(var blank) = page.picture, blank.size == nil else { continue }
      blank.size = await neighborSize(of: index, in: book.pages)
      book.pages[index].picture = .blank(blank)
    }
    return book
  }

  private func neighborSize(of index: Int, in pages: [Page]) async -> Size? {
    for distance in 1..<max(2, pages.count) {
      for neighbor in [index - distance, index + distance] where pages.indices.contains(neighbor) {
        do throws(Diagnostic) {
          if let size = try await planned.open.facts(of: pages[neighbor].picture)?.size { return size }
        } catch {
          // A damaged neighbor has no size to lend; it is reported when it is rendered.
          continue
        }
      }
    }
    return nil
  }

  // MARK: The end

  /// The book without the pages that damage removed, so that what led to them leads on.
  private func finalBook(_ book: Book, _ ledger: inout PageLedger) throws(Diagnostic) -> Book {
    guard !ledger.skipped.isEmpty else { return book }
    var final = book
    for warning in final.apply(.remove(ledger.skipped)) { planned.open.report(warning) }
    guard !final.pages.isEmpty else {
      throw .error(.noPagesLeft, "every page is damaged", at: Place(file: planned.input.path.display))
    }
    return final
  }

  /// Reads the output again while the disk takes it in, and the source's checksum beside it.
  private func verifyAndFlush(_ output: Output, _ manifest: OutputManifest) async throws -> OutputDigest {
    try await io.run { () async throws(Diagnostic) in try output.close() }
    async let flushed: Void = io.run { () async throws(Diagnostic) in try output.flushToDisk() }
    async let source = planned.open.digest(of: planned.input)
    let digest = try await workers.run { () async throws(Diagnostic) in
      try sink.sink.verify(output.temporaryPath, against: manifest)
    }
    try await flushed
    _ = try await source
    return digest
  }
}

/// The size and SHA-256 of a source file; a folder has neither.
struct SourceDigest: Sendable {
  var bytes: Int?
  var sha256: String?

  init(_ input: RunInput) throws(Diagnostic) {
    guard !input.isFolder else { return }
    let file = try InputFile(input.path)
    bytes = file.size
    sha256 = try file.sha256()
  }
}

/// An output of either kind, not visible under its name yet.
enum Output: Sendable {
  case file(OutputFile)
  case folder(OutputFolder)

  var target: OutputTarget {
    switch self {
    case .file(let file): .file(file)
    case .folder(let folder): .folder(folder)
    }
  }

  var temporaryPath: FilePath {
    switch self {
    case .file(let file): file.temporary
    case .folder(let folder): folder.temporary
    }
  }

  /// Hands everything written to the system, so that it can be read again.
  func close() throws(Diagnostic) { if case .file(let file) = self { try file.flush() } }

  /// Waits until the disk has it. Files of a folder have been waited for one by one.
  func flushToDisk() throws(Diagnostic) { if case .file(let file) = self { try file.flushToDisk() } }

  /// Gives the output its name.
  ///
  /// - Returns: a warning where what it replaced could not be removed.
  func commit(replacing: Bool) throws(Diagnostic) -> Diagnostic? {
    switch self {
    case .file(let file):
      try file.commit(replacing: replacing)
      return nil
    case .folder(let folder): return try folder.commit(replacing: replacing)
    }
  }

  func discard() {
    switch self {
    case .file(let file): file.discard()
    case .folder(let folder): folder.discard()
    }
  }
}

extension Page {
  /// The page as one that a marked blank stands for: its role says that it is none of the book's own.
  fileprivate var marked: Page {
    var marked = self
    if !roles.contains(.other) { marked.roles.append(.other) }
    return marked
  }
}

extension Diagnostic {
  /// The refusal, before it is run, of a program whose picture cannot be told from its source's.
  fileprivate static func program(makes page: Page) -> Diagnostic {
    .error(
      .reencodingRefused, "'\(page.picture.recipe)' is made by a program, which may re-encode it",
      remedy: "run without --lossless")
  }
}
