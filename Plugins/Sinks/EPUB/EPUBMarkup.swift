import BookModel
import Markup

/// The markup that is the same for every EPUB.
enum EPUBMarkup {
  private static let xhtml = "http://www.w3.org/1999/xhtml"
  private static let opf = "http://www.idpf.org/2007/opf"
  private static let dc = "http://purl.org/dc/elements/1.1/"
  private static let ops = "http://www.idpf.org/2007/ops"
  private static let daisy = "http://www.daisy.org/z3986/2005/ncx/"
  private static let xml = "http://www.w3.org/XML/1998/namespace"

  static let container = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
      <rootfiles>
        <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
      </rootfiles>
    </container>

    """.utf8)

  static let displayOptions = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <display_options>
      <platform name="*">
        <option name="fixed-layout">true</option>
        <option name="open-to-spread">false</option>
      </platform>
    </display_options>

    """.utf8)

  static let styleSheet = Array(
    """
    html, body { margin: 0; padding: 0; }
    img { display: block; margin: 0; padding: 0; border: 0; }

    """.utf8)

  /// A document that shows one picture, at its size in pixels (EPUB 3.3 §8.2.2.1).
  static func page(_ page: EPUBPage, label: String, title: String, language: String) -> [UInt8] {
    let (width, height) = (String(page.size.width), String(page.size.height))
    let head = element(
      "head",
      [
        .element(element("meta", [], ["charset": "utf-8"])),
        .element(element("title", [.text("\(title), \(label)")])),
        .element(element("meta", [], ["name": "viewport", "content": "width=\(width), height=\(height)"])),
        .element(element("link", [], ["rel": "stylesheet", "type": "text/css", "href": "../page.css"])),
      ])
    let image = element(
      "img", [], ["src": "../" + page.picturePath, "width": width, "height": height, "alt": label])
    return document(
      [
        .element(head), .element(element("body", [.element(element("div", [.element(image)]))])),
      ], language)
  }

  static func navigation(
    contents: XMLElement, pageList: XMLElement, cover: String?, title: String, language: String
  ) -> [UInt8] {
    func nav(_ kind: String, _ heading: String, _ list: XMLElement, hidden: Bool = false) -> XMLElement.Node {
      var element = element(
        "nav", [.element(element("h1", [.text(heading)])), .element(list)],
        hidden ? ["hidden": "hidden"] : [:])
      element.attributes.insert(
        XMLElement.Attribute(name: "type", namespace: ops, value: kind), at: 0)
      return .element(element)
    }
    var parts = [nav("toc", title, contents), nav("page-list", "Pages", pageList, hidden: true)]
    if let cover {
      var link = element("a", [.text("Cover")], ["href": cover])
      link.attributes.append(XMLElement.Attribute(name: "type", namespace: ops, value: "cover"))
      parts.append(
        nav(
          "landmarks", "Landmarks",
          element("ol", [.element(element("li", [.element(link)]))]), hidden: true))
    }
    let head = element(
      "head",
      [.element(element("meta", [], ["charset": "utf-8"])), .element(element("title", [.text(title)]))])
    return document([.element(head), .element(element("body", parts))], language)
  }

  static func controlFile(_ points: [XMLElement.Node], title: String, identifier: String, language: String)
    -> [UInt8]
  {
    let head = ncx("head", [.element(ncx("meta", [], ["name": "dtb:uid", "content": identifier]))])
    let name = ncx("docTitle", [.element(ncx("text", [.text(title)]))])
    var root = ncx(
      "ncx", [.element(head), .element(name), .element(ncx("navMap", points))], ["version": "2005-1"])
    root.attributes.append(XMLElement.Attribute(name: "lang", namespace: xml, value: language))
    return XMLWriter().document(root)
  }

  static func package(
    metadata: [XMLElement.Node], manifest: [XMLElement.Node], spine: [XMLElement.Node],
    _ spineAttributes: [String: String], language: String
  ) -> [UInt8] {
    var root = package(
      "package",
      [
        .element(package("metadata", metadata)), .element(package("manifest", manifest)),
        .element(package("spine", spine, spineAttributes)),
      ], ["version": "3.0", "unique-identifier": "id"])
    root.attributes.append(XMLElement.Attribute(name: "lang", namespace: xml, value: language))
    return XMLWriter(prefixes: [XMLWriter.Prefix("dc", dc)]).document(root)
  }

  // MARK: Elements

  static func element(_ name: String, _ children: [XMLElement.Node], _ attributes: [String: String] = [:])
    -> XMLElement
  {
    made(name, xhtml, children, attributes)
  }

  static func package(_ name: String, _ children: [XMLElement.Node], _ attributes: [String: String] = [:])
    -> XMLElement
  {
    made(name, opf, children, attributes)
  }

  static func ncx(_ name: String, _ children: [XMLElement.Node], _ attributes: [String: String] = [:])
    -> XMLElement
  {
    made(name, daisy, children, attributes)
  }

  static func dublinCore(_ name: String, _ text: String, _ attributes: [String: String] = [:]) -> XMLElement {
    made(name, dc, [.text(text)], attributes)
  }

  static func meta(_ property: String, _ text: String) -> XMLElement {
    package("meta", [.text(text)], ["property": property])
  }

  private static func made(
    _ name: String, _ namespace: String, _ children: [XMLElement.Node], _ attributes: [String: String]
  ) -> XMLElement {
    XMLElement(
      name: name, namespace: namespace,
      attributes: attributes.sorted { $0.key < $1.key }.map {
        XMLElement.Attribute(name: $0.key, value: $0.value)
      }, children: children)
  }

  private static func document(_ children: [XMLElement.Node], _ language: String) -> [UInt8] {
    var root = element("html", children)
    root.attributes = [
      XMLElement.Attribute(name: "lang", value: language),
      XMLElement.Attribute(name: "lang", namespace: xml, value: language),
    ]
    let text = String(decoding: XMLWriter().document(root), as: UTF8.self)
    let declaration = "?>\n"
    guard let end = text.firstRange(of: declaration) else { return Array(text.utf8) }
    return Array((text[..<end.upperBound] + "<!DOCTYPE html>\n" + text[end.upperBound...]).utf8)
  }
}
