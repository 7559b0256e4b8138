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
    if let read = job.read { return OpenSources.gathered(read.map(\.open)) }
    return OpenSources(job.source.path, resources)
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
      if terms.needsPages { try read.requirePages() }
      var book = read
      setCommandLineMetadata(&book)
      book.numberSourcePages()
      let terms = PlannedBook.Terms(
        numbers: book.sourceNumbers, file: try await bookFile(job, open),
        hash: pipeline.matchesByHash && job.sources.count == 1
          ? try await open.digest(of: job.source).sha256 : nil)
      let planned = PlannedBook(job: job, open: open, read: read, book: book, terms: terms)
      return [try await applying(pipeline.stages, to: planned)]
    } catch {
      throw error.inFile(job.source.path.display)
    }
  }

  private func book(of job: Job, _ open: OpenSources) async throws(Diagnostic) -> Book {
    try await read(job.source, open)
  }

  /// Takes a planned book through the stages of one sink's branch.
  package func branch(_ planned: PlannedBook, _ sink: PipelineSink) async throws(Diagnostic) -> PlannedBook {
    guard !sink.stages.isEmpty else { return planned }
    do throws(Diagnostic) { return try await applying(sink.stages, to: planned) } catch {
      throw error.inFile(planned.job.source.path.display)
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
    guard !terms.ignoresBookFiles,
      let path = BookFile.find(for: input.path, isFolder: input.isFolder, among: input.siblings)
    else {
      return nil
    }
    return try pipeline.bookFile(parsing: try await open.sidecar(path), file: path.display)
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
    if step.stage.needs == .pages { try book.requirePages() }
    let context: any BookContext = terms.readsPixels ? open : PixelFreeContext(open: open)
    let selection = try await step.selection(in: book, context: context, sourceNumbers: sourceNumbers)
    book = try await step.stage.apply(to: book, selecting: selection, in: context)
  }
}

/// On what terms books are planned.
package struct PlanningTerms: Sendable {
  /// Whether files beside books (`NAME.leporello.yaml`) say nothing here.
  package var ignoresBookFiles = false
  /// Whether flowing text is refused: what is written anew is pages, while metadata and names change in any book.
  package var needsPages = true
  /// Whether stages that must see pixels may have them decoded; else they are left out, and named.
  package var readsPixels = true

  package init(ignoresBookFiles: Bool = false, needsPages: Bool = true, readsPixels: Bool = true) {
    self.ignoresBookFiles = ignoresBookFiles
    self.needsPages = needsPages
    self.readsPixels = readsPixels
  }
}
