public import Diagnostics

extension Rule {
  public static let markDropped = Rule(
    "mark-dropped", .metadata,
    "A bookmark or contents entry led to a page that was removed, and no page is left for it.",
    advice: "Nothing, if the pages were meant to be removed.")
  public static let markMerged = Rule(
    "mark-merged", .metadata, "Two bookmarks now lead to the same page, which keeps only one of them.",
    advice: "Usually nothing: the first of the two names is kept.")
}

/// A change to a book's items. Applying one is the only way stages change which pages there are, so that
/// bookmarks, contents, stories and the sections between the pages always follow.
public enum BookEdit: Sendable {
  /// Inserts pages before the given place (an index into the pages, their count for the end).
  case insert([Page], at: Int)
  case remove([PageID])
  /// Puts parts in place of a page, in reading order; what led to the page leads to the first part.
  case split(PageID, into: [Page])
  /// Puts one page in place of several, where the first of them stood.
  case join([PageID], into: Page)
  /// The pages in a new order; names every page once. A section stays behind the page it follows.
  case reorder([PageID])
  /// Puts pages in place of a section; what led to the section leads to the first of them. Without pages, the section
  /// is taken out.
  case set(SectionID, as: [Page])
}

extension Book {
  /// Applies an edit and retargets all that leads to an item: split → the first part, join → the joined page,
  /// set → the first page, remove → the next page left, else the one before, else a section, else dropped.
  ///
  /// Openings follow too: pages that no longer lie side by side have an opening each, the halves of a page share
  /// one, a joined page has one to itself.
  ///
  /// - Returns: a warning for each mark that had to be dropped, a note for each that gave way to another.
  public mutating func apply(_ edit: BookEdit) -> [Diagnostic] {
    settleSections()
    let before = pages.members
    defer { separatePagesThatPartedCompany(since: before) }
    switch edit {
    case .insert(let new, let index):
      pages.insert(contentsOf: new, at: min(max(0, index), pages.count))
      return []
    case .reorder(let ids):
      reorder(ids)
      settleSections()
      return []
    case .remove(let ids): return remove(Set(ids))
    case .split(let id, let parts): return split(id, into: parts)
    case .join(let ids, let page): return join(Set(ids), into: page)
    case .set(let id, let new): return set(id, as: new)
    }
  }

