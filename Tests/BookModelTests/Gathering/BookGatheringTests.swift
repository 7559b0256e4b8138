import BookModel
import Diagnostics
import Options
import Testing

@Suite("Several sources as one book")
struct BookGatheringTests {
  static let place = BookSource(
    path: "shelf/Kite v1", stem: "Kite v1", folder: "shelf", reader: "archive", format: "2 sources",
    pageCount: 0)

  /// A source of so many pages, the first of them a cover, numbered as its reader would.
  static func source(
    _ key: String, pages count: Int = 3, _ fields: [MetadataField: String] = [:],
    change: (inout Book) -> Void = { _ in }
  ) -> GatheredSource {
    var book = BookEditTests.book(count)
    book.outline = []
    book.stories = []
    book.source.stem = key
    if !book.pages.isEmpty { book.pages[0].roles = [.frontCover] }
    book.numberSourcePages()
    let facts = MetadataAgreementTests.metadata(fields)
    book.metadata = facts
    change(&book)
    return GatheredSource(key: key, book: book, facts: facts)
  }

  static func gathered(_ sources: GatheredSource...) throws -> (book: Book, diagnostics: [Diagnostic]) {
    Book.gathered(sources, as: place)
  }

  static let one = source(
    "c1", pages: 3, [.series: "Kite", .title: "Wind", .chapter: "1", .summary: "First."])
  static let two = source("c2", pages: 2, [.series: "Kite", .title: "Rain", .chapter: "2"])

  @Test("a source alone stays as it is, ids and all")
  func alone() throws {
    let (book, told) = try Self.gathered(Self.one)
    #expect(book.pages == Self.one.book.pages && book.metadata == Self.one.book.metadata && told == [])
    #expect(book.source == Self.one.book.source && book.outline == [])
  }

  @Test("pages follow each other, each drawn from its own source")
  func pages() throws {
    let (book, told) = try Self.gathered(Self.one, Self.two)
    #expect(told == [])
    #expect(book.pages.map(\.sourceName) == ["p0", "p1", "p2", "p0", "p1"])
    #expect(book.pages.flatMap(\.picture.entries).map(\.source.input) == [0, 0, 0, 1, 1])
    #expect(book.source.pageCount == 5 && book.source.stem == "Kite v1")
    #expect(Set(book.pages.map(\.id)).count == 5)
  }

  @Test("an id depends on its source alone, not on its place or on what else there is")
  func ids() throws {
    let last = try Self.gathered(Self.one, Self.two).book.pages.suffix(2).map(\.id)
    let first = try Self.gathered(Self.two, Self.source("c9"), Self.one).book.pages.prefix(2).map(\.id)
    #expect(last == Array(first))
    #expect(last.map(\.origins) == first.map(\.origins))
    let half = PageID.half(1, of: last[0])
    #expect(half.origins == last[0].origins && half.text.hasPrefix("c2//"))
  }

  @Test("each source is a chapter that keeps what only it says; what all say is the book's")
  func facts() throws {
    let book = try Self.gathered(Self.one, Self.two).book
    #expect(book.outline.map(\.title) == ["Wind", "Rain"])
    #expect(book.outline.map(\.page) == [book.pages[0].id, book.pages[3].id])
    #expect(book.metadata.fields == [.series])
    #expect(book.outline[0].facts?.fields == [.title, .chapter, .summary])
    #expect(book.outline[1].facts?.chapter?.text == "2")
    #expect(book.outline[1].facts?[.title]?.origin == Origin(.embedded))
  }

  @Test(
    "a chapter is called by what tells chapters apart",
    arguments: [
      ([[MetadataField.title: "Wind"], [.title: "Rain"]], ["Wind", "Rain"]),
      ([[.title: "Kite", .chapter: "1"], [.title: "Kite", .chapter: "2"]], ["Chapter 1", "Chapter 2"]),
      ([[.number: "7"], [.number: "8"]], ["7", "8"]),
      ([[.volume: "1"], [.volume: "2"]], ["Volume 1", "Volume 2"]),
      ([[.title: "Wind"], [.chapter: "2"]], ["Wind", "Chapter 2"]),
      ([[:], [:]], ["c0", "c1"]),
    ] as [([[MetadataField: String]], [String])])
  func titles(_ fields: [[MetadataField: String]], _ titles: [String]) throws {
    let sources = fields.enumerated().map { Self.source("c\($0)", $1) }
    #expect(try Book.gathered(sources, as: Self.place).book.outline.map(\.title) == titles)
  }

