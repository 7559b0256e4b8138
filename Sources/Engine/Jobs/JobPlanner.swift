package import BookModel
package import Diagnostics
package import Inputs
package import PipelineFile
import PluginKit

/// Reads a job's sources and applies a pipeline's stages: everything short of rendering a page.
package struct JobPlanner: Sendable {
  package let resources: RunResources
  /// By source of the pipeline.
  private let readers: [BookReader]
  package let pipeline: Pipeline
  private let terms: PlanningTerms

  package init(
    _ pipeline: Pipeline, _ resources: RunResources, _ terms: PlanningTerms = PlanningTerms()
  ) {
    self.pipeline = pipeline
    self.resources = resources
    self.terms = terms
    readers = pipeline.sources.map { BookReader(readers: $0.readers, resources) }
  }

  /// What is to hold the job's open sources, and what is told of them: of use also when reading fails.
  package func open(_ job: Job) -> OpenSources {
    let open = OpenSources(job.sources.map(\.path), resources, name: job.name)
    for diagnostic in job.sources.flatMap(\.told) { open.report(diagnostic) }
    return open
  }

  /// Reads one source of a job.
  ///
  /// - Throws: what its reader throws, with the source named; `not-a-book` where no reader claims it.
  package func read(_ input: RunInput, _ open: OpenSources) async throws(Diagnostic) -> Book {
    try await readers[input.source].read(input, open)
  }

  /// Reads a job's sources and takes the books made of them through the stages that all sinks have in common.
  ///
  /// - Throws: what readers and stages throw, with the source named.
  package func plan(_ job: Job, _ open: OpenSources) async throws(Diagnostic) -> [PlannedBook] {
    let read = try await book(of: job, open)
    do throws(Diagnostic) {
      var book = read
      setCommandLineMetadata(&book)
      // Of several sources each was numbered by itself.
      if job.group == nil { book.numberSourcePages() }
      let terms = PlannedBook.Terms(
        numbers: book.sourceNumbers, file: try await bookFile(job, open),
        hash: pipeline.matchesByHash && job.sources.count == 1
          ? try await open.digest(of: job.source).sha256 : nil)
      let planned = PlannedBook(job: job, open: open, read: read, book: book, terms: terms)
      return try await divided(try await applying(pipeline.stages, to: planned))
    } catch {
      throw error.inFile(job.name)
    }
  }

  /// The book of a job's source, or the one that its sources make together.
  private func book(of job: Job, _ open: OpenSources) async throws(Diagnostic) -> Book {
    guard let group = job.group, let gather = pipeline.gather else {
      guard let read = job.read?.first else { return try await read(job.source, open) }
      open.adopt([read.open])
      return read.book
    }
    let read = try await sources(of: job)
    open.adopt(read.map(\.open))
    let (book, told) = gather.book(of: group, from: read.map(\.book))
    for diagnostic in told { open.report(diagnostic) }
    try checkPageCount(of: book)
    return book
  }

  /// Every source of a job, read, with its pages numbered.
  private func sources(of job: Job) async throws(Diagnostic) -> [ReadSource] {
    var sources: [ReadSource] = []
    for (index, input) in job.sources.enumerated() {
      var source: ReadSource
      if let read = job.read?[index] {
        source = read
      } else {
        let open = OpenSources([input.path], resources)
        source = ReadSource(book: try await read(input, open), open: open)
      }
      source.book.numberSourcePages()
      sources.append(source)
    }
    return sources
  }

  private func checkPageCount(of book: Book) throws(Diagnostic) {
    let limit = resources.limits.maxPages
    guard book.pages.count <= limit else { throw .tooManyPages(book.pages.count, limit: limit) }
  }

  /// The books that the pipeline's `divide` makes of one, all with what was read.
  private func divided(_ planned: PlannedBook) async throws(Diagnostic) -> [PlannedBook] {
    guard let divide = pipeline.divide else { return [planned] }
    var byteCounts: [Int?] = []
    if divide.needsByteCounts {
      for page in planned.book.pages {
        byteCounts.append(try await planned.open.forecast(page).bytes)
      }
    }
    let (books, told) = divide.books(of: planned.book, byteCounts: byteCounts)
    for diagnostic in told { planned.open.report(diagnostic) }
    return books.enumerated().map { index, book in
      var part = planned
      part.book = book
      part.part = index + 1
      if books.count > 1 { part.accountablePages = book.source.pageCount }
      return part
    }
  }

  /// Takes a planned book through the stages of one sink's branch, and looks whether the sink can hold what it has
  /// become.
  package func branch(_ planned: PlannedBook, _ sink: PipelineSink) async throws(Diagnostic) -> PlannedBook {
    do throws(Diagnostic) {
      var planned = sink.stages.isEmpty ? planned : try await applying(sink.stages, to: planned)
      if let formats = sink.sink.formats {
        try await planned.book.write(only: formats, for: sink.name, facts: planned.open)
      }
      let leftOut = try planned.book.sectionsLeftOut(taking: sink.sink.takes)
      if !leftOut.isEmpty { planned.open.report(.leftOut(leftOut, by: sink.name)) }
      return planned
    } catch {
      throw error.inFile(planned.job.name)
    }
  }

  private func applying(_ stages: [PipelineStage], to planned: PlannedBook) async throws(Diagnostic)
    -> PlannedBook
  {
    var planned = planned
    let terms = planned.terms
    for stage in stages {
      let own = pipeline.stage(stage, for: planned.book, hash: terms.hash, terms.file)
      do throws(Diagnostic) { try await apply(own, to: &planned.book, terms.numbers, planned.open) } catch {
        guard error.rule == .pixelsNotRead else { throw error }
        planned.undecided.append(own.id)
      }
    }
    setCommandLineMetadata(&planned.book)
    return planned
  }

  /// What the file beside the book changes; nil where there is none.
  private func bookFile(_ job: Job, _ open: OpenSources) async throws(Diagnostic) -> BookFile? {
    let input = job.source
    guard job.group == nil else {
      try tellBookFiles(of: job, open)
      return nil
    }
    guard !terms.ignoresBookFiles,
      let path = BookFile.find(for: input.path, isFolder: input.isFolder, among: input.siblings)
    else {
      return nil
    }
    return try pipeline.bookFile(parsing: try await open.sidecar(path), file: path.display)
  }

  /// What a file beside one source of several says is for that source's pages as they are in it alone.
  private func tellBookFiles(of job: Job, _ open: OpenSources) throws(Diagnostic) {
    for input in job.sources {
      guard let path = BookFile.find(for: input.path, isFolder: input.isFolder, among: input.siblings) else {
        continue
      }
      open.report(
        .warning(
          .bookFileUnused, "'\(path.nameText)' is not used: its source is one of several that make a book",
          at: Place(file: input.path.display),
          remedy: "say it for the whole book, under 'books:' in the pipeline"))
    }
  }

  /// What `--meta` says holds for the stages to see, and stays whatever they do.
  private func setCommandLineMetadata(_ book: inout Book) {
    for assignment in pipeline.metadataAssignments {
      assignment.apply(to: &book.metadata, from: Origin(.commandLine))
    }
  }

  private func apply(
    _ step: PipelineStage, to book: inout Book, _ sourceNumbers: [String: Int], _ open: OpenSources
  )
    async throws(Diagnostic)
  {
    guard try step.applies(to: book) else { return }
    if step.stage.needs.contains(.pages) { try book.requirePages() }
    // There is nothing to set in a book without text.
    if step.stage.needs == [.sections], !book.hasSections { return }
    let context: any BookContext = terms.readsPixels ? open : PixelFreeContext(open: open)
    let selection = try await step.selection(in: book, context: context, sourceNumbers: sourceNumbers)
    book = try await step.stage.apply(to: book, selecting: selection, in: context)
  }
}

/// On what terms books are planned.
package struct PlanningTerms: Sendable {
  /// Whether files beside books (`NAME.leporello.yaml`) say nothing here.
  package var ignoresBookFiles = false
  /// Whether stages that must see pixels may have them decoded; else they are left out, and named.
  package var readsPixels = true

  package init(ignoresBookFiles: Bool = false, readsPixels: Bool = true) {
    self.ignoresBookFiles = ignoresBookFiles
    self.readsPixels = readsPixels
  }
}

extension Rule {
  static let bookFileUnused = Rule(
    "book-file-unused", .metadata,
    "A file beside a source that changes how its book is made is not used for a book of several sources.",
    advice: "Say it for the whole book under 'books:' in the pipeline file.")
}
