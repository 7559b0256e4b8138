import BookModel
import Testing
import Typesetting

@Suite("Pages")
struct PageTests {
  private func paragraph(_ lines: Int) -> String {
    "<p>" + (1...lines).map { "line \($0)" }.joined(separator: "<br/>") + "</p>"
  }

  @Test("leave no single line of a paragraph at their foot or head")
  func orphans() throws {
    let counts = { (body: String) in try Sample(rows: 4).lines(body).map(\.count) }
    #expect(try counts(paragraph(3) + paragraph(3)) == [3, 3])
    #expect(try counts(paragraph(5)) == [3, 2])
    #expect(try counts(paragraph(2) + paragraph(4)) == [4, 2])
    #expect(try counts(paragraph(8)) == [4, 4])
    #expect(try counts(paragraph(9)) == [4, 3, 2])
  }

  @Test("do not end with a heading, nor with a heading and one line")
  func headings() throws {
    let heading = "<h2 style='font-size:1em;margin:0'>Heading</h2>"
    let lines = try Sample(rows: 4).lines(paragraph(3) + heading + paragraph(2))
    #expect(lines.map(\.count) == [3, 3])
    #expect(lines[1][0] == "Heading")
    let short = try Sample(rows: 4).lines(paragraph(2) + heading + "<p>One</p><p>Two</p>")
    #expect(short.map(\.count) == [2, 3])
  }

  @Test("begin where a break is asked for")
  func breaks() throws {
    let sample = Sample("h2 { page-break-before: always; font-size: 1em } .x { page-break-after: always }")
    #expect(try sample.lines("<p>a</p><h2>b</h2><p class='x'>c</p><p>d</p>") == [["a"], ["b", "c"], ["d"]])
    #expect(try sample.lines("<h2>b</h2>") == [["b"]])
  }

  @Test("lose room between paragraphs at their head, but not where a document begins")
  func margins() throws {
    let sample = Sample(rows: 4, "p { margin: 1.5em 0 }")
    let pages = try sample.set("<p>a</p><p>b</p><p>c</p>").pages
    #expect(pages.map { $0.lines.map { $0.area.y / 1024 } } == [[30, 90], [0]])
  }

  @Test("tell where ids stand")
  func anchors() throws {
    let section = try Sample(rows: 2).set(
      "<p id='a'>a<br/>a</p><div id='b'><p>b <i id='c'>c</i></p></div><p>d<a id='e'/></p><p id='f'></p>")
    #expect(section.pages.count == 2)
    #expect(section.anchors == ["a": 0, "b": 1, "c": 1, "e": 1, "f": 1])
  }

  @Test("of one picture have no margins")
  func fullPicture() throws {
    var sample = Sample()
    sample.settings.margins = PageMargins(top: 30, right: 30, bottom: 30, left: 30)
    let entry = EntryReference(source: .main, key: 1, name: "a.png")
    sample.pictures = ["a.png": SizedPicture(entry: entry, size: Size(width: 100, height: 300))]
    let section = try sample.set("<div id='x'><img src='a.png'/></div>")
    #expect(section.pages[0].pictures.map(\.pixels) == [[50, 0, 100, 300]])
    #expect(section.pages[0].isFullPicture && section.anchors == ["x": 0])
  }

  @Test("hold all text, in order")
  func text() throws {
    let section = try Sample(rows: 3).set(
      "<h1>T</h1><p>one <b>two</b></p><ul><li>three</li><li><p>four</p></li></ul><table><tr><td>five</td><td>six</td></tr></table>"
    )
    let text = section.pages.map(\.text).joined(separator: " ").split(whereSeparator: \.isWhitespace).joined()
    #expect(text == "Tonetwothreefourfivesix")
  }
}
