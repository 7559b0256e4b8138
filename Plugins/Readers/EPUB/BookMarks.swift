import BookModel
import Diagnostics
import Publications

/// Resolves a book's references to its pages and sections.
struct BookMarks {
  let files: PublicationFiles
  let spine: [SpineContents]
  /// What each spine item became: a section, or pages in the order of its pictures.
  let idsOfItem: [[ItemID]]
  private let itemOfFile: [Int: Int]
  private let pageOfPicture: [Int: ItemID]
  private(set) var warnings: [Diagnostic] = []

  init(_ files: PublicationFiles, _ spine: [SpineContents], _ idsOfItem: [[ItemID]]) {
    self.files = files
    self.spine = spine
    self.idsOfItem = idsOfItem
    var items: [Int: Int] = [:]
    var pictures: [Int: ItemID] = [:]
    for (place, item) in spine.enumerated() {
      if let file = item.file, items[file] == nil { items[file] = place }
      for (shown, page) in zip(item.pictures, idsOfItem[place]) {
        if case .file(let file) = shown.source, pictures[file] == nil { pictures[file] = page }
      }
    }
    (itemOfFile, pageOfPicture) = (items, pictures)
  }

  /// The target of a document's reference. References to an item that produced nothing lead to the next item
  /// or, if there is none, to the one before.
  func target(_ href: String, _ resolver: ReferenceResolver) -> ItemID? {
    guard case .file(let match, let fragment) = resolver.resolve(href) else { return nil }
    guard let place = itemOfFile[match.index] else { return pageOfPicture[match.index] }
    let own = idsOfItem[place]
    if let fragment, let number = spine[place].anchors[fragment], !own.isEmpty {
      if number < own.count { return own[number] }
      return own.last
    }
    return own.first ?? idsOfItem[(place + 1)...].lazy.compactMap(\.first).first
      ?? idsOfItem[..<place].lazy.reversed().compactMap(\.last).first
  }

  /// The outline, with each entry linked to its item. Entries without a target or children are reported and
  /// left out; an entry without a title is replaced by its children.
  mutating func outline(_ points: [NavigationPoint], _ resolver: ReferenceResolver, document: String)
    -> [OutlineNode]
  {
    var nodes: [OutlineNode] = []
    for point in points {
      let children = outline(point.children, resolver, document: document)
      let target = point.href.flatMap { self.target($0, resolver) }
      guard target != nil || !children.isEmpty else {
        warnings.append(
          .warning(
            .contentsEntryLost, "contents entry '\(point.title)' points to no page",
            at: Place(entry: document)
          ))
        continue
      }
      if point.title.isEmpty {
        nodes += children
      } else {
        nodes.append(OutlineNode(title: point.title, target: target, children: children))
      }
    }
    return nodes
  }
}
