/// Changes to the text of a document, one element at a time; all the rest stays as it is.
///
/// No element is changed twice, nor one inside another that is removed.
public struct XMLEditor: Sendable {
  private let source: XMLSource
  private var edits: [XMLSource.Edit] = []
  /// New names of elements, by where they begin.
  private var names: [Int: String] = [:]

  public init(_ source: XMLSource) { self.source = source }

  /// The document changed; nil where nothing was.
  public var bytes: [UInt8]? { edits.isEmpty ? nil : source.replacing(edits) }

  mutating func replace(_ range: Range<Int>, with text: String) {
    edits.append(XMLSource.Edit(range: range, text: text))
  }

  /// Puts a text in place of all that an element holds.
  public mutating func setText(_ text: String, of node: XMLSource.Node) {
    fill(node, with: XMLWriter.escaped(text, inAttribute: false))
  }

  /// Puts markup in place of all that an element holds: `<a/>` becomes `<a>…</a>`.
  private mutating func fill(_ node: XMLSource.Node, with markup: String) {
    let end = node.tag.range.upperBound
    if node.tag.isEmpty {
      replace(end - 2..<end, with: ">\(markup)</\(names[node.outer.lowerBound] ?? node.name)>")
    } else {
      replace(node.inner, with: markup)
    }
  }

  /// Sets an attribute by its name as written, prefix included; nil takes it away.
  public mutating func setAttribute(_ name: String, to value: String?, of node: XMLSource.Node) {
    let old = node.tag.attributes.first { $0.name == name }
    let escaped = value.map { XMLWriter.escaped($0, inAttribute: true) }
    if let escaped, let old {
      replace(old.value, with: escaped)
    } else if let escaped {
      let end = node.tag.range.upperBound - (node.tag.isEmpty ? 2 : 1)
      let place = source.space(before: end).lowerBound
      replace(place..<place, with: " \(name)=\"\(escaped)\"")
    } else if let old {
      replace(old.range, with: "")
    }
  }

  /// Gives an element another name, its prefix kept.
  mutating func rename(_ node: XMLSource.Node, to name: String) {
    let name = node.prefix + name
    names[node.outer.lowerBound] = name
    let start = node.tag.range.lowerBound + 1
    replace(start..<start + node.name.utf8.count, with: name)
    if !node.tag.isEmpty { replace(node.inner.upperBound..<node.outer.upperBound, with: "</\(name)>") }
  }

  /// Takes an element away, with the white space before it.
  public mutating func remove(_ node: XMLSource.Node) {
    let start = source.space(before: node.outer.lowerBound).lowerBound
    replace(start..<node.outer.upperBound, with: "")
  }

  /// Puts new elements in, each indented as its neighbors are.
  ///
  /// - Parameters:
  ///   - markup: each with the index of the child it stands behind, -1 for before all; of those behind one child
  ///     the first given stands first.
  public mutating func insert(_ markup: [(anchor: Int, text: String)], into node: XMLSource.Node) {
    guard !markup.isEmpty else { return }
    let space = spaceOfChildren(of: node)
    guard !node.children.isEmpty else {
      return fill(node, with: markup.map { space + $0.text }.joined() + self.space(of: node))
    }
    for (anchor, text) in markup {
      let end = anchor >= 0 ? node.children[anchor].outer.upperBound : node.tag.range.upperBound
      replace(end..<end, with: space + text)
    }
  }

  /// The white space an element has before it.
  private func space(of node: XMLSource.Node) -> String {
    let isRoot = node.outer.lowerBound == source.root.outer.lowerBound
    return isRoot ? "\n" : source.text(source.space(before: node.outer.lowerBound))
  }

  /// The white space each child of an element has before it, or would have.
  func spaceOfChildren(of node: XMLSource.Node) -> String {
    guard let first = node.children.first else { return deeper(space(of: node)) }
    return source.text(source.space(before: first.outer.lowerBound))
  }

  /// One level further in, where there are lines at all.
  func deeper(_ space: String) -> String {
    guard space.contains(where: \.isNewline) else { return "" }
    return space + (space.last == "\t" ? "\t" : "  ")
  }
}

extension XMLSource.Node {
  /// The prefix of its name with the colon; empty for none.
  public var prefix: String {
    name.split(separator: ":").count == 2 ? name.split(separator: ":")[0] + ":" : ""
  }

  /// The names of all attributes as written, declarations of namespaces included.
  public var attributeNames: [String] { tag.attributes.map(\.name) }

  /// The name of an attribute as written, by its local name.
  public func attributeName(_ local: String) -> String? {
    tag.attributes.first { $0.name == local || $0.name.hasSuffix(":" + local) }?.name
  }
}
