import BookModel
import Diagnostics
import Testing

/// Books of pages and sections, written as text: lower-case letters are pages, capitals are sections.
@Suite("A book's items")
struct BookItemTests {
  static func page(_ name: Character) -> Page { BookEditTests.page(Int(name.asciiValue ?? 0)) }

  static func section(_ name: Character) -> Section {
    Section(entry: EntryReference(source: .main, key: Int(name.asciiValue ?? 0), name: String(name)))
  }

  static func item(_ name: Character) -> BookItem {
    name.isUppercase ? .section(section(name)) : .page(page(name))
  }

  /// A book with an outline node and a story for each item.
  static func book(_ items: String, refusal: Diagnostic? = nil) -> Book {
    let items = items.map(item)
    return Book(
      source: BookSource(
        path: "book", stem: "book", folder: "", reader: "epub", format: "EPUB", pageCount: 0),
      items: items, textRefusal: refusal,
      outline: items.map { OutlineNode(title: $0.id.description, target: $0.id) },
      stories: items.map { Story(title: $0.id.description, target: $0.id) })
  }

  static func letter(_ id: ItemID?) -> String {
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return id.map { id in letters.first { item($0).id == id }.map(String.init) ?? "?" } ?? "-"
  }

  static func text(_ book: Book) -> String { book.items.map { letter($0.id) }.joined() }
  static func targets(_ book: Book) -> String { book.outline.map { letter($0.target) }.joined() }