  @Test("a source's own contents, stories and marks lie below its chapter")
  func contents() throws {
    let marked = Self.source("c2", pages: 3, [.title: "Rain"]) { book in
      book.pages[0].bookmark = "Cover"
      book.pages[2].bookmark = "Storm"
      book.outline = [OutlineNode(title: "Drops", page: book.pages[1].id)]
      book.stories = [Story(title: "Wet", page: book.pages[1].id), Story(title: "Lost")]
    }
    let book = try Self.gathered(Self.one, marked).book
    let ids = book.pages.map(\.id)
    #expect(
      book.outline[1].children == [
        OutlineNode(title: "Cover", page: ids[3]), OutlineNode(title: "Drops", page: ids[4]),
      ])
    #expect(book.stories.map(\.page) == [ids[4], nil])
    #expect(book.bookmarks == [ids[0]: "Wind", ids[3]: "Rain", ids[4]: "Drops", ids[5]: "Storm"])
  }

  @Test("one front cover is left; the others are inner covers")
  func covers() throws {
    let book = try Self.gathered(Self.one, Self.two).book
    #expect(book.pages.map(\.roles) == [[.frontCover], [], [], [.innerCover], []])
  }

  @Test("numbers of pages go on from source to source")
  func numbers() throws {
    let cut = Self.source("c1", pages: 3) { $0.pages.remove(at: 1) }
    let book = try Self.gathered(cut, Self.two).book
    #expect(book.pages.map { book.sourceNumber(of: $0.id) } == [1, 3, 4, 5])
    let plain = Self.source("c3") { $0 = BookEditTests.book(2) }
    let other = Self.source("c4") { $0 = BookEditTests.book(2) }
    #expect(try Self.gathered(plain, other).book.sourceNumbers.isEmpty)
  }

  @Test("openings stay")
  func openings() throws {
    let paired = Self.source("c2", pages: 3) { book in
      for index in 1...2 { book.pages[index].opening = PageOpening(first: book.pages[1].id, reason: "test") }
    }
    let book = try Self.gathered(Self.one, paired).book
    #expect(book.openings.map(\.pages) == [[4, 5]])
  }

  @Test("what is dropped and left out is told with its source")
  func leftOut() throws {
    let junk = Self.source("c2.cbz") { book in
      book.leftOut = LeftOut(junkCount: 2, names: ["a.txt"])
      book.dropped = [DroppedPage(page: book.pages[0].id, name: "p0", byteCount: 1, sha256: nil)]
      book.source.pageCount = 4
    }
    let book = try Self.gathered(Self.one, junk).book
    #expect(book.leftOut == LeftOut(junkCount: 2, names: ["c2.cbz/a.txt"]))
    #expect(book.dropped.map(\.page) == [book.pages[3].id])
    #expect(book.source.pageCount == 7)
  }

  @Test("a document of one source does not become the book's")
  func attachments() throws {
    let own = Attachment(.file("x.xml"), bytes: [1])
    let shared = Attachment(.archiveComment, bytes: [2])
    let a = Self.source("a") { $0.attachments = [own, shared] }
    let b = Self.source("b") { $0.attachments = [shared] }
    let (book, told) = try Self.gathered(a, b)
    #expect(book.attachments == [shared])
    #expect(book.leftOut.names == ["a/x.xml"])
    #expect(told.map(\.message) == ["x.xml of 'a' is not carried over"])
    #expect(told.map(\.rule) == [.gatherLeftOut])
  }

  @Test("what places say alike can still be chosen from")
  func found() throws {
    func source(_ key: String, _ title: String) -> GatheredSource {
      var source = Self.source(key)
      source.book.found = [
        FoundMetadata(
          origin: Origin(.sidecar, "series.json"),
          metadata: MetadataAgreementTests.metadata([.series: "Kite", .title: title], from: .sidecar))
      ]
      source.facts = MetadataAgreementTests.metadata([.volume: "3", .number: title], from: .filename)
      return source
    }
    let book = try Self.gathered(source("a", "1"), source("b", "2")).book
    #expect(book.found.map(\.origin) == [Origin(.sidecar, "series.json"), Origin(.filename)])
    #expect(book.found.map(\.metadata.fields) == [[.series], [.volume]])
  }

  @Test("conflicts of direction and kind are told")
  func conflicts() throws {
    let manga = Self.source("a", [.direction: "rtl", .isManga: "yes"])
    let comic = Self.source("b", [.isManga: "no"]) { $0.isFixedLayout = true }
    let (book, told) = try Self.gathered(manga, Self.source("silent"), comic)
    #expect(told.map(\.rule) == [.gatherDirection, .gatherKind, .gatherKind])
    #expect(told[0].message.contains("'a' is read right to left and 'b' is not"))
    #expect(book.direction == nil && !book.isFixedLayout)
  }

  @Test("text keeps its place among the pages of all sources, called by its source's key")
  func text() throws {
    let refusal = Diagnostic.error(.gatherKind, "text")
    func text(_ key: String) -> GatheredSource {
      Self.source(key) { book in
        book.items = [.section(Section(entry: EntryReference(source: .main, key: 1, name: "s")))]
        book.textRefusal = refusal
      }
    }
    let (book, _) = try Self.gathered(Self.source("a", pages: 1), text("t"), Self.source("b", pages: 1))
    #expect(book.items.map { if case .page = $0 { "page" } else { "text" } } == ["page", "text", "page"])
    #expect(book.sections.map(\.entry.source.input) == [1])
    #expect(book.textRefusal == refusal)
    #expect(book.outline.map(\.target) == book.items.map(\.id))
    let two = try Self.gathered(text("t"), text("u")).book
    #expect(Set(two.sections.map(\.id)).count == 2)
  }

  @Test(
    "a source's key is its name, with folders where names are the same",
    arguments: [
      (["in/c1.cbz", "in/c2.cbz"], nil, ["c1.cbz", "c2.cbz"]),
      (["a/c1.cbz", "b/c1.cbz", "b/c2.cbz"], nil, ["a/c1.cbz", "b/c1.cbz", "c2.cbz"]),
      (["", "/"], nil, ["", "/"]),
      (["c1.cbz", "c1.cbz"], nil, ["c1.cbz", "c1.cbz (2)"]),
      (["s/v1/c1.cbz", "s/v2/c1.cbz"], "s", ["v1/c1.cbz", "v2/c1.cbz"]),
      (["./s/c1.cbz"], "s", ["c1.cbz"]),
      (["c1.cbz", "c2.cbz"], ".", ["c1.cbz", "c2.cbz"]),
      (["/s/a/c1.cbz", "/s/c1.cbz"], "/s", ["a/c1.cbz", "c1.cbz"]),
    ] as [([String], String?, [String])])
  func keys(_ paths: [String], _ folder: String?, _ keys: [String]) {
    #expect(GatheredSource.keys(of: paths.map { FilePath($0) }, below: folder.map { FilePath($0) }) == keys)
  }
}
