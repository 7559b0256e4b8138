import BookModel
import Diagnostics
import Readers
import Testing

@Suite("EPUB: comic or text, blanks and what cannot be drawn")
struct EPUBJudgementTests {
  private func failure(_ epub: TestEPUB) async -> Diagnostic? {
    await #expect(throws: Diagnostic.self) { try await epub.read().book.sectionsLeftOut(taking: [.pages]) }
  }

  // MARK: Fixed layout

  @Test("fixed layout in the ways before EPUB 3 (F06)")
  func olderFixedLayout() async throws {
    let display =
      "<display_options><platform name='*'><option name='fixed-layout'>true</option></platform></display_options>"
    for name in ["com.apple.ibooks.display-options.xml", "com.kobobooks.display-options.xml"] {
      var epub = TestEPUB(version: "2.0")
      for number in 1...3 { epub.page(number) }
      epub.file("META-INF/\(name)", display)
      let book = try await epub.read().book
      #expect(book.isFixedLayout && book.numbers(epub) == [1, 2, 3])
    }
    var kindle = TestEPUB(
      metadata:
        "<meta name='fixed-layout' content='true'/><meta name='original-resolution' content='60x90'/>",
      version: "2.0")
    kindle.page(1)
    #expect(try await kindle.read().book.isFixedLayout)
    var plain = TestEPUB(version: "2.0")
    plain.page(1)
    #expect(try await plain.read().book.isFixedLayout == false)
  }

  // MARK: Blanks

  private func withBlank(_ placement: Bool, fixed: Bool = true) -> TestEPUB {
    var epub = TestEPUB(metadata: fixed ? TestEPUB.fixed : "")
    epub.page(1, placement ? "properties='rendition:page-spread-right'" : "")
    epub.document(
      "blank", "<div> \u{A0}<!-- nothing --><svg xmlns='http://www.w3.org/2000/svg'><defs/></svg></div>")
    epub.spine("blank", attributes: placement ? "properties='rendition:page-spread-left'" : "")
    for number in 2...4 { epub.page(number) }
    return epub
  }

