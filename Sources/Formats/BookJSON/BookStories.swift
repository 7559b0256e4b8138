public import BookModel
import Diagnostics

extension Book {
  /// The stories as the metadata lists them or, where it does not, as the index in the summary has them.
  public var listedStories: [Story] {
    stories.isEmpty ? metadata.summary.flatMap(StoryIndex.parse)?.stories ?? [] : stories
  }

  /// The number of a page as `inspect` prints it: its place, from 1.
  public func number(of page: PageID) -> Int? { pages.firstIndex { $0.id == page }.map { $0 + 1 } }
}
