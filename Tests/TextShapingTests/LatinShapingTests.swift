#if Typesetting
  import Diagnostics
  import Testing
  import TextShaping
  import Typesetting

  @Suite(
    "Shaping Latin text",
    .enabled(if: SampleFonts.areInstalled("DejaVuSerif.ttf"), "DejaVu Serif is not installed"))
  struct LatinShapingTests {
    private let shaper: PangoShaper
    private let style = plain("en", ["DejaVu Serif"])

    init() throws { shaper = try PangoShaper(FontBook()) }

    @Test("letters that the font joins are one glyph, and two clusters that share its width")
    func ligatures() throws {
      let paragraph = try shaper.shape(text("fi", style))
      #expect(try paragraph.line(0..<2, isHyphenated: false).glyphs.count == 1)
      #expect(paragraph.clusters.map(\.range) == [0..<1, 1..<2])
      #expect(paragraph.advance == (try shaper.line(text("fi", style)).advance))
    }

    @Test("a word is divided within a ligature")
    func dividedLigature() throws {
      let paragraph = try shaper.shape(text("office", style))
      let first = try paragraph.line(0..<2, isHyphenated: true)
      let second = try paragraph.line(2..<6, isHyphenated: false)
      #expect(first.glyphs.count == 3 && first.glyphs[2].cluster == 2)
      #expect(second.glyphs.map(\.cluster).first == 2)
      #expect(first.glyphs[0...1].map(\.id) == (try shaper.line(text("of", style))).glyphs.map(\.id))
      #expect(second.glyphs.map(\.id) == (try shaper.line(text("fice", style))).glyphs.map(\.id))
    }

    @Test("pairs of letters are kerned, also where a line is cut from a longer text")
    func kerning() throws {
      let pair = try shaper.line(text("AV", style)).advance
      let apart = try shaper.line(text("A", style)).advance + shaper.line(text("V", style)).advance
      #expect(pair < apart)
      let paragraph = try shaper.shape(text("xx AV AV xx", style))
      #expect(try paragraph.line(3..<5, isHyphenated: false).advance == pair)
      #expect(try paragraph.line(3..<4, isHyphenated: false).advance == shaper.line(text("A", style)).advance)
    }

    @Test("a hyphen is as wide as it is said to be, and stands behind the last letter")
    func hyphen() throws {
      let paragraph = try shaper.shape(text("abc def", style))
      let plain = try paragraph.line(0..<3, isHyphenated: false)
      let hyphenated = try paragraph.line(0..<3, isHyphenated: true)
      #expect(paragraph.hyphenAdvance(before: 3) > 0)
      #expect(hyphenated.advance == plain.advance + paragraph.hyphenAdvance(before: 3))
      #expect(hyphenated.glyphs.last?.cluster == 3 && hyphenated.runs.last?.range == 0..<3)
    }

    @Test("a soft hyphen has a cluster of its own and shows nothing")
    func softHyphen() throws {
      let paragraph = try shaper.shape(text("ab\u{AD}cd", style))
      #expect(paragraph.clusters.map(\.range) == [0..<1, 1..<2, 2..<4, 4..<5, 5..<6])
      #expect(paragraph.clusters[2].advance == 0 && paragraph.clusters[3].breakBefore == .allowed)
      #expect(try paragraph.line(0..<6, isHyphenated: false).glyphs.count == 4)
    }

    @Test("runs that differ in nothing but color are shaped as one text, and come out apart")
    func styleRuns() throws {
      var colored = text("AVAV", style)
      colored.runs = [.init(range: 0..<1, style: style), .init(range: 1..<4, style: style)]
      let line = try shaper.line(colored)
      #expect(line.runs.map(\.styleRun) == [0, 1] && line.runs.map(\.range) == [0..<1, 1..<4])
      #expect(line.advance == (try shaper.line(text("AVAV", style)).advance))
      colored.text = "fi"
      colored.runs = [.init(range: 0..<1, style: style), .init(range: 1..<2, style: style)]
      let ligature = try shaper.line(colored)
      #expect(ligature.runs.map(\.range) == [0..<2], "the ligature is all in the first run")
    }

    @Test("space between letters widens every letter and takes ligatures apart")
    func letterSpacing() throws {
      var spaced = style
      spaced.letterSpacing = 3 * .pixel
      let line = try shaper.line(text("fin", spaced))
      #expect(line.glyphs.count == 3)
      spaced.letterSpacing = 0
      spaced.features = ["-liga"]
      #expect(line.advance == (try shaper.line(text("fin", spaced))).advance + 9 * .pixel)
    }

    @Test("features are switched by name; what is none is passed over")
    func features() throws {
      var switched = style
      switched.features = ["-liga", "nonsense!", "", String(repeating: "x", count: 5_000)]
      #expect(try shaper.line(text("fi", switched)).glyphs.count == 2)
    }

    @Test("small capitals that the font lacks are capitals of a smaller size")
    func smallCapitals() throws {
      var small = style
      small.isSmallCaps = true
      let runs = try shaper.line(text("Straße x", small)).runs
      let capitals = try shaper.line(text("SSS", style)).glyphs.map(\.id)
      let smaller = runs.flatMap { run in
        run.glyphs.map { (id: $0.id, size: run.font?.size ?? 0, $0.cluster) }
      }
      #expect(smaller.count == 9)
      #expect(smaller.filter { capitals.contains($0.id) }.map(\.size) == [40, 32, 32])
      #expect(smaller.filter { $0.2 == 4 }.count == 2, "ß becomes two letters in one place")
    }

    @Test("objects take the place they ask for and have no font")
    func objects() throws {
      var paragraph = text("a\u{FFFC}b", style)
      paragraph.objects = [1: InlineObject(advance: 5_000, ascent: 900, descent: 100)]
      let shaped = try shaper.shape(paragraph)
      #expect(shaped.clusters.map(\.range) == [0..<1, 1..<4, 4..<5] && shaped.clusters[1].advance == 5_000)
      let run = try shaped.line(0..<5, isHyphenated: false).runs[1]
      #expect(run.font == nil && run.advance == 5_000 && run.metrics.ascent == 900 && run.range == 1..<4)
    }

    @Test("lines end where the text says so; control characters show nothing")
    func controls() throws {
      let paragraph = try shaper.shape(text("a\nb\u{2028}c\td\0e\r\nf", style))
      #expect(
        paragraph.clusters.filter { $0.breakBefore == .required }.map(\.range.lowerBound) == [2, 6, 13])
      #expect(paragraph.clusters.filter(\.isSpace).count == 5)
      #expect(try paragraph.line(0..<14, isHyphenated: false).glyphs.count == 6)
    }

    @Test("sizes that make no sense are taken for sizes that do")
    func absurdSizes() throws {
      for size in [0, -5, .nan, .infinity, 1e300, 1e-300] {
        let line = try shaper.line(text("ab", plain("en", size: size)))
        let stated = try #require(line.runs.first?.font?.size)
        #expect((1...2_000).contains(stated))
      }
      #expect(try shaper.shape(text("", style)).clusters.isEmpty)
      #expect(try shaper.line(text("", style)).runs.isEmpty)
    }

    @Test("metrics grow with the size, and are those of the runs")
    func metrics() throws {
      let (small, large) = (
        try shaper.metrics(of: style), try shaper.metrics(of: plain("en", size: 80, ["DejaVu Serif"]))
      )
      #expect(abs(large.ascent - 2 * small.ascent) <= 2 && abs(large.xHeight - 2 * small.xHeight) <= 2)
      #expect(small.ascent > small.xHeight && small.descent > 0)
      #expect(try shaper.line(text("x", style)).runs[0].metrics == small)
    }

    @Test("names of families hold no names of others")
    func familyNames() throws {
      let mono = try shaper.line(text("x", plain("en", ["DejaVu Sans Mono"]))).runs[0].font
      #expect(
        try shaper.line(text("x", plain("en", ["monospace,DejaVu Sans Mono", "serif"]))).runs[0].font != mono)
    }
  }

  @Suite("Clusters of any text")
  struct ClusterTests {
    @Test(
      "clusters cover the text without gaps, lines made of them hold every cluster once",
      arguments: manyTexts.indices)
    func coverage(index: Int) throws {
      let sample = manyTexts[index]
      let shaper = try PangoShaper(FontBook())
      for isVertical in [false, true] {
        let paragraph = try shaper.shape(
          text(
            sample.text, plain(sample.language), isVertical: isVertical, isRightToLeft: sample.isRightToLeft))
        var end = 0
        for cluster in paragraph.clusters {
          #expect(cluster.range.lowerBound == end && !cluster.range.isEmpty)
          end = cluster.range.upperBound
        }
        #expect(end == sample.text.utf8.count)
        #expect(paragraph.clusters.first?.breakBefore == .forbidden)
        for length in [1, 200 * Extent.pixel, 1 << 40] {
          for range in paragraph.lines(of: length) {
            let line = try paragraph.line(range, isHyphenated: false)
            let starts = Set(paragraph.clusters.map(\.range.lowerBound))
            #expect(line.glyphs.allSatisfy { range.contains($0.cluster) && starts.contains($0.cluster) })
            #expect(
              line.runs.allSatisfy {
                range.contains($0.range.lowerBound) && $0.range.upperBound <= range.upperBound
              })
          }
        }
      }
    }
  }
#endif
