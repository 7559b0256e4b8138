#if Typesetting
  import Diagnostics
  import Testing
  import Typesetting

  @testable import TextShaping

  /// What is bounded is the work: how much is shaped in one go, and how often. Speed depends on machines.
  @Suite("Hostile text")
  struct HostileTextTests {
    private let book: FontBook
    private let shaper: PangoShaper

    init() throws {
      book = try FontBook()
      shaper = try PangoShaper(book)
    }

    private func expectWhole(_ paragraph: any ShapedParagraph, _ string: String) {
      var end = 0
      for cluster in paragraph.clusters {
        if cluster.range.lowerBound != end { Issue.record("a gap at \(end)") }
        end = cluster.range.upperBound
      }
      #expect(end == string.utf8.count)
    }

    @Test("a word of 200,000 letters is shaped in pieces, and its lines are cut from these")
    func longWord() throws {
      let string = String(repeating: "abcdefghij", count: 20_000)
      let paragraph = try #require(try shaper.shape(text(string, plain("en"))) as? PangoParagraph)
      expectWhole(paragraph, string)
      #expect(paragraph.segments.allSatisfy { $0.range.count <= 16_384 } && paragraph.segments.count < 30)
      #expect(paragraph.advance > 1 << 31, "wider than 32 bits can say")
      #expect(paragraph.clusters.allSatisfy { $0.advance < 60 * Extent.pixel })
      let lines = paragraph.lines(of: 1_000 * .pixel)
      #expect(lines.count > 3_000)
      for line in lines.prefix(3) + lines.suffix(3) {
        #expect(try paragraph.line(line, isHyphenated: false).advance <= 1_001 * Extent.pixel)
      }
    }

    @Test("a paragraph of 200 KB keeps all its text, in pieces that end at spaces")
    func longParagraph() throws {
      let string = String(repeating: "Some words of a text without an end. ", count: 5_500)
      let paragraph = try #require(try shaper.shape(text(string, plain("en"))) as? PangoParagraph)
      expectWhole(paragraph, string)
      let bytes = Array(string.utf8)
      #expect(
        paragraph.segments.dropFirst().allSatisfy { bytes[$0.range.lowerBound - 1] == UInt8(ascii: " ") })
    }

    @Test("of marks on one letter 30 are drawn, and the rest belongs to the letter's cluster")
    func marks() throws {
      for mark in ["\u{301}", "\u{20DD}", "\u{5B8}", "\u{1D167}"] {
        let string = "a" + String(repeating: mark, count: 50_000) + "b"
        let paragraph = try #require(try shaper.shape(text(string, plain("en"))) as? PangoParagraph)
        expectWhole(paragraph, string)
        #expect(paragraph.segments.reduce(0) { $0 + $1.glyphs.count } <= 33)
        #expect(paragraph.clusters.last?.range.count == 1)
      }
      #expect(book.diagnostics.contains { $0.rule == .marksLeftOut })
      let usual = try FontBook()
      _ = try PangoShaper(usual).shape(
        text("a\u{301}\u{302}\u{303}" + String(repeating: "\u{301}", count: 27), plain("en")))
      #expect(!usual.diagnostics.contains { $0.rule == .marksLeftOut })
    }

    @Test("30,000 controls of direction are some levels, and no glyphs")
    func directions() throws {
      for control in ["\u{202B}", "\u{2067}", "\u{202E}a\u{202C}", "\u{2068}"] {
        let string = String(repeating: control, count: 30_000) + "x"
        let paragraph = try shaper.shape(text(string, plain("en")))
        expectWhole(paragraph, string)
        let line = try paragraph.line(0..<string.utf8.count, isHyphenated: false)
        #expect(line.glyphs.count <= 30_001 && !line.glyphs.isEmpty)
      }
    }

    @Test("100,000 runs are as many as their styles differ in looks")
    func runs() throws {
      let string = String(repeating: "ab", count: 25_000)
      var paragraph = text(string, plain("en"))
      paragraph.runs = (0..<50_000).map { .init(range: $0..<($0 + 1), style: plain("en")) }
      let same = try #require(try shaper.shape(paragraph) as? PangoParagraph)
      expectWhole(same, string)
      #expect(same.segments.count < 10)
      paragraph.runs = (0..<50_000).map {
        .init(range: $0..<($0 + 1), style: plain("en", size: $0 % 2 == 0 ? 20 : 30))
      }
      let different = try shaper.shape(paragraph)
      expectWhole(different, string)
      #expect(try different.line(0..<50_000, isHyphenated: false).runs.count == 50_000)
    }

    /// A few characters, again and again.
    struct Repetition: CustomTestStringConvertible {
      var part: String
      var count: Int

      var testDescription: String {
        "\(count) times " + part.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
      }
    }

    @Test(
      "scripts and emoji that change with every letter, and letters of no script",
      arguments: [
        Repetition(part: "aяא", count: 3_000), Repetition(part: "😀a", count: 3_000),
        Repetition(part: "\u{200D}", count: 20_000), Repetition(part: "\u{FE0F}", count: 20_000),
        Repetition(part: "\u{FFFC}", count: 20_000), Repetition(part: "\n", count: 20_000),
        Repetition(part: " ", count: 30_000), Repetition(part: "\u{AD}", count: 20_000),
        Repetition(part: "ก", count: 20_000), Repetition(part: "\u{10FFFF}", count: 5_000),
        Repetition(part: "\u{1100}", count: 10_000), Repetition(part: "\u{0}\u{1}\u{7F}", count: 5_000),
        Repetition(part: "ក្", count: 5_000), Repetition(part: "\u{1F1E6}", count: 5_001),
      ])
    func oddText(repetition: Repetition) throws {
      let string = String(repeating: repetition.part, count: repetition.count)
      for isVertical in [false, true] {
        let paragraph = try shaper.shape(text(string, plain("th"), isVertical: isVertical))
        expectWhole(paragraph, string)
        let lines = paragraph.lines(of: 600 * .pixel)
        for line in lines.prefix(2) { _ = try paragraph.line(line, isHyphenated: true) }
      }
    }
  }
#endif
