import Markup
import Testing

@Suite("writing XML")
struct WriterTests {
  private func element(_ name: String, _ children: XMLElement.Node...) -> XMLElement {
    XMLElement(name: name, children: children)
  }

  @Test("a document has its declaration, indentation and one line end behind it")
  func document() {
    let root = element("a", .element(element("b", .text("x"))), .element(element("c")), .comment(" n "))
    let text = String(decoding: XMLWriter().document(root), as: UTF8.self)
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <a>
          <b>x</b>
          <c/>
          <!-- n -->
        </a>

        """)
  }

  @Test("escapes once, in text and in attributes, and keeps what is beyond the BMP")
  func escaping() throws {
    let value = "a & b &amp; <c> \"d\" 'e' 🐰\u{1}\r\n\tz"
    let root = XMLElement(
      name: "a", attributes: [XMLElement.Attribute(name: "v", value: value)], children: [.text(value)])
    let bytes = XMLWriter().document(root)
    let read = try parseXML(bytes).root
    let expected = value.replacing("\u{1}", with: "")
    #expect(read.text == expected)
    #expect(read.attribute("v") == expected)
    #expect(XMLWriter().document(read) == bytes)
    #expect(String(decoding: bytes, as: UTF8.self).contains("&amp;amp;"))
  }

  @Test("an element that holds text is written as it stands, others are indented anew")
  func mixedContent() throws {
    let mixed = try parseXML(Array("<a><p>one <b>two</b> <i/></p>\n\n<q> <r/> </q></a>".utf8)).root
    #expect(XMLWriter().text(mixed) == "<a>\n  <p>one <b>two</b> <i/></p>\n  <q>\n    <r/>\n  </q>\n</a>")
    #expect(XMLWriter(indentation: nil).text(mixed) == "<a><p>one <b>two</b> <i/></p>\n\n<q> <r/> </q></a>")
  }

  @Test("namespaces survive writing and reading, with or without given prefixes")
  func namespaces() throws {
    let text = """
      <p xmlns="urn:p" xmlns:d="urn:d" xmlns:xlink="http://www.w3.org/1999/xlink" xml:lang="fr">
      <d:t d:x="1" xlink:href="h"><n xmlns=""/></d:t></p>
      """
    let root = try parseXML(Array(text.utf8)).root
    for writer in [
      XMLWriter(indentation: nil),
      XMLWriter(indentation: nil, prefixes: [.init("d", "urn:d"), .init("p", "urn:p")]),
    ] {
      var again = try parseXML(writer.document(root)).root
      again.line = root.line
      #expect(stripped(again) == stripped(root))
    }
    let prefixed = XMLWriter(indentation: nil, prefixes: [.init("d", "urn:d")]).text(root)
    #expect(prefixed.contains("<d:t d:x=\"1\" xlink:href=\"h\">"))
    #expect(prefixed.contains("<n xmlns=\"\"/>"))
    #expect(!prefixed.contains("xmlns:xml="))
  }

  @Test("a comment stays one comment whatever it holds")
  func comments() throws {
    let root = element("a", .comment("--> <b/> ---"))
    let read = try parseXML(XMLWriter().document(root)).root
    #expect(read.elements.isEmpty)
  }

  @Test("names that are none, repeated attributes and forbidden characters still give a document")
  func anyTree() throws {
    let attributes = ["a", "a", "", "1", "x y", "xmlns", "\u{301}e", "naïve", "<"].map {
      XMLElement.Attribute(name: $0, value: "\u{0}\u{FFFF}\($0)")
    }
    let root = XMLElement(name: "a<b", attributes: attributes, children: [.element(XMLElement(name: ""))])
    let read = try parseXML(XMLWriter().document(root)).root
    #expect(read.name == "a_b" && read.elements.map(\.name) == ["_"])
    #expect(read.attributes.map(\.name) == ["a", "_", "_1", "x_y", "_\u{301}e", "naïve"])
    #expect(read.attribute("naïve") == "naïve")
  }

  private func stripped(_ element: XMLElement) -> XMLElement {
    var copy = element
    copy.line = 0
    copy.children = copy.children.map {
      if case .element(let child) = $0 { .element(stripped(child)) } else { $0 }
    }
    return copy
  }
}