  @Test("a blank is kept where pages are placed on sides, else dropped, or as the option says (F05)")
  func blanks() async throws {
    let kept = try await withBlank(true).read()
    #expect(kept.book.pages.count == 5)
    #expect(
      kept.book.pages[1].picture == .blank(Picture.Blank(size: nil, reason: "spine item without a picture")))
    #expect(kept.book.pages[1].side == .left && kept.book.pages[1].sourceName == "OEBPS/blank.xhtml")
    #expect(kept.told.contains { $0.rule == .blankPages && $0.severity == .note })
    #expect(try await withBlank(false).read().book.pages.count == 4)
    #expect(try await withBlank(true, fixed: false).read().book.pages.count == 4)
    var epub = withBlank(false)
    epub.settings.blanks = .keep
    #expect(try await epub.read().book.pages.count == 5)
    epub = withBlank(true)
    epub.settings.blanks = .drop
    #expect(try await epub.read().book.numbers(epub) == [1, 2, 3, 4])
  }

  // MARK: Text

  @Test("lettering over art keeps the picture and names the page; a book without pictures fails (F07)")
  func lettering() async throws {
    var epub = TestEPUB(metadata: TestEPUB.fixed)
    epub.picture("i1.png", 1)
    epub.document("a", "<img src='i1.png'/><p>Lettering that is text</p>")
    epub.document("b", "<p>Only text here</p>")
    epub.spine("a", "b")
    let (book, told) = try await epub.read()
    #expect(book.numbers(epub) == [1])
    #expect(told.contains { $0.rule == .letteringLost && $0.message.contains("a.xhtml") })
    #expect(book.sections.map(\.sourceName) == ["OEBPS/b.xhtml"])
    var text = TestEPUB(metadata: TestEPUB.fixed)
    text.document("b", "<p>Only text</p>")
    text.spine("b")
    #expect(await failure(text)?.rule == .noPages)
  }

  private func flowing(texts: Int, pages: Int, settings: EPUBSettings = EPUBSettings(), fixed: Bool = false)
    -> TestEPUB
  {
    var epub = TestEPUB(metadata: fixed ? TestEPUB.fixed : "")
    epub.settings = settings
    for number in 1...max(1, pages) where number <= pages { epub.page(number) }
    for number in 0..<texts {
      epub.document("t\(number)", "<p>Chapter \(number)</p>")
      epub.spine("t\(number)")
    }
    return epub
  }

  @Test("a flowing book of mostly text is refused as text, with what to do today")
  func textBook() async throws {
    let error = await failure(flowing(texts: 4, pages: 3))
    #expect(error?.rule == .textBook && error?.rule.category == .input)
    #expect(error?.remedy?.contains("--as-comic") == true)
    var settings = EPUBSettings()
    settings.asComic = true
    #expect(await failure(flowing(texts: 4, pages: 3, settings: settings))?.rule == .undrawable)
    settings.undrawable = .skip
    let epub = flowing(texts: 4, pages: 3, settings: settings)
    #expect(try await epub.read().book.numbers(epub) == [1, 2, 3])
  }

  @Test(
    "items of text are sections, too many to be left out if they are several, and more than one in ten",
    arguments: [(1, 1, true), (1, 5, true), (2, 17, false), (2, 18, true), (3, 18, false)])
  func fewTexts(texts: Int, pages: Int, isRead: Bool) async throws {
    for fixed in [true, false] {
      let epub = flowing(texts: texts, pages: pages, fixed: fixed)
      if isRead {
        #expect(try await epub.read().book.sectionsLeftOut(taking: [.pages]).count == texts)
      } else {
        #expect(await failure(epub)?.rule == .undrawable)
      }
      let book = try await epub.read().book
      #expect(book.pages.count == pages && book.sections.count == texts)
      #expect(book.items.suffix(texts) == book.sections.map(BookItem.section)[...])
    }
  }

  @Test("a flowing book with more text than captions come to is text, whatever its illustrations")
  func illustrated() async throws {
    var epub = TestEPUB()
    epub.picture("i.png", 1)
    epub.document("a", "<img src='i.png'/><p>\(String(repeating: "word ", count: 400))</p>")
    epub.spine("a")
    #expect(await failure(epub)?.rule == .textBook)
    var short = TestEPUB()
    short.picture("i.png", 1)
    short.document("a", "<img src='i.png'/><p>A caption</p>")
    short.spine("a")
    #expect(try await short.read().book.numbers(short) == [1])
  }

  private static let english = "The lamp went out and the ferry kept its slow way over the dark water. "
  private static let chinese = "灯光渐渐暗了下去小船慢慢驶过黑色的水面"

  /// A flowing book of chapters with a picture each, some more with a picture alone.
  private func chapters(_ count: Int, _ text: String, plates: Int = 0, fixed: Bool = false) -> TestEPUB {
    var epub = TestEPUB(metadata: fixed ? TestEPUB.fixed : "")
    for number in 1...count {
      epub.picture("c\(number).png", number)
      epub.document("c\(number)", "<h1>\(number)</h1><img src='c\(number).png'/><p>\(text)</p>")
      epub.spine("c\(number)")
    }
    for number in 0..<plates { epub.page(500 + number) }
    return epub
  }

  @Test(
    "chapters with a picture each are text by what they hold, counted by script; captions and lettering are not",
    arguments: [
      (6, 0, false, true), (6, 6, false, true), (40, 20, false, true), (6, 20, false, false),
      (1, 0, false, false),
      (3, 0, false, false), (6, 0, true, false),
    ])
  func chaptersWithPictures(lines: Int, plates: Int, fixed: Bool, isText: Bool) async throws {
    let texts = [
      String(repeating: Self.english, count: lines), String(repeating: Self.chinese, count: lines),
      String(repeating: "もう遅い、灯りを消して。", count: lines * 3 / 2),
    ]
    for text in texts {
      let epub = chapters(12, text, plates: plates, fixed: fixed)
      if isText {
        #expect(await failure(epub)?.rule == .textBook)
      } else {
        #expect(try await epub.read().book.pages.count == 12 + plates)
      }
    }
  }

  @Test("a comic keeps its pages whatever text stands behind them")
  func afterword() async throws {
    var epub = TestEPUB()
    for number in 1...12 { epub.page(number) }
    epub.document("after", "<p>\(String(repeating: Self.english, count: 300))</p>")
    epub.spine("after")
    let book = try await epub.read().book
    #expect(book.pages.count == 12 && book.sections.count == 1 && book.textRefusal == nil)
  }

  @Test("a text book tells its cover")
  func coverOfText() async throws {
    var epub = flowing(texts: 3, pages: 0)
    epub.picture("cover.png", 1, "properties='cover-image'")
    let book = try await epub.read().book
    #expect(book.cover?.name == "OEBPS/cover.png" && book.sections.count == 3 && book.pages.isEmpty)
  }

  @Test("the navigation document in the spine is no page and no loss")
  func navigationInSpine() async throws {
    var epub = TestEPUB()
    epub.document(
      "nav", "<nav epub:type='toc'><ol><li><a href='x1.xhtml'>One</a></li></ol></nav>", "properties='nav'")
    epub.spine("nav")
    epub.page(1)
    let (book, told) = try await epub.read()
    #expect(book.numbers(epub) == [1])
    #expect(!told.contains { $0.rule == .undrawable })
  }

  // MARK: Drawings

  @Test("vector drawings without a picture fail the book unless told otherwise")
  func drawings() async throws {
    var epub = TestEPUB(metadata: TestEPUB.fixed)
    epub.page(1)
    epub.item("v", "v.svg", "image/svg+xml")
    epub.file("OEBPS/v.svg", EPUBPictureTests.svg + "<rect width='9' height='9'/></svg>")
    epub.document("w", "<img src='v.svg'/>")
    epub.spine("v", "w")
    let error = await failure(epub)
    #expect(error?.rule == .undrawable && error?.message.contains("v.svg") == true)
    epub.settings.undrawable = .skip
    #expect(try await epub.read().book.numbers(epub) == [1])
    epub.settings.undrawable = .blank
    let book = try await epub.read().book
    #expect(
      book.pages.map(\.picture.recipe).dropFirst() == ["blank (vector drawing)", "blank (vector drawing)"])
  }

  @Test("shapes that leave no mark are no drawing, and shapes beside a picture are told")
  func shapes() async throws {
    var epub = TestEPUB(metadata: TestEPUB.fixed)
    epub.picture("i.png", 1)
    let tap =
      "<a xlink:href='#'><rect fill='none' width='9' height='9'/><path style='opacity:0' d='M0 0'/></a>"
    epub.document("a", EPUBPictureTests.svg + "<image href='i.png'/>" + tap + "</svg>")
    epub.document("b", EPUBPictureTests.svg + "<image href='i.png'/><path d='M0 0'/></svg>")
    epub.spine("a", "b")
    let told = try await epub.read().told.filter { $0.rule == .letteringLost }
    #expect(told.count == 1)
    #expect(
      told.first?.message.contains("b.xhtml") == true && told.first?.message.contains("a.xhtml") == false)
  }
}
