public import BookModel
public import Diagnostics
import Markup

/// CoMet.xml 1.1 (denvog.com), read, written and rewritten. Elements may repeat; those for pictures and for
/// the last page read are left as they are.
public enum CoMet: XMLMetadataFormat {
  public static let name = "CoMet"
  public static let place = MetadataPlaceInArchive.file(fileName)
  public static let fileName = "CoMet.xml"
  private static let namespace = "http://www.denvog.com/comet/"

  /// The elements in the order of the specification's list.
  static let elements: [MetadataElement] = [
    MetadataElement("title", text: .title),
    MetadataElement("description", text: .summary),
    MetadataElement("series", text: .series),
    MetadataElement("issue"),
    MetadataElement("volume"),
    MetadataElement("publisher", text: .publisher),
    MetadataElement("date"),
    MetadataElement("genre", list: .genres),
    MetadataElement("character", list: .characters),
    MetadataElement("isVersionOf", list: .reprints),
    MetadataElement("price"),
    MetadataElement("format", text: .format),
    MetadataElement("language"),
    MetadataElement("rating", text: .ageRating),
    MetadataElement("identifier"),
    MetadataElement("pages"),
    MetadataElement("writer", people: .writer),
    MetadataElement("penciller", people: .penciller),
    MetadataElement("inker", people: .inker),
    MetadataElement("colorist", people: .colorist),
    MetadataElement("letterer", people: .letterer),
    MetadataElement("coverDesigner", people: .coverArtist),
    MetadataElement("editor", people: .editor),
    MetadataElement("creator", people: Credit.Role("creator")),
    MetadataElement("readingDirection"),
  ]

  static let unreadable = Rule.metadataUnreadable

  public static func read(
    _ bytes: [UInt8], origin: Origin = Origin(.embedded, fileName), limits: Limits = Limits()
  ) -> MetadataReading {
    readXML(bytes, origin, limits)
  }

  static func take(_ root: XMLElement, _ origin: Origin, into reading: inout MetadataReading) {
    var reader = CoMetReader(root, origin)
    reader.read()
    reading.metadata = reader.metadata
    reading.warnings += reader.warnings
  }

  public static func write(_ statement: MetadataStatement) -> MetadataWriting {
    var root = element(statement.book.metadata, pageCount: statement.pageCount)
    root.namespace = ""
    // The project's own samples declare the namespace under a prefix that no element uses.
    var document = XMLWriter().document(root)
    let tag = Array("<comet".utf8)
    if let start = document.indices.first(where: { document[$0...].starts(with: tag) }) {
      document.insert(contentsOf: " xmlns:comet=\"\(namespace)\"".utf8, at: start + tag.count)
    }
    return MetadataWriting(document)
  }

  public static func rewrite(
    _ previous: [UInt8], saying statement: MetadataStatement, limits: Limits = Limits()
  ) throws(Diagnostic) -> MetadataWriting? {
    let (own, source, root) = try opened(previous, limits)
    var said = element(own.metadata, pageCount: nil)
    let wanted = element(statement.metadata(over: own.metadata), pageCount: statement.pages.map(\.count))
    if statement.pages != nil, let count = root.element.first("pages") {
      said.children.append(.element(count.withoutLines))
    }
    guard let bytes = source.revised(root, from: said, to: wanted, by: identity) else { return nil }
    return MetadataWriting(bytes, warnings: source.rebuildingWarning)
  }

  /// Each item of a list is identified by its text; every other element occurs once.
  private static let identity = XMLIdentity(key: { element in
    let text = element.text.trimmed
    switch element.name {
    case "identifier": return "identifier \(Identifier(coMet: text).coMetText)"
    case "price": return "price \(Price(text)?.amount ?? text)"
    default: return listed.contains(element.name) ? "\(element.name) \(text)" : element.name
    }
  })

  private static let listed = Set(elements.lists.map(\.name) + elements.people.map(\.name))

  /// The document's root.
  private static func element(_ metadata: Metadata, pageCount: Int?) -> XMLElement {
    var root = XMLElement(name: "comet")
    for element in elements {
      for text in texts(of: element, metadata, pageCount) { root.add(element.name, text) }
    }
    return root
  }

