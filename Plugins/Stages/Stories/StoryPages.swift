import BookModel
import Diagnostics
import Options

/// Finds the pages of a book on which its stories begin.
///
/// A bookmark with a story's title points there for certain. A printed page number does not, because covers,
/// inserts and advertisements may or may not be counted; it is used only if the number of the first page is
/// given or the book proves it.
struct StoryPages {
  private(set) var stories: [Story]
  private(set) var problems: [Diagnostic] = []
  private let pages: [Page]
  /// The page that each item is or points to.
  private let targets: [ItemID: PageID]
  /// For each page, the number of printed pages before it: a double page counts as two.
  private let before: [Int]
  private let total: Int

  /// A title in the form used for comparison: letters and digits only, in lower case.
  static func key(_ title: String) -> String {
    title.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  init(_ book: Book, firstPage: KeywordOr<StoriesStage.FirstPage, Int>) {
    stories = book.stories
    pages = book.pages
    targets = book.pageTargets
    var before: [Int] = []
    var total = 0
    for page in pages {
      before.append(total)
      total += page.isDouble == true ? 2 : 1
    }
    self.before = before
    self.total = total
    findMarks(of: book)
    guard !pages.isEmpty, stories.contains(where: { $0.target == nil && $0.printed?.first != nil }) else {
      return
    }
    switch firstPage {
    case .keyword(.none): break
    case .keyword(.auto):
      if let first = provenFirstPage {
        place(from: first)
      } else {
        problems.append(
          .note(
            .storyPagesUnknown,
            "the index refers to printed page numbers, and it is not known which pages those are",
            remedy: "set the number printed on the first page: 'firstPage' of stage 'stories'"))
      }
    case .value(let first): place(from: first)
    }
  }

  /// Finds items whose bookmark, or whose entry in the contents, is the title of exactly one story.
  private mutating func findMarks(of book: Book) {
    var marked: [String: Set<ItemID>] = [:]
    func add(_ title: String, _ target: ItemID?) {
      if let target { marked[StoryPages.key(title), default: []].insert(target) }
    }
    func walk(_ nodes: [OutlineNode]) {
      for node in nodes {
        add(node.title, node.target)
        walk(node.children)
      }
    }
    walk(book.outline)
    for page in pages { if let mark = page.bookmark { add(mark, .page(page.id)) } }
    let titles = Dictionary(stories.map { (StoryPages.key($0.title), 1) }, uniquingKeysWith: +)
    for index in stories.indices where stories[index].target == nil {
      let key = StoryPages.key(stories[index].title)
      guard !key.isEmpty, titles[key] == 1, let items = marked[key], items.count == 1 else { continue }
      stories[index].target = items.first
    }
  }

  /// The number printed on the first page, if the book proves it and nothing contradicts it.
  private var provenFirstPage: Int? {
    let numbers = stories.compactMap { $0.printed?.first }
    guard zip(numbers, numbers.dropFirst()).allSatisfy({ $0 <= $1 }) else { return nil }
    let places = Dictionary(zip(pages.map(\.id), before), uniquingKeysWith: { first, _ in first })
    let anchors = stories.compactMap { story in
      story.target.flatMap { targets[$0] }.flatMap { places[$0] }.flatMap { place in
        story.printed?.first.map { $0 - place }
      }
    }
    let last = stories.compactMap(\.printed).compactMap { printed in
      printed.last ?? printed.first.map { $0 + max(1, printed.count ?? 1) - 1 }
    }.max()
    // An index that ends with the book leaves no room for uncounted pages.
    guard let first = anchors.first ?? (last == total ? 1 : nil), Set(anchors).count <= 1,
      numbers.allSatisfy({ (first..<(first + total)).contains($0) })
    else { return nil }
    return first
  }

  private mutating func place(from first: Int) {
    var missing: [Int] = []
    for index in stories.indices where stories[index].target == nil {
      guard let number = stories[index].printed?.first else { continue }
      let offset = number - first
      if offset >= 0, offset < total, let page = before.lastIndex(where: { $0 <= offset }) {
        stories[index].target = .page(pages[page].id)
      } else {
        missing.append(number)
      }
    }
    if !missing.isEmpty {
      let range = "\(first) to \(first + total - 1)"
      let list = missing.prefix(5).map(String.init).joined(separator: ", ") + (missing.count > 5 ? "…" : "")
      problems.append(
        .warning(
          .storyPageMissing,
          "the index refers to printed pages the book does not have (\(list)): its pages are \(range)",
          remedy: "check 'firstPage' of stage 'stories'"))
    }
  }
}
