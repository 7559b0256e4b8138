import BookModel
import Diagnostics
import Imaging
import Publications
import Readers
import Testing

@Suite("EPUB: several pictures on one item of a fixed layout")
struct EPUBLayoutTests {
  private func at(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ source: String) -> String {
    "<img src='\(source)' style='position:absolute;left:\(x)px;top:\(y)px;width:\(width)px;height:\(height)px'/>"
  }

  private func book(_ body: (Int) -> String, head: String = "", count: Int = 3) throws -> TestEPUB {
    var epub = TestEPUB(metadata: TestEPUB.fixed)
    epub.item("w", "words.png", "image/png")
    epub.file("OEBPS/words.png", bytes: try TestEPUB.lettering(Size(width: 60, height: 90)))
    for number in 1...count {
      epub.picture("i\(number).png", number)
      epub.document("x\(number)", body(number), head: TestEPUB.viewport + head)
      epub.spine("x\(number)")
    }
    return epub
  }

  @Test("art and the lettering over it are drawn as one page, which keeps its id")
  func layers() async throws {
    let epub = try book { at(0, 0, 60, 90, "i\($0).png") + at(0, 0, 60, 90, "words.png") }
    let (book, told) = try await epub.read()
    #expect(book.pages.count == 3)
    #expect(book.pages.map(\.id.text) == (1...3).map { "spine:\($0 - 1):OEBPS/x\($0).xhtml" })
    #expect(book.pages.map(\.sourceName) == (1...3).map { "OEBPS/i\($0).png" })
    let drawing = try #require(book.pages[0].picture.drawing?.base as? LayeredDrawing)
    #expect(drawing.facts.size == Size(width: 60, height: 90) && drawing.facts.format == .png)
    #expect(drawing.layers.flatMap(\.entries).map(\.name) == ["OEBPS/i1.png", "OEBPS/words.png"])
    #expect(!told.contains { $0.severity == .warning })
    #expect(book.leftOut.names.isEmpty)
  }

