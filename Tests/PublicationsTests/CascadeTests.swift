import Markup
import Testing

@testable import Publications

@Suite("Style sheets: which rule holds")
struct CascadeTests {
  private let body =
    "<html lang='en-GB'><body id='b' class='x y'><div id='p'><p class='one'/><p class='two' title='a b'/><p/></div>"
    + "<span class='y'/><p id='q'><img/></p></body></html>"

  /// The ids or names of the elements that a selector describes, in document order.
  private func found(_ selector: String) throws -> [String]? {
    guard let selectors = Selector.list(selector) else { return nil }
    var names: [String] = []
    func visit(_ node: ElementNode) {
      let name = node.id ?? node.classes.first.map { "\(node.name).\($0)" } ?? node.name
      if selectors.contains(where: { $0.matches(node) }) { names.append(name) }
      for child in node.children { visit(child) }
    }
    visit(ElementNode(root: try parseXML(Array(body.utf8)).root))
    return names
  }

  @Test(
    "selectors describe the elements they name, by all of their parts",
    arguments: [
      ("#p", ["p"]), ("div#q", []), ("p#q", ["q"]), (".y", ["b", "span.y"]), (".x.y", ["b"]), ("P.One", []),
      ("P.one", ["p.one"]), ("body p", ["p.one", "p.two", "p", "q"]), ("body > p", ["q"]),
      ("div > p.two", ["p.two"]),
      ("#nowhere p", []), ("html #b > div p + p", ["p.two", "p"]), (".one ~ p", ["p.two", "p"]),
      ("p *", ["img"]),
      ("html>body>p>img", ["img"]), ("div p, span", ["p.one", "p.two", "p", "span.y"]),
      ("[title~=b]", ["p.two"]),
      ("[title='a b']", ["p.two"]), ("p[title^=\"a\"]", ["p.two"]), ("[title=A i]", []),
      ("[class|=one]", ["p.one"]),
      ("p:first-child", ["p.one"]), ("p:nth-child(2n+1)", ["p.one", "p", "q"]),
      ("p:nth-child(-n+1)", ["p.one"]),
      ("div p:last-child", ["p"]), ("p:not(.one):not(#q)", ["p.two", "p"]), (":root", ["html"]),
      ("p:hover", []),
      (":is(.one, .two)", ["p.one", "p.two"]), ("img:only-child", ["img"]), ("svg|p.one", ["p.one"]),
      ("span:lang(en)", ["span.y"]), ("p:empty", ["p.one", "p.two", "p"]), ("#\\70", ["p"]),
    ])
  func selectors(selector: String, names: [String]) throws { #expect(try found(selector) == names) }

  @Test(
    "what makes no sense is no selector",
    arguments: ["", ">", "p >", "p..x", "p,", "#", "p::unheard-of", "p{", "[="])
  func malformed(_ selector: String) throws { #expect(try found(selector) == nil) }

  @Test(
    "the more specific rule holds, the later of equals, an important one before all, an attribute before sheets",
    arguments: [
      ("p{top:1}", "", "1"), ("p{top:1} p{top:2}", "", "2"), (".one{top:1} p{top:2}", "", "1"),
      ("#p p{top:1} .one{top:2} body div p.one{top:3}", "", "1"),
      ("p{top:1!important} #p .one{top:2}", "", "1"),
      ("p{top:1 ! important;top:2}", "", "1"), ("p{top:1}", "top:2", "2"),
      ("p{top:1 !important}", "top:2", "1"),
      ("p{top:1 !important}", "top:2 !important", "2"), ("#b :where(#p) p{top:1} #p p{top:2}", "", "2"),
      ("p:not(#q){top:1} p.one{top:2}", "", "1"), ("p{top:inherit} div{top:7}", "", "7"),
      ("p{top:initial}", "", nil),
      ("p..x{top:1} p, p:hover{top:2}", "", "2"), ("p, p::bad{top:1}", "", nil),
      ("p{top:1;}}p{top:2}", "", "2"),
      ("p{top:var(--t)} body{--t:5}", "", "5"), ("p{top:var(--none, 6)}", "", "6"),
      ("p{top:var(--none)}", "", nil),
    ] as [(String, String, String?)])
  func ranks(css: String, inline: String, top: String?) throws {
    #expect(try style(css, inline)["top"] == top)
  }

  /// The style of the first paragraph.
  private func style(_ css: String, _ inline: String = "") throws -> ElementStyle {
    let cascade = Cascade([StyleSheet(css)], for: .reader)
    var node = ElementNode(root: try parseXML(Array(body.utf8)).root)
    var style = cascade.style(of: node, parent: nil)
    for _ in 0..<3 {
      node = try #require(node.children.first)
      let own = node.classes == ["one"] ? StyleDeclarations(inline) : StyleDeclarations("")
      style = cascade.style(of: node, inline: own, parent: style)
    }
    return style
  }

  @Test("some properties come from the parent, others don't")
  func inheritance() throws {
    let style = try style("body{visibility:hidden;top:4px;color:red}")
    #expect(style["visibility"] == "hidden" && style["color"] == "red" && style["top"] == nil)
  }

  @Test("one background shorthand takes the place of another, with all that belongs to it")
  func shorthands() throws {
    let style = try style(
      "p{background:url(a.png) no-repeat center/cover} .one{background:#fff url('b c.png')}")
    #expect(style.value("background-image")?.text == "url('b c.png')")
    #expect(style["background-repeat"] == "repeat" && style["background-size"] == "auto")
    #expect(try self.style("p{background:url(a)} .one{background:none}")["background-image"] == "none")
    let layers = try self.style("p{background:url(a) 1px 2px, url(b) no-repeat}")
    #expect(
      layers["background-image"] == "url(a), url(b)" && layers["background-position"] == "1px 2px, 0% 0%")
    let box = try self.style("p{margin:1px 2px 3px;inset:0}")
    #expect(box["margin-left"] == "2px" && box["margin-bottom"] == "3px" && box["right"] == "0")
  }

  @Test("a value tells which sheet its addresses are relative to")
  func origins() throws {
    let root = ElementNode(root: try parseXML(Array("<p/>".utf8)).root)
    let sheets = [StyleSheet("p{background:url(a)}"), StyleSheet("p{left:1px}")]
    let style = Cascade(sheets, for: .reader).style(
      of: root, inline: StyleDeclarations("top:1px"), parent: nil)
    #expect(style.value("background-image")?.sheet == 0 && style.value("left")?.sheet == 1)
    #expect(style.value("top")?.sheet == nil)
  }

  @Test("parts before and behind an element are none of the element's own style")
  func parts() throws {
    let root = ElementNode(root: try parseXML(Array("<p/>".utf8)).root)
    let cascade = Cascade([StyleSheet("p::before{top:1px} p:after{top:2px} p{top:3px}")], for: .reader)
    let style = cascade.style(of: root, parent: nil)
    #expect(style["top"] == "3px")
    #expect(cascade.style(of: .before, in: root, parent: style)?["top"] == "1px")
    #expect(cascade.style(of: .after, in: root, parent: style)?["top"] == "2px")
    #expect(cascade.style(of: .marker, in: root, parent: style) == nil)
  }

  @Test(
    "rules are read past comments, strings, addresses and blocks of other kinds",
    arguments: [
      ("/* p{top:1} */ p{top:2}", "2"), ("@font-face{src:url(x)} p{top:2}", "2"),
      ("@charset 'x'; p{top:2}", "2"),
      ("@media screen{@supports(display:grid){p{top:2}}}", "2"), ("@supports not (x:y){p{top:1}}", nil),
      ("<!-- p{top:2} -->", "2"), ("p{content:'}';top:2}", "2"), ("p{background:url(a;b});top:2}", "2"),
      ("p{top:2", "2"), ("p{div{top:1} top:2}", "2"), ("@page{top:1} @keyframes k{p{top:1}} p{top:2}", "2"),
      ("@media print{p{top:1}}", nil), ("p{top/**/:/**/2}", "2"), ("@layer a{p{top:2}}", "2"),
    ] as [(String, String?)])
  func reading(css: String, top: String?) throws { #expect(try style(css)["top"] == top) }

  @Test("sheets that are taken in, with their conditions, and faces of type")
  func imports() {
    let sheet = StyleSheet(
      "@import 'a.css'; @import url(b.css) print; @import url( \"c.css\" ) layer(x) screen; @font-face{src:url(f)}"
    )
    #expect(sheet.imports.map(\.address) == ["a.css", "b.css", "c.css"])
    #expect(sheet.imports.map { $0.media.matches(.reader) } == [true, false, true])
    #expect(sheet.fontFaces.first?.value("src") == "url(f)")
  }

  @Test("a sheet in UTF-16, or behind a byte order mark, is read")
  func encodings() {
    let text = "p{top:1}"
    let units = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let wide: [UInt8] = [0xFF, 0xFE] + units
    #expect(StyleSheet(wide).rules.count == 1)
    #expect(StyleSheet([0xEF, 0xBB, 0xBF] + Array(text.utf8)).rules.count == 1)
  }

  @Test(
    "media conditions that are true of a plain color screen",
    arguments: [
      ("", true), ("all", true), ("screen", true), ("print", false), ("amzn-kf8", false),
      ("amzn-mobi", false),
      ("not amzn-mobi", true), ("print, screen", true), ("only screen and (min-width: 400px)", true),
      ("screen and (max-width: 400px)", false), ("(min-resolution:2dppx)", false),
      ("(min-resolution: 96dpi)", true),
      ("(-webkit-min-device-pixel-ratio: 2)", false), ("(min--moz-device-pixel-ratio: 1.5)", false),
      ("(orientation: portrait)", true), ("(orientation:landscape)", false),
      ("(prefers-color-scheme: dark)", false),
      ("(monochrome)", false), ("(color)", true), ("(hover)", false), ("not (hover)", false),
      ("not print", true),
      ("(width >= 600px)", true), ("(400px <= width <= 500px)", false), ("(min-aspect-ratio: 1/1)", false),
      ("(min-width:1px) and (max-width:1px)", false), ("(max-width:1px) or (min-width:1px)", true),
      ("screen and(min-width:1px)", true), ("not all and (max-width:1px)", true), ("speech", false),
    ])
  func media(query: String, holds: Bool) { #expect(MediaQuery(query).matches(.reader) == holds) }

  @Test("a selector of many parts gives up in a deep document instead of trying every way through it")
  func bounded() throws {
    let deep = String(repeating: "<a>", count: 200) + "<b/>" + String(repeating: "</a>", count: 200)
    var node = ElementNode(root: try parseXML(Array(deep.utf8)).root)
    while let child = node.children.first { node = child }
    let selector = try #require(Selector.list("x " + String(repeating: "a ", count: 30) + "b")?.first)
    #expect(!selector.matches(node))
  }

  @Test(
    "lengths in pixels",
    arguments: [
      ("12px", .pixels(12)), ("12", .pixels(12)), ("72pt", .pixels(96)), ("50%", .percent(50)),
      ("-1in", .pixels(-96)),
      ("2em", .pixels(32)), ("10vw", .viewport(10, .width)), ("auto", nil), ("calc(1px)", nil), ("", nil),
      ("1e999", nil),
    ] as [(String, StyleLength?)])
  func lengths(text: String, length: StyleLength?) { #expect(StyleLength(text) == length) }
}
