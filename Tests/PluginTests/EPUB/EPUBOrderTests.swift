import BookModel
import Diagnostics
import PluginKit
import Publications
import Readers
import Testing

@Suite("EPUB: reading order and names")
struct EPUBOrderTests {
  @Test("pages come in the spine's order, whatever names, manifest and archive say (F01, F11)")
  func spineOrder() async throws {
    var epub = TestEPUB()
    epub.package = "OEBPS/vol.opf"
    for (number, name) in [
      (1, "image_rsrc1W4"), (2, "image_rsrc1W6"), (3, "image_rsrc2A"), (4, "image_rsrc9"),
    ] {
      epub.picture("\(name).png", number)
      epub.document("x\(number)", "<img src='\(name).png'/>")
    }
    epub.spine("x3", "x1", "x4", "x2")
    let book = try await epub.read().book
    #expect(book.numbers(epub) == [3, 1, 4, 2])
    #expect(book.pages.map(\.sourceName).first == "OEBPS/image_rsrc2A.png")
    #expect(book.source.pageCount == 4 && book.source.format == "EPUB 3.0" && book.source.reader == "epub")
    #expect(book.source.stem == "case" && book.source.folder == "shelf")
  }

  @Test("references are relative to their document, with ../ (F02)")
  func deepFolders() async throws {
    var epub = TestEPUB()
    for number in 1...3 {
      epub.picture("images/deep/p\(number).png", number)
      epub.document("x\(number)", "<img src='../images/deep/p\(number).png'/>", href: "text/x\(number).xhtml")
      epub.spine("x\(number)")
    }
    #expect(try await epub.read().book.numbers(epub) == [1, 2, 3])
  }

  @Test("percent signs, blanks and number signs in names: decoded first, then literal (F03)")
  func percentSigns() async throws {
    var epub = TestEPUB()
    for (number, href, file) in [
      (1, "my%20images/p%201.png", "my images/p 1.png"), (2, "my%20images/p%212.png", "my images/p%212.png"),
      (3, "my%20images/p%233.png", "my images/p#3.png"), (4, "q?4.png", "q?4.png"), (5, "r#5.png", "r#5.png"),
    ] {
      epub.picture(href, number, at: "OEBPS/\(file)")
      epub.document("x\(number)", "<img src='\(href)'/>")
      epub.spine("x\(number)")
    }
    let (book, told) = try await epub.read()
    #expect(book.numbers(epub) == [1, 2, 3, 4, 5])
    #expect(told.filter { $0.severity == .warning }.isEmpty)
  }

  @Test("other scripts, normalization and letter case are found, with a warning where not exact (F04)")
  func inexactNames() async throws {
    var epub = TestEPUB()
    epub.picture("\u{E9}t\u{E9}.png", 1, at: "OEBPS/e\u{301}t\u{E9}.png")
    epub.picture("%E3%83%9A%E3%83%BC%E3%82%B82.png", 2, at: "OEBPS/\u{30DA}\u{30FC}\u{30B8}2.png")
    epub.picture("img3.png", 3, at: "OEBPS/IMG3.PNG")
    epub.document("a", "<img src='\u{E9}t\u{E9}.png'/>")
    epub.document("b", "<img src='%E3%83%9A%E3%83%BC%E3%82%B82.png'/>")
    epub.document("c", "<img src='img3.png'/>")
    epub.spine("a", "b", "c")
    let (book, told) = try await epub.read()
    #expect(book.numbers(epub) == [1, 2, 3])
    let inexact = told.filter { $0.rule == .inexactReference }
    #expect(inexact.count == 2)
    #expect(inexact.contains { $0.message.contains("img3.png") })
    #expect(inexact.contains { $0.message.contains("\u{E9}t\u{E9}.png") })
  }

