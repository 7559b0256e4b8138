import BookModel
import Diagnostics
import Markup
import Testing

@Suite("documents that are not well formed")
struct RecoveryTests {
  @Test(
    "strict reading refuses and names line and column",
    arguments: ["<a>\n <b></a>", "<a>\n & b</a>", "<a>\n <b"])
  func strict(_ text: String) {
    let error = #expect(throws: Diagnostic.self) { try parseXML(Array(text.utf8)) }
    #expect(error?.rule == .markupMalformed && error?.place.range?.start.line == 2)
  }

  @Test(
    "nothing that is markup: an error in either mode", arguments: ["", "   ", "just text", "\u{0}\u{0}", "<"])
  func nothing(_ text: String) {
    for mode in [XMLParsingMode.strict, .recovering] {
      let error = #expect(throws: Diagnostic.self) { try parseXML(Array(text.utf8), mode: mode) }
      #expect(error?.rule == .markupMalformed)
    }
  }

  @Test("a bare ampersand is text, and told with its place")
  func bareAmpersand() throws {
    let text = "<a>\n<b>Q & A; &x; &amp; R&D &#0; <![CDATA[& <]]></b><!-- & --></a>"
    let document = try parseXML(Array(text.utf8), mode: .recovering)
    #expect(document.root.first("b")?.text == "Q & A; &x; & R&D &#0; & <")
    #expect(document.repairs.count == 4)
    #expect(document.repairs.allSatisfy { $0.rule == .markupRepaired && $0.severity == .warning })
    #expect(document.repairs.first?.place.range?.start == SourcePosition(line: 2, column: 6))
  }

  @Test("white space and text before the declaration are left out")
  func lateDeclaration() throws {
    let document = try parseXML(Array("\n  \n<?xml version='1.0'?>\n<a>x</a>".utf8), mode: .recovering)
    #expect(document.root.text == "x")
    #expect(document.repairs.count == 1)
  }

  @Test("control characters and NULs are left out")
  func controlCharacters() throws {
    let document = try parseXML(Array("<a>x\u{1}y\u{0}z\u{B}</a>".utf8), mode: .recovering)
    #expect(document.root.text == "xyz")
    #expect(document.repairs.count == 3)
    #expect(throws: Diagnostic.self) { try parseXML(Array("<a>x\u{0}</a>".utf8)) }
  }

  @Test("a document that was cut gives what came before the cut")
  func cut() throws {
    let whole = "<a><b>one</b><c>two</c><d>three</d></a>"
    let document = try parseXML(Array(whole.prefix(26).utf8), mode: .recovering)
    #expect(document.root.elements.prefix(2).map(\.text) == ["one", "two"])
    #expect(!document.repairs.isEmpty)
    for length in 0...whole.count {
      // No length of input may crash; recovery either gives a tree or an error.
      _ = try? parseXML(Array(whole.prefix(length).utf8), mode: .recovering)
      _ = try? parseXHTML(Array(whole.prefix(length).utf8))
    }
  }

  @Test("thousands of faults are told in a bounded number of warnings")
  func manyFaults() throws {
    let text = "<a>" + String(repeating: "& ", count: 10_000) + "</a>"
    let document = try parseXML(Array(text.utf8), mode: .recovering)
    #expect(document.root.text.count == 20_000)
    #expect(document.repairs.count == 21)
  }
}

@Suite("reading XHTML")
struct XHTMLTests {
  @Test("what is well formed is read as XML")
  func wellFormed() throws {
    let text = "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>a&nbsp;b</p></body></html>"
    let document = try parseXHTML(Array(text.utf8))
    #expect(document.repairs.isEmpty)
    #expect(document.root.namespace == "http://www.w3.org/1999/xhtml")
    #expect(document.root.first("body")?.text == "a\u{A0}b")
  }

  @Test("tag soup is read as HTML, with one warning that names the fault's place")
  func soup() throws {
    let text = """
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:xlink="http://www.w3.org/1999/xlink">
      <body><p>one<br>two & three
      <svg><image xlink:href="a.jpg"></svg>
      <img src="b.jpg"></body></html>
      """
    let document = try parseXHTML(Array(text.utf8))
    #expect(document.repairs.count == 1)
    #expect(document.repairs.first?.place.range != nil)
    let all = flat(document.root)
    #expect(all.first { $0.name == "image" }?.attribute("href") == "a.jpg")
    #expect(all.first { $0.name == "img" }?.attribute("src") == "b.jpg")
    #expect(all.contains { $0.name == "br" })
  }

  @Test("an empty element written the short way does not swallow what follows")
  func shortForm() throws {
    let document = try parseXHTML(
      Array("<html><head><title/></head><body><div/><p>x & y</p></body></html>".utf8))
    #expect(flat(document.root).first { $0.name == "p" }?.text == "x & y")
  }

  @Test("elements deeper than the limit are refused by either parser")
  func depth() {
    let deep = String(repeating: "<div>", count: 5_000)
    let error = #expect(throws: Diagnostic.self) { try parseXHTML(Array(("<html><body>&" + deep).utf8)) }
    #expect(error?.rule == .markupTooLarge)
  }

  private func flat(_ element: XMLElement) -> [XMLElement] { [element] + element.elements.flatMap(flat) }
}
