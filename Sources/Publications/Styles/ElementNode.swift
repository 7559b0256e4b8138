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
  /// How many of its own name come before it, and how many there are; nil where that was not counted yet.
  private let ofType: (before: Int, total: Int)?

  /// A document's root.
  public convenience init(root: XMLElement) { self.init(root, parent: nil, siblings: [root], index: 0) }

  private init(
    _ element: XMLElement, parent: ElementNode?, siblings: [XMLElement], index: Int,
    ofType: (before: Int, total: Int)? = nil
  ) {
    self.ofType = ofType
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
    // Counted for all at once: counting for each would take the square of their number.
    let names = elements.map { $0.name.lowercased() }
    var totals: [String: Int] = [:]
    let before = names.map { name in
      defer { totals[name, default: 0] += 1 }
      return totals[name, default: 0]
    }
    return elements.indices.map { index in
      ElementNode(
        elements[index], parent: self, siblings: elements, index: index,
        ofType: (before[index], totals[names[index], default: 0]))
    }
  }

  /// The element before it in its parent.
  var previous: ElementNode? {
    index > 0 ? ElementNode(siblings[index - 1], parent: parent, siblings: siblings, index: index - 1) : nil
  }

  /// How many elements of its parent come before it, and how many behind, of its own name if asked.
  func count(before: Bool, ofType: Bool) -> Int {
    let others = before ? siblings[..<index] : siblings[(index + 1)...]
    guard ofType else { return others.count }
    if let counted = self.ofType { return before ? counted.before : counted.total - counted.before - 1 }
    return others.count { $0.name.lowercased() == name }
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
