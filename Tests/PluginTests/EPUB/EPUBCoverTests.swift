import BookModel
import Diagnostics
import PluginKit
import Readers
import Testing

@Suite("EPUB: covers")
struct EPUBCoverTests {
  /// Pages 1 and 2, and picture 900 that no page of the spine shows.
  private func book(_ change: (inout TestEPUB) -> Void, property: String = "", version: String = "2.0")
    -> TestEPUB
  {
    var epub = TestEPUB(version: version)
    epub.picture("cover.png", 900, level: 60, id: "cov", property)
    epub.document("cx", "<img src='cover.png'/>", href: "c.xhtml")
    epub.page(1)
    epub.page(2)
    change(&epub)
    return epub
  }

  private func cover(_ epub: TestEPUB) async throws -> Int? {
    let book = try await epub.read().book
    let covers = book.pages.indices.filter { book.pages[$0].isCover }
    #expect(covers.count == 1)
    return book.numbers(epub)[try #require(covers.first)]
  }

  @Test("a cover is found in every way it is declared; it becomes the first page (F09)")
  func declared() async throws {
    let ways = [
      book({ _ in }, property: "properties='cover-image'", version: "3.0"),
      book { $0.metadata = "<meta name='cover' content='cov'/>" },
      book { $0.metadata = "<meta name='cover' content='cover.png'/>" },
      book { $0.metadata = "<meta name='cover' content='cx'/>" },
      book { $0.guide = "<guide><reference type='cover' title='Cover' href='c.xhtml'/></guide>" },
      book { $0.guide = "<guide><reference type='cover' href='cover.png'/></guide>" },
      book(
        {
          $0.document(
            "nav",
            "<nav epub:type='landmarks'><ol><li><a epub:type='cover' href='c.xhtml'>C</a></li></ol></nav>",
            "properties='nav'")
        }, version: "3.0"),
    ]
    for epub in ways {
      #expect(try await cover(epub) == 900)
      #expect(try await epub.read().book.numbers(epub) == [900, 1, 2])
    }
  }

  @Test("without a declaration, or with one that leads nowhere, the first page is the cover")
  func undeclared() async throws {
    #expect(try await cover(book { _ in }) == 1)
    #expect(try await cover(book { $0.metadata = "<meta name='cover' content='nowhere'/>" }) == 1)
    #expect(
      try await cover(book { $0.guide = "<guide><reference type='cover' href='gone.xhtml'/></guide>" }) == 1)
  }

  @Test("the manifest's property outranks the rest")
  func trust() async throws {
    let epub = book(
      { epub in
        epub.picture("other.png", 901, level: 10)
        epub.metadata = "<meta name='cover' content='other.png'/>"
      }, property: "properties='cover-image'", version: "3.0")
    #expect(try await cover(epub) == 900)
  }

  @Test("a declared cover inside the book is marked where it stands")
  func inside() async throws {
    let epub = book { epub in
      epub.spine("cx")
      epub.metadata = "<meta name='cover' content='cov'/>"
    }
    #expect(try await cover(epub) == 900)
    #expect(try await epub.read().book.numbers(epub) == [1, 2, 900])
  }

  @Test("a cover that is a copy of page 1 appears once, and bookmarks stay on their page (F10)")
  func copy() async throws {
    var epub = TestEPUB()
    for number in 1...3 { epub.page(number) }
    epub.picture("cover-copy.png", 1, "properties='cover-image'")
    epub.document(
      "nav",
      "<nav epub:type='toc'><ol><li><a href='x1.xhtml'>Cover</a></li><li><a href='x3.xhtml'>Second story</a></li></ol></nav>",
      "properties='nav'")
    let context = TestReadContext(TestContainer(epub.contents))
    let book = try await EPUBReader(EPUBSettings()).read(TestEPUB.probe, in: context)
    #expect(book.numbers(epub) == [1, 2, 3])
    #expect(book.pages[0].isCover && book.pages[0].sourceName == "OEBPS/i1.png")
    #expect(book.outline.map(\.page) == [book.pages[0].id, book.pages[2].id])
    #expect(!context.read.contains { $0.hasSuffix(".png") })
  }

  @Test(
    "a cover that repeats page 1 in another size appears once, the larger copy staying",
    arguments: [(Size(width: 160, height: 240), 1), (Size(width: 320, height: 480), 900)])
  func resized(size: Size, kept: Int) async throws {
    var epub = TestEPUB()
    epub.page(1, size: Size(width: 200, height: 300))
    epub.page(2)
    epub.picture("cover.png", 900, size: size, "properties='cover-image'")
    let (book, _) = try await epub.read()
    #expect(book.numbers(epub) == [kept, 2])
    #expect(book.pages[0].isCover)
  }

