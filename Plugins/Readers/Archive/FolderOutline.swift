import BookModel

/// Folders as chapters.
enum FolderOutline {
  /// A node for every folder below the innermost one that holds all pages, in the order of the pages; it leads
  /// to the first page in it or below. Empty where all pages lie in one folder.
  ///
  /// - Parameter pages: each page with the components of its name, in reading order.
  static func nodes(for pages: [(id: PageID, components: [String])]) -> [OutlineNode] {
    let folders = pages.map { Array($0.components.dropLast()) }
    guard let first = folders.first, folders.contains(where: { $0 != first }) else { return [] }
    var shared = first
    for folder in folders { shared = Array(zip(shared, folder).prefix { $0 == $1 }.map(\.0)) }
    let below = zip(pages, folders).map { (id: $0.id, folders: $1.dropFirst(shared.count)) }
    return group(below[...])
  }

  /// Groups neighbors by their outermost folder. Natural order keeps the pages of a folder together.
  private static func group(_ pages: ArraySlice<(id: PageID, folders: ArraySlice<String>)>) -> [OutlineNode] {
    var nodes: [OutlineNode] = []
    var rest = pages.drop { $0.folders.isEmpty }
    while let first = rest.first, let title = first.folders.first {
      let inside = rest.prefix { $0.folders.first == title }
      let children = group(inside.map { (id: $0.id, folders: $0.folders.dropFirst()) }[...])
      nodes.append(OutlineNode(title: title, page: first.id, children: children))
      rest = rest.dropFirst(inside.count).drop { $0.folders.isEmpty }
    }
    return nodes
  }
}
