public import BookModel
public import Diagnostics
import Markup
public import Publications

extension PackageDocument {
  /// A package document with its metadata changed to match a statement; the manifest, the spine and
  /// everything that was not to change stay the same, byte for byte.
  ///
  /// Every form in which the document already states a fact is changed, both EPUB 3's and calibre's. A new
  /// fact is stated in the way of the document's version: EPUB 3 uses refining properties (Kobo and calibre
  /// read them), EPUB 2 uses `opf:` attributes and calibre's names. `dcterms:modified` is left alone.
  ///
  /// - Returns: nil if nothing changes.
  /// - Throws: `opf-malformed` and whatever reading a document throws; the document is then never
  ///   overwritten.
  public static func rewrite(
    _ previous: [UInt8], saying statement: MetadataStatement, limits: Limits = Limits()
  ) throws(Diagnostic) -> MetadataWriting? {
    let origin = Origin(.embedded, "package document")
    let own = OPFMetadata(try PackageDocument(previous, limits: limits), origin: origin).metadata
    let source = try XMLSource(previous, limits: limits)
    guard var revision = OPFRevision(source, from: own, to: statement.metadata(over: own)) else {
      throw .error(.packageMalformed, "the document is not a package document: it has no metadata")
    }
    revision.run()
    guard let bytes = revision.bytes else { return nil }

    // A package document may have no place for some of the changes.
    var asked = statement.book
    asked.stories = []
    asked.metadata = revision.new.fields { field, _ in own[field]?.value != revision.new[field]?.value }
    var reading = MetadataReading()
    reading.metadata = OPFMetadata(try PackageDocument(bytes, limits: limits), origin: origin).metadata
    let loss = MetadataLoss.warning(for: asked, writtenAs: [("the package document", reading)])
    return MetadataWriting(bytes, warnings: source.rebuildingWarning + [loss].compactMap { $0 })
  }
}

/// The changes to one package document's metadata.
struct OPFRevision {
  let own: Metadata
  let new: Metadata
  private(set) var editor: XMLEditor
  let items: [Item]
  let package: PackageDocument
  private let root: XMLSource.Node
  private let metadata: XMLSource.Node
  let isVersion3: Bool
  private var ids: Set<String> = []
  /// Elements to insert after all others.
  private var added: [String] = []

  /// A metadata item and its position.
  struct Item {
    let node: XMLSource.Node
    let item: PackageMetadata
  }

  /// - Returns: nil for a document without a `metadata` element.
  init?(_ source: XMLSource, from own: Metadata, to new: Metadata) {
    guard let root = ([source.root] + source.root.children).first(where: { $0.element.name == "package" }),
      let metadata = root.children.first(where: { $0.element.name == "metadata" })
    else { return nil }
    self.own = own
    self.new = new
    self.root = root
    self.metadata = metadata
    isVersion3 = root.element.attribute("version")?.trimmed.hasPrefix("3") == true
    editor = XMLEditor(source)
    items = OPFRevision.items(in: metadata)
    package = PackageDocument(root.element, repairs: [])
    collectIDs(root)
  }

  private static func items(in node: XMLSource.Node) -> [Item] {
    node.children.flatMap { child in
      switch child.element.name {
      // OPF 1 has one more level of nesting.
      case "dc-metadata", "x-metadata": items(in: child)
      case "link": [Item]()
      default: [Item(node: child, item: PackageMetadata(child.element))]
      }
    }
  }

  private mutating func collectIDs(_ node: XMLSource.Node) {
    if let id = node.element.attribute("id") { ids.insert(id) }
    for child in node.children { collectIDs(child) }
  }

  /// The changed document; nil if nothing changed.
  var bytes: [UInt8]? { editor.bytes }

  mutating func run() {
    if isChanged(.title) { reviseTitle() }
    if isChanged(.series) || isChanged(.number) || isChanged(.volume) || isChanged(.seriesSort) {
      reviseSeries()
    }
    if isChanged(.credits) { reviseCredits() }
    for (element, field) in OPFMapping.elements.texts where isChanged(field) {
      revise(element, to: new.text(field))
    }
    if isChanged(.date) { reviseDate() }
    if isChanged(.language) { reviseLanguage() }
    if isChanged(.genres) || isChanged(.tags) { reviseSubjects() }
    if isChanged(.identifiers) || isChanged(.web) { reviseIdentifiers() }
    if isChanged(.communityRating) {
      reviseMeta("calibre:rating", to: new.communityRating.map { "\(Int(($0 * 2).rounded()))" })
    }
    if isChanged(.direction), let direction = new.direction,
      let spine = root.children.first(where: { $0.element.name == "spine" })
    {
      editor.setAttribute("page-progression-direction", to: direction.rawValue, of: spine)
    }
    editor.insert(added.map { (metadata.children.count - 1, $0) }, into: metadata)
  }

