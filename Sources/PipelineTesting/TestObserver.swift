import BookModel
import Engine
import Imaging
import Inputs
import PluginKit
import Synchronization

/// Keeps what a test compares of the books that are written.
final class TestObserver: RunObserver {
  private let keepsPictures: Bool
  private let state = Mutex(State())

  private struct State {
    var pages: [Slot: [PageID: RenderedPage]] = [:]
    /// By the path of the output.
    var written: [FilePath: (book: Book, slot: Slot)] = [:]
  }

  /// Which book of which job, for which sink.
  private struct Slot: Hashable {
    var source: FilePath
    var part: Int
    var sink: String

    init(_ planned: PlannedBook, _ sink: String) {
      source = planned.job.source.path
      part = planned.part
      self.sink = sink
    }
  }

  /// - Parameter keepsPictures: whether pages' bytes are kept, for tests that compare pictures.
  init(keepsPictures: Bool) { self.keepsPictures = keepsPictures }

  func rendered(_ page: RenderedPage, why: String?, of planned: PlannedBook, for sink: String) {
    var page = page
    if !keepsPictures { page.image.bytes = [] }
    let slot = Slot(planned, sink)
    state.withLock { $0.pages[slot, default: [:]][page.page.id] = page }
  }

  func written(_ book: Book, of planned: PlannedBook, _ output: Receipt.Output) {
    guard let path = output.path else { return }
    let slot = Slot(planned, output.sink)
    state.withLock { $0.written[path] = (book, slot) }
  }

  /// The book written to a path, with its pages as they were rendered for it; nil where none was.
  func book(at path: FilePath) -> (book: Book, pages: [PageID: RenderedPage])? {
    state.withLock { state in
      state.written[path].map { ($0.book, state.pages[$0.slot] ?? [:]) }
    }
  }
}
