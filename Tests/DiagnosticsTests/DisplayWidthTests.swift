import Diagnostics
import Testing

@Suite("Text on a terminal")
struct DisplayWidthTests {
  @Test(
    "wide characters fill two columns, marks none",
    arguments: [
      ("", 0), ("abc", 3), ("漢字", 4), ("ｶﾅ", 2), ("ハ゛", 4), ("한글", 4), ("e\u{301}", 1), ("🦊", 2), ("½—…", 3),
      ("\u{200B}\u{FEFF}", 0), ("\u{7}", 0), ("，（", 4),
    ])
  func width(text: String, columns: Int) {
    #expect(text.displayWidth == columns)
  }

  @Test(
    "long text is quoted in part",
    arguments: [
      ("short", "short"), ("漢字漢字漢字", "漢字漢字漢字"), ("123456789 and more", "123456789 a…"), ("one\ntwo", "one…"),
      ("", ""),
    ])
  func shortened(text: String, expected: String) {
    #expect(text.shortened(to: 11) == expected)
  }

  @Test(
    "what a terminal would obey is shown, all else is left alone",
    arguments: [
      ("a\u{1B}[31m", "a\\u{1B}[31m"), ("\u{9B}2J\u{7F}", "\\u{9B}2J\\u{7F}"), ("x\u{202E}y", "x\\u{202E}y"),
      ("one\ntwo\tthree", "one two three"), ("é e\u{301} 漫画 👩‍👩‍👧 مرحبا", "é e\u{301} 漫画 👩‍👩‍👧 مرحبا"),
    ])
  func printable(text: String, expected: String) {
    #expect(text.printable == expected)
  }

  @Test("a text of several lines keeps them")
  func printableLines() {
    #expect("one\n\ttwo\r\u{1B}".printableLines == "one\n\ttwo \\u{1B}")
  }

  @Test("JSON shows them in its own way")
  func json() {
    #expect(JSON.string("a\u{1B}\u{9B}\u{202E}é\n").text() == "\"a\\u001b\\u009b\\u202eé\\n\"")
  }
}
