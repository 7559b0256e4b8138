import BookModel
import Testing
import Typesetting

@Suite("Boxes in a flow")
struct FlowTests {
  private static let entry = EntryReference(source: .main, key: 1, name: "a.png")

  private func sample(_ size: Size, columns: Int = 20, rows: Int = 10, _ css: String = "") -> Sample {
    var sample = Sample(columns: columns, rows: rows, css)
    sample.pictures = ["a.png": SizedPicture(entry: FlowTests.entry, size: size)]
    return sample
  }

  @Test("have margins of which the larger one counts where two meet")
  func margins() throws {
    let sample = Sample(".a { margin: 0 0 10px } .b { margin: 30px 0 0 20px }")
    let page = try sample.set("<div class='a'><p>a</p></div><div class='b'><p>b</p></div>").pages[0]
    // Sixteen pixels of a style sheet are the plain size of type, 20.
    #expect(page.lines.map { [$0.area.x / 1024, $0.area.y / 1024] } == [[0, 0], [25, 67]])
  }

  @Test("keep room for words however wide their margins are")
  func hugeMargins() throws {
    for margin in ["6em", "1e9px", "90%", "-50px", "nanpx", "1e400em"] {
      let sample = Sample("body { margin: 0 \(margin) } blockquote { margin: \(margin) }")
      let section = try sample.set("<blockquote><blockquote><p>One two three</p></blockquote></blockquote>")
      let words = section.pages.flatMap { $0.text.split(whereSeparator: \.isWhitespace) }
      #expect(words == ["One", "two", "three"], "\(margin)")
      for area in section.pages.flatMap(\.lines).map(\.area) {
        #expect(
          area.x >= 0 && area.x + area.width <= 200 * 1024 && area.y + area.height <= 300 * 1024, "\(margin)")
      }
    }
  }

  @Test("draw grounds below what is inside them, and borders around it, on each of their pages")
  func borders() throws {
    let sample = Sample(
      rows: 4, "div { border: 2px solid red; background: #eee; padding: 0 } p { border-left: 1px solid }")
    let pages = try sample.set("<div>\(String(repeating: "<p>a</p>", count: 5))</div>").pages
    #expect(pages.count == 2)
    let outer = pages.map { $0.fills[0].pixels }
    #expect(outer[0][0] == 0 && outer[0][2] == 200 && outer[1][1] == 0)
    // The upper edge is on the first page only, the lower one on the second.
    #expect(pages[0].fills.contains { $0.pixels == [0, 0, 200, 3] })
    #expect(!pages[1].fills.contains { $0.pixels == [0, 0, 200, 3] })
  }

  @Test("of lists have their marks left of their first line")
  func lists() throws {
    let page = try Sample("ol { margin: 0 }").set(
      "<ol start='9'><li>a</li><li><p>b</p><ul style='list-style-type:square'><li>c</li></ul></li></ol>"
    ).pages[0]
    #expect(page.textLines == ["a9.", "b10.", "c▪"])
    #expect(page.text == "a\nb\nc")
    for marker in page.glyphs.filter({ "9.10.▪".contains($0.text) }) {
      let line = page.glyphs.first { $0.y == marker.y && $0.text != marker.text }
      #expect(marker.x >= 0 && marker.x < line?.x ?? 0)
    }
  }

  @Test("count list items in many ways")
  func numbers() throws {
    func marks(_ type: String, _ start: Int) throws -> String {
      try Sample("ol { list-style-type: \(type) }").lines("<ol start='\(start)'><li>x</li></ol>")[0][0]
    }
    #expect(try marks("lower-roman", 1994) == "xmcmxciv.")
    #expect(try marks("upper-alpha", 28) == "xAB.")
    #expect(try marks("hebrew", 15) == "xטו.")
    #expect(try marks("cjk-ideographic", 12) == "x十二、")
    #expect(try marks("none", 1) == "x")
    #expect(try marks("upper-roman", -3) == "x-3.")
  }

  @Test("of pictures are no larger than the page, and keep their proportions")
  func pictures() throws {
    let wide = try sample(Size(width: 1000, height: 500)).set("<p>a</p><p><img src='a.png'/></p>").pages[0]
    #expect(wide.pictures.map(\.pixels) == [[0, 30, 200, 100]])
    let high = try sample(Size(width: 100, height: 9000)).set("<p>a</p><div><img src='a.png'/></div>")
    #expect(high.pages.count == 2 && high.pages[1].pictures.map(\.pixels) == [[0, 0, 3, 300]])
    let small = try sample(Size(width: 16, height: 8), "img { width: 4em }").set(
      "<p>a <img src='a.png'/> b</p>"
    ).pages[0]
    #expect(small.pictures.map(\.pixels) == [[20, 0, 80, 40]])
    #expect(small.lines[0].area.height / 1024 == 49)
  }

  @Test("without their picture say what it would show")
  func missing() throws {
    #expect(try Sample().lines("<p>a <img src='b.png' alt='A kite'/> b</p>") == [["a A kite b"]])
  }

  @Test("beside lines leave them what is left of the measure, and nothing is lost")
  func floats() throws {
    let sample = sample(Size(width: 40, height: 40), "img { float: left; margin-right: 8px }")
    let page = try sample.set("<div><img src='a.png'/>One two three four five six seven eight</div>").pages[0]
    #expect(page.pictures.map(\.pixels) == [[0, 0, 50, 50]])
    #expect(page.textLines == ["One two three", "four five six", "seven eight"])
    #expect(page.lines.map { $0.area.x / 1024 } == [60, 60, 0])
  }

  @Test("too wide to stand beside lines stand between them")
  func wideFloat() throws {
    let sample = Sample("div { float: right; width: 90% }")
    #expect(try sample.lines("<div>One two</div><p>three</p>") == [["One two", "three"]])
  }

  @Test("of large first letters go through lines, whose last one they stand on")
  func dropCap() throws {
    for body in [
      "<p><span class='d'>O</span>ne two three four five six seven eight</p>",
      "<p class='f'>One two three four five six seven eight</p>",
    ] {
      let sample = Sample(".d, .f::first-letter { float: left; font-size: 60px }")
      let page = try sample.set(body).pages[0]
      let letter = try #require(page.glyphs.first { $0.text == "O" })
      let lines = page.glyphs.filter { $0.text != "O" }
      #expect(lines.count >= 3)
      let beside = lines.filter { $0.x > 0 }
      #expect(beside.count == 2 && letter.y == beside.last?.y, "\(page.textLines)")
      #expect(page.text.split(whereSeparator: \.isWhitespace).joined() == "Onetwothreefourfivesixseveneight")
    }
  }

  @Test("of ruby stand over their base, which lines don't divide")
  func ruby() throws {
    let section = try Sample(columns: 10).set(
      "<p>日本<ruby>漢字<rt>かんじ</rt></ruby>語<ruby>字<rp>(</rp><rt>ながいじ</rt><rp>)</rp></ruby></p>")
    let page = section.pages[0]
    #expect(page.text == "日本漢字かんじ語\n字ながいじ")
    let base = try #require(page.glyphs.first { $0.text.contains("漢字") })
    let ruby = try #require(page.glyphs.first { $0.text == "かんじ" })
    #expect(ruby.y < base.y && ruby.font.size == 10)
    // Four small letters take as much as two large ones: the base stands in their middle.
    let long = try #require(page.glyphs.first { $0.text == "ながいじ" })
    #expect(long.x == 0)
    #expect(page.lines.map { $0.area.width / 1024 } == [100, 40])
    #expect(page.lines.allSatisfy { $0.area.height / 1024 == 35 })
  }

  @Test("that should stay together go to the next page whole")
  func together() throws {
    let sample = Sample(rows: 4, ".k { page-break-inside: avoid }")
    #expect(
      try sample.lines("<p>a</p><p>b</p><div class='k'><p>c</p><p>d</p><p>e</p></div>")
        == [["a", "b"], ["c", "d", "e"]])
    // What is higher than a page is divided all the same.
    let long = (1...6).map { "<p>\($0)</p>" }.joined()
    #expect(try sample.lines("<div class='k'>\(long)</div>") == [["1", "2", "3", "4"], ["5", "6"]])
  }

  @Test("that nobody sees are not laid out, nor make pages")
  func unseen() throws {
    let sample = Sample(".n { display: none } .b { page-break-before: always } .v { visibility: hidden }")
    #expect(
      try sample.lines(
        "<p class='n'>a</p><p class='v'>a</p><div class='b'></div><p class='b'>b<script>c</script></p>")
        == [["b"]])
    #expect(try sample.set("<p></p>").pages.isEmpty)
  }

  @Test("of verse, each line a block, are not stretched where they run over")
  func verse() throws {
    var sample = Sample()
    sample.settings.justification = .on
    let lines = ["One two three four five", "six", "seven", "eight", "nine"].map { "<div>\($0)</div>" }
      .joined()
    #expect(try sample.set("<div>\(lines)</div>").pages[0].lines[0].area.width / 1024 == 180)
  }
}