  @Test("one that visibly differs, or has another shape, is kept with a note")
  func different() async throws {
    for (size, level) in [(Size(width: 60, height: 90), 40), (Size(width: 70, height: 90), 200)] {
      var epub = TestEPUB()
      epub.page(1)
      epub.picture("cover.png", 900, size: size, level: level, "properties='cover-image'")
      let (book, told) = try await epub.read()
      #expect(book.numbers(epub) == [900, 1])
      #expect(told.contains { $0.rule == .coverKept && $0.severity == .note })
    }
  }

  @Test("one that cannot be compared is kept with a note")
  func unreadable() async throws {
    var epub = TestEPUB()
    epub.page(1)
    epub.item("c", "cover.png", "image/png", "properties='cover-image'")
    epub.file("OEBPS/cover.png", "no picture")
    let (book, told) = try await epub.read()
    #expect(book.pages.count == 2 && book.pages[0].isCover)
    #expect(told.contains { $0.rule == .coverKept && $0.message.contains("could not be compared") })
  }

  @Test("a cover page with a reduced copy of the page after it: the larger stays, marks of both lead to it")
  func reducedCoverPage() async throws {
    var epub = TestEPUB()
    epub.picture("cover.png", 900, size: Size(width: 160, height: 240), "properties='cover-image'")
    epub.document("c", "<img src='cover.png'/>")
    epub.spine("c")
    epub.page(1, size: Size(width: 200, height: 300))
    epub.page(2)
    epub.document(
      "nav",
      "<nav epub:type='toc'><ol><li><a href='c.xhtml'>Cover</a></li><li><a href='x1.xhtml'>One</a></li></ol></nav>",
      "properties='nav'")
    let book = try await epub.read().book
    #expect(book.numbers(epub) == [1, 2])
    #expect(book.pages[0].isCover)
    #expect(book.outline.map(\.page) == [book.pages[0].id, book.pages[0].id])
  }

  @Test(
    "a cover page that is the next page saved again, at the same size, appears once, the better copy staying",
    arguments: [(60, 92, 2), (92, 60, 1)])
  func savedAgain(cover: Int, page: Int, kept: Int) async throws {
    var epub = TestEPUB()
    for (number, quality) in [(1, cover), (2, page)] {
      epub.item("j\(number)", "j\(number).jpg", "image/jpeg", number == 1 ? "properties='cover-image'" : "")
      epub.file(
        "OEBPS/j\(number).jpg", bytes: try TestEPUB.jpeg(Size(width: 160, height: 240), quality: quality))
      epub.document("x\(number)", "<img src='j\(number).jpg'/>")
      epub.spine("x\(number)")
    }
    epub.page(3)
    let book = try await epub.read().book
    #expect(book.pages.map(\.sourceName) == ["OEBPS/j\(kept).jpg", "OEBPS/i3.png"])
    #expect(book.pages[0].isCover)
  }

  @Test("a cover that is one layer of the first page is that page")
  func layer() async throws {
    var epub = TestEPUB(metadata: TestEPUB.fixed)
    epub.picture("art.png", 1, "properties='cover-image'")
    epub.item("t", "title.png", "image/png")
    epub.file("OEBPS/title.png", bytes: try TestEPUB.lettering(Size(width: 60, height: 90)))
    epub.document(
      "x",
      "<div><img src='art.png' style='position:absolute;top:0;left:0'/><img src='title.png' style='position:absolute;top:0;left:0'/></div>",
      head: TestEPUB.viewport)
    epub.spine("x")
    epub.page(2)
    let book = try await epub.read().book
    #expect(book.pages.count == 2 && book.pages[0].isCover)
    #expect(book.pages[0].picture.drawing != nil)
  }

  @Test("covers of another shape than the next page are not decoded")
  func cheap() async throws {
    var epub = TestEPUB()
    epub.page(1, size: Size(width: 70, height: 90))
    epub.page(2)
    epub.metadata = "<meta name='cover' content='i1.png'/>"
    let context = TestReadContext(TestContainer(epub.contents))
    let book = try await EPUBReader(EPUBSettings()).read(TestEPUB.probe, in: context)
    #expect(book.numbers(epub) == [1, 2] && book.pages[0].isCover)
    #expect(!context.read.contains { $0.hasSuffix(".png") })
  }
}
