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
