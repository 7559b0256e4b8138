public import BookModel
public import Diagnostics

/// A document together with the place of each of its elements in the text, so that some can be changed and
/// all the rest stays as it is, byte for byte.
///
/// The text is UTF-8 whatever the document was stored in: one in another encoding is converted, and its
/// declaration says so then. One that is not well formed is written anew from what could be read of it.
public struct XMLSource: Sendable {
  public let root: Node
  /// What had to be repaired to read it; empty where the text is as it was stored.
  public let repairs: [Diagnostic]
  /// Whether the text was written anew, because the document's own has no place for each of its elements.
  public let isRebuilt: Bool
  let utf8: [UInt8]
  /// Whether the text begins with a byte order mark, which is kept.
  private let hasMark: Bool

  /// An element and where it stands.
  public struct Node: Sendable {
    public let element: XMLElement
    /// Its name as written, with the prefix.
    public let name: String
    let tag: TagSpan
    /// From `<` to behind the end tag.
    let outer: Range<Int>
    /// Between the tags; empty, behind the tag, for `<a/>`.
    let inner: Range<Int>
    public let children: [Node]
  }

  /// - Throws: `xml-malformed` where nothing can be read, `xml-too-large`.
  public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) {
    var repairs: [Diagnostic] = []
    let text = try DecodedText(bytes, limits: limits, mode: .recovering, repairs: &repairs)
    let stored = XMLSource.declaringUTF8(text.utf8)
    // Only whether it parses, its bytes are here: what is wrong with a document that is not well formed is told by
    // the recovering parser below.
    if let tree = try? MarkupParser.parse(stored, as: .xml(recovering: false), limits: limits).root,
      let root = XMLSource.node(tree, in: stored)
    {
      self.root = root
      self.repairs = repairs
      utf8 = stored
      isRebuilt = false
      hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
      return
    }
    // Not well formed, or with elements that come out of entities: these have no place of their own.
    let document = try parseXML(bytes, limits: limits, mode: .recovering)
    let plain = XMLWriter(indentation: nil).document(document.root)
    let tree = try MarkupParser.parse(plain, as: .xml(recovering: false), limits: limits).root
    guard let root = XMLSource.node(tree, in: plain) else {
      throw .error(.markupMalformed, "the places of the document's elements cannot be told")
    }
    self.root = root
    self.repairs = document.repairs
    utf8 = plain
    isRebuilt = true
    hasMark = false
  }

  /// The document as it is.
  public var bytes: [UInt8] { (hasMark ? [0xEF, 0xBB, 0xBF] : []) + utf8 }

  /// The document with pieces of its text replaced. No two pieces overlap.
  func replacing(_ edits: [Edit]) -> [UInt8] {
    var out: [UInt8] = hasMark ? [0xEF, 0xBB, 0xBF] : []
    var place = 0
    let ordered = edits.enumerated().sorted { left, right in
      (left.element.range.lowerBound, left.offset) < (right.element.range.lowerBound, right.offset)
    }
    for (_, edit) in ordered {
      out += utf8[place..<max(place, edit.range.lowerBound)]
      out += edit.text.utf8
      place = max(place, edit.range.upperBound)
    }
    return out + utf8[place...]
  }

  struct Edit {
    var range: Range<Int>
    var text: String
  }

  func text(_ range: Range<Int>) -> String { String(decoding: utf8[range], as: UTF8.self) }

  /// The white space right before a place, if nothing else stands between it and the markup before.
  func space(before place: Int) -> Range<Int> {
    var start = place
    while start > 0, [0x20, 0x09, 0x0A, 0x0D].contains(utf8[start - 1]) { start -= 1 }
    return start..<place
  }

  /// The text with its declaration naming UTF-8, which it is in.
  private static func declaringUTF8(_ utf8: [UInt8]) -> [UInt8] {
    guard utf8.starts(with: "<?xml".utf8), let end = utf8.firstIndex(of: UInt8(ascii: ">")) else {
      return utf8
    }
    let head = String(decoding: utf8[..<end], as: UTF8.self)
    guard let word = head.firstRange(of: "encoding"),
      let open = head[word.upperBound...].firstIndex(where: { $0 == "\"" || $0 == "'" }),
      let close = head[head.index(after: open)...].firstIndex(of: head[open]),
      !["utf-8", "utf8"].contains(head[head.index(after: open)..<close].lowercased())
    else { return utf8 }
    return Array((head[...open] + "UTF-8" + head[close...]).utf8) + utf8[end...]
  }

  /// Lays the tree libxml2 read over the places a scan found; nil where the two do not agree.
  private static func node(_ tree: XMLElement, in utf8: [UInt8]) -> Node? {
    guard let found = XMLTagScan.root(of: utf8) else { return nil }
    return node(tree, found)
  }

  private static func node(_ tree: XMLElement, _ found: XMLTagScan.Found) -> Node? {
    let elements = tree.elements
    let local = found.tag.name.split(separator: ":").last.map { String($0) }
    guard local == tree.name, elements.count == found.children.count else { return nil }
    var children: [Node] = []
    for (element, child) in zip(elements, found.children) {
      guard let node = node(element, child) else { return nil }
      children.append(node)
    }
    return Node(
      element: tree, name: found.tag.name, tag: found.tag, outer: found.tag.range.lowerBound..<found.end,
      inner: found.inner, children: children)
  }
}
