import BookModel
import Diagnostics
import Publications
import Readers
import Testing

@Suite("EPUB: what is a page's picture")
struct EPUBPictureTests {
  static let svg =
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 60 90'>"

  @Test(
    "every way to say it (F08)",
    arguments: [
      "<img src='i.png'/>", "<div><p><a href='x'><img src='i.png'/></a></p></div>",
      svg + "<image width='60' height='90' xlink:href='i.png'/></svg>", svg + "<image href='i.png'/></svg>",
      "<object type='image/png' data='i.png'>alternative text</object>", "<object data='i.png'/>",
      "<embed src='i.png' type='image/png'/>", "<iframe src='page.svg'/>", "<img src='page.svg'/>",
      "<div style='background-image:url(\"i.png\");width:60px'></div>",
      "<div style=\"background: #fff url( 'i.png' ) no-repeat; color: red\"></div>",
      "<picture><source srcset='other.xyz' type='image/vnd.xyz'/><source srcset='i.png 2x'/><img src='gone.png'/></picture>",
      "<img srcset='gone.png 2x, i.png'/>", "<input type='image' src='i.png'/>",
      "<img src='i.png'><p>tag & soup",
    ])
  func ways(_ body: String) async throws {
    var epub = TestEPUB(metadata: TestEPUB.fixed)
    epub.picture("i.png", 7)
    epub.item("svg", "page.svg", "image/svg+xml")
    epub.file("OEBPS/page.svg", EPUBPictureTests.svg + "<image xlink:href='i.png'/></svg>")
    epub.document("x", body)
    epub.spine("x")
    #expect(try await epub.read().book.numbers(epub) == [7])
  }

  @Test("a picture and an SVG document directly in the spine")
  func directly() async throws {
    var epub = TestEPUB()
    epub.picture("i.png", 1, id: "picture")
    epub.picture("j.png", 2)
    epub.item("svg", "page.svg", "image/svg+xml")
    epub.file(
      "OEBPS/page.svg",
      EPUBPictureTests.svg + "<defs><path d='M0 0'/></defs><image xlink:href='j.png'/></svg>")
    epub.spine("picture", "svg")
    let (book, told) = try await epub.read()
    #expect(book.numbers(epub) == [1, 2])
    #expect(!told.contains { $0.rule == .letteringLost })
  }

  @Test("backgrounds of style elements and style sheets count where the page has nothing else")
  func styleSheets() async throws {
    var epub = TestEPUB(metadata: TestEPUB.fixed)
    for number in 1...4 { epub.picture("art/i\(number).png", number) }
    epub.item("css", "css/pages.css", "text/css")
    epub.file(
      "OEBPS/css/pages.css",
      """
      @import url("more.css"); /* #p1 { background: url(wrong.png) } */
      @font-face { src: url(font.ttf) } @media screen { body #p1.page { background: url(../art/i1.png) } }
      #p2 { background-image: url('../art/i2.png') }
      """)
    epub.file("OEBPS/css/more.css", "div.third:before, .x { background: url(../art/i3.png) }")
    let link = "<link rel='stylesheet' type='text/css' href='css/pages.css'/>"
    epub.document("x1", "<div id='p1' class='page'></div>", head: link)
    epub.document("x2", "<div id='p2'></div>", head: link)
    epub.document("x3", "<div class='third'></div>", head: link)
    epub.document("x4", "<div id='a'></div>", head: "<style>#a{background:url(art/i4.png)}</style>")
    epub.document("x5", "<img src='art/i1.png'/><div id='p2'></div>", head: link)
    epub.spine("x1", "x2", "x3", "x4", "x5")
    #expect(try await epub.read().book.numbers(epub) == [1, 2, 3, 4, 1])
  }

