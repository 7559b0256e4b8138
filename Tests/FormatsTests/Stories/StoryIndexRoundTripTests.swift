import BookModel
import Formats
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Writing a story index")
struct StoryIndexRoundTripTests {
  @Test("the canonical text")
  func canonical() {
    let story = Story(
      number: "2", kind: "Storia", title: "Paperino", code: "I TL 1900-A",
      credits: [Credit("A", Credit.Role("Soggetto")), Credit("C", Credit.Role("Disegni"))],
      printed: PrintedPages(place: "pp. 17–24", length: "8 pag.", first: 17, last: 24, count: 8))
    let index = StoryIndex(
      before: "Before.",
      entries: [
        .init(story: story, remark: "ristampa", note: "Note: x"),
        .init(story: Story(number: "3", title: "B")),
      ], after: "After.")
    #expect(
      index.summary == """
        Before.

        2. [Storia] «Paperino»  {I TL 1900-A}
            Soggetto: A · Disegni: C
            – pp. 17–24 (8 pag.) – ristampa

        Note: x

        3. «B»

        After.
        """)
    #expect(StoryIndex.parse(index.summary) == index)
  }

  @Test(
    "stories from elsewhere are brought into the form",
    arguments: [
      (Story(title: "A"), "1. «A»"), (Story(number: "IV", title: "A"), "1. «A»"),
      (Story(number: "7", title: "A\nB"), "7. «A B»"),
      (Story(title: "say «A» – B", code: "x}y"), "1. «say «A» – B»  {xy}"),
      (Story(title: "A» – B"), "1. “A» – B”"), (Story(title: ""), "1. «–»"),
      (Story(title: "R&amp;D <br>"), "1. «R&amp;amp;D &lt;br>»"),
      (
        Story(
          title: "A",
          credits: [Credit("B", Credit.Role("a role longer than any other")), Credit("", .writer)]),
        "1. «A»"
      ),
    ])
  func foreign(_ story: Story, _ expected: String) throws {
    let text = StoryIndex(stories: [story]).summary
    #expect(text == expected)
    #expect(StoryIndex.parse(text)?.summary == text)
  }

  @Test("parse, write, parse is the identity over texts made of all the pieces an index has")
  func generatedTexts() throws {
    var random = Dice(seed: 7)
    let pieces = [
      "1.", "2)", "3b.", "12.", "[Storia]", "[[K]", "«", "»", "\"", "“", "”", "„", "‘", "’", "「", "」",
      "{I TL 1}", "{",
      "}", "{}", "– p. 17", "pp. 3-9", "(8 pag.)", "(", ")", "Soggetto: A", " · ", "•", ":", "Art: Bo",
      "    ", "\t",
      "\n", "\n", "\n", "\n\n", "\r\n", "<br>", "<p>", "</p>", "&amp;", "&lt;", "&laquo;", "&amp;amp;", "<",
      ">", "<![CDATA[", "]]>",
      "word", "prose here.", " ", " ", "–", ",", ".", "1. «A»", "2. [X] «B»  {C}", "3. \"D\" – p. 5 – old",
    ]
    var indices = 0
    for _ in 0..<12_000 {
      let text = (0..<random.roll(2...14)).map { _ in pieces[random.roll(0...(pieces.count - 1))] }.joined()
      guard let index = StoryIndex.parse(text) else { continue }
      indices += 1
      let again = StoryIndex.parse(index.summary)
      #expect(again == index, "\(text.debugDescription)\n→ \(index.summary.debugDescription)")
      #expect(again?.summary == index.summary)
      if again != index { return }
    }
    #expect(indices > 1_000)
  }

  @Test("write, parse is the identity over generated indices")
  func generatedIndices() throws {
    var random = Dice(seed: 11)
    let titles = [
      "A", "L'amaca", "Q & A", "«A»", "“B” {C}", "x <br> y", "&amp;", "– p. 3", "A» – B", "Ann: a · b",
      "2. «Z»", "題名」と「",
    ]
    for _ in 0..<1_500 {
      let entries = (1...random.roll(1...6)).map { _ in
        StoryIndex.Entry(
          story: Story(
            number: "\(random.roll(0...99))", kind: random.pick([nil, "Storia", "Cover [x", "<b>"]),
            title: titles[random.roll(0...(titles.count - 1))], code: random.pick([nil, "I TL 1-A", "&lt;"]),
            credits: (0..<random.roll(0...3)).map {
              Credit(random.pick(["A", "B, C", "x: y"]), Credit.Role("Role \($0)"))
            },
            printed: random.pick([
              nil, PrintedPages(place: "p. 5", first: 5),
              PrintedPages(place: "pp. 5–9", length: "5 pag.", first: 5, last: 9, count: 5),
            ])),
          remark: random.pick([nil, "old", "(x) y", "“q”"]), note: "")
      }
      var index = StoryIndex(
        before: random.pick(["", "Prose: a · b.", "1. no entry\n\n  more"]), entries: entries,
        after: random.pick(["", "Art: Bo · Ink: Cy", "{x}"]))
      for place in index.entries.indices.dropLast() {
        index.entries[place].note = random.pick(["", "", "Note: x", "a\n\n    Art: Bo", "p. 17"])
      }
      #expect(StoryIndex.parse(index.summary) == index, "\(index.summary)")
    }
  }

  /// Work that grows with the square of the text would take hours.
  @Test(
    "work grows with the length alone, whatever the text", .timeLimit(.minutes(10)),
    arguments: [
      "1. «", "1. «a", "1. «» ", "1. «a»\n", "«", "»", "1. \"a \" ", "1. «a» {", "{", "<", "<b", "<br", "&",
      "&amp", "[", "1. [", " ",
      "\n", "1. «a» – p. 1 (", "1. «a»\n a: b · ", "a: b · ", "· ", "1. «a\n", "1. «a\n b\n", "1. '’ ’ ",
      "<![CDATA[", "1. «a» -", "9",
    ])
  func hostile(_ piece: String) {
    let text = "1. «" + String(repeating: piece, count: 300_000 / piece.utf8.count)
    let summary = StoryIndex.parse(text)?.summary
    #expect(summary.map { !$0.isEmpty } ?? true)
  }
}

/// Random numbers that are the same every time.
struct Dice {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func roll(_ range: ClosedRange<Int>) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Int((state >> 33) % UInt64(range.count))
  }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[roll(0...(values.count - 1))] }
}
