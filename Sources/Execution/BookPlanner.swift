public import BookModel
import Diagnostics
import PipelineFile
import PluginKit

/// One book with the pipeline applied: as it was read, as it will be written, and open for its pictures.
public struct PlannedBook: Sendable {
  public let input: RunInput
  public let open: OpenBook
  /// As the reader gave it.
  public let read: Book
  /// After the stages it has gone through: those of the pipeline, and of a sink's branch.
  public var book: Book
  /// The ids of stages that were left out since they have to see pixels, and none were to be decoded.
  public internal(set) var undecided: [String] = []
  /// What stages are chosen and applied by.
  let terms: Terms

  struct Terms: Sendable {
    /// The number of each of the source's pages.
    var numbers: [String: Int]
    /// What the file beside the book changes; nil where there is none.
    var file: BookFile?
    /// The source's SHA-256, where matches ask for it.
    var hash: String?
  }
  /// The pages the source has, in its order.
  public var sourcePages: [PageID] { read.pages.map(\.id) }
}

/// Reads a book and applies a pipeline's stages: everything short of rendering a page.
struct BookPlanner: Sendable {
  /// By source of the pipeline.
  let readers: [BookReader]
  let pipeline: Pipeline
  /// Whether files beside books (`NAME.leporello.yaml`) say nothing here.
  var ignoresBookFiles = false
  /// Whether stages that must see pixels may have them decoded; else they are left out, and named.
  var readsPixels = true

  func open(_ input: RunInput) -> OpenBook { readers[input.source].open(input) }

  /// Reads a book and takes it through the stages that all sinks have in common.
  ///
  /// - Throws: what reader or stage throws, with the source named; `not-a-book` where no reader claims it.
  func plan(_ input: RunInput, _ open: OpenBook) async throws(Diagnostic) -> PlannedBook {
    let read = try await readers[input.source].read(input, open)
    do throws(Diagnostic) {
      var book = read
      setCommandLineMetadata(&book)
      book.numberSourcePages()
      let terms = PlannedBook.Terms(
        numbers: book.sourceNumbers, file: try await bookFile(input, open),
        hash: pipeline.matchesByHash ? try await open.digest(of: input).sha256 : nil)
      let planned = PlannedBook(input: input, open: open, read: read, book: book, terms: terms)
      return try await applying(pipeline.stages, to: planned)
    } catch {
      throw error.inFile(input.path.display)
    }
  }

  /// Takes a planned book through the stages of one sink's branch, and looks whether the sink can hold what it has
  /// become.
  func branch(_ planned: PlannedBook, _ sink: PipelineSink) async throws(Diagnostic) -> PlannedBook {
    do throws(Diagnostic) {
      let planned = sink.stages.isEmpty ? planned : try await applying(sink.stages, to: planned)
      let leftOut = try planned.book.sectionsLeftOut(taking: sink.sink.takes)
      if !leftOut.isEmpty { planned.open.report(.leftOut(leftOut, by: sink.name)) }
      return planned
    } catch {
      throw error.inFile(planned.input.path.display)
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
  private func bookFile(_ input: RunInput, _ open: OpenBook) async throws(Diagnostic) -> BookFile? {
    guard !ignoresBookFiles,
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
    _ step: PipelineStage, to book: inout Book, _ sourceNumbers: [String: Int], _ open: OpenBook
  )
    async throws(Diagnostic)
  {
    guard try step.applies(to: book) else { return }
    if step.stage.needs.contains(.pages) { try book.requirePages() }
    // There is nothing to set in a book without text.
    if step.stage.needs == [.sections], !book.hasSections { return }
    let context: any BookContext = readsPixels ? open : PixelFreeContext(open: open)
    let selection = try await step.selection(in: book, context: context, sourceNumbers: sourceNumbers)
    book = try await step.stage.apply(to: book, selecting: selection, in: context)
  }
}
