import BookModel
import CXML2
import Diagnostics
import Options

/// Copies libxml2's tree into values, expanding entity references within a budget.
struct TreeBuilder {
  private let maxDepth: Int
  private let maxElements: Int
  private let maxText: Int
  private var elements = 0
  private var text = 0
  /// References inside references; libxml2 refuses loops, this bounds what is left.
  private var references = 0
  private static let maxReferences = 40

  init(_ limits: Limits) {
    maxDepth = limits.maxDepth
    maxElements = limits.maxElements
    maxText = limits.maxDocumentBytes.bytes
  }

  mutating func element(_ node: xmlNodePtr, depth: Int) throws(Diagnostic) -> XMLElement {
    elements += 1
    guard depth <= maxDepth, elements <= maxElements else { throw TreeBuilder.tooMuch(node) }
    let (name, isPrefixed) = TreeBuilder.localName(node.pointee.name)
    let space = node.pointee.ns.flatMap { $0.pointee.href }.map { String(cString: $0) }
    var element = XMLElement(
      name: name, namespace: isPrefixed ? "" : space ?? "", line: max(0, xmlGetLineNo(node)))
    var attribute = node.pointee.properties
    while let current = attribute {
      var value = ""
      try appendText(of: current.pointee.children, to: &value)
      let (name, isPrefixed) = TreeBuilder.localName(current.pointee.name)
      let space = current.pointee.ns.flatMap { $0.pointee.href }.map { String(cString: $0) }
      element.attributes.append(
        XMLElement.Attribute(name: name, namespace: isPrefixed ? "" : space ?? "", value: value))
      attribute = current.pointee.next
    }
    var run = ""
    try appendNodes(node.pointee.children, to: &element.children, run: &run, depth: depth)
    if !run.isEmpty { element.children.append(.text(run)) }
    return element
  }

  /// Appends siblings; character data that touches becomes one node, `run` being what is open of it.
  private mutating func appendNodes(
    _ first: xmlNodePtr?, to nodes: inout [XMLElement.Node], run: inout String, depth: Int
  ) throws(Diagnostic) {
    var next = first
    while let node = next {
      switch node.pointee.type {
      case XML_ELEMENT_NODE:
        if !run.isEmpty { nodes.append(.text(run)) }
        run = ""
        nodes.append(.element(try element(node, depth: depth + 1)))
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        try append(node.pointee.content, to: &run, node)
      case XML_ENTITY_REF_NODE:
        guard let content = try content(of: node) else {
          try append(node.pointee.name, to: &run, node)
          break
        }
        try appendNodes(content.first, to: &nodes, run: &run, depth: depth)
        references -= 1
      case XML_COMMENT_NODE:
        var comment = ""
        try append(node.pointee.content, to: &comment, node)
        if !run.isEmpty { nodes.append(.text(run)) }
        run = ""
        nodes.append(.comment(comment))
      default: break
      }
      next = node.pointee.next
    }
  }

  private mutating func appendText(of first: xmlNodePtr?, to text: inout String) throws(Diagnostic) {
    var next = first
    while let node = next {
      switch node.pointee.type {
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: try append(node.pointee.content, to: &text, node)
      case XML_ENTITY_REF_NODE:
        guard let content = try content(of: node) else { break }
        try appendText(of: content.first, to: &text)
        references -= 1
      default: break
      }
      next = node.pointee.next
    }
  }

  /// The nodes an entity stands for, nil for one that is not declared. Counts as open until `references` is
  /// taken back by one.
  private mutating func content(of reference: xmlNodePtr) throws(Diagnostic) -> (first: xmlNodePtr?, Void)? {
    guard let declaration = reference.pointee.children else { return nil }
    references += 1
    elements += 1
    guard references <= TreeBuilder.maxReferences, elements <= maxElements else {
      throw TreeBuilder.tooMuch(reference)
    }
    return (declaration.pointee.children, ())
  }

  private mutating func append(
    _ content: UnsafePointer<xmlChar>?, to run: inout String, _ node: xmlNodePtr
  ) throws(Diagnostic) {
    guard let content else { return }
    let new = String(cString: content)
    text += new.utf8.count
    guard text <= maxText else { throw TreeBuilder.tooMuch(node) }
    run += new
  }

  /// A name without its prefix. libxml2 leaves the prefix in where its namespace is not declared.
  private static func localName(_ name: UnsafePointer<xmlChar>?) -> (name: String, isPrefixed: Bool) {
    guard let name else { return ("", false) }
    let full = String(cString: name)
    guard let colon = full.utf8.lastIndex(of: UInt8(ascii: ":")) else { return (full, false) }
    return (String(full[full.utf8.index(after: colon)...]), true)
  }

  private static func tooMuch(_ node: xmlNodePtr) -> Diagnostic {
    let line = max(1, xmlGetLineNo(node))
    let position = SourcePosition(line: line, column: 1)
    return .error(
      .markupTooLarge, "the document is larger than the limits allow once its entities are expanded",
      at: Place(range: SourceRange(position, position)))
  }
}
