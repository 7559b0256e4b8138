import BookModel
import Diagnostics
import Engine
import Imaging
import PluginKit

/// What came of a test's book, as far as tests ask.
struct TestActual {
  /// Nil where it failed.
  var book: Book?
  var pages: [TestPage] = []
  var outputs: [Output] = []
  /// Everything reported, the reason of a failure last.
  var diagnostics: [Diagnostic] = []

  struct Output {
    /// As the pipeline's author knows it.
    var path: String
    var file: FilePath
    var sha256: String?
  }

  /// The errors of a book that failed.
  var failures: [Diagnostic] { book == nil ? diagnostics.filter { $0.severity == .error } : [] }

  init(failure: Diagnostic, told: [Diagnostic] = []) {
    diagnostics = told.contains(failure) ? told : told + [failure]
  }

  init(planned book: Book, _ told: [Diagnostic]) {
    self.book = book
    diagnostics = told
    pages = book.pages.map { TestPage(page: $0, bookmark: book.bookmark(of: $0), rendered: nil, entry: nil) }
  }

  init(_ receipts: [Receipt], _ observer: TestObserver, _ place: TestWorkplace) {
    diagnostics = receipts.flatMap(\.diagnostics).map(place.hidden)
    let written = receipts.filter { $0.status == .written || $0.status == .damaged }
    guard let receipt = written.first, written.count == receipts.count, let book = observer.book else {
      return
    }
    self.book = book
    let entries = receipt.outputs.first?.pages.compactMap(\.outputEntry) ?? []
    let marks = book.bookmarks
    pages = book.pages.enumerated().map { index, page in
      TestPage(
        page: page, bookmark: marks[page.id], rendered: observer.page(page.id),
        entry: entries.indices.contains(index) ? entries[index] : nil)
    }
    outputs = written.flatMap(\.outputs).compactMap { output in
      output.path.map { Output(path: place.known($0), file: $0, sha256: output.sha256) }
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
