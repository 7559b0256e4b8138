import BookModel
import Formats
import Testing

@Suite("The story index of a summary")
struct StoryIndexTests {
  @Test("an entry has number, kind, title and code, and credits stand below it")
  func wholeEntry() throws {
    let index = try #require(
      StoryIndex.parse(
        """
        2. [Storia] «Paperino e l'amaca della felicità»  {I TL 1900-A}
            Soggetto: A · Sceneggiatura: B · Disegni: C
        """))
    #expect(index.before.isEmpty)
    #expect(index.after.isEmpty)
    let story = try #require(index.stories.first)
    #expect(index.stories.count == 1)
    #expect(story.number == "2")
    #expect(story.kind == "Storia")
    #expect(story.title == "Paperino e l'amaca della felicità")
    #expect(story.code == "I TL 1900-A")
    #expect(
      story.credits == [
        Credit("A", Credit.Role("Soggetto")), Credit("B", Credit.Role("Sceneggiatura")),
        Credit("C", Credit.Role("Disegni")),
      ])
  }

  @Test(
    "one entry, as real files write it",
    arguments: [
      ("3. «Title»", "3 | Title"), ("2) «Title»", "2 | Title"), ("12. [Cover] «Title»", "12 | [Cover] Title"),
      ("1. \"Title\"", "1 | Title"), ("1. “Title”", "1 | Title"), ("1. „Title“", "1 | Title"),
      ("1. „Title”", "1 | Title"), ("1. ‘Title’", "1 | Title"), ("1. ‚Title‘", "1 | Title"),
      ("1. »Title«", "1 | Title"), ("1. ‹Title›", "1 | Title"), ("1. 'Title'", "1 | Title"),
      ("1. ”Title”", "1 | Title"), ("1. 「題名」", "1 | 題名"), ("１．『題名』", "１ | 題名"), ("1. 《題名》", "1 | 題名"),
      ("1. « Title »", "1 | Title"), ("1.«Title»{C}", "1 | Title {C}"), ("01. «Title»", "01 | Title"),
      ("2b. «Title»", "2b | Title"), ("  1.   [ Storia ]   «Title»   { C }  ", "1 | [Storia] Title {C}"),
      ("1. «Title» – p. 17", "1 | Title p. 17 = 17"), ("1. «Title» - p.17", "1 | Title p.17 = 17"),
      ("1. «Title», p. 17", "1 | Title p. 17 = 17"), ("1. «Title» p17", "1 | Title p17 = 17"),
      ("1. «Title» — pp. 17–24", "1 | Title pp. 17–24 = 17-24"),
      ("1. «Title» {C} – pagg. 17 - 24", "1 | Title {C} pagg. 17 - 24 = 17-24"),
      ("1. «Title» – pp. 17–24 {C}", "1 | Title {C} pp. 17–24 = 17-24"),
      ("1. «Title» (8 pag.)", "1 | Title 8 pag. x8"), ("1. «Title» (8pp)", "1 | Title 8pp x8"),
      ("1. «Title» (p. 3) [8 tavole]", "1 | Title p. 3 = 3 8 tavole x8"),
      ("1. «Titel» – S. 5", "1 | Titel S. 5 = 5"), ("1. «Title» – pp. 24–17", "1 | Title pp. 24–17 = 24"),
      ("1. «Title» – ristampa", "1 | Title ~ ristampa"),
      ("1. «Title» (ristampa) {C}", "1 | Title {C} ~ (ristampa)"),
      ("1. «Title» – p. 123456", "1 | Title ~ p. 123456"), ("1. «Title» {}", "1 | Title"),
      ("1. \"The \"Duck\" Man\"", "1 | The \"Duck\" Man"), ("1. 'Donald's day'", "1 | Donald's day"),
      ("1. ‘Donald’s day’ – p. 5", "1 | Donald’s day p. 5 = 5"), ("1. «A «B» C»", "1 | A «B» C"),
      ("1. «A «B» – C»", "1 | A «B» – C"), ("1. «A «B»", "1 | A «B"), ("1. «A» – «B»", "1 | A ~ «B»"),
      ("1. «Title».", "1 | Title"), ("1. «What?» {C}", "1 | What? {C}"),
    ])
  func entries(_ line: String, _ expected: String) throws {
    let index = try #require(StoryIndex.parse(line))
    #expect(index.entries.map(describe) == [expected])
    #expect(index.before.isEmpty && index.after.isEmpty)
  }

  @Test(
    "text that is no index is left alone",
    arguments: [
      "", "Just prose.", "1. Title", "1 «Title»", "«Title»", "1.5 «Title»", "12345. «Title»", "1. «Title",
      "1. [Kind «Title»", "1. \"Hello\" he said to her.", "Chapter 1. «Title»", "1. «»", "1. [Kind] {Code}",
      "Soggetto: A · Disegni: B", "1. Ducks\n2. Mice", "In 2. «Bundesliga» he scored.", "<p>1. Title</p>",
      "1. «A\n\nB»", "1. «A\nB\nC\nD»",
    ])
  func noIndex(_ text: String) {
    #expect(StoryIndex.parse(text) == nil)
  }

  @Test(
    "a line below an entry is credits where every segment has a role and a name, and it stands further in or has several segments",
    arguments: [
      ("    Story: Ann", ["Story=Ann"]), ("Story: Ann", []),
      ("Story: Ann • Art: Bo", ["Story=Ann", "Art=Bo"]),
      ("    Story: Ann ·\n    Art: Bo", ["Story=Ann", "Art=Bo"]), ("\tStory: Ann", ["Story=Ann"]),
      ("Note: reprinted in 1995", []), ("    Story: Ann · and more", []), ("    : Ann", []),
      ("    Story:", []),
      ("    Abcdefghijklmnopqrstuvwx: Ann", ["Abcdefghijklmnopqrstuvwx=Ann"]),
      ("    Abcdefghijklmnopqrstuvwxy: Ann", []), ("    脚本：安 · 作画：保", ["脚本=安", "作画=保"]),
      ("    Web: http://a.example · Art: Bo", ["Web=http://a.example", "Art=Bo"]),
      ("    Art: Bo, Cy", ["Art=Bo, Cy"]), ("A subtitle\n    Art: Bo", ["Art=Bo"]),
      ("\n    Art: Bo", ["Art=Bo"]), ("\n\n    Art: Bo", []),
    ])
  func credits(_ below: String, _ expected: [String]) throws {
    let index = try #require(StoryIndex.parse("1. «A»\n\(below)\n2. «B»"))
    #expect(index.stories.count == 2)
    #expect(index.stories[0].credits.map { "\($0.role.word)=\($0.name)" } == expected)
    if expected.isEmpty { #expect(index.entries[0].note == below.trimmed) }
  }

  @Test("what a whole index is indented by does not make credits of the prose below")
  func indentedIndex() throws {
    let text = "    1. «A»\n        Art: Bo\n    Note: reprinted\n    2. «B»\n    Note: again"
    for summary in [text, text.trimmed] {
      let index = try #require(StoryIndex.parse(summary))
      #expect(index.stories.map(\.credits.count) == [1, 0])
      #expect(index.entries[0].note == "Note: reprinted")
      #expect(index.after == "Note: again")
    }
  }

  @Test("a title may run over two lines, and code and pages may stand on the next")
  func severalLines() throws {
    let index = try #require(
      StoryIndex.parse(
        """
        1. [Storia] «Paperino e la
           lunga notte»  {I TL 3-A}
             Disegni: C
        2. «Topolino»
           {I TL 3-B} – p. 40
        3. «Pippo
        4. «Pluto»
        """))
    #expect(
      index.entries.map(describe) == [
        "1 | [Storia] Paperino e la lunga notte {I TL 3-A}", "2 | Topolino {I TL 3-B} p. 40 = 40",
        "4 | Pluto",
      ])
    #expect(index.stories[0].credits == [Credit("C", Credit.Role("Disegni"))])
    #expect(index.entries[1].note == "3. «Pippo")
  }

  @Test("prose before, between and after stays, to the line")
  func prose() throws {
    let text = """
      The weekly issue.

      Inside: ducks.
      1. «A»
      A note: on A.

      More: of it · Still: prose
      2. «B»
          Art: Bo

      Reprinted in 1995.
        All rights.
      """
    let index = try #require(StoryIndex.parse(text))
    #expect(index.before == "The weekly issue.\n\nInside: ducks.")
    #expect(index.entries.map(\.note) == ["A note: on A.\n\nMore: of it · Still: prose", ""])
    #expect(index.after == "Reprinted in 1995.\n  All rights.")
    #expect(
      index.prose
        == "The weekly issue.\n\nInside: ducks.\n\nA note: on A.\n\nMore: of it · Still: prose\n\nReprinted in 1995.\n  All rights."
    )
  }

  @Test(
    "line ends of every kind, HTML's too, and its entities",
    arguments: [
      "1. [Storia] «A & B»  {X}\r\n    Art: Bo\r\n2. «C»", "1. [Storia] «A & B»  {X}\r    Art: Bo\r2. «C»",
      "1. [Storia] &laquo;A &amp; B&raquo;  {X}<br/>    Art: Bo<br>2. «C»",
      "1. [Storia] &#171;A &amp; B&#xBB;  {X}<BR />\n&nbsp;&nbsp;Art: Bo<br />\n2. «C»<br/>\n",
      "<p>1. [Storia] <b>«A & B»</b>  {X}</p>\n<p>&nbsp; Art: Bo</p>\n<p>2. <i>&quot;C&quot;</i></p>",
      "<div><ul>\n<li>1. [Storia] «A &amp; B» {X}<br>  Art: Bo</li>\n<li>2. «C»</li></ul></div>",
      "<![CDATA[1. [Storia] «A & B» {X}\n  Art: Bo\n2. «C»]]>",
    ])
  func lineEnds(_ text: String) throws {
    let index = try #require(StoryIndex.parse(text))
    #expect(index.entries.map(describe) == ["1 | [Storia] A & B {X}", "2 | C"])
    #expect(index.stories[0].credits == [Credit("Bo", Credit.Role("Art"))])
    #expect(index.before.isEmpty && index.after.isEmpty)
  }

  @Test(
    "signs that are no markup stay", arguments: ["A < B", "I <3 U", "a <tag> b", "Q&A; x", "<b", "&bogus;"])
  func noMarkup(_ title: String) throws {
    #expect(try #require(StoryIndex.parse("1. «\(title)»\n\nx")).stories[0].title == title)
  }
}

/// An entry on one line, without credits and note.
func describe(_ entry: StoryIndex.Entry) -> String {
  let story = entry.story
  var text = "\(story.number ?? "") | "
  if let kind = story.kind { text += "[\(kind)] " }
  text += story.title
  if let code = story.code { text += " {\(code)}" }
  if let printed = story.printed {
    if let place = printed.place { text += " \(place) = \(printed.first ?? -1)" }
    if let last = printed.last { text += "-\(last)" }
    if let length = printed.length { text += " \(length) x\(printed.count ?? -1)" }
  }
  if let remark = entry.remark { text += " ~ \(remark)" }
  return text
}
