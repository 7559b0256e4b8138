/// Writes element trees as XML: the same tree gives the same bytes.
///
/// Text is escaped exactly once. The output is well formed whatever the tree holds: characters that XML 1.0
/// cannot carry (production 2) are left out, those that no name may have (production 4) become `_`, and of
/// attributes with one name the first is written.
public struct XMLWriter: Hashable, Sendable {
  /// Spaces a level; nil writes children where they stand, with no white space of its own. An element that
  /// holds text is always written as it is.
  public var indentation: Int?
  /// Prefixes for namespaces; those in use are declared on the outermost element. A namespace without one is
  /// written as the default namespace of the elements in it.
  public var prefixes: [Prefix]

  public struct Prefix: Hashable, Sendable {
    public var prefix: String
    public var namespace: String
    public init(_ prefix: String, _ namespace: String) {
      self.prefix = prefix
      self.namespace = namespace
    }
  }

  /// Prefixes every reader of these namespaces expects, for attributes that are in them.
  static let wellKnown: [Prefix] = [
    Prefix("xml", "http://www.w3.org/XML/1998/namespace"), Prefix("xlink", "http://www.w3.org/1999/xlink"),
    Prefix("xsi", "http://www.w3.org/2001/XMLSchema-instance"),
    Prefix("epub", "http://www.idpf.org/2007/ops"),
  ]

  public init(indentation: Int? = 2, prefixes: [Prefix] = []) {
    self.indentation = indentation
    self.prefixes = prefixes
  }

  /// A whole document in UTF-8, with its declaration and a line end behind it.
  public func document(_ root: XMLElement) -> [UInt8] {
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    write(root, to: &out)
    out += "\n"
    return Array(out.utf8)
  }

  /// One element, without a declaration.
  public func text(_ element: XMLElement) -> String {
    var out = ""
    write(element, to: &out)
    return out
  }

  private func write(_ root: XMLElement, to out: inout String) {
    var names = NamespaceNames(prefixes)
    names.collect(root)
    write(root, to: &out, names, declaring: names.used, defaultNamespace: "", level: 0)
  }

  private func write(
    _ element: XMLElement, to out: inout String, _ names: NamespaceNames, declaring declared: [Prefix],
    defaultNamespace: String, level: Int
  ) {
    var space = defaultNamespace
    let prefix = names.prefix(ofElementsIn: element.namespace)
    let local = XMLWriter.name(element.name)
    let name = prefix.map { "\($0):\(local)" } ?? local
    out += "<" + name
    if prefix == nil, element.namespace != defaultNamespace {
      space = element.namespace
      XMLWriter.writeAttribute("xmlns", space, to: &out)
    }
    for prefix in declared { XMLWriter.writeAttribute("xmlns:\(prefix.prefix)", prefix.namespace, to: &out) }
    var written: Set<String> = ["xmlns"]
    for attribute in element.attributes {
      let local = XMLWriter.name(attribute.name)
      let name = names.prefix(ofAttributesIn: attribute.namespace).map { "\($0):\(local)" } ?? local
      if written.insert(name).inserted { XMLWriter.writeAttribute(name, attribute.value, to: &out) }
    }
    let breaks = indentation.flatMap { XMLWriter.holdsText(element) ? nil : $0 }
    let children = breaks == nil ? element.children : element.children.filter { !XMLWriter.isText($0) }
    guard !children.isEmpty else {
      out += "/>"
      return
    }
    out += ">"
    for child in children {
      if let breaks { XMLWriter.breakLine(to: &out, (level + 1) * breaks) }
      switch child {
      case .text(let text): XMLWriter.escape(text, inAttribute: false, to: &out)
      case .comment(let text): XMLWriter.writeComment(text, to: &out)
      case .element(let child):
        var inner = self
        if breaks == nil { inner.indentation = nil }
        inner.write(child, to: &out, names, declaring: [], defaultNamespace: space, level: level + 1)
      }
    }
    if let breaks { XMLWriter.breakLine(to: &out, level * breaks) }
    out += "</" + name + ">"
  }

  /// Whether an element has text that is more than the white space between its children.
  private static func holdsText(_ element: XMLElement) -> Bool {
    var onlyText = true
    for child in element.children {
      if case .text(let text) = child {
        if !text.allSatisfy(\.isWhitespace) { return true }
      } else {
        onlyText = false
      }
    }
    return onlyText && !element.children.isEmpty
  }

  private static func isText(_ node: XMLElement.Node) -> Bool { if case .text = node { true } else { false } }

