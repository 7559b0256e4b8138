import BookModel
import Testing
import Typesetting

@Suite("Styles")
struct StyleTests {
  @Test("of sizes are relative to what surrounds them, each once")
  func sizes() throws {
    let sample = Sample("div { font-size: 1.5em } span { font-size: 80% } b { font-size: 2rem }")
    let page = try sample.set("<div>a <span>b <i>c</i></span> <b>d</b></div>").pages[0]
    #expect(page.glyphs.map(\.font.size) == [30, 24, 24, 30, 40])
  }

  @Test("of body do not change the size that was chosen")
  func body() throws {
    #expect(try Sample("body { font-size: 30px }").set("<p>a</p>").pages[0].glyphs[0].font.size == 20)
  }

  @Test("of the book go before those that elements have by themselves, whatever their weight")
  func origins() throws {
    let sample = Sample("* { font-size: 1em; margin: 0 }")
    #expect(try sample.set("<h1>a</h1>").pages[0].glyphs[0].font.size == 20)
  }

  @Test("of attributes hold where no sheet says anything else")
  func attributes() throws {
    let page = try Sample().set("<p align='right'>a</p><div align='center'>b</div>").pages[0]
    #expect(page.lines.map { $0.area.x / 1024 } == [190, 95])
    #expect(try Sample("p { text-align: left }").set("<p align='right'>a</p>").pages[0].lines[0].area.x == 0)
  }

  @Test("with variables know what they stand for")
  func variables() throws {
    let sample = Sample(
      "body { --size: 2em } p { font-size: var(--size) } i { font-size: var(--none, 10px) }")
    #expect(try sample.set("<p>a<i>b</i></p>").pages[0].glyphs.map(\.font.size) == [40, 12.5])
  }

  @Test("keep text readable on any paper")
  func contrast() throws {
    for theme in PageTheme.allCases {
      for color in [
        "black", "#222", "white", "#777", "yellow", "hsl(200, 50%, 50%)", "rgb(10% 20% 30% / 0.5)",
      ] {
        var sample = Sample("p { color: \(color) }")
        sample.settings.theme = theme
        let page = try sample.set("<p>a</p>").pages[0]
        #expect(difference(page.glyphs[0].color, page.page.background) > 90, "\(theme) \(color)")
      }
    }
  }

  private func difference(_ one: InkColor, _ two: InkColor) -> Int {
    [(one.red, two.red), (one.green, two.green), (one.blue, two.blue)].reduce(0) {
      $0 + abs(Int($1.0) - Int($1.1))
    }
  }

  @Test("of body give the page its ground, but on another paper than white")
  func ground() throws {
    var sample = Sample("body { background: #fff4e7 }")
    #expect(
      try sample.set("<p>a</p>").pages[0].page.background == InkColor(red: 0xFF, green: 0xF4, blue: 0xE7))
    sample.settings.theme = .dark
    #expect(try sample.set("<p>a</p>").pages[0].page.background == PageTheme.dark.paper)
  }

  @Test("change letters, and draw lines under them")
  func letters() throws {
    let page = try Sample("p { text-transform: uppercase } u { text-transform: none }").set(
      "<p>a straße <u>x</u></p>"
    ).pages[0]
    #expect(page.textLines == ["A STRASSE x"])
    #expect(page.fills.count == 1 && page.fills[0].pixels[2] == 10)
  }

  @Test("put text before and behind elements, which is none of the book's")
  func generated() throws {
    let page = try Sample("q::before { content: open-quote } q::after { content: '\\201D' attr(title) }").set(
      "<p><q title='!'>a</q></p>"
    ).pages[0]
    #expect(page.textLines == ["“a”!"] && page.text == "a")
  }

  @Test("that are not done are told by name, once")
  func unsupported() throws {
    let sample = Sample(".f { display: flex } .g { position: absolute }")
    let section = try sample.set(
      "<div class='f'><p class='g'>a</p><p class='g'>b</p></div><math xmlns='http://www.w3.org/1998/Math/MathML'><mi>x</mi></math><svg xmlns='http://www.w3.org/2000/svg'><rect/><text>t</text></svg>"
    )
    #expect(section.unsupported == ["MathML", "SVG drawings", "display: flex", "position: absolute"])
    #expect(section.pages[0].text.filter(\.isLetter) == "abxt")
  }
}
