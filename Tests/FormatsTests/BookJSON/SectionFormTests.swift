import BookModel
import Diagnostics
import Formats
import Testing

@Suite("Sections in the JSON form of a book")
struct SectionFormTests {
  private func entry(_ key: Int, _ name: String) -> EntryReference {
    EntryReference(source: .main, key: key, name: name)
  }

  /// A preface, a page, a note, an afterword.
  private var book: Book {
    let page = Page(id: PageID(entry(1, "p")), picture: .entry(entry(1, "p")), sourceName: "p")
    let sections = [(0, "preface"), (2, "note"), (3, "afterword")].map { Section(entry: entry($0, $1)) }
    return Book(
      source: BookSource(path: "b", stem: "b", folder: "", reader: "epub", format: "EPUB", pageCount: 1),
      items: [.section(sections[0]), .page(page), .section(sections[1]), .section(sections[2])],
      outline: [
        OutlineNode(title: "One", page: page.id),
        OutlineNode(title: "Two", target: .section(sections[2].id)),
      ])
  }

  private func replied(_ json: String) throws -> Book {
    let form = BookForm(book).json
    return try BookReply(Array(json.utf8), to: book, as: form).changed(from: Origin(.pipeline, "x")).book
  }

  @Test("say what page they stand behind, and contents lead to them by number")
  func form() {
    let text = BookForm(book).json.text()
    #expect(text.contains(#""number":1,"id":"section:0:0:preface","name":"preface"}"#))
    #expect(text.contains(#""name":"note","after":1}"#) && text.contains(#""name":"afterword","after":1}"#))
    #expect(text.contains(#"{"title":"One","page":1},{"title":"Two","section":3}"#))
  }

  @Test("come back unchanged, and can be led to")
  func reply() throws {
    let same = try replied(BookForm(book).json.text())
    #expect(same.items == book.items && same.outline == book.outline)
    let led = try replied(#"{"book": 1, "outline": [{"title": "X", "section": 2}]}"#)
    #expect(led.outline == [OutlineNode(title: "X", target: .section(book.sections[1].id))])
    #expect(throws: Diagnostic.self) {
      try replied(#"{"book": 1, "outline": [{"title": "X", "section": 4}]}"#)
    }
    #expect(throws: Diagnostic.self) { try replied(#"{"book": 1, "sections": []}"#) }
  }

  @Test("what is known of a chapter alone stands beside its title, and comes back with it")
  func chapterMetadata() throws {
    var book = book
    var facts = Metadata()
    facts.set(\.title, to: "Storm", from: Origin(.embedded, "ComicInfo.xml"))
    book.outline[0].facts = facts
    let form = BookForm(book).json
    #expect(
      form.text().contains(#""metadata":{"title":{"value":"Storm","origin":"embedded: ComicInfo.xml"}}"#))
    let json = form.text().replacing(#""title":"Two""#, with: #""title":"Deux""#)
    let changed = try BookReply(Array(json.utf8), to: book, as: form).changed(from: Origin(.pipeline, "x"))
    #expect(changed.book.outline.map(\.title) == ["One", "Deux"])
    #expect(changed.book.outline[0].facts == facts)
  }
}