  /// A name as XML may have it (without the colon, which belongs to prefixes).
  private static func name(_ text: String) -> String {
    func isStart(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar {
      case "A"..."Z", "a"..."z", "_", "\u{C0}"..."\u{D6}", "\u{D8}"..."\u{F6}", "\u{F8}"..."\u{2FF}": true
      case "\u{370}"..."\u{37D}", "\u{37F}"..."\u{1FFF}", "\u{200C}"..."\u{200D}", "\u{2070}"..."\u{218F}":
        true
      case "\u{2C00}"..."\u{2FEF}", "\u{3001}"..."\u{D7FF}", "\u{F900}"..."\u{FDCF}", "\u{FDF0}"..."\u{FFFD}":
        true
      case "\u{10000}"..."\u{EFFFF}": true
      default: false
      }
    }
    func isFollowing(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar {
      case "-", ".", "0"..."9", "\u{B7}", "\u{300}"..."\u{36F}", "\u{203F}"..."\u{2040}": true
      default: isStart(scalar)
      }
    }
    let scalars = text.unicodeScalars
    if let first = scalars.first, isStart(first), scalars.allSatisfy(isFollowing) { return text }
    var name = String.UnicodeScalarView(scalars.map { isFollowing($0) ? $0 : "_" })
    if name.first.map(isStart) != true { name.insert("_", at: name.startIndex) }
    return String(name)
  }

  private static func breakLine(to out: inout String, _ spaces: Int) {
    out += "\n" + String(repeating: " ", count: spaces)
  }

  private static func writeAttribute(_ name: String, _ value: String, to out: inout String) {
    out += " " + name + "=\""
    escape(value, inAttribute: true, to: &out)
    out += "\""
  }

  /// A comment cannot hold two hyphens in a row, nor end in one (XML 1.0, production 15).
  private static func writeComment(_ text: String, to out: inout String) {
    var safe = ""
    for scalar in text.unicodeScalars where isAllowed(scalar) {
      if scalar == "-", safe.unicodeScalars.last == "-" { safe += " " }
      safe.unicodeScalars.append(scalar)
    }
    if safe.hasSuffix("-") { safe += " " }
    out += "<!--" + safe + "-->"
  }

  /// Text as it stands between tags or, with quotation marks escaped too, in an attribute.
  public static func escaped(_ text: String, inAttribute: Bool) -> String {
    var out = ""
    escape(text, inAttribute: inAttribute, to: &out)
    return out
  }

  private static func escape(_ text: String, inAttribute: Bool, to out: inout String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"" where inAttribute: out += "&quot;"
      // A parser would turn these into line ends or spaces (XML 1.0, 2.11 and 3.3.3).
      case "\r": out += "&#13;"
      case "\n" where inAttribute: out += "&#10;"
      case "\t" where inAttribute: out += "&#9;"
      default: if isAllowed(scalar) { out.unicodeScalars.append(scalar) }
      }
    }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...: true
    default: false
    }
  }
}

/// Which prefix stands for which namespace in one piece of output.
private struct NamespaceNames {
  private let given: [XMLWriter.Prefix]
  private var byNamespace: [String: String] = [:]
  private var forElements: [String: String] = [:]
  /// Those to declare, in the order first met.
  private(set) var used: [XMLWriter.Prefix] = []

  init(_ given: [XMLWriter.Prefix]) {
    self.given = given
    for prefix in given where forElements[prefix.namespace] == nil {
      forElements[prefix.namespace] = prefix.prefix
    }
  }

  mutating func collect(_ element: XMLElement) {
    if let prefix = forElements[element.namespace] { use(prefix, element.namespace) }
    for attribute in element.attributes where !attribute.namespace.isEmpty {
      guard byNamespace[attribute.namespace] == nil else { continue }
      let known = (given + XMLWriter.wellKnown).first { $0.namespace == attribute.namespace }?.prefix
      use(known ?? "ns\(used.count + 1)", attribute.namespace)
    }
    for child in element.children { if case .element(let child) = child { collect(child) } }
  }

  private mutating func use(_ prefix: String, _ namespace: String) {
    guard byNamespace[namespace] == nil else { return }
    byNamespace[namespace] = prefix
    // `xml` is declared by itself (Namespaces in XML 1.0, section 3).
    if prefix != "xml" { used.append(XMLWriter.Prefix(prefix, namespace)) }
  }

  func prefix(ofElementsIn namespace: String) -> String? { forElements[namespace] }
  func prefix(ofAttributesIn namespace: String) -> String? { byNamespace[namespace] }
}
