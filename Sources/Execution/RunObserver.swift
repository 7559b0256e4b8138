public import BookModel
public import PluginKit

/// Looks on while books are written: for tests of pipelines, and for reports that show what was made.
///
/// What it is shown is what is written. Pages come from workers' threads, in any order and of several books at once;
/// the time it takes is the worker's.
public protocol RunObserver: Sendable {
  /// A page was rendered, and will be written if nothing else fails.
  ///
  /// - Parameter why: why it had to be encoded anew though its samples are only moved, in words.
  func rendered(_ page: RenderedPage, why: String?, of planned: PlannedBook)
  /// A book's output has its final name.
  ///
  /// - Parameter book: as it was written: without the pages that damage took out.
  func written(_ book: Book, of planned: PlannedBook, _ receipt: Receipt)
}
