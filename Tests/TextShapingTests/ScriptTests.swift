#if Typesetting
  import BookModel
  import Diagnostics
  import Imaging
  import Testing
  import TextShaping
  import Typesetting

  @Suite("Scripts and languages")
  struct ScriptTests {
    private let book: FontBook
    private let shaper: PangoShaper
    private static let hasThai = SampleFonts.areInstalled("NotoSerifThai-Regular.ttf")
    private static let hasDevanagari = SampleFonts.areInstalled("NotoSerifDevanagari-Regular.ttf")
    private static let hasKhmer = SampleFonts.areInstalled("NotoSerifKhmer-Regular.ttf")
    private static let hasJapanese =
      SampleFonts.areInstalled("ipam.ttf") || SampleFonts.areInstalled("NotoSerifCJK-Regular.ttc")
    private static let hasChinese =
      SampleFonts.areInstalled("uming.ttc") || SampleFonts.areInstalled("NotoSerifCJK-Regular.ttc")
    private static let hasEmoji = SampleFonts.areInstalled("NotoColorEmoji.ttf")

    init() throws {
      book = try FontBook()
      shaper = try PangoShaper(book)
    }

    private func breaks(_ string: String, _ language: String) throws -> [String] {
      let paragraph = try shaper.shape(text(string, plain(language)))
      let bytes = Array(string.utf8)
      var parts: [[UInt8]] = [[]]
      for cluster in paragraph.clusters {
        if cluster.breakBefore != .forbidden { parts.append([]) }
        parts[parts.count - 1] += bytes[cluster.range]
      }
      return parts.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
      "Thai breaks between words, which nothing but a dictionary knows",
      .enabled(if: hasThai, "Noto Serif Thai is not installed"))
    func thai() throws {
      #expect(
        try breaks("ชายชราคนหนึ่งอาศัยอยู่ริมทะเล", "th") == [
          "ชาย", "ชรา", "คน", "หนึ่ง", "อาศัย", "อยู่", "ริม", "ทะเล",
        ])
    }

    @Test(
      "Khmer has no dictionary: its syllables stay whole",
      .enabled(if: hasKhmer, "Noto Serif Khmer is not installed"))
    func khmer() throws {
      let paragraph = try shaper.shape(text("ក្នុងខ្មែរ", plain("km")))
      #expect(paragraph.clusters.map(\.range) == [0..<12, 12..<15, 15..<27, 27..<30])
    }

    @Test(
      "Devanagari puts vowels before their letters and joins consonants",
      .enabled(if: hasDevanagari, "Noto Serif Devanagari is not installed"))
    func devanagari() throws {
      let paragraph = try shaper.shape(text("किक्ष", plain("hi")))
      #expect(paragraph.clusters.map(\.range) == [0..<6, 6..<15])
      let glyphs = try paragraph.line(0..<6, isHyphenated: false).glyphs
      let letter = try shaper.line(text("क", plain("hi"))).glyphs
      #expect(glyphs.count == 2 && glyphs.last?.id == letter.first?.id)
    }

    @Test(
      "Japanese lines neither begin with what closes nor end with what opens",
      .enabled(if: hasJapanese, "no Japanese font is installed"))
    func kinsoku() throws {
      let parts = try breaks("「春はあけぼの。」ちょっとラーメンを、（食べた）……", "ja")
      let never: Set<Character> = ["。", "」", "、", "）", "ょ", "っ", "ー", "…"]
      #expect(parts.allSatisfy { part in part.first.map { !never.contains($0) } ?? false })
      #expect(parts.allSatisfy { $0.last != "「" && $0.last != "（" })
      #expect(parts.count > 12)
    }

    @Test("what stands in squares is known, and the spaces that stretch")
    func kindsOfClusters() throws {
      let clusters = try shaper.shape(text("a 春ア。　\u{A0}Ａ한\u{2003}", plain("ja"))).clusters
      #expect(
        clusters.map(\.isIdeographic) == [false, false, true, true, true, true, false, true, false, false])
      #expect(
        clusters.map(\.isSpace) == [false, true, false, false, false, false, true, false, false, false])
      #expect(clusters[7].breakBefore == .forbidden)
    }

    @Test(
      "Chinese and Japanese have their own forms of a character",
      .enabled(if: hasJapanese && hasChinese, "a Japanese or a Chinese font is not installed"))
    func regionalForms() throws {
      for character in ["骨", "直"] {
        let forms = try ["zh-Hans", "zh-Hant", "ja", "zh-TW", "zh-CN"].map {
          try drawnLine(character, book, plain($0))
        }
        #expect(forms[0] != forms[2] && forms[1] != forms[2], "\(character)")
        #expect(
          character == "直" || forms[0] != forms[1], "not every Chinese font tells the two forms of 直 apart")
        #expect(forms[3] == forms[1] && forms[4] == forms[0])
      }
    }

    @Test(
      "what no language is stated for has the forms of the text around it",
      .enabled(if: hasJapanese && hasChinese, "a Japanese or a Chinese font is not installed"))
    func unstatedLanguage() throws {
      let japanese = try shaper.line(text("直の", plain("en"))).runs.flatMap { run in
        run.glyphs.map { (run.font, $0.id) }
      }
      let chinese = try shaper.line(text("直", plain("en"))).runs.flatMap { run in
        run.glyphs.map { (run.font, $0.id) }
      }
      #expect(japanese[0] != chinese[0])
    }

    @Test(
      "emoji are in color and as large as letters",
      .enabled(if: hasEmoji, "Noto Color Emoji is not installed"))
    func emoji() throws {
      for string in ["😀", "👩‍👩‍👧", "🇩🇪", "❤️", "1️⃣"] {
        let line = try shaper.line(text(string, plain("en")))
        #expect(line.glyphs.count == 1, "\(string)")
        #expect(line.advance > 40 * Extent.pixel && line.advance < 52 * Extent.pixel)
        #expect(try shaper.shape(text(string, plain("en"))).clusters.count == 1)
        var page = try SamplePage(book, size: .init(width: 80, height: 80), margin: 10)
        try page.add(text(string, plain("en")))
        let raster = try page.page.drawn(book)
        #expect(raster.layout == .rgb)
        let rows = raster.coloredRows
        #expect((rows.max() ?? 0) - (rows.min() ?? 0) <= 52, "\(string)")
        if string != "👩‍👩‍👧" { #expect(rows.count > 20, "\(string)") }
      }
    }

    @Test("characters that no font has are told by script, with what to install")
    func missing() throws {
      #expect(try shaper.line(text("a", plain("en"))).glyphs.count == 1)
      #expect(book.diagnostics.isEmpty)
      // A code point for private use.
      let line = try shaper.line(text("x\u{10FFF0}", plain("en")))
      #expect(line.glyphs.last?.id == 0 && (line.glyphs.last?.advance ?? 0) > 0)
      let told = try #require(book.diagnostics.first)
      #expect(told.rule == .glyphsMissing && told.message.contains("U+10FFF0") && told.remedy != nil)
    }
  }
#endif
