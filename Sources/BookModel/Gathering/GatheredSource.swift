/// One of several sources that become one book.
public struct GatheredSource: Sendable {
  /// Its name within the group, unlike those of the others: pages are called by it, so it must not depend on the
  /// source's place among them.
  public var key: String
  /// As its reader gave it.
  public var book: Book
  /// All that is known about it, chosen from what the book, the files beside it and its name say.
  public var facts: Metadata

  public init(key: String, book: Book, facts: Metadata) {
    self.key = key
    self.book = book
    self.facts = facts
  }

  /// Names for sources within their group: each path's last part, with as many folders in front as it takes to tell
  /// it from the others, and a number behind it where paths are the same.
  ///
  /// - Parameter folder: the folder the group is of; names are paths below it then, whatever else is in the group.
  public static func keys(of paths: [FilePath], below folder: FilePath? = nil) -> [String] {
    let parts = paths.map(parts)
    let outer = folder.map(self.parts)
    var names = paths.indices.map { index in
      let own = parts[index]
      let depth = outer.flatMap { own.starts(with: $0) && own.count > $0.count ? $0.count : nil }
      return own.dropFirst(depth ?? max(0, own.count - 1)).joined(separator: "/")
    }
    for length in 2...16 where Set(names).count < names.count {
      let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
      names = names.indices.map { index in
        counts[names[index]] == 1 ? names[index] : parts[index].suffix(length).joined(separator: "/")
      }
    }
    var seen: [String: Int] = [:]
    return names.map { name in
      let count = seen[name, default: 0] + 1
      seen[name] = count
      return count == 1 ? name : "\(name) (\(count))"
    }
  }

  private static func parts(_ path: FilePath) -> [String] {
    (path.isAbsolute ? ["/"] : []) + path.display.split(separator: "/").map(String.init).filter { $0 != "." }
  }
}

// MARK: - Its parts as they stand in the book it becomes a chapter of

extension GatheredSource {
  /// Its pages and sections, called by its key, their entries those of the given source of the job.
  func items(input: Int) -> [BookItem] {
    book.items.map { item in
      switch item {
      case .page(let page): .page(self.page(page, input))
      case .section(let section): .section(section.within(key, input: input))
      }
    }
  }

  private func page(_ page: Page, _ input: Int) -> Page {
    var page = page
    page.id = page.id.within(key)
    if let first = page.opening?.first { page.opening?.first = first.within(key) }
    page.picture = page.picture.mapping { entry in
      var entry = entry
      entry.source.input = input
      return entry
    }
    if input > 0 { page.roles = page.roles.map { $0 == .frontCover ? .innerCover : $0 } }
    if .page(page.id) == firstItem { page.bookmark = nil }
    return page
  }

  /// The chapter's node. A mark on its first page would stand before the chapter's title, and so goes below it.
  func chapter(_ title: String, facts: Metadata) -> OutlineNode {
    var children = nodes(book.outline)
    let mark = book.pages.first?.bookmark
    if let mark, mark != title, children.first?.title != mark || children.first?.target != firstPage {
      children.insert(OutlineNode(title: mark, target: firstPage), at: 0)
    }
    return OutlineNode(title: title, target: firstItem, children: children, facts: facts)
  }

  var stories: [Story] {
    book.stories.map { story in
      var story = story
      story.target = story.target?.within(key)
      return story
    }
  }

  var dropped: [DroppedPage] {
    book.dropped.map { page in
      var page = page
      page.page = page.page.within(key)
      return page
    }
  }

  private var firstPage: ItemID? { book.pages.first.map { .page($0.id.within(key)) } }
  private var firstItem: ItemID? { book.items.first?.id.within(key) }

  private func nodes(_ nodes: [OutlineNode]) -> [OutlineNode] {
    nodes.map { node in
      OutlineNode(
        title: node.title, target: node.target?.within(key), children: self.nodes(node.children),
        facts: node.facts)
    }
  }
}

extension Section {
  fileprivate func within(_ key: String, input: Int) -> Section {
    var entry = entry
    entry.source.input = input
    return Section(id: id.within(key), entry: entry, title: title, roles: roles, language: language)
  }
}

extension ItemID {
  fileprivate func within(_ key: String) -> ItemID {
    switch self {
    case .page(let id): .page(id.within(key))
    case .section(let id): .section(id.within(key))
    }
  }
}
