import BookModel
import Diagnostics
import Markup
import Options
import Testing

@Suite("reading XML")
struct ParsingTests {
  @Test("elements, attributes, namespaces, text and comments become values")
  func values() throws {
    let document = try parseXML(
      Array(
        """
        <?xml version="1.0"?>
        <!-- before -->
        <a xmlns="urn:one" xmlns:x="urn:two" plain="1" x:other="2"><!-- in -->
          <x:b>t&lt;<![CDATA[<raw>]]>&#233;</x:b><c/></a>
        """.utf8))
    let root = document.root
    #expect(root.name == "a" && root.namespace == "urn:one" && root.line == 3)
    #expect(root.attribute("plain", namespace: "") == "1")
    #expect(root.attribute("other", namespace: "urn:two") == "2")
    #expect(root.attribute("other", namespace: "urn:one") == nil)
    #expect(root.children.first == .comment(" in "))
    let b = try #require(root.first("b"))
    #expect(b.namespace == "urn:two" && b.line == 4)
    #expect(b.children == [.text("t<<raw>é")])
    #expect(root.elements.map(\.name) == ["b", "c"])
    #expect(document.repairs.isEmpty)
  }

  @Test("a prefix whose namespace is not declared costs neither element nor attribute")
  func undeclaredPrefix() throws {
    let root = try parseXML(Array("<p><dc:title opf:role='x'>T</dc:title></p>".utf8)).root
    let title = try #require(root.first("title"))
    #expect(title.text == "T" && title.namespace == "" && title.attribute("role") == "x")
  }

  @Test(
    "the encoding comes from mark, shape or declaration",
    arguments: [
      ("UTF-8", [0xEF, 0xBB, 0xBF] + Array("<a>é€</a>".utf8)),
      ("UTF-8 without mark", Array("<a>é€</a>".utf8)),
      (
        "UTF-16LE with mark",
        [0xFF, 0xFE] + utf16(little: true, "<?xml version='1.0' encoding='utf-16'?><a>é€</a>")
      ),
      ("UTF-16BE with mark", [0xFE, 0xFF] + utf16(little: false, "<a>é€</a>")),
      ("UTF-16LE without mark", utf16(little: true, "<a>é€</a>")),
      ("UTF-16BE without mark", utf16(little: false, "<a>é€</a>")),
      (
        "windows-1252",
        Array("<?xml version='1.0' encoding='windows-1252'?><a>".utf8) + [0xE9, 0x80] + Array("</a>".utf8)
      ),
      (
        "ISO-8859-15",
        Array("<?xml version=\"1.0\" encoding=\"ISO-8859-15\"?><a>".utf8) + [0xE9, 0xA4]
          + Array("</a>".utf8)
      ),
    ] as [(String, [UInt8])])
  func encodings(name: String, bytes: [UInt8]) throws {
    #expect(try parseXML(bytes).root.text == "é€", "\(name)")
  }

  @Test("Shift-JIS is read by its declaration, its trail bytes 5C included")
  func shiftJIS() throws {
    let bytes =
      Array("<?xml version='1.0' encoding='Shift_JIS'?><a>".utf8) + [0x95, 0x5C] + Array("</a>".utf8)
    #expect(try parseXML(bytes).root.text == "表")
  }

  @Test("a declaration of UTF-16 over single bytes is not believed")
  func contradictedDeclaration() throws {
    let document = try parseXML(Array("<?xml version='1.0' encoding='UTF-16'?><a>é</a>".utf8))
    #expect(document.root.text == "é")
    #expect(document.repairs.map(\.rule) == [.markupEncoding])
  }

  @Test("invalid UTF-8 is refused with its place, or read as Windows-1252 with a warning")
  func invalidUTF8() throws {
    let bytes = Array("<a>\n<b>x".utf8) + [0xC9, 0x20, 0x96] + Array("y</b></a>".utf8)
    let error = #expect(throws: Diagnostic.self) { try parseXML(bytes) }
    #expect(error?.rule == .markupEncoding)
    #expect(error?.place.range?.start == SourcePosition(line: 2, column: 5))
    let document = try parseXML(bytes, mode: .recovering)
    #expect(document.root.first("b")?.text == "xÉ –y")
    #expect(document.repairs.map(\.rule) == [.markupEncoding])
  }

  @Test(
    "UTF-8 that is too long, a surrogate, too high or cut is no UTF-8",
    arguments: [[0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80], [0xFF]]
      as [[UInt8]])
  func wrongUTF8(_ wrong: [UInt8]) {
    let error = #expect(throws: Diagnostic.self) {
      try parseXML(Array("<a>".utf8) + wrong + Array("</a>".utf8))
    }
    #expect(error?.rule == .markupEncoding)
  }

  @Test("the named entities of XHTML are known without a DTD, in text and in attributes")
  func namedEntities() throws {
    let plain = try parseXML(Array("<p title='caf&eacute;&amp;&nbsp;'>a&nbsp;b&mdash;&hearts;&amp;</p>".utf8))
      .root
    #expect(plain.text == "a\u{A0}b—♥&")
    #expect(plain.attribute("title") == "café&\u{A0}")
    let doctype = """
      <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">
      <html><p>&nbsp;x&nbsp;</p></html>
      """
    #expect(try parseXML(Array(doctype.utf8)).root.first("p")?.text == "\u{A0}x\u{A0}")
  }

  @Test("entities of an internal DTD are expanded, with the elements in them")
  func internalEntities() throws {
    let text =
      "<!DOCTYPE a [<!ENTITY who \"Ann &amp; <b>Bo</b>\"><!ENTITY two '&who;!'>]><a t='&two2;'>&two; &two;</a>"
    let root = try parseXML(Array(text.replacing("&two2;", with: "x").utf8)).root
    #expect(root.text == "Ann & Bo! Ann & Bo!")
    #expect(root.elements.map(\.name) == ["b", "b"])
  }

  @Test("attribute values that a DTD gives by default are left out")
  func defaultAttributes() throws {
    let text = "<!DOCTYPE a [<!ATTLIST a given CDATA 'by default'>]><a stated='1'/>"
    #expect(
      try parseXML(Array(text.utf8)).root.attributes == [XMLElement.Attribute(name: "stated", value: "1")])
  }

  private func check(_ index: Int) throws {
    if index % 2 == 0 {
      #expect(try parseXML(Array("<a>\(index)&nbsp;</a>".utf8)).root.text == "\(index)\u{A0}")
    } else {
      let lines = String(repeating: "\n", count: index)
      let error = #expect(throws: Diagnostic.self) { try parseXML(Array("<a>\(lines)</b>".utf8)) }
      #expect(error?.place.range?.start.line == index + 1)
    }
  }

  @Test("two hundred documents on eight threads at once give each its own tree and its own faults")
  func concurrent() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<200 { group.addTask { try check(index) } }
      try await group.waitForAll()
    }
  }
}

private func utf16(little: Bool, _ text: String) -> [UInt8] {
  text.utf16.flatMap { unit in
    little ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
  }
}
