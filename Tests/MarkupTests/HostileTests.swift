import BookModel
import Diagnostics
import Markup
import Options
import Testing

@Suite("hostile documents")
struct HostileTests {
  private func fails(
    _ text: String, limits: Limits = Limits(), with rule: Rule = .markupTooLarge,
    _ where: SourceLocation = #_sourceLocation
  ) {
    for mode in [XMLParsingMode.strict, .recovering] {
      let error = #expect(throws: Diagnostic.self, sourceLocation: `where`) {
        try parseXML(Array(text.utf8), limits: limits, mode: mode)
      }
      #expect(error?.rule == rule, sourceLocation: `where`)
    }
  }

  @Test("a billion laughs fail, in text and in an attribute")
  func billionLaughs() {
    var entities = "<!ENTITY a0 'lol'>"
    for level in 1...20 {
      let below = String(repeating: "&a\(level - 1);", count: 10)
      entities += "<!ENTITY a\(level) '\(below)'>"
    }
    fails("<!DOCTYPE x [\(entities)]><x>&a20;</x>")
    fails("<!DOCTYPE x [\(entities)]><x y='&a20;'/>")
  }

  @Test(
    "an element with more attributes than the limit is refused before it is parsed, whatever stands around it",
    arguments: [
      "", "<!-- <x a='1'> -->", "<!-- > \" -->", "<?p a=\"?>", "<![CDATA[\"]]>", "<y z='>'/>",
      "<y z = \"'\" />", "\"",
    ])
  func attributes(_ before: String) {
    var limits = Limits()
    func document(_ count: Int, _ separator: String = " ") -> String {
      "<r>\(before)<x\((0..<count).map { "\(separator)a\($0) = '>\" <'".replacing("<", with: "&lt;") }.joined())/></r>"
    }
    limits.maxAttributes = 40
    fails(document(41), limits: limits)
    fails(document(300_000, "\n"))
    #expect(throws: Never.self) { try parseXML(Array(document(40).utf8), limits: limits) }
  }

  @Test("attributes without values, without an end, or declared by the document type count as well")
  func otherAttributes() {
    let many = (0..<100_000).map { " a\($0)" }
    for text in ["<x\(many.joined())>", "<x\(many.joined())", "<x \"\(many.joined())\" >"] {
      let error = #expect(throws: Diagnostic.self) { try parseXHTML(Array(text.utf8)) }
      #expect(error?.rule == .markupTooLarge)
    }
    fails("<!DOCTYPE x [<!ATTLIST x\(many.map { "\($0) CDATA 'v'" }.joined())>]><x/>")
    fails("<!DOCTYPE x [\(many.map { "<!ATTLIST x\($0) CDATA 'v'>" }.joined())]><x/>")
  }

  @Test("long values are one attribute each, and marks without an end are looked for once")
  func longValues() throws {
    let path = String(repeating: "M 1 2 ", count: 10_000)
    let text = "<svg><path d='\(path)' class = \"\(path)\"/>\(path)</svg>"
    #expect(try parseXML(Array(text.utf8)).root.elements.count == 1)
    for mark in ["<!--", "<x a='", "<![CDATA[", "<?x "] {
      let text = String(repeating: mark, count: 200_000)
      #expect(throws: Diagnostic.self) { try parseXML(Array(text.utf8)) }
    }
  }

  @Test("one large entity named many times fails by the limit on text")
  func quadratic() {
    var limits = Limits()
    limits.maxDocumentBytes = ByteCount(200_000)
    let large = String(repeating: "x", count: 50_000)
    fails(
      "<!DOCTYPE x [<!ENTITY a '\(large)'>]><x>\(String(repeating: "&a;", count: 1_000))</x>", limits: limits)
    fails(
      "<!DOCTYPE x [<!ENTITY a '\(large)'>]><x>\(String(repeating: "<b c='&a;'/>", count: 1_000))</x>",
      limits: limits)
  }

  @Test("entities that hold elements count against the limit on elements")
  func elementsInEntities() {
    var limits = Limits()
    limits.maxElements = 1_000
    let many = String(repeating: "<b/>", count: 100)
    fails("<!DOCTYPE x [<!ENTITY a '\(many)'>]><x>\(String(repeating: "&a;", count: 20))</x>", limits: limits)
  }

  @Test("an entity that contains itself fails")
  func loop() {
    fails("<!DOCTYPE x [<!ENTITY a '&b;'><!ENTITY b '&a;'>]><x>&a;</x>")
  }

  @Test("deep nesting fails at the limit, and not below it")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    fails(nested(257))
    fails(nested(100_000))
    _ = try parseXML(Array(nested(255).utf8))
    var limits = Limits()
    limits.maxDepth = 10
    fails(nested(11), limits: limits)
    _ = try parseXML(Array(nested(10).utf8), limits: limits)
  }

  @Test("more elements or bytes than the limits allow fail")
  func size() {
    var limits = Limits()
    limits.maxElements = 1_000
    fails("<a>" + String(repeating: "<b/>", count: 1_000) + "</a>", limits: limits)
    limits.maxDocumentBytes = ByteCount(10)
    fails("<a>01234567</a>", limits: limits)
  }

  @Test("external entities and DTDs are never read")
  func external() throws {
    let text = """
      <!DOCTYPE x SYSTEM "file:///etc/passwd" [
        <!ENTITY file SYSTEM "file:///etc/hostname"><!ENTITY % param SYSTEM "file:///etc/hostname"> %param;
      ]><x>[&file;]</x>
      """
    #expect(try parseXML(Array(text.utf8)).root.text == "[]")
  }
}
