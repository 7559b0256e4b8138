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
}