  /// The texts to write under an element's name, one for each occurrence.
  private static func texts(of element: MetadataElement, _ metadata: Metadata, _ pageCount: Int?) -> [String]
  {
    func one(_ text: String?) -> [String] { text.map { [$0] } ?? [] }
    switch (element.content, element.name) {
    case (.text(let field), _): return one(metadata.text(field))
    case (.list(let field, _), _): return metadata.list(field)
    case (.people(let role), _):
      let credits = (metadata.credits ?? []).filter { credit in
        credit.role == role || role.isKnown && credit.role.nearestKnown == role
      }
      return credits.map(\.name).withoutRepeats
    case (_, "issue"): return one((metadata.number ?? metadata.chapter)?.text)
    case (_, "volume"):
      return one((metadata.volume?.whole ?? metadata.seriesVolume ?? metadata.startYear).map { String($0) })
    case (_, "date"): return one((metadata.date ?? metadata.storeDate)?.description)
    // The specification has no country.
    case (_, "price"): return (metadata.prices ?? []).compactMap { Price($0)?.amount }.withoutRepeats
    case (_, "language"): return one(metadata.language.flatMap(LanguageTag.canonical))
    case (_, "identifier"): return (metadata.identifiers ?? []).map(\.coMetText)
    case (_, "pages"): return one(pageCount.map { String($0) })
    case (_, "readingDirection"): return one(metadata.direction?.rawValue)
    default: return []
    }
  }
}

extension Credit.Role {
  var isKnown: Bool { Credit.Role.known.contains(self) }
}

/// Reads the elements of a CoMet document.
private struct CoMetReader {
  private let root: XMLElement
  private let origin: Origin
  private(set) var metadata = Metadata()
  private(set) var warnings: [Diagnostic] = []

  init(_ root: XMLElement, _ origin: Origin) {
    self.root = root
    self.origin = origin
  }

  mutating func read() {
    for (element, field) in CoMet.elements.texts {
      metadata.set(field, to: text(element).map { .text($0) }, from: origin)
    }
    for (element, _, field) in CoMet.elements.lists {
      metadata.set(field, to: .list(texts(element)), from: origin)
    }
    metadata.set(\.number, to: text("issue").flatMap { BookNumber($0) }, from: origin)
    metadata.setVolume(text("volume"), from: origin)
    metadata.set(\.date, to: text("date").flatMap { PartialDate(iso: $0) }, from: origin)
    metadata.set(\.prices, to: texts("price").compactMap { Price($0)?.text }, from: origin)
    metadata.set(\.language, to: text("language").flatMap(LanguageTag.canonical), from: origin)
    metadata.set(\.identifiers, to: texts("identifier").map(Identifier.init(coMet:)), from: origin)
    let credits = CoMet.elements.people.flatMap { element, role in texts(element).map { Credit($0, role) } }
    metadata.set(\.credits, to: credits, from: origin)
    metadata.set(
      \.direction, to: text("readingDirection").flatMap { Direction(rawValue: $0.lowercased()) }, from: origin
    )
  }

  private func text(_ name: String) -> String? { texts(name).first }

  private func texts(_ name: String) -> [String] {
    root.elements(named: name).map(\.text.trimmed).filter { !$0.isEmpty }.withoutRepeats
  }
}

extension Identifier {
  /// `CVDB145269`, as ComicTagger and comicbox write Comic Vine's identifiers, or any text that carries its
  /// scheme.
  fileprivate init(coMet text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    if text.hasPrefix("CVDB"), text.dropFirst(4).allSatisfy(\.isNumber), text.count > 4 {
      self.init(scheme: "comicvine", value: String(text.dropFirst(4)))
    } else if parts.count == 2, parts[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
      self.init(scheme: parts[0].lowercased(), value: parts[1].trimmed)
    } else {
      self.init(tradeNumber: text)
    }
  }

  fileprivate var coMetText: String {
    if scheme == "comicvine" { return "CVDB\(value)" }
    return scheme.isEmpty ? value : "\(scheme):\(value)"
  }
}

extension Metadata {
  /// Sets what a format with a single volume element calls a volume: the year a run began, or a number that
  /// distinguishes runs.
  mutating func setVolume(_ text: String?, from origin: Origin) {
    guard let whole = text.flatMap({ BookNumber($0)?.whole }), whole >= 0 else { return }
    if (1000...9999).contains(whole) {
      set(\.startYear, to: whole, from: origin)
    } else {
      set(\.seriesVolume, to: whole, from: origin)
    }
  }
}
