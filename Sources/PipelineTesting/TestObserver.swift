import BookModel
import Engine
import Imaging
import PluginKit
import Synchronization

/// Keeps what a test compares of the book that is written.
final class TestObserver: RunObserver {
  private let keepsPictures: Bool
  private let state = Mutex(State())

  private struct State {
    /// By sink.
    var pages: [String: [PageID: RenderedPage]] = [:]
    var written: [(book: Book, output: Receipt.Output)] = []
  }

  /// - Parameter keepsPictures: whether pages' bytes are kept, for tests that compare pictures.
  init(keepsPictures: Bool) { self.keepsPictures = keepsPictures }

  func rendered(_ page: RenderedPage, why: String?, of planned: PlannedBook, for sink: String) {
    var page = page
    if !keepsPictures { page.image.bytes = [] }
    state.withLock { $0.pages[sink, default: [:]][page.page.id] = page }
  }

  func written(_ book: Book, of planned: PlannedBook, _ output: Receipt.Output) {
    state.withLock { $0.written.append((book, output)) }
  }

  /// The book of the first output, nil where none was written.
  var book: Book? { state.withLock { $0.written.first?.book } }

  /// A page as it was rendered for the first output.
  func page(_ id: PageID) -> RenderedPage? {
    state.withLock { state in
      state.written.first.flatMap { state.pages[$0.output.sink]?[id] }
    }
  }
}