  /// Pages not named come after those named, in the order they had.
  private mutating func reorder(_ ids: [PageID]) {
    let places = Dictionary(ids.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    pages = pages.enumerated().sorted {
      (places[$0.element.id] ?? .max, $0.offset) < (places[$1.element.id] ?? .max, $1.offset)
    }.map(\.element)
  }

  private mutating func remove(_ gone: Set<PageID>) -> [Diagnostic] {
    let before = pages
    var heirs: [PageID: PageID] = [:]
    var next: PageID?
    for page in before.reversed() {
      if gone.contains(page.id) { heirs[page.id] = next } else { next = page.id }
    }
    if let last = before.last(where: { !gone.contains($0.id) })?.id {
      for id in gone where heirs[id] == nil { heirs[id] = last }
    }
    var left: PageID?
    var placeBefore: [PageID: PageID] = [:]
    for page in before { if gone.contains(page.id) { placeBefore[page.id] = left } else { left = page.id } }
    pages.removeAll { gone.contains($0.id) }
    moveSections { gone.contains($0) ? placeBefore[$0] : $0 }
    let section = sections.first.map { ItemID.section($0.id) }
    var told = retarget { id in
      guard let page = id.page, gone.contains(page) else { return id }
      return heirs[page].map(ItemID.page) ?? section
    }
    let places = Dictionary(pages.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    for page in before where gone.contains(page.id) {
      guard let bookmark = page.bookmark else { continue }
      if let index = heirs[page.id].flatMap({ places[$0] }) {
        told += pages[index].take(bookmark)
      } else {
        told.append(.warning(.markDropped, "bookmark '\(bookmark)' has no page left to point to"))
      }
    }
    return told
  }

  private mutating func split(_ id: PageID, into parts: [Page]) -> [Diagnostic] {
    guard let index = pages.firstIndex(where: { $0.id == id }), var first = parts.first else { return [] }
    first.bookmark = first.bookmark ?? pages[index].bookmark
    var parts = [first] + parts.dropFirst()
    if pages[index].opening != nil { parts.placeInOpenings() }
    pages.replaceSubrange(index...index, with: parts)
    let last = parts[parts.count - 1].id
    moveSections { $0 == id ? last : $0 }
    return retarget { $0 == .page(id) ? .page(first.id) : $0 }
  }

  private mutating func join(_ ids: Set<PageID>, into page: Page) -> [Diagnostic] {
    let joined = pages.filter { ids.contains($0.id) }
    guard let index = pages.firstIndex(where: { ids.contains($0.id) }) else { return [] }
    var page = page
    var told: [Diagnostic] = []
    for bookmark in joined.compactMap(\.bookmark) { told += page.take(bookmark) }
    if page.opening == nil, joined.contains(where: { $0.opening != nil }) {
      page.opening = PageOpening(first: page.id, reason: "joined pages fill both sides")
    }
    pages.removeAll { ids.contains($0.id) }
    pages.insert(page, at: index)
    moveSections { ids.contains($0) ? page.id : $0 }
    return told + retarget { $0.page.map(ids.contains) == true ? .page(page.id) : $0 }
  }

  private mutating func set(_ id: SectionID, as new: [Page]) -> [Diagnostic] {
    guard let place = placedSections.firstIndex(where: { $0.section.id == id }) else { return [] }
    let order = items.map(\.id)
    let page = placedSections[place].page
    let index = page.flatMap { id in pages.firstIndex { $0.id == id } }.map { $0 + 1 } ?? 0
    pages.insert(contentsOf: new, at: index)
    if let last = new.last {
      for later in placedSections.indices[(place + 1)...] where placedSections[later].page == page {
        placedSections[later].page = last.id
      }
    }
    placedSections.remove(at: place)
    var heir = new.first.map { ItemID.page($0.id) }
    if heir == nil, let old = order.firstIndex(of: .section(id)) {
      heir = order[(old + 1)...].first ?? order[..<old].last
    }
    return retarget { $0 == .section(id) ? heir : $0 }
  }

  /// Makes the sections behind a page follow the one that `place` names (nil: the beginning), in their own order.
  private mutating func moveSections(_ place: (PageID) -> PageID?) {
    for index in placedSections.indices {
      if let page = placedSections[index].page { placedSections[index].page = place(page) }
    }
    settleSections()
  }

  /// Leads outline and stories to where `target` says.
  private mutating func retarget(_ target: (ItemID) -> ItemID?) -> [Diagnostic] {
    var dropped: [Diagnostic] = []
    func lead(_ nodes: [OutlineNode]) -> [OutlineNode] {
      nodes.compactMap { node in
        var node = node
        node.children = lead(node.children)
        guard let old = node.target else { return node }
        node.target = target(old)
        guard node.target == nil else { return node }
        dropped.append(.warning(.markDropped, "contents entry '\(node.title)' has no page left to point to"))
        return node.children.isEmpty ? nil : node
      }
    }
    outline = lead(outline)
    for index in stories.indices { stories[index].target = stories[index].target.flatMap(target) }
    return dropped
  }
}

extension Page {
  /// Takes over a bookmark, unless it has one of its own.
  fileprivate mutating func take(_ mark: String) -> [Diagnostic] {
    guard let own = bookmark else {
      bookmark = mark
      return []
    }
    if own == mark { return [] }
    return [.note(.markMerged, "bookmark '\(mark)' was replaced by '\(own)', which points to the same page")]
  }
}