  private func expect(
    _ before: String, _ edit: BookEdit, gives after: String, leadingTo targets: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    var book = Self.book(before)
    _ = book.apply(edit)
    #expect(Self.text(book) == after, sourceLocation: location)
    #expect(Self.targets(book) == targets, sourceLocation: location)
    #expect(
      book.stories.filter { $0.target != nil }.map { Self.letter($0.target) }.joined() == targets,
      sourceLocation: location)
  }

  private func id(_ name: Character) -> PageID { Self.page(name).id }

  @Test("come back as they were given", arguments: ["", "a", "A", "aA", "Aa", "ABaCbDE", "abc"])
  func roundTrip(_ items: String) {
    let book = Self.book(items)
    #expect(Self.text(book) == items)
    #expect(book.pages == items.filter(\.isLowercase).map(Self.page))
    #expect(book.sections == items.filter(\.isUppercase).map(Self.section))
  }

  @Test("sections stay behind their page when pages come, go and move")
  func edits() {
    expect("AaBbC", .insert([Self.page("x")], at: 1), gives: "AaBxbC", leadingTo: "AaBbC")
    expect("AaBbC", .insert([Self.page("x")], at: 0), gives: "AxaBbC", leadingTo: "AaBbC")
    expect("AaBbC", .insert([Self.page("x")], at: 2), gives: "AaBbCx", leadingTo: "AaBbC")
    expect("AaBbC", .reorder([id("b"), id("a")]), gives: "AbCaB", leadingTo: "AaBbC")
    expect("AaBbC", .split(id("a"), into: ["x", "y"].map(Self.page)), gives: "AxyBbC", leadingTo: "AxBbC")
    expect("aBbCc", .join([id("a"), id("b")], into: Self.page("x")), gives: "xBCc", leadingTo: "xBxCc")
    expect("AaBbC", .remove([id("a")]), gives: "ABbC", leadingTo: "AbBbC")
    expect("AaBbC", .remove([id("b")]), gives: "AaBC", leadingTo: "AaBaC")
    expect("AaBbC", .remove([id("a"), id("b")]), gives: "ABC", leadingTo: "AABAC")
  }

  @Test("pages take a section's place, and what led to it")
  func setting() {
    let pages = ["x", "y"].map(Self.page)
    let sectionID = { (name: Character) in Self.section(name).id }
    expect("aABCb", .set(sectionID("B"), as: pages), gives: "aAxyCb", leadingTo: "aAxCb")
    expect("AB", .set(sectionID("A"), as: pages), gives: "xyB", leadingTo: "xB")
    expect("AaB", .set(sectionID("B"), as: pages), gives: "Aaxy", leadingTo: "Aax")
    expect("aAb", .set(sectionID("A"), as: []), gives: "ab", leadingTo: "abb")
    expect("aA", .set(sectionID("A"), as: []), gives: "a", leadingTo: "aa")
    expect("A", .set(sectionID("A"), as: []), gives: "", leadingTo: "")
    expect("aA", .set(sectionID("Z"), as: pages), gives: "aA", leadingTo: "aA")
  }

  @Test("sections keep their order when pages are taken out by hand")
  func pagesReplaced() {
    var book = Self.book("AaBbCcD")
    book.pages.remove(at: 1)
    #expect(Self.text(book) == "AaBCcD")
    book.pages = []
    #expect(Self.text(book) == "ABCD")
  }

  @Test("readers that have only pages are led to the one behind a section, else the one before")
  func pageTargets() {
    let book = Self.book("AaBCb D".filter { $0 != " " })
    let targets = book.pageTargets
    #expect(
      ["A", "a", "B", "C", "b", "D"].map { Self.letter(targets[Self.item($0).id].map(ItemID.page)) }
        == ["a", "a", "b", "b", "b", "b"])
    // The first entry that leads to a page is its mark.
    #expect(book.bookmark(of: Self.page("a")) == Self.section("A").id.text)
  }

  @Test("a book of text alone is refused by whoever needs pages, as its reader says")
  func refusal() throws {
    let refusal = Diagnostic.error(.itemsMismatched, "it is a novel")
    #expect(throws: refusal) { try Self.book("AB", refusal: refusal).requirePages() }
    #expect(throws: Diagnostic.self) { try Self.book("AB").requirePages() }
    for items in ["", "a", "aA"] { #expect(throws: Never.self) { try Self.book(items).requirePages() } }
  }

  @Test("sections are left out where only pages fit, unless the reader says that they are too many")
  func leftOut() throws {
    let refusal = Diagnostic.error(.itemsMismatched, "half of it is text")
    let pages: Set<ItemKind> = [.pages]
    #expect(try Self.book("aAbB").sectionsLeftOut(taking: pages) == ["A", "B"].map(Self.section))
    #expect(try Self.book("ab").sectionsLeftOut(taking: pages) == [])
    #expect(try Self.book("ab", refusal: refusal).sectionsLeftOut(taking: pages) == [])
    #expect(try Self.book("aA", refusal: refusal).sectionsLeftOut(taking: [.pages, .sections]) == [])
    #expect(throws: refusal) { try Self.book("aA", refusal: refusal).sectionsLeftOut(taking: pages) }
    #expect(throws: refusal) { try Self.book("A", refusal: refusal).sectionsLeftOut(taking: pages) }
    #expect(throws: Diagnostic.self) { try Self.book("aA").sectionsLeftOut(taking: [.sections]) }
    #expect(try Self.book("A").sectionsLeftOut(taking: [.sections]) == [])
  }

  @Test("changing a page of many in place moves none of them")
  func inPlace() {
    var book = Self.book("A")
    book.pages = (0..<8_000).map { BookEditTests.page($0) }
    let before = book.pages.withUnsafeBufferPointer { $0.baseAddress }
    for index in book.pages.indices {
      book.pages[index].side = .left
      book.pages[index].roles.append(.story)
    }
    #expect(book.pages.withUnsafeBufferPointer { $0.baseAddress } == before)
    #expect(book.pages.allSatisfy { $0.side == .left && $0.roles == [.story] })
  }
}

@Suite("Derived ids of pages")
struct DerivedPageIDTests {
  private let entry = EntryReference(source: .main, key: 3, name: "a+b(.jpg")

  @Test("remember their pages, and differ by kind, number and pages")
  func derived() {
    let (one, other) = (PageID(entry), PageID(sourcePlace: "spine:1:x"))
    let ids = [
      PageID.derived("panel", of: [one]), .derived("panel", 2, of: [one]), .derived("strip", of: [one]),
      .derived("panel", of: [one, other]), .derived("panel", of: [other, one]),
      .derived("panel", of: [PageID(sourcePlace: "\(one.text)+\(other.text)")]),
      .derived("panel", of: [.derived("panel", of: [one])]), .derived("panel", of: SectionID(entry)),
      .half(1, of: one), .part(1, of: one), .joined([one]), .blank(after: one),
    ]
    #expect(Set(ids).count == ids.count)
    #expect(PageID.derived("panel", of: [one, other]).origins == [one.text, other.text])
    #expect(PageID.derived("set", of: SectionID(entry)).origins == [])
  }

  @Test("are never what a source could name a page")
  func noCollision() {
    for id in [PageID.derived("panel", of: [PageID(entry)]), .joined([PageID(entry)])] {
      #expect(PageID(sourcePlace: id.text) != id)
    }
  }
}