  @Test("art that is a background lies below the lettering")
  func backgrounds() async throws {
    let epub = try book(
      { "<div id='p\($0)'><img src='words.png'/></div>" },
      head: "<style>div{width:60px;height:90px}"
        + (1...3).map { "#p\($0){background:url(i\($0).png)}" }.joined()
        + "</style>")
    let book = try await epub.read().book
    #expect(
      book.pages.map { $0.picture.entries.map(\.name) }
        == (1...3).map { ["OEBPS/i\($0).png", "OEBPS/words.png"] })
  }

  @Test("one page of the sheet belongs to one item: ancestors, media and the cascade decide")
  func cascade() async throws {
    let rules = (1...3).map { ".p\($0) > .art { background-image: url(i\($0).png) }" }.joined()
    let epub = try book(
      { "<section class='p\($0)'><div class='art'></div></section>" },
      head:
        "<style>.art{width:60px;height:90px;background:url(words.png)} \(rules) @media print{.art{background:url(i9.png)}}"
        + ".cover .art{background:url(words.png)}</style>")
    #expect(try await epub.read().book.numbers(epub) == [1, 2, 3])
  }

  @Test("a spacer is no page, on the art, on a background, or alone; it is none of the files that are missed")
  func spacers() async throws {
    var epub = try book { at(0, 0, 60, 90, "i\($0).png") + at(0, 0, 60, 90, "dot.png") }
    epub.picture("dot.png", 99, size: Size(width: 1, height: 1))
    epub.document("blank", "<img src='dot.png' width='60' height='90'/>", head: TestEPUB.viewport)
    epub.spine("blank")
    let book = try await epub.read().book
    #expect(book.numbers(epub) == [1, 2, 3])
    #expect(book.leftOut.junkCount == 1 && book.leftOut.names == ["OEBPS/words.png"])
  }

  @Test("a pattern behind text is no page")
  func pattern() async throws {
    var epub = try book { "<img src='i\($0).png'/>" }
    epub.picture("paper.png", 98, size: Size(width: 16, height: 16))
    epub.document(
      "t", "<p>words</p>", head: TestEPUB.viewport + "<style>body{background:url(paper.png)}</style>")
    epub.spine("t")
    let book = try await epub.read().book
    #expect(book.numbers(epub) == [1, 2, 3] && book.sections.count == 1)
  }

  @Test("halves and quarters are one page, or pages of their own where that is asked for")
  func pieces() async throws {
    var epub = TestEPUB(metadata: TestEPUB.fixed)
    for number in 1...4 { epub.picture("i\(number).png", number, size: Size(width: 30, height: 45)) }
    let places = [(0, 0), (30, 0), (0, 45), (30, 45)]
    epub.document(
      "x", places.indices.map { at(places[$0].0, places[$0].1, 30, 45, "i\($0 + 1).png") }.joined(),
      head: TestEPUB.viewport)
    epub.document(
      "y", at(0, 0, 30, 90, "i1.png") + at(30, 0, 30, 90, "i2.png"), head: TestEPUB.viewport)
    epub.spine("x", "y")
    let book = try await epub.read().book
    #expect(book.pages.count == 2)
    #expect(book.pages[0].picture.drawing?.base.facts.size == Size(width: 60, height: 90))
    epub.settings.tiles = .separate
    #expect(try await epub.read().book.numbers(epub) == [1, 2, 3, 4, 1, 2])
  }

  @Test("an opening on one item is two pages in reading order", arguments: [true, false])
  func opening(isRightToLeft: Bool) async throws {
    var epub = TestEPUB(metadata: TestEPUB.fixed)
    epub.spineAttributes = isRightToLeft ? "page-progression-direction='rtl'" : ""
    epub.picture("i1.png", 1)
    epub.picture("i2.png", 2)
    epub.document(
      "x", at(60, 0, 60, 90, "i2.png") + at(0, 0, 60, 90, "i1.png"),
      head: "<meta name='viewport' content='width=120, height=90'/>")
    epub.spine("x")
    #expect(try await epub.read().book.numbers(epub) == (isRightToLeft ? [2, 1] : [1, 2]))
  }

  @Test(
    "an opening in one picture that two items show half by half is two pages; the same page twice is not cut")
  func parts() async throws {
    var epub = TestEPUB(metadata: TestEPUB.fixed)
    epub.picture("wide.png", 1, size: Size(width: 240, height: 180))
    for (id, left) in [("l", 0), ("r", -60)] {
      epub.document(
        id,
        "<div style='width:60px;height:90px;overflow:hidden;position:relative'>"
          + at(left, 0, 120, 90, "wide.png") + "</div>",
        head: TestEPUB.viewport)
    }
    epub.spine("l", "r")
    let book = try await epub.read().book
    #expect(book.pages.count == 2)
    let drawings = book.pages.compactMap { $0.picture.drawing?.base as? LayeredDrawing }
    #expect(drawings.map(\.facts.size) == [Size(width: 120, height: 180), Size(width: 120, height: 180)])
    #expect(drawings.map { $0.stack[0].box.x } == [0, -120])
    var twice = try self.book({ _ in at(0, 0, 120, 90, "i1.png") }, count: 2)
    twice.picture("other.png", 9)
    #expect(try await twice.read().book.numbers(twice) == [1, 1])
  }

  @Test("where places cannot be told, how many items gave how many pages is said; ornaments are named")
  func unclear() async throws {
    let epub = try book { "<p>words</p><img src='i\($0).png'/><img src='words.png'/>" }
    let (book, told) = try await epub.read()
    #expect(book.pages.count == 6)
    #expect(told.contains { $0.rule == .itemsUnclear && $0.message.contains("3 items gave 6 pages") })
    var small = try self.book { at(0, 0, 60, 80, "i\($0).png") + at(5, 84, 5, 5, "logo.png") }
    small.picture("logo.png", 97, size: Size(width: 5, height: 5))
    let result = try await small.read()
    #expect(result.book.numbers(small) == [1, 2, 3])
    #expect(result.told.contains { $0.rule == .decorationLost && $0.message.contains("logo.png") })
  }

  @Test("marks of pictures that share a page lead to that page")
  func marks() async throws {
    var epub = try book {
      "<div id='a\($0)'>" + at(0, 0, 60, 90, "i\($0).png") + "</div><div id='b'>"
        + at(0, 0, 60, 90, "words.png") + "</div>"
    }
    epub.document(
      "nav", "<nav epub:type='toc'><ol><li><a href='x2.xhtml#b'>Two</a></li></ol></nav>", "properties='nav'")
    let book = try await epub.read().book
    #expect(book.outline.map(\.page) == [book.pages[1].id])
  }
}

