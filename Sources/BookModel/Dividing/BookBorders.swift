/// Where a book can be cut: never within an opening, nor between two pages that show one page of the source.
struct BookBorders {
  /// Where something begins that may become a part.
  struct Start {
    var page: Int
    var title: String?
    var facts: Metadata?
  }

  private let book: Book
  private let places: [ItemID: Int]
  /// Whether the book can be cut in front of a page.
  private let isBorder: [Bool]

  init(of book: Book) {
    let pages = book.pages
    self.book = book
    places = book.pageIndices
    isBorder = pages.indices.map { index in
      index == 0 || !BookBorders.belongTogether(pages[index - 1], pages[index])
    }
  }

  private static func belongTogether(_ left: Page, _ right: Page) -> Bool {
    if let opening = left.opening, opening.first == right.opening?.first { return true }
    return left.id.origins.contains { right.id.origins.contains($0) }
  }

  /// The stretches that nothing cuts, within one of the book's.
  func units(in pages: Range<Int>) -> [Range<Int>] {
    let starts = [pages.lowerBound] + pages.dropFirst().filter { isBorder[$0] }
    return zip(starts, starts.dropFirst() + [pages.upperBound]).map { $0..<$1 }
  }

  /// The last border that is not behind a page.
  func border(before page: Int) -> Int {
    var page = page
    while page > 0, !isBorder[page] { page -= 1 }
    return page
  }

  /// Where the entries of the contents begin, down to a level. A heading that holds entries of that level begins
  /// with the first of them. A book without contents has the bookmarks of its pages, as archives state them.
  func chapters(level: Int) -> [Start] {
    var starts: [Start] = []
    if book.outline.isEmpty {
      return book.pages.enumerated().compactMap { index, page in
        page.bookmark.map { Start(page: index, title: $0) }
      }
    }
    func walk(_ nodes: [OutlineNode], depth: Int, from heading: Int?) {
      var heading = heading
      for node in nodes {
        let own = [node.target.flatMap { places[$0] }, heading].compactMap(\.self).min()
        let before = starts.count
        if depth < level { walk(node.children, depth: depth + 1, from: own) }
        if starts.count == before, let page = own ?? start(of: node.children) {
          starts.append(Start(page: page, title: node.title, facts: node.facts))
        }
        if starts.count > before { heading = nil }
      }
    }
    walk(book.outline, depth: 1, from: nil)
    return inOrder(starts)
  }

  /// Where stories begin that are known to begin somewhere.
  func stories() -> [Start] {
    inOrder(
      book.stories.compactMap { story in
        story.target.flatMap { places[$0] }.map { Start(page: $0, title: story.title) }
      })
  }

  private func start(of nodes: [OutlineNode]) -> Int? {
    nodes.lazy.compactMap { $0.target.flatMap { places[$0] } ?? start(of: $0.children) }.first
  }

  private func inOrder(_ starts: [Start]) -> [Start] {
    starts.enumerated().sorted { ($0.element.page, $0.offset) < ($1.element.page, $1.offset) }.map(\.element)
  }
}
