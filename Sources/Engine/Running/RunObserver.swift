public import BookModel
public import PluginKit

/// Looks on while books are written: for tests of pipelines, and for reports that show what was made.
///
/// What it is shown is what is written. Pages come from workers' threads, in any order and of several books at once;
/// the time it takes is the worker's.
public protocol RunObserver: Sendable {
  /// A page was rendered, and will be written if nothing else fails.
  ///
  /// - Parameters:
  ///   - why: why it had to be encoded anew though its samples are only moved, in words.
  ///   - sink: the id of the sink it is for.
  func rendered(_ page: RenderedPage, why: String?, of planned: PlannedBook, for sink: String)
  /// A book's output has its final name.
  ///
  /// - Parameters:
  ///   - book: as it was written: without the pages that damage took out.
  ///   - output: what is told of it.
  func written(_ book: Book, of planned: PlannedBook, _ output: Receipt.Output)
}
