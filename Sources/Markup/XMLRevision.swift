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
    guard before != after else { return nil }
    var revision = XMLRevision(source: self, identity: identity)
    revision.revise(node, before, after)
    return revision.edits.isEmpty ? nil : replacing(revision.edits)
  }
}

/// One revision under way.
private struct XMLRevision {
  let source: XMLSource
  let identity: XMLIdentity
  var edits: [XMLSource.Edit] = []

  init(source: XMLSource, identity: XMLIdentity) {
    self.source = source
    self.identity = identity
  }

  mutating func revise(_ node: XMLSource.Node, _ before: XMLElement?, _ after: XMLElement) {
    guard before != after else { return }
    reviseTag(node, before, after)
    guard before?.children != after.children else { return }
    if after.elements.isEmpty, before?.elements.isEmpty ?? true {
      if before?.text != after.text { reviseText(node, after.text) }
    } else {
      reviseChildren(node, before, after)
    }
  }

  // MARK: tags and text

  /// Attributes that have another value now; others stay. A name in another letter case becomes the right one.
  private mutating func reviseTag(_ node: XMLSource.Node, _ before: XMLElement?, _ after: XMLElement) {
    let tag = node.tag
    if node.element.name != after.name {
      let name = prefixed(after.name, like: node.name)
      let start = tag.range.lowerBound + 1
      edits.append(.init(range: start..<start + tag.name.utf8.count, text: name))
      if !tag.isEmpty {
        edits.append(.init(range: node.inner.upperBound..<node.outer.upperBound, text: "</\(name)>"))
      }
    }
    let names = (before?.attributes ?? []).map(\.name) + after.attributes.map(\.name)
    for name in Set(names).sorted() {
      let new = after.attribute(name)
      guard before?.attribute(name) != new else { continue }
      let old = tag.attributes.first { $0.name == name }
      if let new, let old {
        edits.append(.init(range: old.value, text: XMLWriter.escaped(new, inAttribute: true)))
      } else if let new {
        let end = tag.range.upperBound - (tag.isEmpty ? 2 : 1)
        edits.append(
          .init(range: end..<end, text: " \(name)=\"\(XMLWriter.escaped(new, inAttribute: true))\""))
      } else if let old {
        edits.append(.init(range: old.range, text: ""))
      }
    }
  }

  private mutating func reviseText(_ node: XMLSource.Node, _ text: String) {
    let escaped = XMLWriter.escaped(text, inAttribute: false)
    if node.tag.isEmpty {
      fillEmpty(node, with: escaped)
    } else {
      edits.append(.init(range: node.inner, text: escaped))
    }
  }

  /// `<a/>` becomes `<a>…</a>`.
  private mutating func fillEmpty(_ node: XMLSource.Node, with text: String) {
    let end = node.tag.range.upperBound
    edits.append(.init(range: end - 2..<end, text: ">\(text)</\(node.name)>"))
  }

  private func prefixed(_ name: String, like other: String) -> String {
    let parts = other.split(separator: ":")
    return parts.count == 2 ? "\(parts[0]):\(name)" : name
  }

  // MARK: children

  private mutating func reviseChildren(_ node: XMLSource.Node, _ before: XMLElement?, _ after: XMLElement) {
    let old = keyed(before?.elements ?? [])
    let new = keyed(after.elements)
    let held = keyed(node.children.map(\.element)).map(\.key)
    let place = Dictionary(uniqueKeysWithValues: held.enumerated().map { ($1, $0) })
    let understood = Dictionary(uniqueKeysWithValues: old.map { ($0.key, $0.element) })
    let wanted = Dictionary(uniqueKeysWithValues: new.map { ($0.key, $0.element) })

    let staying = new.filter { place[$0.key] != nil }
    for items in Dictionary(grouping: staying, by: \.element.name).values {
      let slots = items.compactMap { place[$0.key] }.sorted()
      for (slot, item) in zip(slots, items) {
        guard let own = place[item.key] else { continue }
        if own == slot {
          revise(node.children[own], understood[item.key], item.element)
        } else {
          // The order changed: the text of one item moves to where another stood.
          let isSame = understood[item.key] == item.element
          let text = isSame ? source.text(node.children[own].outer) : rendered(item.element, in: node)
          edits.append(.init(range: node.children[slot].outer, text: text))
        }
      }
    }
    for (index, key) in held.enumerated() where wanted[key] == nil && understood[key] != nil {
      let outer = node.children[index].outer
      edits.append(
        .init(range: source.space(before: outer.lowerBound).lowerBound..<outer.upperBound, text: ""))
    }
    insert(new.filter { place[$0.key] == nil }.map(\.key), of: new, into: node, place, wanted)
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

  /// Puts new elements in: behind the last that the schema wants before them, else behind the one they follow.
  private mutating func insert(
    _ added: [String], of new: [(key: String, element: XMLElement)], into node: XMLSource.Node,
    _ place: [String: Int], _ wanted: [String: XMLElement]
  ) {
    guard !added.isEmpty else { return }
    let isAdded = Set(added)
    let space = spaceOfChildren(node)
    var texts: [(anchor: Int, text: String)] = []
    var previous = -1
    for (key, element) in new {
      guard isAdded.contains(key) else {
        previous = place[key] ?? previous
        continue
      }
      var anchor = previous
      if let rank = identity.rank(element.name) {
        let ranks = node.children.map { identity.rank($0.element.name) ?? Int.max }
        anchor = ranks.lastIndex { $0 < rank } ?? -1
      }
      texts.append((anchor, space + rendered(element, in: node)))
    }
    if node.children.isEmpty {
      let all = texts.map(\.text).joined() + spaceOf(node)
      if node.tag.isEmpty {
        fillEmpty(node, with: all)
      } else {
        edits.append(.init(range: node.inner, text: all))
      }
      return
    }
    for (anchor, text) in texts {
      let end = anchor >= 0 ? node.children[anchor].outer.upperBound : node.tag.range.upperBound
      edits.append(.init(range: end..<end, text: text))
    }
  }

  /// The white space an element has before it.
  private func spaceOf(_ node: XMLSource.Node) -> String {
    let isRoot = node.outer.lowerBound == source.root.outer.lowerBound
    return isRoot ? "\n" : source.text(source.space(before: node.outer.lowerBound))
  }

  /// The white space each child of an element has before it, or would have.
  private func spaceOfChildren(_ node: XMLSource.Node) -> String {
    guard let first = node.children.first else { return deeper(spaceOf(node)) }
    return source.text(source.space(before: first.outer.lowerBound))
  }

  /// One level further in, where there are lines at all.
  private func deeper(_ space: String) -> String {
    guard space.contains(where: \.isNewline) else { return "" }
    return space + (space.last == "\t" ? "\t" : "  ")
  }

  /// An element as its neighbors are written: with their prefix, line ends and indentation.
  private func rendered(_ element: XMLElement, in node: XMLSource.Node) -> String {
    let pattern = (node.children.first?.name ?? node.name).split(separator: ":")
    let prefix = pattern.count == 2 ? pattern[0] + ":" : ""
    return rendered(element, at: spaceOfChildren(node), prefix: prefix)
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
    let inner = deeper(space)
    let lines = children.map { inner + rendered($0, at: inner, prefix: prefix) }
    return text + ">" + lines.joined() + space + "</\(name)>"
  }
}
