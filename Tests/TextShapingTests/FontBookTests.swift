#if Typesetting
  import Archives
  import BookModel
  import Diagnostics
  import Foundation
  import Imaging
  import Testing
  import Typesetting

  @testable import TextShaping

  @Suite("Fonts of books")
  struct FontBookTests {
    private let style = plain("en", ["My Font"])

    private func book(_ bytes: [UInt8], _ change: (inout BookFont) -> Void = { _ in }) throws -> FontBook {
      var font = BookFont(bytes, family: "My Font", name: "fonts/letters.ttf")
      change(&font)
      return try FontBook([font])
    }

    /// The pixels of a word in the book's font.
    private func drawn(_ bytes: [UInt8], _ change: (inout BookFont) -> Void = { _ in }) throws -> Raster {
      let book = try book(bytes, change)
      let raster = try drawnLine("AVa", book, style)
      #expect(book.diagnostics.isEmpty)
      #expect(book.usage.map(\.name) == ["fonts/letters.ttf"] && book.usage.allSatisfy(\.isOfBook))
      return raster
    }

    @Test("a font goes by the name a style sheet gives it; what it lacks comes from others")
    func names() throws {
      let book = try book(SampleFonts.letters)
      let runs = try PangoShaper(book).line(text("AVx", style)).runs
      #expect(runs.map(\.range) == [0..<2, 2..<3])
      let faces = try runs.map { try #require(book.face($0.font?.number ?? 0)) }
      #expect(faces.map(\.file.isOfBook) == [true, false])
      #expect(book.usage.first(where: \.isOfBook)?.sha256 == SHA256.hexText(of: SampleFonts.letters))
      let other = try PangoShaper(FontBook()).line(text("AVx", style)).runs
      #expect(other.allSatisfy { $0.font != runs[0].font })
    }

    @Test("weight and slant are those the style sheet states, whatever the font says")
    func styles() throws {
      let fonts = [
        BookFont(SampleFonts.letters, family: "Two", weight: 400...400, name: "regular"),
        BookFont(SampleFonts.bars, family: "Two", weight: 700...700, isItalic: true, name: "bold italic"),
      ]
      let book = try FontBook(fonts)
      let shaper = try PangoShaper(book)
      func name(weight: Int, isItalic: Bool) throws -> String? {
        let style = TextStyle(families: ["Two"], size: 40, weight: weight, isItalic: isItalic)
        return book.face(try shaper.line(text("A", style)).runs.first?.font?.number ?? 0)?.file.name
      }
      #expect(try name(weight: 400, isItalic: false) == "regular")
      #expect(try name(weight: 700, isItalic: true) == "bold italic")
    }

    @Test("bold and italics that a family lacks are made of what it has")
    func synthesis() throws {
      let plain = try drawn(SampleFonts.letters)
      let book = try book(SampleFonts.letters)
      var bold = style
      bold.weight = 700
      #expect(try drawnLine("AVa", book, bold).inkedPixels > plain.inkedPixels)
      var italic = style
      italic.isItalic = true
      let slanted = try drawnLine("AVa", book, italic)
      #expect(slanted != plain && abs(slanted.inkedPixels - plain.inkedPixels) < plain.inkedPixels / 5)
    }

    @Test("a variable font has all weights between its ends")
    func variable() throws {
      func width(_ weight: Int) throws -> Int {
        let book = try book(SampleFonts.bars) { $0.weight = 400...900 }
        var style = style
        style.weight = weight
        let raster = try drawnLine("A", book, style)
        let columns = raster.samples.indices.filter { raster.samples[$0] < 128 }.map {
          $0 % raster.size.width
        }
        return try #require(columns.max()) - #require(columns.min()) + 1
      }
      #expect(try width(400) == 8)
      #expect(abs(try width(900) - 24) <= 1)
      #expect((12...20).contains(try width(650)))
    }

    @Test("a packed or obfuscated font gives the pixels it gives as it is")
    func containers() throws {
      let plain = try drawn(SampleFonts.letters)
      #expect(try drawn(SampleFonts.woff(SampleFonts.letters, deflate: zlib)) == plain)
      #expect(try drawn(SampleFonts.lettersAsWOFF2) == plain)
      let identifiers = [
        "urn:uuid:00000000-0000-0000-0000-000000000000", " urn:uuid:1234\t5678-9abc-def0-1234-56789ABCDEF0\n",
      ]
      let idpf = "http://www.idpf.org/2008/embedding"
      let adobe = "http://ns.adobe.com/pdf/enc#RC"
      for font in [SampleFonts.letters, SampleFonts.lettersAsWOFF2] {
        let key = sha1Key("urn:uuid:12345678-9abc-def0-1234-56789ABCDEF0")
        #expect(
          try drawn(obfuscated(font, key, 1_040)) {
            $0.obfuscation = FontObfuscation(algorithm: idpf, identifiers: identifiers)
          } == plain)
        let uuid: [UInt8] = [
          0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0, 0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0xDE, 0xF0,
        ]
        #expect(
          try drawn(obfuscated(font, uuid, 1_024)) {
            $0.obfuscation = FontObfuscation(
              algorithm: adobe, identifiers: ["isbn", "urn:uuid:12345678-9abc-def0-1234-56789ABCDEF0"])
          } == plain)
        #expect(
          try drawn(font) { $0.obfuscation = FontObfuscation(algorithm: idpf, identifiers: identifiers) }
            == plain,
          "some books say that they obfuscate and don't")
      }
      #expect(
        FontObfuscation(algorithm: "http://www.w3.org/2001/04/xmlenc#aes256-cbc", identifiers: []) == nil)
    }

    private func obfuscated(_ bytes: [UInt8], _ key: [UInt8], _ count: Int) -> [UInt8] {
      bytes.enumerated().map { $0 < count ? $1 ^ key[$0 % key.count] : $1 }
    }

    /// What `sha1sum` says of the identifier.
    private func sha1Key(_ identifier: String) -> [UInt8] {
      #expect(identifier == "urn:uuid:12345678-9abc-def0-1234-56789ABCDEF0")
      let digits = Array("a726837cc7f8ea382441510fef9f68f4f53266ae".utf8)
      return stride(from: 0, to: digits.count, by: 2).map {
        UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16) ?? 0
      }
    }

    private func zlib(_ bytes: [UInt8]) -> [UInt8] {
      guard let packed = Deflate.pack(bytes) else { return bytes + bytes }
      var (low, high) = (1, 0)
      for byte in bytes {
        low = (low + Int(byte)) % 65_521
        high = (high + low) % 65_521
      }
      return [0x78, 0x9C] + packed + [high >> 8, high & 255, low >> 8, low & 255].map { UInt8($0) }
    }

    @Test(
      "a WOFF file that is cut short or lies about its tables is told of",
      arguments: [
        (44, [0xFF, 0xFF, 0xFF, 0xFF]), (48, [0, 0, 0, 0]), (48, [0xFF, 0xFF, 0xFF, 0xF0]),
        (52, [0xFF, 0xFF, 0xFF, 0xFF]),
        (56, [0, 0, 0, 1]), (56, [0x7F, 0xFF, 0xFF, 0xFF]), (12, [0xFF, 0xFF, 0xFF, 0xFF]),
        (12, [0, 0, 0, 0]),
      ])
    func damagedWOFF(place: Int, bytes: [UInt8]) throws {
      var woff = SampleFonts.woff(SampleFonts.letters, deflate: zlib)
      woff.replaceSubrange(place..<(place + 4), with: bytes)
      let book = try book(woff)
      _ = try drawnLine("AVa", book, style)
      // A wrong tag of a table, or none at all, is for the font's reader to find.
      #expect(
        place == 44 || book.diagnostics.map(\.rule).contains { $0 == .fontDamaged || $0 == .tooManyFonts })
      for count in [0, 4, 43, 44, 50, 100] {
        #expect(throws: WOFF.Fault.self) { try WOFF.unpacked(Array(woff.prefix(count)), limit: 1 << 20) }
      }
      #expect(throws: WOFF.Fault.self) {
        try WOFF.unpacked(SampleFonts.woff(SampleFonts.letters, deflate: zlib), limit: 100)
      }
    }

    @Test("a font that is none is told of by its entry, and the text is set in another")
    func noFont() throws {
      for bytes in [
        [], [1, 2, 3], Array("<html>".utf8), Array(SampleFonts.letters.prefix(60)), Array("wOF2".utf8),
      ] {
        let book = try book(bytes)
        let told = try #require(book.diagnostics.first)
        #expect(
          [.fontDamaged, .fontUnsupported].contains(told.rule) && told.place.entry == "fonts/letters.ttf")
        #expect(told.message.contains("My Font") && book.diagnostics.count == 1)
        #expect(try drawnLine("AVa", book, style).inkedPixels > 100)
        #expect(book.usage.allSatisfy { !$0.isOfBook })
      }
    }

    @Test("fonts with wrong bytes anywhere neither stop a page nor blank it")
    func mutations() throws {
      var state: UInt64 = 42
      func random(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
      }
      let plain = try drawnLine("xxx", FontBook(), style)
      for _ in 0..<60 {
        var bytes = SampleFonts.letters
        for _ in 0..<(1 + random(8)) { bytes[random(bytes.count)] = UInt8(random(256)) }
        let book = try book(bytes)
        var page = try SamplePage(book, size: Size(width: 400, height: 200), margin: 10)
        try page.add(text("AVaAVa", style))
        try page.add(text("xxx", TextStyle(families: ["serif"], size: 40)))
        let raster = try page.page.drawn(book)
        let below = raster.samples[(400 * 60)...].count { $0 < 128 }
        #expect(below >= plain.inkedPixels / 2)
      }
    }

    @Test("more fonts than the limit are told of once")
    func manyFonts() throws {
      let fonts = (0..<(FontBook.maximumFonts + 5)).map {
        BookFont(SampleFonts.letters, family: "Font \($0)", name: "\($0).ttf")
      }
      let book = try FontBook(fonts)
      #expect(book.diagnostics.map(\.rule) == [.tooManyFonts])
    }

    @Test("names of families may hold anything")
    func hostileNames() throws {
      for name in [
        "", ",", "a,b", "<match>&", String(repeating: "x", count: 100_000), "serif", "\u{0}", "emoji",
      ] {
        let book = try FontBook([BookFont(SampleFonts.letters, family: name, name: "f")])
        let style = TextStyle(families: [name] + Array(repeating: name, count: 50), size: 40)
        #expect(try PangoShaper(book).line(text("AV", style)).glyphs.count == 2)
      }
    }

    @Test("without any font no text can be set, and the message says what to install")
    func noFonts() throws {
      do throws(Diagnostic) {
        _ = try FontBook(folders: ["/nowhere"])
        Issue.record("there are no fonts")
      } catch {
        #expect(error.rule == .noFonts && error.remedy?.contains("fonts-noto-core") == true)
      }
      let alone = try FontBook(
        [BookFont(SampleFonts.letters, family: "My Font", name: "letters")], folders: ["/nowhere"])
      #expect(try PangoShaper(alone).line(text("AVx", style)).glyphs.count == 3)
    }

    @Test("too many combinations of families end in the standard font")
    func manyFamilies() throws {
      let book = try FontBook()
      let shaper = try PangoShaper(book)
      for index in 0..<400 {
        _ = try shaper.line(text("x", TextStyle(families: ["Nothing \(index)"], size: 10 + Double(index))))
      }
      #expect(book.diagnostics.map(\.rule) == [.fontChoicesLimited])
    }

    @Test(
      "language tags become what fonts are found by",
      arguments: [
        ("zh-Hans", "zh-cn"), ("zh-Hant", "zh-tw"), ("zh-Hant-HK", "zh-hk"), ("zh", "zh-cn"),
        ("zh-TW", "zh-tw"),
        ("zh-hans-TW", "zh-cn"), ("yue", "zh-hk"), ("ja-JP", "ja-jp"), ("EN_us", "en-us"),
        ("de-CH-1996-x", "de-ch-1996"),
        ("", nil), ("x", nil), ("en us", nil), ("deutsch-german", "deutsch-german"), ("a'; drop", nil),
        ("toolonglanguage", nil),
      ])
    func languages(tag: String, expected: String?) { #expect(FontLanguage.name(of: tag) == expected) }
  }
#endif