  @Test("paths from the root and paths that climb out end inside the book")
  func rootAndClimbing() async throws {
    var epub = TestEPUB()
    epub.picture("../media/a.png", 1, at: "media/a.png")
    epub.picture("../media/b.png", 2, at: "media/b.png")
    epub.document("x", "<img src='/media/a.png'/>")
    epub.document("y", "<img src='../../../../media/b.png'/>")
    epub.spine("x", "y")
    #expect(try await epub.read().book.numbers(epub) == [1, 2])
  }

  @Test("nothing outside the book is looked at; what is there is taken")
  func outside() async throws {
    var epub = TestEPUB()
    epub.picture("ok.png", 1)
    epub.document(
      "x",
      "<img src='../../../../etc/passwd'/><img src='file:///etc/passwd'/><img src='http://127.0.0.1:9/x.png'/>"
        + "<img src='//host/y.png'/><img src='ok.png'/>")
    epub.spine("x")
    let (book, told) = try await epub.read()
    #expect(book.numbers(epub) == [1])
    #expect(told.count { $0.rule == .remoteResource } == 3)
    #expect(told.contains { $0.rule == .missingResource && $0.message.contains("etc/passwd") })
  }

  @Test("a base element moves what references are relative to; one that leads outside makes all remote")
  func base() async throws {
    var epub = TestEPUB()
    epub.picture("pictures/a.png", 1)
    epub.document("x", "<img src='a.png'/>", head: "<base href='pictures/'/>")
    epub.document("y", "<img src='pictures/a.png'/>", head: "<base href='./'/>")
    epub.spine("x", "y")
    #expect(try await epub.read().book.numbers(epub) == [1, 1])
    var remote = TestEPUB()
    remote.page(1)
    remote.document(
      "z", "<img src='i1.png'/><img src='/OEBPS/i1.png'/>", head: "<base href='https://example.org/'/>")
    remote.spine("z")
    let error = await #expect(throws: Diagnostic.self) {
      try await remote.read().book.sectionsLeftOut(taking: [.pages])
    }
    #expect(error?.rule == .undrawable)
  }

  @Test("an item the spine names twice is two pages with ids of their own")
  func repeated() async throws {
    var epub = TestEPUB()
    epub.page(1)
    epub.page(2)
    epub.spine("x1")
    let book = try await epub.read().book
    #expect(book.numbers(epub) == [1, 2, 1])
    #expect(Set(book.pages.map(\.id)).count == 3)
  }

  @Test("items outside the main order stay in place where they show a picture")
  func nonLinear() async throws {
    var epub = TestEPUB()
    epub.page(1)
    epub.page(2, "linear='no'")
    epub.page(3)
    epub.document("note", "<p>A note</p>")
    epub.spine("note", attributes: "linear='no'")
    epub.document("note2", "<p>A note</p>")
    epub.spine("note2", attributes: "linear='no'")
    let book = try await epub.read().book
    #expect(book.numbers(epub) == [1, 2, 3])
    #expect(book.sections.map(\.sourceName) == ["OEBPS/note.xhtml", "OEBPS/note2.xhtml"])
  }

  @Test("sides and direction come from the package, with and without the prefix (F12, F13)")
  func sides() async throws {
    var epub = TestEPUB(metadata: TestEPUB.fixed)
    epub.spineAttributes = "page-progression-direction='rtl'"
    epub.page(1, "properties='page-spread-left'")
    epub.page(2, "properties='rendition:page-spread-right'")
    epub.page(3, "properties='rendition:page-spread-center'")
    epub.page(4)
    let book = try await epub.read().book
    #expect(book.pages.map(\.side) == [.left, .right, .center, nil])
    #expect(book.direction == .rightToLeft && book.isFixedLayout)
  }

  @Test("more pages than the limit are refused")
  func tooMany() async throws {
    var epub = TestEPUB()
    for number in 1...11 { epub.page(number) }
    var limits = Limits()
    limits.maxPages = 10
    let context = TestReadContext(TestContainer(epub.contents), limits: limits)
    let error = await #expect(throws: Diagnostic.self) {
      try await EPUBReader(EPUBSettings()).read(TestEPUB.probe, in: context)
    }
    #expect(error?.rule.id == "too-many-pages")
  }
}
