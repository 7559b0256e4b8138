public import BookModel
public import Diagnostics
import Formats
public import Options
public import PluginKit

extension Rule {
  public static let storiesFound = Rule(
    "stories-found", .metadata, "A summary holds an index of stories, which the book now lists.",
    advice: "Nothing: the book now has stories and a table of contents.")
  public static let storiesNotRead = Rule(
    "stories-not-read", .metadata,
    "A summary looks as if it held an index of stories, but none could be read.",
    advice: "Write each story on a line of its own: 1. «Title», credits indented below it.")
  public static let storiesDiffer = Rule(
    "stories-differ", .metadata,
    "A summary's index lists other stories than the book's metadata; those of the metadata are kept.",
    advice: "Nothing. To use the index instead, remove the stories from the metadata.")
  public static let storyPagesUnknown = Rule(
    "story-pages-unknown", .metadata,
    "An index refers to printed page numbers, and it is not known which pages of the file those are.",
    advice: "Set the number printed on the first page: 'firstPage' of the stage 'stories'.")
  public static let storyPageMissing = Rule(
    "story-page-missing", .metadata, "An index refers to a printed page that the book does not have.",
    advice: "Set the number printed on the first page: 'firstPage' of the stage 'stories'.")
}

/// Extracts the stories of an anthology from the summary, where taggers write them as an index.
///
/// Page references are numbers printed on paper. They are linked to pages of the file if `firstPage` says
/// which number the first page has (0 if the page after the cover is 1; a page marked as double counts as
/// two), or if the book proves it: bookmarks with the titles of stories determine the numbers of the others,
/// and an index that ends with the book's last page if the first is 1 leaves no room for uncounted pages.
///
/// Stories that a format lists explicitly are kept, and completed from the index. A book whose summary
/// contains no index is left as it is, including the summary.
public struct StoriesStage: Stage {
  public static let name = "stories"
  public static let summary =
    "Lists the stories of an anthology, read from the index in its summary, and marks the pages they begin on."
  public static let example = """
    - stories: { summary: canonical, firstPage: 1 }
    """
  public static let needs: Set<ItemKind> = []
  public static let rules: [Rule] = [
    .storiesFound, .storiesNotRead, .storiesDiffer, .storyPagesUnknown, .storyPageMissing,
  ]

  public struct Settings: OptionGroup, Hashable {
    public var summary = SummaryForm.keep
    public var firstPage = KeywordOr<FirstPage, Int>.keyword(.auto)
    public var outline = OutlineChange.fill
    public var bookmarks = true

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "summary", \.summary,
        "What to do with the index in a summary: keep it, rewrite it in the canonical form, or leave only the text around it."
      ),
      Option(
        "firstPage", \.firstPage, in: -100...10_000,
        "The number printed on the first page, for page references; 'auto' finds it only if marks or the end of the index prove it."
      ),
      Option(
        "outline", \.outline,
        "Whether stories become the table of contents: if the book has none ('fill'), always ('replace'), or never ('keep')."
      ),
      Option(
        "bookmarks", \.bookmarks, "Whether pages without a bookmark get one from the story that begins there."
      ),
    ]
  }

  /// What to do with the index in the summary.
  public enum SummaryForm: String, OptionEnumeration, Hashable { case keep, canonical, prose }
  /// How to interpret printed page numbers if no number is given.
  public enum FirstPage: String, OptionEnumeration, Hashable { case auto, none }
  public enum OutlineChange: String, OptionEnumeration, Hashable { case fill, replace, keep }

  private let settings: Settings

  public init(_ settings: Settings) throws(Diagnostic) { self.settings = settings }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    let index = book.metadata.summary.flatMap(StoryIndex.parse)
    guard index != nil || !book.stories.isEmpty else {
      if book.metadata.summary.map(StoryIndex.looksLikeOne) == true {
        context.report(
          .note(
            .storiesNotRead, "the summary looks like an index of stories, but is not read as one",
            remedy: "write each story on a line of its own: 1. «Title»"))
      }
      return book
    }
    var book = book
    if let index {
      book.stories = list(index, beside: book.stories, context)
      rewriteSummary(of: &book, index)
    }
    let pages = StoryPages(book, firstPage: settings.firstPage)
    book.stories = pages.stories
    mark(&book)
    let known = book.stories.filter { $0.target != nil }.count
    if index != nil {
      let count = book.stories.count == 1 ? "one story" : "\(book.stories.count) stories"
      context.report(.note(.storiesFound, "\(count) listed; pages known of \(known)"))
    }
    pages.problems.forEach(context.report)
    return book
  }

  /// The index's stories, with pages known from elsewhere; if the index lacks any that are already listed,
  /// the listed ones.
  private func list(_ index: StoryIndex, beside known: [Story], _ context: any BookContext) -> [Story] {
    let indexed = Dictionary(
      index.stories.map { (StoryPages.key($0.title), $0) }, uniquingKeysWith: { first, _ in first })
    guard known.allSatisfy({ indexed[StoryPages.key($0.title)] != nil }) else {
      context.report(
        .note(.storiesDiffer, "the summary's index lists other stories than the metadata, whose list is kept")
      )
      return known.map { story in
        guard let found = indexed[StoryPages.key(story.title)] else { return story }
        return Story(
          number: story.number ?? found.number, kind: story.kind ?? found.kind, title: story.title,
          code: story.code ?? found.code, credits: story.credits.isEmpty ? found.credits : story.credits,
          printed: story.printed ?? found.printed, target: story.target)
      }
    }
    let targets = Dictionary(
      known.compactMap { story in story.target.map { (StoryPages.key(story.title), $0) } },
      uniquingKeysWith: { first, _ in first })
    return index.stories.map { story in
      var story = story
      story.target = targets[StoryPages.key(story.title)]
      return story
    }
  }

  private func rewriteSummary(of book: inout Book, _ index: StoryIndex) {
    let text: String? =
      switch settings.summary {
      case .keep: nil
      case .canonical: index.summary
      case .prose: index.prose
      }
    if let text, text != book.metadata.summary {
      book.metadata.set(\.summary, to: text, from: Origin(.pipeline))
    }
  }

  /// Links contents and bookmarks to the stories whose pages are known.
  private func mark(_ book: inout Book) {
    let placed = book.stories.filter { $0.target != nil }
    guard !placed.isEmpty else { return }
    if settings.outline == .replace || settings.outline == .fill && book.outline.isEmpty {
      book.outline = book.stories.map { OutlineNode(title: $0.title, target: $0.target) }
    }
    guard settings.bookmarks else { return }
    let marked = book.bookmarks
    let targets = book.pageTargets
    let titles = Dictionary(
      placed.compactMap { story in story.target.flatMap { targets[$0] }.map { ($0, story.title) } },
      uniquingKeysWith: { first, _ in first }
    )
    var pages = book.pages
    for index in pages.indices where marked[pages[index].id] == nil {
      pages[index].bookmark = titles[pages[index].id]
    }
    if !pages.isEmpty { book.pages = pages }
  }
}
