public import BookModel
import Markup

/// What a PDF says about the book: its document information and its XMP packet (ISO 32000-1 §14.3).
public struct PDFProperties {
  private let metadata: Metadata

  public init(_ metadata: Metadata) { self.metadata = metadata }

  private var authors: [String] {
    let names = (metadata.credits ?? []).filter { [.writer, .penciller, .inker].contains($0.role) }.map(
      \.name)
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The title as a book's file is called: `Kite 7: The Storm`.
  public var title: String? {
    let number = [metadata.series, metadata.number.map(\.text)].compactMap(\.self).joined(separator: " ")
    guard let title = metadata.title else { return number.isEmpty ? nil : number }
    return number.isEmpty ? title : "\(number): \(title)"
  }

  private var subjects: [String] { (metadata.genres ?? []) + (metadata.tags ?? []) }

  /// The document information dictionary (table 317); nil where nothing is known.
  public var information: PDFValue {
    var entries: [(name: String, value: PDFValue)] = []
    if let title { entries.append(("Title", .text(title))) }
    if !authors.isEmpty { entries.append(("Author", .text(authors.joined(separator: ", ")))) }
    if let summary = metadata.summary { entries.append(("Subject", .text(summary))) }
    if !subjects.isEmpty { entries.append(("Keywords", .text(subjects.joined(separator: ", ")))) }
    entries.append(("Producer", .text("Leporello")))
    return .dictionary(entries)
  }

  /// The XMP packet (ISO 16684-1), in the properties of Dublin Core and those calibre reads series from.
  public var packet: [UInt8] {
    let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    let dc = "http://purl.org/dc/elements/1.1/"
    let calibre = "http://calibre-ebook.com/xmp-namespace"
    let index = "http://calibre-ebook.com/xmp-namespace-series-index"
    func list(_ kind: String, _ values: [String], language: Bool = false) -> XMLElement {
      let items = values.map { value in
        let attributes =
          language
          ? [
            XMLElement.Attribute(
              name: "lang", namespace: "http://www.w3.org/XML/1998/namespace", value: "x-default")
          ]
          : []
        return XMLElement.Node.element(
          XMLElement(name: "li", namespace: rdf, attributes: attributes, children: [.text(value)]))
      }
      return XMLElement(name: kind, namespace: rdf, children: items)
    }
    var properties: [XMLElement] = []
    func add(_ name: String, _ namespace: String, _ content: XMLElement) {
      properties.append(XMLElement(name: name, namespace: namespace, children: [.element(content)]))
    }
    if let title { add("title", dc, list("Alt", [title], language: true)) }
    if !authors.isEmpty { add("creator", dc, list("Seq", authors)) }
    if let summary = metadata.summary { add("description", dc, list("Alt", [summary], language: true)) }
    if !subjects.isEmpty { add("subject", dc, list("Bag", subjects)) }
    if let publisher = metadata.publisher { add("publisher", dc, list("Bag", [publisher])) }
    if let language = metadata.language { add("language", dc, list("Bag", [language])) }
    if let date = metadata.date { add("date", dc, list("Seq", [date.description])) }
    if let series = metadata.series {
      var children: [XMLElement.Node] = [
        .element(XMLElement(name: "value", namespace: rdf, children: [.text(series)]))
      ]
      if let number = metadata.number {
        children.append(
          .element(XMLElement(name: "series_index", namespace: index, children: [.text(number.text)])))
      }
      properties.append(
        XMLElement(
          name: "series", namespace: calibre,
          attributes: [XMLElement.Attribute(name: "parseType", namespace: rdf, value: "Resource")],
          children: children))
    }
    let description = XMLElement(
      name: "Description", namespace: rdf,
      attributes: [XMLElement.Attribute(name: "about", namespace: rdf, value: "")],
      children: properties.map(XMLElement.Node.element))
    let root = XMLElement(
      name: "xmpmeta", namespace: "adobe:ns:meta/",
      children: [.element(XMLElement(name: "RDF", namespace: rdf, children: [.element(description)]))])
    let prefixes = [
      ("x", "adobe:ns:meta/"), ("rdf", rdf), ("dc", dc), ("calibre", calibre), ("calibreSI", index),
    ].map { XMLWriter.Prefix($0.0, $0.1) }
    let text = XMLWriter(indentation: 1, prefixes: prefixes).text(root)
    let head = "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
    return Array((head + text + "\n<?xpacket end=\"r\"?>\n").utf8)
  }
}
