public import BookModel
import Diagnostics

extension Book {
  /// The stories listed in the metadata or, if there are none, those of the index in the summary.
  public var listedStories: [Story] {
    stories.isEmpty ? metadata.summary.flatMap(StoryIndex.parse)?.stories ?? [] : stories
  }

  /// The number of a page as `inspect` prints it: its position, counted from 1.
  public func number(of page: PageID) -> Int? { pages.firstIndex { $0.id == page }.map { $0 + 1 } }
}
