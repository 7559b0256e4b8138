#if Typesetting
  import BookModel
  import Imaging
  import Testing
  import TextShaping
  import Typesetting

  @Suite(
    "Text from top to bottom",
    .enabled(
      if: SampleFonts.areInstalled("ipam.ttf") || SampleFonts.areInstalled("NotoSerifCJK-Regular.ttc"),
      "no Japanese font is installed"))
  struct VerticalTests {
    private let book: FontBook
    private let shaper: PangoShaper

    init() throws {
      book = try FontBook()
      shaper = try PangoShaper(book)
    }

    @Test("kana and ideographs stand, Latin lies")
    func orientation() throws {
      let runs = try shaper.line(text("日本abcか", plain("ja"), isVertical: true)).runs
      #expect(runs.map(\.isUpright) == [true, false, true])
      #expect(runs[0].glyphs.map(\.advance) == [40 * Extent.pixel, 40 * Extent.pixel])
      #expect(try shaper.line(text("abc", plain("ja"))).advance == runs[1].advance)
    }

    @Test("punctuation has forms of its own: commas at the upper right, brackets turned")
    func punctuation() throws {
      for character in ["、", "。", "「", "（", "ー"] {
        let level = try shaper.line(text(character, plain("ja"))).glyphs
        let upright = try shaper.line(text(character, plain("ja"), isVertical: true)).glyphs
        #expect(level.map(\.id) != upright.map(\.id), "\(character)")
      }
      var page = try SamplePage(book, size: .init(width: 60, height: 60), margin: 10)
      try page.add(text("、", plain("ja"), isVertical: true))
      let raster = try page.page.drawn(book)
      let ink = raster.samples.indices.filter { raster.samples[$0] < 128 }
      // The square of the character: 8 to 48 across (its middle line is 28 from the right edge… of 60), 10 to 50 down.
      #expect(!ink.isEmpty && ink.allSatisfy { $0 % 60 > 20 && $0 / 60 < 30 })
    }

    @Test("standing glyphs and lying words have their middle on the line's")
    func middle() throws {
      for string in ["日", "x日"] {
        var page = try SamplePage(book, size: .init(width: 100, height: 200), margin: 10)
        try page.add(text(string, plain("ja"), isVertical: true))
        let raster = try page.page.drawn(book)
        let columns = raster.samples.indices.filter { raster.samples[$0] < 128 }.map { $0 % 100 }
        let middle = try (#require(columns.min()) + #require(columns.max())) / 2
        #expect(abs(middle - (100 - 10 - 28)) <= 4, "\(string)")
      }
    }

    @Test("metrics reach as far to both sides of the middle line")
    func metrics() throws {
      for run in try shaper.line(text("日x", plain("ja"), isVertical: true)).runs {
        #expect(abs(run.metrics.ascent - run.metrics.descent) <= 1)
      }
    }

    @Test(
      "emoji stand",
      .enabled(if: SampleFonts.areInstalled("NotoColorEmoji.ttf"), "Noto Color Emoji is not installed"))
    func emoji() throws {
      let runs = try shaper.line(text("本 😀 本", plain("ja"), isVertical: true)).runs
      let emoji = try #require(runs.first { $0.range.contains(4) })
      #expect(emoji.isUpright)
    }
  }
#endif
