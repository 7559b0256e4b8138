public import Diagnostics

extension Rule {
  public static let markDropped = Rule(
    "mark-dropped", .metadata, "A bookmark or contents entry led to a page that was removed, with none left to lead to.")
}

/// A change to a book's pages. Applying one is the only way stages change which pages there are, so that
/// bookmarks, contents and stories always follow.
public enum BookEdit: Sendable {
  /// Puts pages in before the place given (an index into the pages, their count for the end).
  case insert([Page], at: Int)
  case remove([PageID])
  /// Puts parts in place of a page, in reading order; what led to the page leads to the first part.
  case split(PageID, into: [Page])
  /// Puts one page in place of several, where the first of them stood.
  case join([PageID], into: Page)
  /// The pages in a new order; names every page once.
  case reorder([PageID])
}

extension Book {
  /// Applies an edit and retargets all that leads to a page: split → the first part, join → the joined page,
  /// remove → the next page left, else the one before, else dropped.
  ///
  /// - Returns: a warning for each mark that had to be dropped.
  public mutating func apply(_ edit: BookEdit) -> [Diagnostic] {
    let before = pages
    switch edit {
    case .insert(let new, let index):
      pages.insert(contentsOf: new, at: min(max(0, index), pages.count))
      return []
    case .reorder(let ids):
      let places = Dictionary(ids.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      pages = before.enumerated().sorted {
        (places[$0.element.id] ?? .max, $0.offset) < (places[$1.element.id] ?? .max, $1.offset)
      }.map(\.element)
      return []
    case .remove(let ids):
      let gone = Set(ids)
      pages.removeAll { gone.contains($0.id) }
      return retarget { Book.heir(of: $0, gone: gone, in: before) } movingBookmarksOf: {
        before.filter { gone.contains($0.id) }
      }
    case .split(let id, let parts):
      guard let index = before.firstIndex(where: { $0.id == id }), var first = parts.first else { return [] }
      first.bookmark = first.bookmark ?? before[index].bookmark
      pages.replaceSubrange(index...index, with: [first] + parts.dropFirst())
      return retarget { $0 == id ? first.id : $0 } movingBookmarksOf: { [] }
    case .join(let ids, var page):
      let joined = Set(ids)
      guard let index = before.firstIndex(where: { joined.contains($0.id) }) else { return [] }
      page.bookmark = page.bookmark ?? before.first { joined.contains($0.id) && $0.bookmark != nil }?.bookmark
      pages.removeAll { joined.contains($0.id) }
      pages.insert(page, at: index)
      return retarget { joined.contains($0) ? page.id : $0 } movingBookmarksOf: { [] }
    }
  }

  /// The page that takes over what led to a removed one.
  private static func heir(of page: PageID, gone: Set<PageID>, in pages: [Page]) -> PageID? {
    guard gone.contains(page) else { return page }
    guard let index = pages.firstIndex(where: { $0.id == page }) else { return nil }
    return pages[index...].first { !gone.contains($0.id) }?.id ?? pages[..<index].last { !gone.contains($0.id) }?.id
  }

  /// Leads outline, stories and the bookmarks of removed pages to where `target` says.
  private mutating func retarget(
    _ target: (PageID) -> PageID?, movingBookmarksOf removed: () -> [Page]
  ) -> [Diagnostic] {
    var dropped: [Diagnostic] = []
    func lead(_ nodes: [OutlineNode]) -> [OutlineNode] {
      nodes.compactMap { node in
        var node = node
        node.children = lead(node.children)
        guard let page = node.page else { return node }
        node.page = target(page)
        guard node.page == nil else { return node }
        dropped.append(.warning(.markDropped, "contents entry '\(node.title)' has no page left to lead to"))
        return node.children.isEmpty ? nil : node
      }
    }
    outline = lead(outline)
    for index in stories.indices { stories[index].page = stories[index].page.flatMap(target) }
    for page in removed() {
      guard let bookmark = page.bookmark else { continue }
      guard let heir = target(page.id), let index = pages.firstIndex(where: { $0.id == heir }) else {
        dropped.append(.warning(.markDropped, "bookmark '\(bookmark)' has no page left to lead to"))
        continue
      }
      if pages[index].bookmark == nil { pages[index].bookmark = bookmark }
    }
    return dropped
  }
}
