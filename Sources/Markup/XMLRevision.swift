/// What makes two elements of a format the same one, said differently.
public struct XMLIdentity: Sendable {
  /// What tells an element from those beside it: its name, for one that may stand once; with its text, for
  /// one of a list.
  public var key: @Sendable (XMLElement) -> String
  /// An element's place in the schema's order; nil where the order is free.
  public var rank: @Sendable (String) -> Int?

  public init(
    key: @escaping @Sendable (XMLElement) -> String, rank: @escaping @Sendable (String) -> Int? = { _ in nil }
  ) {
    self.key = key
    self.rank = rank
  }
}

extension XMLSource {
  /// The document changed by as little as makes it say something else.
  ///
  /// `before` is what a program understands of the document, written its own way, and `after` what it is to
  /// say, written the same way. Elements that are equal in both are left as they stand, and so are those that
  /// `before` does not hold, which the program does not understand, unless `after` gives them a value.
  ///
  /// - Parameter node: the element both speak of.
  /// - Returns: nil where the two say the same.
  public func revised(
    _ node: Node, from before: XMLElement, to after: XMLElement, by identity: XMLIdentity
  ) -> [UInt8]? {
    var revision = XMLRevision(source: self, identity: identity)
    revision.revise(node, before, after)
    return revision.editor.bytes
  }
}

/// One revision under way.
private struct XMLRevision {
  let source: XMLSource
  let identity: XMLIdentity
  var editor: XMLEditor

  init(source: XMLSource, identity: XMLIdentity) {
    self.source = source
    self.identity = identity
    editor = XMLEditor(source)
  }

  mutating func revise(_ node: XMLSource.Node, _ before: XMLElement?, _ after: XMLElement) {
    guard before?.isSame(as: after) != true else { return }
    reviseTag(node, before, after)
    guard before?.hasSameChildren(as: after) != true else { return }
    if after.elements.isEmpty, before?.elements.isEmpty ?? true {
      if before?.text.isSame(as: after.text) != true { editor.setText(after.text, of: node) }
    } else {
      reviseChildren(node, before, after)
    }
  }

  /// Attributes that have another value now; others stay. A name in another letter case becomes the right one.
  private mutating func reviseTag(_ node: XMLSource.Node, _ before: XMLElement?, _ after: XMLElement) {
    if node.element.name != after.name { editor.rename(node, to: after.name) }
    let names = ((before?.attributes ?? []) + after.attributes).map(\.name)
    var seen: Set<String> = []
    for name in names where seen.insert(name).inserted {
      let (old, new) = (before?.attribute(name), after.attribute(name))
      if old != new || old?.isSame(as: new ?? "") == false { editor.setAttribute(name, to: new, of: node) }
    }
  }

  private mutating func reviseChildren(_ node: XMLSource.Node, _ before: XMLElement?, _ after: XMLElement) {
    let old = keyed(before?.elements ?? [])
    let new = keyed(after.elements)
    let held = keyed(node.children.map(\.element)).map(\.key)
    let place = Dictionary(uniqueKeysWithValues: held.enumerated().map { ($1, $0) })
    let understood = Dictionary(uniqueKeysWithValues: old.map { ($0.key, $0.element) })
    let wanted = Set(new.map(\.key))

    let staying = new.filter { place[$0.key] != nil }
    for items in Dictionary(grouping: staying, by: \.element.name).values {
      let slots = items.compactMap { place[$0.key] }.sorted()
      for (slot, item) in zip(slots, items) {
        guard let own = place[item.key] else { continue }
        if own == slot {
          revise(node.children[own], understood[item.key], item.element)
        } else {
          // The order changed: the text of one item moves to where another stood.
          let isSame = understood[item.key]?.isSame(as: item.element) == true
          let text = isSame ? source.text(node.children[own].outer) : rendered(item.element, in: node)
          editor.replace(node.children[slot].outer, with: text)
        }
      }
    }
    for (index, key) in held.enumerated() where !wanted.contains(key) && understood[key] != nil {
      editor.remove(node.children[index])
    }
    insert(new, into: node, place)
  }

  /// Elements with their keys, later ones of the same key numbered.
  private func keyed(_ elements: [XMLElement]) -> [(key: String, element: XMLElement)] {
    var counts: [String: Int] = [:]
    return elements.map { element in
      let key = identity.key(element)
      counts[key, default: 0] += 1
      return ("\(key)\u{0}\(counts[key] ?? 0)", element)
    }
  }

  /// Puts in what has no place yet: behind the last that the schema wants before it, else behind the one it
  /// follows.
  private mutating func insert(
    _ new: [(key: String, element: XMLElement)], into node: XMLSource.Node, _ place: [String: Int]
  ) {
    let ranks = node.children.map { identity.rank($0.element.name) }
    var added: [(anchor: Int, text: String)] = []
    var previous = -1
    for (key, element) in new {
      if let held = place[key] {
        previous = held
        continue
      }
      var anchor = previous
      if let rank = identity.rank(element.name) { anchor = ranks.lastIndex { $0 ?? Int.max < rank } ?? -1 }
      added.append((anchor, rendered(element, in: node)))
    }
    editor.insert(added, into: node)
  }

  /// An element as its neighbors are written: with their prefix, line ends and indentation.
  private func rendered(_ element: XMLElement, in node: XMLSource.Node) -> String {
    rendered(element, at: editor.spaceOfChildren(of: node), prefix: (node.children.first ?? node).prefix)
  }

  private func rendered(_ element: XMLElement, at space: String, prefix: String) -> String {
    let name = prefix + element.name
    var text = "<" + name
    for attribute in element.attributes {
      text += " \(attribute.name)=\"\(XMLWriter.escaped(attribute.value, inAttribute: true))\""
    }
    let children = element.elements
    guard !children.isEmpty else {
      return text + ">" + XMLWriter.escaped(element.text, inAttribute: false) + "</\(name)>"
    }
    let inner = editor.deeper(space)
    let lines = children.map { inner + rendered($0, at: inner, prefix: prefix) }
    return text + ">" + lines.joined() + space + "</\(name)>"
  }
}

// Equality of Swift's text does not see how an accent is stored, which is what normalizing changes.

extension XMLElement {
  fileprivate func isSame(as other: XMLElement) -> Bool {
    self == other && attributes.elementsEqual(other.attributes) { $0.value.isSame(as: $1.value) }
      && hasSameChildren(as: other)
  }

  fileprivate func hasSameChildren(as other: XMLElement) -> Bool {
    children.elementsEqual(other.children) { one, two in
      switch (one, two) {
      case (.element(let one), .element(let two)): one.isSame(as: two)
      case (.text(let one), .text(let two)), (.comment(let one), .comment(let two)): one.isSame(as: two)
      default: false
      }
    }
  }
}

extension String {
  fileprivate func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
