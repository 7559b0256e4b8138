public import Diagnostics

/// One item in a book's reading order: a page of a picture, or a piece of text that is not set yet.
public enum BookItem: Sendable, Hashable {
  case page(Page)
  case section(Section)

  public var id: ItemID {
    switch self {
    case .page(let page): .page(page.id)
    case .section(let section): .section(section.id)
    }
  }
}

/// Names a page or a section: what contents and stories lead to.
public enum ItemID: Sendable, Hashable, CustomStringConvertible {
  case page(PageID)
  case section(SectionID)

  /// The page; nil for a section.
  public var page: PageID? { if case .page(let id) = self { id } else { nil } }

  /// The section; nil for a page.
  public var section: SectionID? { if case .section(let id) = self { id } else { nil } }

  public var description: String {
    switch self {
    case .page(let id): id.text
    case .section(let id): id.text
    }
  }
}

/// The kinds of items: what stages need and give, and sinks take.
public enum ItemKind: String, Sendable, Hashable, CaseIterable {
  case pages, sections
}

/// A section with the page it follows, so that it keeps its place whatever becomes of the pages.
struct PlacedSection: Sendable, Hashable {
  var section: Section
  /// Nil at the beginning of the book.
  var page: PageID?
}

extension Book {
  /// Pages and sections in reading order.
  public var items: [BookItem] {
    get {
      guard !placedSections.isEmpty else { return pages.map(BookItem.page) }
      let following = sectionsByPage
      var items = (following[nil] ?? []).map(BookItem.section)
      for page in pages {
        items.append(.page(page))
        items += (following[page.id] ?? []).map(BookItem.section)
      }
      return items
    }
    set {
      pages.removeAll()
      placedSections.removeAll()
      for item in newValue {
        switch item {
        case .page(let page): pages.append(page)
        case .section(let section):
          placedSections.append(PlacedSection(section: section, page: pages.last?.id))
        }
      }
    }
  }

  /// The pieces of text that are not set yet, in reading order.
  public var sections: [Section] {
    placedSections.isEmpty
      ? [] : items.compactMap { if case .section(let section) = $0 { section } else { nil } }
  }

  public var hasSections: Bool { !placedSections.isEmpty }

  /// The kinds of items there are; empty for a book without any.
  public var kinds: Set<ItemKind> {
    var kinds: Set<ItemKind> = []
    if !pages.isEmpty { kinds.insert(.pages) }
    if hasSections { kinds.insert(.sections) }
    return kinds
  }

  /// Where something that shows only pages is led: the page itself, or the page behind a section, else the one before.
  public var pageTargets: [ItemID: PageID] {
    var targets: [ItemID: PageID] = [:]
    for page in pages { targets[.page(page.id)] = page.id }
    guard hasSections else { return targets }
    var next: PageID?
    for item in items.reversed() {
      if case .page(let page) = item { next = page.id } else { targets[item.id] = next ?? pages.last?.id }
    }
    return targets
  }

  /// The index of the page that stands for each item, as `pageTargets` has it.
  var pageIndices: [ItemID: Int] {
    let indices = Dictionary(pages.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    return pageTargets.compactMapValues { indices[$0] }
  }

  /// The sections behind each page, nil for the beginning. One whose page is gone stays with the section before it.
  private var sectionsByPage: [PageID?: [Section]] {
    let known = Set(pages.map(\.id))
    var following: [PageID?: [Section]] = [:]
    var last: PageID?
    for placed in placedSections {
      if let page = placed.page { last = known.contains(page) ? page : last } else { last = nil }
      following[last, default: []].append(placed.section)
    }
    return following
  }

  /// Writes sections in reading order, each behind a page that is there.
  mutating func settleSections() {
    guard hasSections else { return }
    let following = sectionsByPage
    placedSections = ([nil] + pages.map(\.id)).flatMap { page in
      (following[page] ?? []).map { PlacedSection(section: $0, page: page) }
    }
  }
}

extension Book {
  /// Refuses a book of nothing but text where pages are needed.
  ///
  /// - Throws: why no pages were made of it, as its reader says.
  public func requirePages() throws(Diagnostic) {
    if pages.isEmpty, hasSections { throw refusal }
  }

  /// Checks whether something that takes only some kinds of items can hold the book.
  ///
  /// - Throws: why not: it holds nothing of these kinds, or its reader found too much text among its pages to leave
  ///   it out (`textRefusal`).
  /// - Returns: the sections that are left out.
  public func sectionsLeftOut(taking kinds: Set<ItemKind>) throws(Diagnostic) -> [Section] {
    if kinds.contains(.sections) {
      guard kinds.contains(.pages) || pages.isEmpty else {
        throw .error(.itemsMismatched, "the book holds pages, but only text is accepted here")
      }
      return []
    }
    guard hasSections else { return [] }
    if pages.isEmpty || textRefusal != nil { throw refusal }
    return sections
  }

  private var refusal: Diagnostic {
    textRefusal
      ?? .error(
        .itemsMismatched, "the book is text: \(sections.nameList)", remedy: "set its text as pages first")
  }
}

extension [Section] {
  /// Their names, the first twenty of many.
  public var nameList: String {
    let shown = prefix(20).map(\.sourceName).joined(separator: ", ")
    return count > 20 ? "\(shown) and \(count - 20) more" : shown
  }
}

extension Rule {
  public static let itemsMismatched = Rule(
    "items-mismatched", .input, "A book holds pages or text that a stage or sink cannot take.",
    advice: "Add a stage that makes pages of text, or choose a sink that takes what the book holds.")
}
