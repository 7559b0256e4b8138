import Formats
import Testing

@Suite("descriptions as plain text")
struct MarkupTextTests {
  @Test(
    "paragraphs stay, tags go",
    arguments: [
      ("plain", "plain"), ("1 < 2 & 3 > 2", "1 < 2 & 3 > 2"), ("a\r\nb\rc", "a\nb\nc"),
      ("a &amp; b", "a &amp; b"),
      ("<p>a</p><p>b</p>", "a\n\nb"),
      ("<div><p>a <i>b</i>c</p>\n  <ul><li>x</li><li>y</li></ul></div>", "a bc\n\nx\ny"),
      ("a<br>b<br/>c", "a\nb\nc"), ("<P>tag soup<p>two &nbsp;three", "tag soup\n\ntwo three"),
      ("<style>p{}</style><p>a</p><script>x()</script>", "a"), ("", ""),
      ("<p>citt&agrave; &ograve; citt&#224;</p>", "città ò città"),
    ])
  func plain(html: String, text: String) {
    #expect(MarkupText.plain(html).replacing("\u{A0}", with: "") == text)
  }
}
