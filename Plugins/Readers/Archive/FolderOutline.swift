import BookModel

/// Turns folders into chapters.
struct FolderOutline {
  /// A node for every folder below the innermost one that contains all pages, in page order; it points to the
  /// first page inside. Empty if all pages are in the same folder.
  ///
  /// - Parameters:
  ///   - pages: each page with the path components of its name, in reading order.
  ///   - facts: metadata for individual folders. If their titles distinguish the chapters, they are used as
  ///     names.
  static func nodes(
    for pages: [(id: PageID, components: [String])], facts: [[String]: Metadata] = [:]
  ) -> [OutlineNode] {
    let folders = pages.map { Array($0.components.dropLast()) }
    guard let first = folders.first, folders.contains(where: { $0 != first }) else { return [] }
    var shared = first
    for folder in folders { shared = Array(zip(shared, folder).prefix { $0 == $1 }.map(\.0)) }
    let below = zip(pages, folders).map { (id: $0.id, folders: $1.dropFirst(shared.count)) }
    let titles = facts.values.compactMap(\.title)
    let isTelling = Set(titles).count == titles.count
    return FolderOutline(facts: facts, isTelling: isTelling).group(below[...], in: shared)
  }

  private let facts: [[String]: Metadata]
  /// Whether to name chapters by the titles in their metadata.
  private let isTelling: Bool

  /// Groups adjacent pages by their outermost folder. Natural order keeps the pages of a folder together.
  private func group(
    _ pages: ArraySlice<(id: PageID, folders: ArraySlice<String>)>, in folder: [String]
  ) -> [OutlineNode] {
    var nodes: [OutlineNode] = []
    var rest = pages.drop { $0.folders.isEmpty }
    while let first = rest.first, let title = first.folders.first {
      let inside = rest.prefix { $0.folders.first == title }
      let path = folder + [title]
      let children = group(inside.map { (id: $0.id, folders: $0.folders.dropFirst()) }[...], in: path)
      let known = facts[path]
      let name = isTelling ? known?.title ?? title : title
      nodes.append(OutlineNode(title: name, target: .page(first.id), children: children, facts: known))
      rest = rest.dropFirst(inside.count).drop { $0.folders.isEmpty }
    }
    return nodes
  }
}
