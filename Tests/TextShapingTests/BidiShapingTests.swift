#if Typesetting
  import Testing
  import Typesetting

  @testable import TextShaping

  @Suite("Text from right to left")
  struct BidiShapingTests {
    private let shaper: PangoShaper
    private static let hasArabic = SampleFonts.areInstalled("NotoNaskhArabic-Regular.ttf")
    private static let hasHebrew = SampleFonts.areInstalled("NotoSerifHebrew-Regular.ttf")

    init() throws { shaper = try PangoShaper(FontBook()) }

    @Test("parts of a line are put in order by their levels (UAX #9, rule L2)")
    func order() {
      #expect(BidiOrder.visual([0, 1, 0]) == [0, 1, 2])
      #expect(BidiOrder.visual([1, 1, 1]) == [2, 1, 0])
      #expect(BidiOrder.visual([1, 2, 1]) == [2, 1, 0])
      #expect(BidiOrder.visual([0, 1, 2, 1, 0, 1]) == [0, 3, 2, 1, 4, 5])
      #expect(BidiOrder.visual([1, 2, 3, 2, 1]) == [4, 1, 2, 3, 0])
      #expect(BidiOrder.visual([2, 2, 1]) == [2, 0, 1])
      #expect(BidiOrder.visual([]) == [])
    }

    @Test(
      "Arabic letters join, and let go where a line is cut",
      .enabled(if: hasArabic, "Noto Naskh Arabic is not installed"))
    func joining() throws {
      let style = plain("ar")
      let word = "بيت"
      func glyphs(_ string: String) throws -> [UInt32] {
        try shaper.line(text(string, style, isRightToLeft: true)).glyphs.map(\.id)
      }
      let alone = try word.flatMap { try glyphs(String($0)) }
      #expect(try Set(glyphs(word)).isDisjoint(with: alone))
      let paragraph = try shaper.shape(text(word, style, isRightToLeft: true))
      #expect(try paragraph.line(0..<4, isHyphenated: false).glyphs.map(\.id) == glyphs("بي"))
      #expect(try paragraph.line(4..<6, isHyphenated: false).glyphs.map(\.id) == glyphs("ت"))
    }

    @Test(
      "letters join across runs that differ in color",
      .enabled(if: hasArabic, "Noto Naskh Arabic is not installed"))
    func joiningAcrossRuns() throws {
      let style = plain("ar")
      var colored = text("بيت", style, isRightToLeft: true)
      colored.runs = [0..<2, 2..<4, 4..<6].map { .init(range: $0, style: style) }
      let line = try shaper.line(colored)
      #expect(line.runs.map(\.styleRun) == [2, 1, 0] && line.runs.map(\.range) == [4..<6, 2..<4, 0..<2])
      #expect(
        line.glyphs.map(\.id) == (try shaper.line(text("بيت", style, isRightToLeft: true))).glyphs.map(\.id))
      #expect(try shaper.shape(colored).clusters.count == 3)
    }

    @Test(
      "an Arabic sentence ends with a full stop at its left",
      .enabled(if: hasArabic, "Noto Naskh Arabic is not installed"))
    func fullStop() throws {
      let string = "لا إله إلا الله."
      let line = try shaper.line(text(string, plain("ar"), isRightToLeft: true))
      #expect(line.glyphs.first?.cluster == string.utf8.count - 1)
      #expect(line.runs.allSatisfy { $0.level == 1 })
    }

    @Test(
      "Latin and digits in Hebrew go from left to right",
      .enabled(if: hasHebrew, "Noto Serif Hebrew is not installed"))
    func embedded() throws {
      let string = "אב cd 12 הו"
      let line = try shaper.line(text(string, plain("he"), isRightToLeft: true))
      let seen = line.glyphs.map { string.utf8.count - string.utf8.dropFirst($0.cluster).count }
      let latin = Array(string.utf8).firstIndex(of: UInt8(ascii: "c")) ?? 0
      let digit = Array(string.utf8).firstIndex(of: UInt8(ascii: "1")) ?? 0
      func place(_ byte: Int) throws -> Int { try #require(seen.firstIndex(of: byte)) }
      #expect(try place(latin) + 1 == place(latin + 1) && place(digit) + 1 == place(digit + 1))
      #expect(try place(0) == seen.count - 1 && place(latin) > place(string.utf8.count - 2))
      #expect(Set(line.runs.map(\.level)) == [1, 2])
    }

    @Test("brackets are mirrored", .enabled(if: hasHebrew, "Noto Serif Hebrew is not installed"))
    func brackets() throws {
      let hebrew = try shaper.line(text("(א)", plain("he"), isRightToLeft: true)).glyphs.map(\.id)
      let turned = try shaper.line(text("א()", plain("he"), isRightToLeft: true)).glyphs.map(\.id)
      #expect(hebrew.count == 3 && hebrew.first != hebrew.last)
      #expect(hebrew.first == turned.first, "what closes stands at the left, looking the same")
    }

    @Test(
      "white space at a line's end goes in the paragraph's direction (UAX #9, rule L1)",
      .enabled(if: hasHebrew, "Noto Serif Hebrew is not installed"))
    func trailingSpace() throws {
      let right = try shaper.shape(text("אב cd ef", plain("he"), isRightToLeft: true))
      // A line that ends behind `cd`: its space stands left of everything, not between the letters.
      let line = try right.line(0..<8, isHyphenated: false)
      #expect(line.glyphs.first?.cluster == 7 && line.runs.first?.level == 1)
      let left = try shaper.shape(text("ab גד הו", plain("en")))
      #expect(try left.line(0..<8, isHyphenated: false).glyphs.last?.cluster == 7)
    }

    @Test(
      "vowel points stay with their letters", .enabled(if: hasHebrew, "Noto Serif Hebrew is not installed"))
    func points() throws {
      let paragraph = try shaper.shape(text("בְּרֵא", plain("he"), isRightToLeft: true))
      #expect(paragraph.clusters.map(\.range) == [0..<6, 6..<10, 10..<12])
      #expect(paragraph.clusters.allSatisfy { $0.advance > 0 && $0.level == 1 })
    }
  }
#endif
