import Markup
import Testing

@Suite("References to characters in texts")
struct CharacterReferenceTests {
  @Test(
    "every name of XHTML and every number is known",
    arguments: [
      ("&ograve;", "ò"), ("&Ograve;&zwj;&thetasym;", "Ò\u{200D}ϑ"), ("&apos;&quot;&amp;&lt;&gt;", "'\"&<>"),
      ("&#171;&#xAB;&#Xab;", "«««"), ("a &eacute; b", "a é b"), ("&#128512;", "😀"), ("&#0000000065;", "A"),
    ])
  func known(_ text: String, _ expected: String) {
    #expect(CharacterReference.resolved(in: text) == expected)
  }

  @Test(
    "what is no reference stays as it is",
    arguments: [
      "A & B", "AT&T;", "&", "&;", "&nosuch;", "&ograve", "&#;", "&#x;", "&#0;", "&#8;", "&#xD800;",
      "&#x110000;",
      "&#+65;", "&#-1;", "&#99999999999999999999;", "&o\u{301}grave;", "&&&", "",
    ])
  func unknown(_ text: String) {
    #expect(CharacterReference.resolved(in: text) == text)
  }

  @Test("one round: what is escaped twice is escaped once then")
  func round() {
    #expect(CharacterReference.resolved(in: "&amp;lt;p&amp;gt;") == "&lt;p&gt;")
  }
}
