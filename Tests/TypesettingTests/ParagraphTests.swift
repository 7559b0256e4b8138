import BookModel
import Testing
import Typesetting

@Suite("Paragraphs")
struct ParagraphTests {
  @Test("are broken at spaces, and white space collapses")
  func broken() throws {
    let lines = try Sample().lines("<p>  One two\n three   four five six <b>seven</b> eight  </p>")
    #expect(lines == [["One two three four", "five six seven eight"]])
  }

  @Test("of too long a word are broken anywhere rather than cut")
  func longWord() throws {
    let lines = try Sample(columns: 20).lines("<p>a \(String(repeating: "x", count: 45))</p>")
    #expect(lines == [["a", String(repeating: "x", count: 20), String(repeating: "x", count: 20), "xxxxx"]])
  }

  @Test("break where a break is asked for, and text keeps its order around it")
  func forced() throws {
    #expect(try Sample().lines("<p>One<br/>two <br/> three</p>") == [["One", "two", "three"]])
    #expect(try Sample().lines("<pre>a  b\n  c</pre>") == [["a  b", "  c"]])
  }

  @Test("have their first line indented")
  func indent() throws {
    let sample = Sample("p { text-indent: 2em }")
    let page = try sample.set("<p>One two three four five six seven</p>").pages[0]
    #expect(page.textLines == ["One two three", "four five six seven"])
    #expect(page.lines.map { $0.area.x / 1024 } == [40, 0])
  }

  @Test("are justified except for the last line")
  func justified() throws {
    var sample = Sample()
    sample.settings.justification = .on
    let page = try sample.set("<p>One two three four five six seven</p>").pages[0]
    #expect(page.lines.map { $0.area.width / 1024 } == [200, 140])
  }

  @Test("with lines of their own are neither justified nor hyphenated")
  func verse() throws {
    var sample = Sample()
    (sample.settings.justification, sample.settings.hyphenates) = (.on, true)
    let page = try sample.set("<p>One two three four five<br/>six seven</p>", EveryLetterHyphenator()).pages[
      0]
    #expect(page.textLines == ["One two three four", "five", "six seven"])
    #expect(page.lines.map { $0.area.width / 1024 } == [180, 40, 90])
  }

  @Test("are hyphenated where a line would be too loose")
  func hyphens() throws {
    var sample = Sample(columns: 12)
    (sample.settings.justification, sample.settings.hyphenates) = (.on, true)
    #expect(
      try sample.lines("<p>An extraordinary word</p>", EveryLetterHyphenator()) == [
        ["An extraord", "inary word"]
      ])
    #expect(
      try sample.lines("<p style='hyphens:none'>An extraordinary word</p>", EveryLetterHyphenator())
        == [["An", "extraordinar", "y word"]])
    sample.language = nil
    #expect(
      try sample.lines("<p>An extraordinary word</p>", EveryLetterHyphenator()) == [
        ["An", "extraordinar", "y word"]
      ])
  }

  @Test("break at soft hyphens, which show only there")
  func softHyphens() throws {
    let page = try Sample(columns: 12).set("<p>An extra\u{AD}ordinary wo\u{AD}rd</p>").pages[0]
    #expect(page.textLines == ["An extra", "ordinary wo", "rd"])
    #expect(page.glyphs[0].glyphs.last?.id == 0x2D)
    #expect(page.text == "An extra\nordinary wo\nrd")
  }

  @Test("stand left, right and in the middle")
  func alignment() throws {
    let page = try Sample().set(
      "<p>One</p><p style='text-align:center'>One</p><p style='text-align:right'>One</p>"
    ).pages[0]
    #expect(page.lines.map { $0.area.x / 1024 } == [0, 85, 170])
  }

  @Test("from right to left begin at the right")
  func rightToLeft() throws {
    var sample = Sample("p { text-indent: 2em }")
    sample.settings.justification = .on
    let page = try sample.set("<p>אבגד הוזח טיכל מנסע פצקר</p>", html: "dir='rtl'").pages[0]
    #expect(page.textLines.count == 2)
    // The indent is at the right, the last line stands there, too.
    #expect(
      page.lines.map { [$0.area.x / 1024, ($0.area.x + $0.area.width) / 1024] } == [[0, 160], [110, 200]])
  }

  @Test("take their direction from the element around them, on each of their lines")
  func directionOfLines() throws {
    let page = try Sample().set("<div dir='rtl'><br/>אבגד:<br/>abc אב<br/></div>").pages[0]
    #expect(page.lines.dropFirst().allSatisfy { ($0.area.x + $0.area.width) / 1024 == 200 })
    // From left to right: the colon stands left of its word, the second word of a line left of the first.
    #expect(page.glyphs.map { $0.text.filter { $0 != " " } } == [":", "אבגד", "אב", "abc"])
  }

  @Test("of ideographs break anywhere but before closing marks, and are justified between them")
  func ideographs() throws {
    var sample = Sample(columns: 10)
    sample.settings.justification = .on
    let page = try sample.set("<p>日本語日。日本語日</p>").pages[0]
    #expect(page.textLines == ["日本語日。", "日本語日"])
    let other = try sample.set("<p>日本語日本。日本語</p>").pages[0]
    #expect(other.textLines == ["日本語日", "本。日本語"])
    #expect(other.lines[0].area.width / 1024 == 100)
  }

  @Test("have super- and subscript that do not open their lines")
  func superscript() throws {
    let page = try Sample().set("<p>One<sup>2</sup> two<sub>3</sub></p><p>Three</p>").pages[0]
    #expect(page.lines.map { $0.area.height / 1024 } == [30, 30])
    let baselines = page.glyphs.map(\.y)
    #expect(baselines[1] < baselines[0] && baselines[3] > baselines[0] && baselines[2] == baselines[0])
  }
}
