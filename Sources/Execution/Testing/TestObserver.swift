import BookModel
import Imaging
import PluginKit
import Synchronization

/// Keeps what a test compares of the book that is written.
final class TestObserver: RunObserver {
  private let keepsPictures: Bool
  private let state = Mutex(State())

  private struct State {
    var pages: [PageID: RenderedPage] = [:]
    var written: [(book: Book, receipt: Receipt)] = []
  }

  /// - Parameter keepsPictures: whether pages' bytes are kept, for tests that compare pictures.
  init(keepsPictures: Bool) { self.keepsPictures = keepsPictures }

  func rendered(_ page: RenderedPage, why: String?, of planned: PlannedBook) {
    var page = page
    if !keepsPictures { page.image.bytes = [] }
    state.withLock { $0.pages[page.page.id] = page }
  }

  func written(_ book: Book, of planned: PlannedBook, _ receipt: Receipt) {
    state.withLock { $0.written.append((book, receipt)) }
  }

  /// The book of the first output, nil where none was written.
  var book: Book? { state.withLock { $0.written.first?.book } }

  func page(_ id: PageID) -> RenderedPage? { state.withLock { $0.pages[id] } }
}
