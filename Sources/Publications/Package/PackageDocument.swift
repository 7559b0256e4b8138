public import BookModel
public import Diagnostics
public import Markup

extension Rule {
  public static let packageMalformed = Rule(
    "opf-malformed", .input, "A package document (OPF) has no package element or no contents.",
    advice: "Download the book again, or repair its package document with another program.")
}

/// An EPUB's package document (EPUB 3.3, section 5; OPF 2.0.1), as plain values.
///
/// Lenient: elements and attributes go by their local names, so that missing or odd namespaces and prefixes
/// lose nothing. Also what calibre writes beside a book as `metadata.opf`.
public struct PackageDocument: Hashable, Sendable {
  /// The version attribute as written: `2.0`, `3.0`.
  public var version: String
  /// Id of the identifier that names the publication.
  public var uniqueIdentifier: String?
  public var metadata: [PackageMetadata]
  public var manifest: [ManifestItem]
  public var spine: Spine
  public var guide: [GuideReference]
  public var collections: [PackageCollection]
  /// What had to be repaired to read it.
  public var repairs: [Diagnostic]

  private let manifestIndex: [String: Int]
  /// Ids of more than one item.
  private let sharedIDs: Set<String>

  /// Reads a package document; repairs one that is not well formed as far as it goes.
  ///
  /// - Throws: `opf-malformed`, and what `parseXML` throws.
  public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) {
    let document = try parseXML(bytes, limits: limits, mode: .recovering)
    guard let package = PackageDocument.package(in: document.root) else {
      throw .error(.packageMalformed, "the document is not a package document: it has no 'package' element")
    }
    self.init(package, repairs: document.repairs)
  }

  /// - Parameters:
  ///   - package: the `package` element.
  ///   - repairs: what had to be repaired to parse it.
  public init(_ package: XMLElement, repairs: [Diagnostic]) {
    version = package.attribute("version")?.trimmed ?? ""
    uniqueIdentifier = package.attribute("unique-identifier")?.trimmed
    metadata = package.elements(named: "metadata").flatMap(PackageMetadata.items)
    manifest = package.elements(named: "manifest").flatMap { $0.elements(named: "item") }
      .compactMap(ManifestItem.init)
    manifestIndex = Dictionary(
      manifest.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var ids: Set<String> = []
    sharedIDs = Set(manifest.map(\.id).filter { !ids.insert($0).inserted })
    spine = package.first("spine").map(Spine.init) ?? Spine()
    guide = package.elements(named: "guide").flatMap { $0.elements(named: "reference") }
      .compactMap(GuideReference.init)
    collections = package.elements(named: "collection").map(PackageCollection.init)
    self.repairs = repairs
  }

  private static func package(in root: XMLElement) -> XMLElement? {
    root.name == "package" ? root : root.elements.first { $0.name == "package" }
  }

  /// The manifest item of an id; the first where an id is given twice.
  public func item(_ id: String) -> ManifestItem? { manifestIndex[id].map { manifest[$0] } }

  /// All manifest items of an id, in order; one that is listed again counts once.
  public func items(_ id: String) -> [ManifestItem] {
    guard let first = item(id) else { return [] }
    guard sharedIDs.contains(id) else { return [first] }
    var hrefs: Set<String> = []
    return manifest.filter { $0.id == id && hrefs.insert($0.href).inserted }
  }

  /// The publication's identifiers, the unique one first: what its fonts may be obfuscated with.
  public var identifiers: [String] {
    let all = dublinCore("identifier")
    let unique = all.filter { $0.id != nil && $0.id == uniqueIdentifier }
    return (unique + all.filter { !unique.contains($0) }).map(\.value)
  }

  /// An item followed by its fallbacks, each once: chains may be circular.
  public func fallbackChain(of item: ManifestItem) -> [ManifestItem] {
    var chain = [item]
    var seen: Set<String> = [item.id]
    while let next = chain[chain.count - 1].fallback.flatMap({ self.item($0) }), seen.insert(next.id).inserted
    {
      chain.append(next)
    }
    return chain
  }

  /// The values of a Dublin Core element (`title`), in document order, those given as `dcterms:` behind.
  public func dublinCore(_ name: String) -> [PackageMetadata] {
    metadata.filter { $0.kind == .dublinCore && $0.name == name && !$0.value.isEmpty }
      + metadata.filter {
        $0.kind == .meta && $0.name == "dcterms:\(name)" && $0.refines == nil && !$0.value.isEmpty
      }
  }

  /// The first value of a `meta` that refines nothing, by property (EPUB 3) or name (EPUB 2).
  public func meta(_ name: String) -> String? {
    metadata.first { $0.kind == .meta && $0.name == name && $0.refines == nil && !$0.value.isEmpty }?.value
  }

  /// The values of a property that refines an item of the metadata.
  public func refinements(of item: PackageMetadata, _ property: String) -> [String] {
    guard let id = item.id else { return [] }
    return metadata.filter {
      $0.kind == .meta && $0.refines == id && $0.name == property && !$0.value.isEmpty
    }
    .map(\.value)
  }
}

