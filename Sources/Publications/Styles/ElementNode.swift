public import Markup

/// An element in its document, with what selectors ask of it: what it is in, and what stands beside it.
public final class ElementNode: Sendable {
  public let element: XMLElement
  public let parent: ElementNode?
  /// In lower case, as the rules of HTML have it.
  public let name: String
  let id: String?
  let classes: [String]
  /// The elements of its parent, itself among them.
  private let siblings: [XMLElement]
  let index: Int

  /// A document's root.
  public convenience init(root: XMLElement) { self.init(root, parent: nil, siblings: [root], index: 0) }

  private init(_ element: XMLElement, parent: ElementNode?, siblings: [XMLElement], index: Int) {
    self.element = element
    self.parent = parent
    self.siblings = siblings
    self.index = index
    name = element.name.lowercased()
    id = element.attribute("id")
    classes = element.attribute("class")?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
  }

  /// Child elements, in document order.
  public var children: [ElementNode] {
    let elements = element.elements
    return elements.indices.map { ElementNode(elements[$0], parent: self, siblings: elements, index: $0) }
  }

  /// The element before it in its parent.
  var previous: ElementNode? {
    index > 0 ? ElementNode(siblings[index - 1], parent: parent, siblings: siblings, index: index - 1) : nil
  }

  /// How many elements of its parent come before it, and how many behind, of its own name if asked.
  func count(before: Bool, ofType: Bool) -> Int {
    let others = before ? siblings[..<index] : siblings[(index + 1)...]
    return ofType ? others.count { $0.name.lowercased() == name } : others.count
  }

  var isEmpty: Bool {
    element.children.allSatisfy { child in
      switch child {
      case .comment: true
      case .text(let text): text.isEmpty
      case .element: false
      }
    }
  }
}
