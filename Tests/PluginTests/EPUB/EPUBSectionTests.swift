import BookModel
import Diagnostics
import Readers
import Testing

@Suite("EPUB: text between the pages")
struct EPUBSectionTests {
  /// A comic of 20 pages with text in front, in the middle and behind.
  private var comic: TestEPUB {
    var epub = TestEPUB()
    epub.document("preface", "<p>Before</p>")
    epub.document("note", "<p>Between</p>")
    epub.document("after", "<p>Behind</p>")
    epub.spine("preface")
    for number in 1...10 { epub.page(number) }
    epub.spine("note")
    for number in 11...20 { epub.page(number) }
    epub.spine("after", "note")
    return epub
  }

  @Test("stands in its place among them")
  func order() async throws {
    let epub = comic
    let book = try await epub.read().book
    #expect(book.numbers(epub) == Array(1...20))
    let places = book.items.enumerated().compactMap { index, item in item.id.section.map { (index, $0) } }
    #expect(places.map(\.0) == [0, 11, 22, 23])
    #expect(
      book.sections.map(\.sourceName)
        == ["preface", "note", "after", "note"].map { "OEBPS/\($0).xhtml" })
    #expect(Set(places.map(\.1)).count == 4, "what the spine names twice is two sections")
    #expect(book.textRefusal?.rule == .undrawable, "four of twenty-four are too many to be left out")
  }

  @Test("knows its language, its role and what the contents call it")
  func described() async throws {
    var epub = TestEPUB()
    epub.item("preface", "preface.xhtml", "application/xhtml+xml")
    epub.spine("preface")
    for number in 1...10 { epub.page(number) }
    epub.document("note", "<p>Behind</p>")
    epub.spine("note")
    epub.file(
      "OEBPS/preface.xhtml",
      "<html xmlns='http://www.w3.org/1999/xhtml' xml:lang='it'><body><p>Prima</p></body></html>")
    epub.document(
      "nav",
      """
      <nav epub:type='toc'><ol><li><a href='preface.xhtml'>Foreword</a></li></ol></nav>
      <nav epub:type='landmarks'><ol><li><a epub:type='preface' href='preface.xhtml'>F</a></li></ol></nav>
      """, "properties='nav'")
    let book = try await epub.read().book
    let preface = try #require(book.sections.first)
    #expect(preface.language == "it" && preface.title == "Foreword" && preface.roles == [.editorial])
    #expect(book.sections.map(\.language) == ["it", nil] && book.sections.map(\.title) == ["Foreword", nil])
  }

  @Test("a cover that is in no page stands in front of it")
  func cover() async throws {
    var epub = comic
    epub.picture("cover.png", 30, level: 20, "properties='cover-image'")
    let book = try await epub.read().book
    #expect(book.items.first?.id.page != nil && book.items.dropFirst().first?.id.section != nil)
    #expect(book.pages.first?.isCover == true && book.pages.count == 21)
  }

  @Test("is not there where it is to be left out, or blank", arguments: [UndrawablePolicy.skip, .blank])
  func policies(_ policy: UndrawablePolicy) async throws {
    var epub = comic
    epub.settings.undrawable = policy
    let book = try await epub.read().book
    #expect(!book.hasSections && book.textRefusal == nil)
    #expect(book.pages.count == (policy == .blank ? 24 : 20))
  }

  @Test("a novel is text from end to end, with its contents")
  func novel() async throws {
    var epub = TestEPUB()
    for number in 1...3 { epub.document("c\(number)", "<p>Chapter \(number)</p>") }
    epub.spine("c1", "c2", "c3")
    epub.document(
      "nav", "<nav epub:type='toc'><ol><li><a href='c2.xhtml'>Two</a></li></ol></nav>", "properties='nav'")
    let book = try await epub.read().book
    #expect(book.pages.isEmpty && book.sections.count == 3)
    #expect(book.outline.map(\.target) == [.section(book.sections[1].id)])
    #expect(book.sections.map(\.title) == [nil, "Two", nil])
    #expect(throws: Diagnostic.self) { try book.requirePages() }
  }
}
