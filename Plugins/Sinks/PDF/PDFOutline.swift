import BookModel
import Diagnostics
import Formats

/// A book's contents as a PDF's outline (ISO 32000-1 §12.3.3): its chapters, else its stories.
struct PDFOutline {
  private let nodes: [OutlineNode]
  private let objects: [PageID: Int]
  private let targets: [ItemID: PageID]

  init(of book: Book, _ pages: [(id: PageID, object: Int)]) {
    let stories = book.listedStories.compactMap { story in
      story.target.map { OutlineNode(title: story.title, target: $0) }
    }
    nodes = book.outline.isEmpty ? stories : book.outline
    objects = Dictionary(pages.map { ($0.id, $0.object) }, uniquingKeysWith: { first, _ in first })
    targets = book.pageTargets
  }

  /// - Returns: the root's object; nil where there is nothing.
  func write(to writer: inout PDFWriter) throws(Diagnostic) -> Int? {
    guard !nodes.isEmpty else { return nil }
    let root = writer.reserve()
    let children = try write(nodes, below: root, to: &writer)
    try writer.add(
      .dictionary([("Type", .name("Outlines"))] + children.links), as: root, name: "outline")
    return root
  }

  /// What a node says of those below it.
  private struct Children {
    var first: Int
    var last: Int
    /// Nodes at any depth.
    var count: Int

    /// Shown open: the count is positive.
    var links: [(name: String, value: PDFValue)] {
      [("First", .reference(first)), ("Last", .reference(last)), ("Count", .integer(count))]
    }
  }

  private func write(_ nodes: [OutlineNode], below parent: Int, to writer: inout PDFWriter)
    throws(Diagnostic) -> Children
  {
    let numbers = nodes.map { _ in writer.reserve() }
    var count = nodes.count
    for (place, node) in nodes.enumerated() {
      var entries: [(name: String, value: PDFValue)] = [
        ("Title", .text(node.title)), ("Parent", .reference(parent)),
      ]
      if place > 0 { entries.append(("Prev", .reference(numbers[place - 1]))) }
      if place + 1 < numbers.count { entries.append(("Next", .reference(numbers[place + 1]))) }
      if let target = node.target, let page = targets[target], let object = objects[page] {
        entries.append(("Dest", .array([.reference(object), .name("Fit")])))
      }
      if !node.children.isEmpty {
        let children = try write(node.children, below: numbers[place], to: &writer)
        count += children.count
        entries += children.links
      }
      try writer.add(.dictionary(entries), as: numbers[place], name: "outline, \(node.title)")
    }
    return Children(first: numbers.first ?? parent, last: numbers.last ?? parent, count: count)
  }
}