  private func isChanged(_ field: MetadataField) -> Bool { own[field]?.value != new[field]?.value }

  // MARK: finding and changing items

  /// Like `PackageDocument.dublinCore`: the elements, then equivalent `meta` elements.
  func dublinCore(_ name: String) -> [Item] {
    items.filter { $0.item.kind == .dublinCore && $0.item.name == name && !$0.item.value.isEmpty }
      + metas("dcterms:\(name)").filter { !$0.item.value.isEmpty }
  }

  func metas(_ name: String) -> [Item] {
    items.filter { $0.item.kind == .meta && $0.item.name == name && $0.item.refines == nil }
  }

  func refinements(of item: Item, _ property: String? = nil) -> [Item] {
    guard let id = item.item.id else { return [] }
    return items.filter {
      $0.item.kind == .meta && $0.item.refines == id && (property == nil || $0.item.name == property)
    }
  }

  mutating func setValue(_ value: String, of item: Item) {
    guard item.item.value != value else { return }
    if item.item.kind == .meta, let content = item.node.attributeName("content") {
      editor.setAttribute(content, to: value, of: item.node)
    } else {
      editor.setText(value, of: item.node)
    }
  }

  /// Removes an item and whatever refines it.
  mutating func remove(_ item: Item) {
    editor.remove(item.node)
    for refinement in refinements(of: item) { editor.remove(refinement.node) }
  }

  /// Sets the first element of a name or adds one; nil removes all of them.
  mutating func revise(_ name: String, to value: String?) {
    let held = dublinCore(name)
    if let value, let first = held.first {
      setValue(value, of: first)
    } else if let value {
      addDublinCore(name, value)
    } else {
      for item in held { remove(item) }
    }
  }

  /// Sets, adds or removes a `meta` in the style of EPUB 2, which calibre also writes in EPUB 3.
  mutating func reviseMeta(_ name: String, to value: String?) {
    let held = metas(name)
    if let value, let first = held.first {
      setValue(value, of: first)
    } else if let value {
      added.append(
        "<\(metadata.prefix)meta name=\"\(name)\" content=\"\(XMLWriter.escaped(value, inAttribute: true))\"/>"
      )
    } else {
      for item in held { remove(item) }
    }
  }

  // MARK: adding items

  /// Adds a Dublin Core element, with attributes in EPUB 2 and with refining elements in EPUB 3.
  mutating func addDublinCore(
    _ name: String, _ value: String, opf attributes: [(name: String, value: String)] = [],
    refined: [(property: String, value: String, scheme: String?)] = []
  ) {
    let prefix = items.first { $0.item.kind == .dublinCore }?.node.prefix
    var tag = "\(prefix ?? "dc:")\(name)"
    let close = "</\(tag)>"
    if prefix == nil { tag += " xmlns:dc=\"http://purl.org/dc/elements/1.1/\"" }
    if isVersion3, !refined.isEmpty {
      let id = newID(name)
      added.append("<\(tag) id=\"\(id)\">\(XMLWriter.escaped(value, inAttribute: false))\(close)")
      for item in refined { addRefinement(of: id, item.property, item.value, scheme: item.scheme) }
      return
    }
    if !isVersion3, !attributes.isEmpty {
      let isDeclared = (root.attributeNames + metadata.attributeNames).contains("xmlns:opf")
      if !isDeclared { tag += " xmlns:opf=\"http://www.idpf.org/2007/opf\"" }
      for attribute in attributes {
        tag += " opf:\(attribute.name)=\"\(XMLWriter.escaped(attribute.value, inAttribute: true))\""
      }
    }
    added.append("<\(tag)>\(XMLWriter.escaped(value, inAttribute: false))\(close)")
  }

  mutating func addRefinement(of id: String, _ property: String, _ value: String, scheme: String? = nil) {
    let name = metadata.prefix + "meta"
    let source = scheme.map { " scheme=\"\($0)\"" } ?? ""
    added.append(
      "<\(name) refines=\"#\(id)\" property=\"\(property)\"\(source)>\(XMLWriter.escaped(value, inAttribute: false))</\(name)>"
    )
  }

  /// Adds a series in the form of EPUB 3.
  mutating func addCollection(_ series: String, _ position: String?, sort: String?) {
    let id = newID("series")
    let name = metadata.prefix + "meta"
    added.append(
      "<\(name) property=\"belongs-to-collection\" id=\"\(id)\">\(XMLWriter.escaped(series, inAttribute: false))</\(name)>"
    )
    addRefinement(of: id, "collection-type", "series")
    if let position { addRefinement(of: id, "group-position", position) }
    if let sort { addRefinement(of: id, "file-as", sort) }
  }

  private mutating func newID(_ word: String) -> String {
    var number = 1
    while !ids.insert("\(word)-\(number)").inserted { number += 1 }
    return "\(word)-\(number)"
  }
}