  @Test("several pictures of an item are pages in document order; one shown again is one page")
  func several() async throws {
    var epub = TestEPUB()
    for number in 1...3 { epub.picture("i\(number).png", number) }
    epub.picture("copy.png", 1)
    epub.document(
      "x", "<img src='i2.png'/><img src='i1.png'/><img src='i2.png'/><img src='copy.png'/><img src='i3.png'/>"
    )
    epub.spine("x")
    #expect(try await epub.read().book.numbers(epub) == [2, 1, 3])
  }

  @Test("what is hidden is not shown")
  func hidden() async throws {
    var epub = TestEPUB()
    epub.picture("i1.png", 1)
    epub.picture("i2.png", 2)
    epub.document(
      "x",
      "<div style='display: none'><img src='i2.png'/>text</div><p hidden='hidden'>text</p><img src='i1.png'/>"
    )
    epub.spine("x")
    let (book, told) = try await epub.read()
    #expect(book.numbers(epub) == [1])
    #expect(!told.contains { $0.rule == .letteringLost })
  }

  @Test("the densest of several sizes that the manifest declares is taken")
  func sourceSets() async throws {
    var epub = TestEPUB()
    epub.picture("small.png", 1)
    epub.picture("large.png", 2)
    epub.file(
      "OEBPS/undeclared.png", bytes: TestPicture(number: 3, size: Size(width: 9, height: 9), level: 1).bytes)
    epub.document("x", "<img src='small.png' srcset='small.png, large.png 2x, undeclared.png 3x'/>")
    epub.spine("x")
    #expect(try await epub.read().book.numbers(epub) == [2])
  }

  @Test("a picture written into the document is a page of a source of its own")
  func dataAddresses() async throws {
    var epub = TestEPUB()
    epub.page(1)
    // "picture" in Base64, with line breaks.
    epub.document(
      "x", "<img src='data:image/png;base64,cGlj\n dHVy ZQ=='/><img src='data:image/png,pic%74ure'/>")
    epub.spine("x")
    let context = TestReadContext(TestContainer(epub.contents))
    let book = try await EPUBReader(EPUBSettings()).read(TestEPUB.probe, in: context)
    #expect(book.pages.count == 2)
    guard case .entry(let entry) = book.pages[1].picture else {
      Issue.record("the page is no entry")
      return
    }
    #expect(entry.source == SourceID(1))
    #expect(try await context.bytes(of: entry) == Array("picture".utf8))
  }

  @Test("what readers need not know is replaced by its fallback; chains may be circular")
  func fallbacks() async throws {
    var epub = TestEPUB()
    epub.item("psd", "a.psd", "image/vnd.adobe.photoshop", "fallback='xyz'")
    epub.item("xyz", "a.xyz", "image/xyz", "fallback='png'")
    epub.picture("a.png", 1, id: "png", "fallback='psd'")
    epub.item("json", "b.json", "application/json", "fallback='page'")
    epub.item("loop", "c.abc", "image/abc", "fallback='loop'")
    for name in ["a.psd", "a.xyz", "b.json", "c.abc"] { epub.file("OEBPS/\(name)", name) }
    epub.picture("b.png", 2)
    epub.document("page", "<img src='b.png'/>")
    epub.document("x", "<img src='a.psd'/><img src='a.xyz'/>")
    epub.document("y", "<img src='c.abc'/>")
    epub.spine("x", "json", "y")
    let (book, told) = try await epub.read()
    // The last has no fallback that is one: its own bytes are left to be judged when the page is made.
    #expect(book.numbers(epub) == [1, 2, nil])
    #expect(book.pages.last?.sourceName == "OEBPS/c.abc")
    #expect(told.contains { $0.rule == .foreignResource && $0.message.contains("a.psd") })
  }