/// One item of a package's metadata.
public struct PackageMetadata: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case dublinCore, meta }

  public var kind: Kind
  /// The element's local name (`creator`), or a meta's property or name (`rendition:layout`).
  public var name: String
  /// White space at the ends is left out, and runs of it are one space except in descriptions.
  public var value: String
  public var id: String?
  /// Id of the item this one says more of; nil for the package as a whole.
  public var refines: String?
  /// EPUB 2 attributes (`role`, `file-as`, `event`, `scheme`) by their local names, in document order.
  public var attributes: [Attribute]

  public struct Attribute: Hashable, Sendable {
    public var name: String
    public var value: String
  }

  public func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// The items below a metadata element; OPF 1 wraps them once more.
  static func items(in metadata: XMLElement) -> [PackageMetadata] {
    metadata.elements.flatMap { element in
      switch element.name {
      case "dc-metadata", "x-metadata": items(in: element)
      case "link": [PackageMetadata]()
      default: [PackageMetadata(element)]
      }
    }
  }

  /// - Parameter element: a child of the `metadata` element.
  public init(_ element: XMLElement) {
    let isMeta = element.name == "meta"
    kind = isMeta ? .meta : .dublinCore
    let property = element.attribute("property") ?? element.attribute("name")
    name = isMeta ? property?.trimmed ?? "" : element.name.lowercased()
    let text = element.text
    let content = isMeta && text.trimmed.isEmpty ? element.attribute("content") ?? "" : text
    value = name == "description" ? content.trimmed : content.collapsed
    id = element.attribute("id")?.trimmed
    refines = element.attribute("refines").map { $0.trimmed.drop { $0 == "#" } }.map(String.init)
    let own: Set<String> = ["id", "refines", "property", "name", "content"]
    attributes = element.attributes.filter { !own.contains($0.name) }
      .map { Attribute(name: $0.name, value: $0.value.trimmed) }
  }
}

/// One resource of the publication.
public struct ManifestItem: Hashable, Sendable {
  public var id: String
  /// As written: percent-encoded, relative to the package document.
  public var href: String
  /// In lower case and without parameters; empty where none is given.
  public var mediaType: String
  public var properties: [String]
  /// Id of the item to take where this one's type is not known.
  public var fallback: String?

  init?(_ element: XMLElement) {
    guard let href = element.attribute("href")?.trimmed, !href.isEmpty else { return nil }
    id = element.attribute("id")?.trimmed ?? ""
    self.href = href
    let type = element.attribute("media-type") ?? ""
    mediaType = type.prefix { $0 != ";" }.trimmed.lowercased()
    properties = element.attribute("properties")?.words ?? []
    fallback = element.attribute("fallback")?.trimmed
  }
}

/// The reading order.
public struct Spine: Hashable, Sendable {
  public var items: [SpineReference] = []
  /// `page-progression-direction` as written, in lower case.
  public var progression: String?
  /// Id of the NCX.
  public var toc: String?

  init() {}

  init(_ element: XMLElement) {
    items = element.elements(named: "itemref").compactMap(SpineReference.init)
    progression = element.attribute("page-progression-direction")?.trimmed.lowercased()
    toc = element.attribute("toc")?.trimmed
  }
}

/// One place in the reading order.
public struct SpineReference: Hashable, Sendable {
  public var idref: String
  /// Whether it belongs to the main order (`linear` is not `no`).
  public var isLinear: Bool
  public var properties: [String]

  init?(_ element: XMLElement) {
    guard let idref = element.attribute("idref")?.trimmed else { return nil }
    self.idref = idref
    isLinear = element.attribute("linear")?.trimmed.lowercased() != "no"
    properties = element.attribute("properties")?.words ?? []
  }

  /// The side of an opening the page is placed on, with or without the `rendition:` prefix.
  public var side: PageSide? {
    for property in properties {
      switch property.split(separator: ":").last {
      case "page-spread-left": return .left
      case "page-spread-right": return .right
      case "page-spread-center", "spread-none": return .center
      default: continue
      }
    }
    return nil
  }

  /// Whether this item is of fixed layout where it says something else than the package.
  public var isFixedLayout: Bool? {
    for property in properties {
      switch property.split(separator: ":").last {
      case "layout-pre-paginated": return true
      case "layout-reflowable": return false
      default: continue
      }
    }
    return nil
  }
}

/// A structural part of an EPUB 2 (OPF 2.0.1, section 2.6).
public struct GuideReference: Hashable, Sendable {
  /// In lower case: `cover`, `toc`, `text`.
  public var type: String
  public var title: String
  /// As written, with a fragment perhaps.
  public var href: String

  init?(_ element: XMLElement) {
    guard let href = element.attribute("href")?.trimmed, !href.isEmpty else { return nil }
    self.href = href
    type = element.attribute("type")?.trimmed.lowercased() ?? ""
    title = element.attribute("title")?.collapsed ?? ""
  }
}

/// A group of resources (EPUB 3.3, section 5.9).
public struct PackageCollection: Hashable, Sendable {
  public var role: String
  public var links: [String]
  public var collections: [PackageCollection]

  init(_ element: XMLElement) {
    role = element.attribute("role")?.trimmed ?? ""
    links = element.elements(named: "link").compactMap { $0.attribute("href")?.trimmed }
    collections = element.elements(named: "collection").map(PackageCollection.init)
  }
}
