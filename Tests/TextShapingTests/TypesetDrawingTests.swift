#if Typesetting
  import BookModel
  import Diagnostics
  import Imaging
  import Testing
  import TextShaping
  import Typesetting

  @Suite("Drawing set pages")
  struct TypesetDrawingTests {
    private let book: FontBook

    init() throws { book = try FontBook() }

    private func area(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> MarkArea {
      func units(_ value: Double) -> Extent { Extent(value * Double(Extent.pixel)) }
      return MarkArea(x: units(x), y: units(y), width: units(width), height: units(height))
    }

    private func page(_ marks: [PageMark], background: InkColor = .white) -> SetPage {
      SetPage(size: Size(width: 10, height: 8), background: background, marks: marks)
    }

    @Test("a page of grays is a gray raster, a page with a color is not")
    func layouts() throws {
      let gray = InkColor(red: 70, green: 70, blue: 70)
      let red = InkColor(red: 200, green: 10, blue: 20)
      let plain = page([.fill(area(0, 0, 2, 2), gray)])
      #expect(TypesetDrawing(plain, fonts: book).facts.color == .gray)
      #expect(try plain.drawn(book).layout == .gray)
      #expect(try page([.fill(area(0, 0, 2, 2), red)]).drawn(book).layout == .rgb)
      #expect(try page([], background: red).drawn(book).samples.prefix(4) == [200, 10, 20, 255])
    }

    @Test("fills cover whole pixels with their very color, also where they overlap")
    func fills() throws {
      let gray = InkColor(red: 70, green: 70, blue: 70)
      let marks: [PageMark] = [
        .fill(area(1, 1, 4, 4), .black), .fill(area(3.4, 3.4, 3, 3), gray), .fill(area(5, 0, 2, 0.1), .white),
        .fill(area(9, 7, 0.01, 0.01), .black), .fill(area(0, 0, 0, 5), .black),
        .fill(area(0, 0, -5, 5), .black),
      ]
      let raster = try page(marks, background: InkColor(red: 200, green: 200, blue: 200)).drawn(book)
      func level(_ x: Int, _ y: Int) -> UInt8 { raster.samples[y * 10 + x] }
      #expect(
        level(0, 0) == 200 && level(1, 1) == 0 && level(2, 4) == 0 && level(3, 3) == 70 && level(5, 5) == 70)
      #expect(level(6, 6) == 200 && level(5, 0) == 255 && level(9, 7) == 0)
      var colored = marks
      colored.append(.fill(area(8, 7, 1, 1), InkColor(red: 1, green: 2, blue: 3)))
      let color = try page(colored, background: InkColor(red: 200, green: 200, blue: 200)).drawn(book)
      for (x, y) in [(0, 0), (1, 1), (3, 3), (5, 0)] {
        #expect(color.samples[(y * 10 + x) * 4] == level(x, y))
      }
      #expect(Array(color.samples[(78 * 4)..<(79 * 4)]) == [1, 2, 3, 255])
    }

    @Test("gray text on gray is gray in between, never darker or lighter than both")
    func grayText() throws {
      var sample = try SamplePage(book, size: Size(width: 101, height: 60), margin: 5)
      try sample.add(text("Ag", plain("en")), color: InkColor(red: 90, green: 90, blue: 90))
      var page = sample.page
      page.background = InkColor(red: 180, green: 180, blue: 180)
      let raster = try page.drawn(book)
      #expect(raster.samples.min() == 90 && raster.samples.max() == 180)
      page.marks.append(.fill(MarkArea(x: 0, y: 0, width: 1, height: 1), InkColor(red: 9, green: 0, blue: 0)))
      let color = try page.drawn(book)
      let differences = raster.samples.indices.dropFirst().map {
        abs(Int(raster.samples[$0]) - Int(color.samples[$0 * 4]))
      }
      #expect((differences.max() ?? 0) <= 2, "gray and color pages agree")
    }

    @Test("pictures lie in their places, cut off at the edges")
    func pictures() throws {
      let entry = EntryReference(source: .main, key: 3, name: "a.png")
      let marks: [PageMark] = [
        .picture(entry, area(2, 2, 3, 2)), .picture(entry, area(-4, 6, 6, 9)),
        .picture(entry, area(50, 0, 5, 5)),
      ]
      let facts = PictureFacts(format: .png, size: Size(width: 30, height: 20), color: .gray)
      let drawing = TypesetDrawing(page(marks), fonts: book, pictures: [entry: facts])
      #expect(
        drawing.layers == [.entry(entry), .entry(entry), .entry(entry)] && drawing.facts.color == .gray)
      let raster = try drawing.draw(at: drawing.facts.size, on: GrayGround(level: 40))
      #expect(raster.samples.count { $0 == 40 } == 6 + 4)
      #expect(raster.samples[22] == 40 && raster.samples[60] == 40 && raster.samples[62] == 255)
      let color = TypesetDrawing(page(marks), fonts: book)
      #expect(
        try color.draw(at: color.facts.size, on: GrayGround(level: 40)).samples.count { $0 == 40 } == 30)
      let moved = drawing.mapping { EntryReference(source: $0.source, key: $0.key + 1, name: $0.name) }
      #expect(
        moved.layers.flatMap(\.entries).map(\.key) == [4, 4, 4] && moved != drawing
          && moved.facts == drawing.facts)
    }

    @Test("a page drawn at another size has everything scaled")
    func scaling() throws {
      var sample = try SamplePage(book, size: Size(width: 300, height: 100), margin: 10)
      try sample.add(text("Text", plain("en")))
      let page = sample.page
      let own = try page.drawn(book)
      let large = try page.drawn(book, at: Size(width: 600, height: 200))
      let wide = try page.drawn(book, at: Size(width: 603, height: 100))
      #expect(large.size == Size(width: 600, height: 200) && wide.size.width == 603)
      #expect(abs(large.inkedPixels - 4 * own.inkedPixels) < own.inkedPixels)
      #expect(abs(wide.inkedPixels - 2 * own.inkedPixels) < own.inkedPixels / 2)
      let tiny = try page.drawn(book, at: Size(width: 1, height: 1))
      #expect(tiny.size == Size(width: 1, height: 1))
    }

    @Test("a size that Cairo cannot draw is refused by name")
    func sizes() throws {
      do throws(Diagnostic) {
        _ = try page([]).drawn(book, at: Size(width: 40_000, height: 2))
        Issue.record("no such page can be drawn")
      } catch {
        #expect(error.rule == .pictureTooLarge)
      }
    }

    @Test("parameters tell what is drawn apart, and nothing else")
    func parameters() throws {
      func drawing(_ string: String, _ style: TextStyle, _ book: FontBook) throws -> TypesetDrawing {
        var sample = try SamplePage(book)
        try sample.add(text(string, style))
        return TypesetDrawing(sample.page, fonts: book)
      }
      let first = try drawing("Some text", plain("en"), book)
      #expect(first.parameters == (try drawing("Some text", plain("en"), FontBook())).parameters)
      let others = [
        try drawing("Some test", plain("en"), book), try drawing("Some text", plain("en", size: 41), book),
        try drawing("Some text", plain("en", ["monospace"]), book),
      ]
      #expect(Set(others.map(\.parameters) + [first.parameters]).count == 4)
      #expect(first == (try drawing("Some text", plain("en"), book)) && first != others[0])
      #expect(first.facts.format == .png && first.facts.size == first.page.size)
    }
  }
#endif
