import BookModel
import Diagnostics
import Readers
import Testing

@Suite("EPUB: contents and landmarks")
struct EPUBNavigationTests {
  private func pages(_ count: Int) -> TestEPUB {
    var epub = TestEPUB()
    for number in 1...count { epub.page(number) }
    return epub
  }

  private func nav(_ items: String) -> String {
    "<nav epub:type='toc'><h1>Contents</h1><ol>\(items)</ol></nav>"
  }

  @Test("nested contents keep their shape, each entry tied to its page")
  func nested() async throws {
    var epub = pages(4)
    epub.document(
      "nav",
      nav(
        "<li><span>Part  one</span><ol><li><a href='x1.xhtml'>A <i>b</i></a></li><li><a href='x2.xhtml#top'>C</a></li></ol></li>"
          + "<li><a href='x4.xhtml'><img src='i4.png' alt='Picture title'/></a></li>")
        + "<nav epub:type='page-list'><ol><li><a href='x3.xhtml'>3</a></li></ol></nav>", "properties='nav'")
    let book = try await epub.read().book
    let ids = book.pages.map(\.id)
    #expect(
      book.outline == [
        OutlineNode(
          title: "Part one", page: nil,
          children: [OutlineNode(title: "A b", page: ids[0]), OutlineNode(title: "C", page: ids[1])]),
        OutlineNode(title: "Picture title", page: ids[3]),
      ])
  }

  @Test("an NCX serves where there is no navigation document, in another folder too")
  func ncx() async throws {
    var epub = pages(2)
    epub.version = "2.0"
    epub.spineAttributes = "toc='ncx'"
    epub.item("ncx", "toc/toc.ncx", "application/x-dtbncx+xml")
    epub.file(
      "OEBPS/toc/toc.ncx",
      """
      <ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>
      <navPoint id="a"><navLabel><text>One &amp; all</text></navLabel><content src="../x1.xhtml"/>
      <navPoint id="b"><navLabel><text>Two</text></navLabel><content src="../x2.xhtml"/></navPoint></navPoint>
      </navMap><pageList><pageTarget><navLabel><text>1</text></navLabel><content src="../x1.xhtml"/></pageTarget></pageList></ncx>
      """)
    let book = try await epub.read().book
    let ids = book.pages.map(\.id)
    #expect(
      book.outline == [
        OutlineNode(title: "One & all", page: ids[0], children: [OutlineNode(title: "Two", page: ids[1])])
      ])
  }

  @Test("marks of items that are left out go to the next page, else the one before")
  func leftOut() async throws {
    var epub = TestEPUB()
    epub.settings.undrawable = .skip
    epub.document("t", "<p>Title</p>")
    epub.spine("t")
    for number in 1...20 { epub.page(number) }
    epub.document("z", "<p>Colophon</p>")
    epub.spine("z")
    epub.document(
      "nav",
      nav(
        "<li><a href='t.xhtml'>Title</a></li><li><a href='z.xhtml'>Colophon</a></li><li><a href='i3.png'>Picture</a></li>"
      ),
      "properties='nav'")
    let book = try await epub.read().book
    #expect(!book.hasSections)
    #expect(book.outline.map(\.page) == [book.pages.first?.id, book.pages.last?.id, book.pages[2].id])
    // Text that is kept has its marks itself, and gives it to the same pages where only pages fit.
    epub.settings.undrawable = .fail
    let whole = try await epub.read().book
    #expect(whole.outline.map(\.target?.section) == whole.sections.map(\.id) + [nil])
    #expect(whole.sections.map(\.title) == ["Title", "Colophon"])
    let pages = whole.pageTargets
    #expect(whole.outline.map { $0.target.flatMap { pages[$0] } } == book.outline.map(\.page))
  }

  @Test("a fragment leads to the picture behind the element it names")
  func fragments() async throws {
    var epub = TestEPUB()
    for number in 1...4 { epub.picture("i\(number).png", number) }
    epub.document(
      "x",
      "<div id='a'><img src='i1.png'/></div><img src='i2.png' id='b'/><img src='gone.png'/><h2 id='c'/><img src='i3.png'/><img src='i4.png'/><p id='d'/>"
    )
    epub.spine("x")
    let items = ["a", "b", "c", "d", "nowhere"].map { "<li><a href='x.xhtml#\($0)'>\($0)</a></li>" }.joined()
    epub.document("nav", nav(items), "properties='nav'")
    let book = try await epub.read().book
    let ids = book.pages.map(\.id)
    #expect(book.outline.map(\.page) == [ids[0], ids[1], ids[2], ids[3], ids[0]])
  }

  @Test("entries that lead nowhere are told and left out; a broken document costs the contents only")
  func lost() async throws {
    var epub = pages(1)
    epub.document(
      "nav", nav("<li><a href='gone.xhtml'>Gone</a></li><li><a href='x1.xhtml'>Here</a></li>"),
      "properties='nav'")
    let (book, told) = try await epub.read()
    #expect(book.outline.map(\.title) == ["Here"])
    #expect(told.contains { $0.rule == .contentsEntryLost && $0.message.contains("Gone") })
    var broken = pages(1)
    broken.item("nav", "nav.xhtml", "application/xhtml+xml", "properties='nav'")
    broken.file("OEBPS/nav.xhtml", "")
    let (read, warnings) = try await broken.read()
    #expect(read.pages.count == 1 && read.outline.isEmpty)
    #expect(warnings.contains { $0.severity == .warning && $0.place.entry == "OEBPS/nav.xhtml" })
  }

  @Test("landmarks and guide give roles")
  func roles() async throws {
    var epub = pages(3)
    epub.guide =
      "<guide><reference type='title-page' href='x2.xhtml'/><reference type='text' href='x3.xhtml'/></guide>"
    #expect(try await epub.read().book.pages.map(\.roles) == [[.frontCover], [.innerCover], []])
  }
}
