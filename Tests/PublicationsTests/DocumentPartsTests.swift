import BookModel
import Markup
import Testing

@testable import Publications

@Suite("EPUB: styles, sets of sources and addresses")
struct DocumentPartsTests {
  @Test(
    "addresses of a srcset, the largest first",
    arguments: [
      ("a.png", ["a.png"]), ("a.png 1x, b.png 2x", ["b.png", "a.png"]),
      (" a.png 300w,b.png 600w , c.png 450w", ["b.png", "c.png", "a.png"]),
      ("a.png, b.png", ["a.png", "b.png"]),
      ("data:image/png;base64,AA== 2x, b.png", ["data:image/png;base64,AA==", "b.png"]),
      ("", []), (", ,", []), ("a,b.png 2x", ["a,b.png"]),
    ])
  func sourceSets(text: String, addresses: [String]) { #expect(SourceSet.addresses(text) == addresses) }

  @Test(
    "addresses in style declarations",
    arguments: [
      ("background:url(a.png)", ["a.png"]), ("BACKGROUND-IMAGE : url( \"a b.png\" )", ["a b.png"]),
      ("background: url('data:image/png;base64,AA=='), url(b.png)", ["data:image/png;base64,AA==", "b.png"]),
      ("background:none;list-style:url(x.png)", []), ("background:url(a\\20 b\\(1\\).png)", ["a b(1).png"]),
      ("background:url(", []),
      ("color:red; background: #fff url(c.png) !important", ["c.png"]),
    ])
  func styles(text: String, addresses: [String]) { #expect(InlineStyle(text).backgrounds == addresses) }

  @Test("values are in lower case and without !important")
  func values() {
    let style = InlineStyle("Display: NONE !important; top: 12.5px; left:auto")
    #expect(style["display"] == "none" && style.length("top") == 12.5 && style.length("left") == nil)
  }

  @Test(
    "viewports, however they are written",
    arguments: [
      ("width=600, height=800", Size(width: 600, height: 800)),
      ("width=600px;height=800.4px", Size(width: 600, height: 800)),
      ("height = 8 width=6", nil), ("height=8 width=6", Size(width: 6, height: 8)),
      ("width=device-width, height=800", nil),
      ("width=0,height=1", nil), ("", nil),
    ] as [(String, Size?)])
  func viewports(content: String, size: Size?) { #expect(PageScan.viewport(content) == size) }

  @Test(
    "characters that leave a mark",
    arguments: [("a b", 2), (" \n\u{A0}\u{3000}\u{200B}\u{FEFF}\u{AD}\u{200D}", 0), ("日本", 2), ("", 0)])
  func visible(text: String, count: Int) { #expect(PageScan.visible(text) == count) }

  @Test("data addresses, in Base64 and percent-encoded")
  func dataAddresses() {
    #expect(DataAddress("data:image/png;base64,AQID")?.bytes == [1, 2, 3])
    #expect(DataAddress("data:image/png;charset=x;base64,AQI")?.bytes == [1, 2])
    #expect(DataAddress("DATA:Image/PNG,%01a")?.bytes == [1, 0x61])
    #expect(DataAddress("DATA:Image/PNG,x")?.mediaType == "image/png")
    #expect(DataAddress("data:,x")?.mediaType == "text/plain")
    #expect(DataAddress("data:image/png;base64,A")?.bytes == nil)
    #expect(DataAddress("data:image/png;base64,A*==")?.bytes == nil)
    #expect(DataAddress("data:image/png") == nil)
  }

  @Test("style sheets tell which element has which picture")
  func styleSheets() throws {
    let root = try parseXML(
      Array("<html><body class='x y'><div id='p'/><span class='y'/><p id='q'/></body></html>".utf8)
    ).root
    func found(_ css: String) -> [String] { StyleSheet(css).backgrounds(in: root) }
    #expect(found("#p{background:url(1)} #r{background:url(2)}") == ["1"])
    #expect(found("div#q{background:url(1)} p#q{background:url(2)}") == ["2"])
    #expect(found(".y{background:url(1)}") == ["1", "1"])
    #expect(found(".x.y, span{background:url(1)}") == ["1", "1"])
    #expect(found("body > div:hover{background:url(1)}") == ["1"])
    #expect(found("/* p{background:url(1)} */ p{color:red}") == [])
    #expect(found("@media x { @supports y { p{background:url(1)} } } div{background:url(2)}") == ["2", "1"])
    #expect(found("p{background:url(1)") == ["1"])
    #expect(StyleSheet("@import 'a.css'; @import url(b.css) screen; p{}").imports == ["a.css", "b.css"])
  }
}
