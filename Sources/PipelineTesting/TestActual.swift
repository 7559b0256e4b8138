import BookModel
import Diagnostics
import Engine
import Imaging
import PluginKit

/// What came of a test's books, as far as tests ask.
struct TestActual {
  /// What was written, in order: for each job its sinks, for each sink its books.
  private(set) var outputs: [Output] = []
  /// Each book once: as the first sink has it, or as it would be changed in place.
  private(set) var books: [TestBook] = []
  /// Whether every book was made.
  private(set) var isWhole = false
  /// Everything reported, the reason of a failure last.
  private(set) var diagnostics: [Diagnostic] = []

  struct Output {
    /// As the pipeline's author knows it.
    var path: String
    var file: FilePath
    var sha256: String?
    var book: TestBook
  }

  /// The errors of books that failed.
  var failures: [Diagnostic] { isWhole ? [] : diagnostics.filter { $0.severity == .error } }

  init(failure: Diagnostic) { diagnostics = [failure] }

  /// - Parameter told: of the books, then why one of them could not be planned.
  init(planned books: [TestBook], _ told: [Diagnostic], isWhole: Bool) {
    self.books = books
    self.isWhole = isWhole
    diagnostics = told
  }

  /// - Parameter told: before the first job.
  init(_ receipts: [Receipt], _ observer: TestObserver, _ place: TestWorkplace, told: [Diagnostic]) {
    diagnostics = (told + receipts.flatMap(\.diagnostics)).map(place.hidden)
    for receipt in receipts {
      let first = receipt.outputs.first?.sink
      for output in receipt.outputs where output.isWritten {
        guard let path = output.path, let written = observer.book(at: path) else { continue }
        let known = place.known(path)
        let book = TestBook(
          name: known, written.book, rendered: written.pages, entries: output.pages.compactMap(\.outputEntry))
        outputs.append(Output(path: known, file: path, sha256: output.sha256, book: book))
        if output.sink == first { books.append(book) }
      }
    }
    isWhole = !books.isEmpty && receipts.allSatisfy { $0.status == .written || $0.status == .damaged }
  }
}

/// One book of the result.
struct TestBook {
  /// What tells it from the others: the path it is written to, or its source's.
  var name: String
  var book: Book
  var pages: [TestPage]

  /// - Parameter entries: the names its pages are written under.
  init(name: String, _ book: Book, rendered: [PageID: RenderedPage] = [:], entries: [String] = []) {
    self.name = name
    self.book = book
    let marks = book.bookmarks
    pages = book.pages.enumerated().map { index, page in
      TestPage(
        page: page, bookmark: marks[page.id], rendered: rendered[page.id],
        entry: entries.indices.contains(index) ? entries[index] : nil)
    }
  }
}

/// One page of the result.
struct TestPage {
  var page: Page
  var bookmark: String?
  /// Nil where nothing was rendered.
  var rendered: RenderedPage?
  /// The name it was written under.
  var entry: String?
}