@Suite("EPUB: items that are not what or where the package says")
struct EPUBRepairTests {
  @Test("items of one id are taken in turn, documents before pictures, and told")
  func sharedIDs() async throws {
    var epub = TestEPUB(metadata: TestEPUB.fixed)
    for number in 1...3 {
      epub.picture("i\(number).png", number, id: "p\(number)")
      epub.document("p\(number == 2 ? 1 : number)", "<img src='i\(number).png'/>", href: "x\(number).xhtml")
    }
    epub.spine("p1", "p1", "p3", "p3")
    let (book, told) = try await epub.read()
    #expect(book.numbers(epub) == [1, 2, 3, 3])
    #expect(
      told.filter { $0.rule == .sharedID }.contains {
        $0.message.contains("'p1'") && $0.message.contains("x2.xhtml")
      })
  }

  @Test(
    "a picture in another folder is found by its way from the package, or by its name if that is the only one"
  )
  func misplaced() async throws {
    var epub = TestEPUB(metadata: TestEPUB.fixed)
    for number in 1...3 {
      epub.picture("Images/i\(number).png", number)
      let source = number == 1 ? "i1.png" : number == 2 ? "Images/i2.png" : "../wrong/I3.PNG"
      epub.document("x\(number)", "<img src='\(source)'/>", href: "Text/x\(number).xhtml")
      epub.spine("x\(number)")
    }
    let (book, told) = try await epub.read()
    #expect(book.numbers(epub) == [1, 2, 3])
    #expect(
      told.contains {
        $0.rule == .inexactReference && $0.message.contains("i1.png") && $0.message.contains("2 more")
      })
  }

  @Test("of two files of one name neither is guessed, unless one lies in a folder of the same name")
  func ambiguous() async throws {
    func read(_ source: String) async throws -> (Book, [Diagnostic]) {
      var epub = TestEPUB(metadata: TestEPUB.fixed)
      epub.page(9)
      epub.picture("a/i.png", 1)
      epub.picture("b/i.png", 2)
      epub.document("x", "<img src='\(source)'/>", href: "t/x.xhtml")
      epub.spine("x")
      epub.settings.undrawable = .skip
      return try await epub.read()
    }
    let (guessed, told) = try await read("i.png")
    #expect(guessed.pages.count == 1 && told.contains { $0.rule == .missingResource })
    let (found, _) = try await read("other/b/i.png")
    #expect(found.pages.map(\.sourceName).last == "OEBPS/b/i.png")
  }

  @Test(
    "a picture that the package calls a document is a picture, and a document that it calls a picture is one")
  func mistyped() async throws {
    var epub = TestEPUB()
    let picture = TestPicture(number: 1, size: Size(width: 60, height: 90), level: 200)
    for (id, name) in [("a", "a.png"), ("b", "b.xhtml")] {
      epub.item(id, name, "application/xhtml+xml")
      epub.file("OEBPS/\(name)", bytes: picture.bytes)
    }
    epub.picture("i2.png", 2)
    epub.item("c", "c.xhtml", "image/png")
    epub.file("OEBPS/c.xhtml", TestEPUB.xhtml("<img src='i2.png'/>"))
    epub.spine("a", "b", "c")
    let (book, told) = try await epub.read()
    #expect(book.numbers(epub) == [1, 1, 2])
    #expect(told.filter { $0.rule == .mediaTypeWrong }.count == 3)
  }

  @Test("pictures in the contents that are pages elsewhere are no pages there")
  func contentsPictures() async throws {
    var epub = TestEPUB()
    for number in 1...2 { epub.page(number) }
    epub.picture("map.png", 3)
    epub.document(
      "nav",
      "<img src='i1.png'/><nav epub:type='toc'><ol><li><a href='x2.xhtml'><img src='i2.png'/>Two</a></li></ol></nav>",
      "properties='nav'")
    epub.document("toc", "<p>Contents</p><img src='i2.png'/><img src='map.png'/>")
    epub.guide = "<guide><reference type='toc' href='toc.xhtml'/></guide>"
    epub.spine("nav", "toc")
    #expect(try await epub.read().book.numbers(epub) == [1, 2, 3])
  }
}
