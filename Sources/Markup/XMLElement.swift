public import Diagnostics

/// An element of an XML or XHTML document: plain values, with the line it began on.
public struct XMLElement: Hashable, Sendable {
  /// The name without its prefix.
  public var name: String
  /// The namespace's address, empty for none.
  public var namespace: String
  public var attributes: [Attribute]
  public var children: [Node]
  /// Where the element begins, counted from 1; 0 where unknown.
  public var line: Int

  public struct Attribute: Hashable, Sendable {
    /// The name without its prefix.
    public var name: String
    public var namespace: String
    public var value: String

    public init(name: String, namespace: String = "", value: String) {
      self.name = name
      self.namespace = namespace
      self.value = value
    }
  }

  public enum Node: Hashable, Sendable {
    case element(XMLElement)
    /// Character data with entities resolved; CDATA sections are text like any other.
    case text(String)
    case comment(String)
  }

  public init(
    name: String, namespace: String = "", attributes: [Attribute] = [], children: [Node] = [], line: Int = 0
  ) {
    self.name = name
    self.namespace = namespace
    self.attributes = attributes
    self.children = children
    self.line = line
  }

  /// Child elements, in document order.
  public var elements: [XMLElement] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// Child elements of one local name, whatever their namespace.
  public func elements(named name: String) -> [XMLElement] { elements.filter { $0.name == name } }

  /// The first child element of a local name.
  public func first(_ name: String) -> XMLElement? { elements.first { $0.name == name } }

  /// All text below the element, in document order.
  public var text: String {
    children.reduce(into: "") { text, child in
      switch child {
      case .text(let run): text += run
      case .element(let element): text += element.text
      case .comment: break
      }
    }
  }

  /// An attribute's value by local name; with a namespace only where that agrees too.
  public func attribute(_ name: String, namespace: String? = nil) -> String? {
    attributes.first { $0.name == name && (namespace == nil || $0.namespace == namespace) }?.value
  }
}

/// A parsed document and what had to be repaired to read it.
public struct XMLDocument: Hashable, Sendable {
  public var root: XMLElement
  /// Warnings, in document order.
  public var repairs: [Diagnostic]

  public init(root: XMLElement, repairs: [Diagnostic] = []) {
    self.root = root
    self.repairs = repairs
  }
}