  @Test(
    "pieces whose places on the page are known are one page",
    arguments: [
      (Size(width: 60, height: 50), Size(width: 60, height: 40), "width=60, height=90", "", true),
      (Size(width: 60, height: 50), Size(width: 60, height: 40), "width=120;height=180px", "", true),
      (Size(width: 60, height: 50), Size(width: 60, height: 40), "width=75, height=90", "", true),
      (Size(width: 60, height: 50), Size(width: 60, height: 40), "width=60, height=120", "", true),
      (Size(width: 60, height: 90), Size(width: 60, height: 90), "width=60, height=90", "", false),
      (Size(width: 60, height: 90), Size(width: 60, height: 90), "width=120, height=90", "", false),
      (Size(width: 60, height: 50), Size(width: 50, height: 40), "width=60, height=90", "", true),
      (
        Size(width: 60, height: 50), Size(width: 60, height: 40), "", "position:absolute;top:50px;left:0",
        true
      ),
      (
        Size(width: 60, height: 50), Size(width: 60, height: 40), "", "position:absolute;top:50px;left:60px",
        true
      ),
      (Size(width: 60, height: 50), Size(width: 60, height: 40), "", "", false),
    ])
  func tiles(upper: Size, lower: Size, viewport: String, style: String, isOne: Bool) async throws {
    var epub = TestEPUB(metadata: TestEPUB.fixed)
    epub.picture("a.png", 1, size: upper)
    epub.picture("b.png", 2, size: lower)
    let head = viewport.isEmpty ? "" : "<meta name='viewport' content='\(viewport)'/>"
    epub.document(
      "x", "<div><img src='a.png'/></div><div><img src='b.png' style='\(style)'/></div>", head: head)
    epub.spine("x", attributes: "properties='page-spread-right'")
    let book = try await epub.read().book
    #expect(book.pages.count == (isOne ? 1 : 2))
    #expect(book.pages.first?.side == .right)
    if isOne {
      #expect(book.pages[0].picture.entries.map(\.name) == ["OEBPS/a.png", "OEBPS/b.png"])
    }
    epub.settings.tiles = .separate
    #expect(try await epub.read().book.numbers(epub) == [1, 2])
  }

  @Test("pictures of a flowing page are never strips of one")
  func flowing() async throws {
    var epub = TestEPUB()
    epub.picture("a.png", 1, size: Size(width: 60, height: 45))
    epub.picture("b.png", 2, size: Size(width: 60, height: 45))
    epub.document(
      "x", "<img src='a.png'/><img src='b.png'/>",
      head: "<meta name='viewport' content='width=60, height=90'/>")
    epub.spine("x")
    #expect(try await epub.read().book.numbers(epub) == [1, 2])
  }

  @Test("missing files are named; a page that lost its only picture fails the book unless told otherwise")
  func missing() async throws {
    var epub = TestEPUB()
    for number in 1...3 { epub.page(number) }
    epub.document("lost", "<img src='lost.png'/>")
    epub.spine("lost", "nowhere")
    let error = await #expect(throws: Diagnostic.self) { try await epub.read().book.requirePages() }
    #expect(error?.rule == .undrawable && error?.message.contains("lost.xhtml") == true)
    epub.settings.undrawable = .skip
    let (book, told) = try await epub.read()
    #expect(book.numbers(epub) == [1, 2, 3])
    #expect(told.contains { $0.rule == .missingResource && $0.message.contains("OEBPS/lost.png") })
    #expect(told.contains { $0.rule == .missingResource && $0.message.contains("nowhere") })
    epub.settings.undrawable = .blank
    #expect(try await epub.read().book.numbers(epub) == [1, 2, 3, nil, nil])
  }

  @Test("pictures no page shows are left out by name, system files by number")
  func leftOut() async throws {
    var epub = TestEPUB()
    epub.page(1)
    epub.picture("thumbnail.png", 9)
    epub.file("OEBPS/.DS_Store", "x")
    epub.file("__MACOSX/._i1.png", "x")
    let book = try await epub.read().book
    #expect(book.leftOut == LeftOut(junkCount: 2, names: ["OEBPS/thumbnail.png"]))
  }
}
