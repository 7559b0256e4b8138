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
  /// After every stage.
  public var book: Book
  /// The ids of stages that were left out since they have to see pixels, and none were to be decoded.
  public internal(set) var undecided: [String] = []
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

  /// - Throws: what reader or stage throws, with the source named; `not-a-book` where no reader claims it.
  func plan(_ input: RunInput, _ open: OpenBook) async throws(Diagnostic) -> PlannedBook {
    let read = try await readers[input.source].read(input, open)
    var planned = PlannedBook(input: input, open: open, read: read, book: read)
    do throws(Diagnostic) {
      setCommandLineMetadata(&planned.book)
      planned.book.numberSourcePages()
      let numbers = planned.book.sourceNumbers
      let file = try await bookFile(input, open)
      for index in pipeline.stages.indices {
        let step = pipeline.stage(index, for: planned.book, file)
        do throws(Diagnostic) { try await apply(step, to: &planned.book, numbers, open) } catch {
          guard error.rule == .pixelsNotRead else { throw error }
          planned.undecided.append(step.id)
        }
      }
      setCommandLineMetadata(&planned.book)
      return planned
    } catch {
      throw error.inFile(input.path.display)
    }
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
    if type(of: step.stage).needs == .pages, case .sections = book.content {
      throw .error(.stageNeedsPages, "stage '\(step.id)' needs pages, and this book is flowing text")
    }
    let context: any BookContext = readsPixels ? open : PixelFreeContext(open: open)
    let selection = try await step.selection(in: book, context: context, sourceNumbers: sourceNumbers)
    book = try await step.stage.apply(to: book, selecting: selection, in: context)
  }
}

extension Rule {
  static let stageNeedsPages = Rule(
    "stage-needs-pages", .input, "A stage works on pages, and the book is flowing text.")
}
