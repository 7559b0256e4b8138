import BookModel
import Diagnostics
import Options
import Testing

@Suite("Several books of one")
struct BookDividingTests {
  /// A book whose contents begin on these pages: `1 A`, and below it `1.A a`.
  static func book(_ count: Int, outline: [(page: Int?, title: String, children: [(Int, String)])]) -> Book {
    var book = BookEditTests.book(count)
    let ids = book.pages.map(\.id)
    book.stories = []
    book.outline = outline.map { node in
      OutlineNode(
        title: node.title, page: node.page.map { ids[$0] },
        children: node.children.map { OutlineNode(title: $1, page: ids[$0]) })
    }
    return book
  }

  static func pair(_ book: inout Book, _ openings: [[Int]]) {
    for opening in openings {
      for page in opening {
        book.pages[page].opening = PageOpening(first: book.pages[opening[0]].id, reason: "test")
      }
    }
  }

  static let volume = book(
    10,
    outline: [
      (1, "One", [(2, "a"), (4, "b")]), (nil, "Two", [(5, "c"), (7, "d")]), (9, "End", []),
    ])

  // MARK: Where it is cut

  @Test(
    "chapters of a level; pages in front of the first go with it",
    arguments: [
      (1, [0..<5, 5..<9, 9..<10], ["One", "Two", "End"]),
      (2, [0..<4, 4..<5, 5..<7, 7..<9, 9..<10], ["a", "b", "c", "d", "End"]),
      (16, [0..<4, 4..<5, 5..<7, 7..<9, 9..<10], ["a", "b", "c", "d", "End"]),
    ])
  func chapters(_ level: Int, _ ranges: [Range<Int>], _ titles: [String]) {
    let (parts, told) = Self.volume.parts(by: .chapters(level: level))
    #expect(parts.map(\.pages) == ranges)
    #expect(parts.map { $0.title ?? "" } == titles)
    #expect(told == [])
  }

  @Test("a chapter that begins within an opening gets the page before it, and that is told")
  func opening() {
    var book = Self.book(6, outline: [(0, "One", []), (3, "Two", []), (4, "Three", [])])
    Self.pair(&book, [[0], [1], [2, 3], [4, 5]])
    let (parts, told) = book.parts(by: .chapters(level: 1))
    #expect(parts.map(\.pages) == [0..<2, 2..<4, 4..<6])
    #expect(told.map(\.rule) == [.divideBorder])
  }

  @Test("chapters that begin in one opening, or on one page, stay together")
  func together() {
    var book = Self.book(4, outline: [(0, "One", []), (2, "Two", []), (3, "Three", []), (3, "Four", [])])
    Self.pair(&book, [[0, 1], [2, 3]])
    let (parts, told) = book.parts(by: .chapters(level: 1))
    #expect(parts.map(\.pages) == [0..<2, 2..<4])
    #expect(told.map(\.rule) == [.divideTogether, .divideTogether])
  }

  @Test("the halves of one page are never parted")
  func halves() {
    var book = BookEditTests.book(3)
    let id = book.pages[1].id
    let halves = (1...2).map { Page(id: .half($0, of: id), picture: book.pages[1].picture, sourceName: "p1") }
    _ = book.apply(.split(id, into: halves))
    #expect(book.parts(by: .pages(2)).parts.map(\.pages) == [0..<1, 1..<3, 3..<4])
    #expect(book.parts(by: .pages(1)).diagnostics.map(\.rule) == [.divideTooLarge])
  }

  @Test("stories, in the order of their pages; contents out of order, too")
  func stories() {
    var book = BookEditTests.book(6)
    let ids = book.pages.map(\.id)
    book.stories = [
      Story(title: "B", page: ids[4]), Story(title: "A", page: ids[1]), Story(title: "nowhere"),
    ]
    let parts = book.parts(by: .stories).parts
    #expect(parts.map(\.pages) == [0..<4, 4..<6] && parts.map(\.title) == ["A", "B"])
    #expect(book.divided(into: parts).map { $0.stories.map(\.title) } == [["A", "nowhere"], ["B"]])
  }

  @Test("what has nothing to be divided by stays whole, and that is told")
  func nothing() {
    let plain = Self.book(3, outline: [])
    for measure in [DivisionMeasure.chapters(level: 1), .stories] {
      let (parts, told) = plain.parts(by: measure)
      #expect(parts.map(\.pages) == [0..<3] && told.map(\.rule) == [.divideNothing])
    }
    let empty = BookEditTests.book(0)
    #expect(empty.parts(by: .pages(3)).diagnostics.map(\.rule) == [.divideNothing])
    #expect(empty.divided(into: empty.parts(by: .pages(3)).parts).count == 1)
  }

  @Test(
    "at most so many pages, between openings",
    arguments: [
      (3, [0..<2, 2..<4, 4..<7], 0), (4, [0..<4, 4..<7], 0), (1, [0..<2, 2..<4, 4..<6, 6..<7], 3),
      (100, [0..<7], 0),
    ])
  func pages(_ most: Int, _ ranges: [Range<Int>], _ told: Int) {
    var book = BookEditTests.book(7)
    Self.pair(&book, [[0, 1], [2, 3], [4, 5], [6]])
    let (parts, diagnostics) = book.parts(by: .pages(most))
    #expect(parts.map(\.pages) == ranges)
    #expect(diagnostics.map(\.rule) == Array(repeating: .divideTooLarge, count: told))
  }

  @Test("whole chapters as long as one fits")
  func wholeChapters() {
    // Chapters of 5, 4 and 1 pages.
    #expect(Self.volume.parts(by: .pages(5), at: .chapter(level: 1)).parts.map(\.pages) == [0..<5, 5..<10])
    let (parts, told) = Self.volume.parts(by: .pages(4), at: .chapter(level: 1))
    #expect(parts.map(\.pages) == [0..<4, 4..<5, 5..<9, 9..<10])
    #expect(told.map(\.message) == ["'One' is more than 4 pages; it is cut between openings"])
    let plain = BookEditTests.book(4)
    var without = plain
    without.outline = []
    #expect(without.parts(by: .pages(2), at: .chapter(level: 1)).diagnostics.map(\.rule) == [.divideNothing])
  }

  @Test("at most so many bytes; sizes that are not known are told, sums that cannot be do not trap")
  func bytes() {
    let book = BookEditTests.book(4)
    #expect(book.parts(by: .bytes(10), byteCounts: [4, 6, 7, 3]).parts.map(\.pages) == [0..<2, 2..<4])
    let (parts, told) = book.parts(by: .bytes(10), byteCounts: [20, nil, 10])
    #expect(parts.map(\.pages) == [0..<1, 1..<4])
    #expect(told.map(\.rule) == [.divideUnknownSize, .divideTooLarge])
    let immense = book.parts(by: .bytes(.max), byteCounts: [.max, .max, .max, 1])
    #expect(immense.parts.map(\.pages) == [0..<1, 1..<2, 2..<3, 3..<4])
  }

  @Test("every page lands in exactly one part, wherever openings and chapters lie", arguments: 0..<200)
  func everyPage(_ seed: Int) {
    var random = SeededNumbers(seed: UInt64(seed))
    let count = 1 + random.next(20)
    var book = BookEditTests.book(count)
    let ids = book.pages.map(\.id)
    book.outline = (0..<random.next(6)).map { index in
      OutlineNode(
        title: "\(index)", page: random.next(3) == 0 ? nil : ids[random.next(count)],
        children: (0..<random.next(3)).map {
          OutlineNode(title: "\(index).\($0)", page: ids[random.next(count)])
        })
    }
    var openings: [[Int]] = []
    var page = 0
    while page < count {
      let size = min(1 + random.next(2), count - page)
      openings.append(Array(page..<page + size))
      page += size
    }
    Self.pair(&book, openings)
    let sizes = (0..<count).map { _ in random.next(4) == 0 ? nil : random.next(10) as Int? }
    let measures: [DivisionMeasure] = [
      .chapters(level: 1), .chapters(level: 2), .stories, .pages(3), .bytes(12),
    ]
    for measure in measures {
      for border in [DivisionBorder.opening, .chapter(level: 1), .chapter(level: 2)] {
        let parts = book.parts(by: measure, at: border, byteCounts: sizes).parts
        let books = book.divided(into: parts)
        #expect(books.flatMap { $0.pages.map(\.id) } == ids)
        #expect(books.flatMap(\.openings).count == openings.count)
        #expect(books.reduce(0) { $0 + $1.source.pageCount } == count)
        for part in books { #expect(part.outline.pages.isSubset(of: Set(part.pages.map(\.id)))) }
        let places = books.flatMap(\.outline.pages)
        #expect(Set(places).isSuperset(of: book.outline.pages))
      }
    }
  }

  // MARK: What each book gets

  @Test("the contents: headings stay above their chapters, a chapter that is cut goes on")
  func outline() {
    let ids = Self.volume.pages.map(\.id)
    let books = Self.volume.divided(into: Self.volume.parts(by: .chapters(level: 2)).parts)
    #expect(
      books[0].outline == [
        OutlineNode(title: "One", page: ids[1], children: [OutlineNode(title: "a", page: ids[2])])
      ])
    #expect(
      books[3].outline == [
        OutlineNode(title: "Two", page: nil, children: [OutlineNode(title: "d", page: ids[7])])
      ])
    #expect(books[3].bookmark(of: books[3].pages[0]) == "d")
    let cut = Self.volume.divided(into: [BookPart(pages: 0..<3), BookPart(pages: 3..<10)])
    #expect(
      cut[1].outline[0]
        == OutlineNode(
          title: "One", page: nil,
          children: [OutlineNode(title: "a", page: ids[3]), OutlineNode(title: "b", page: ids[4])]))
    #expect(cut[1].outline.map(\.title) == ["One", "Two", "End"])
  }

  @Test(
    "title, number and identifiers of the whole are no part's; the rest is, and its own facts go before it")
  func metadata() {
    var book = Self.volume
    book.metadata = MetadataAgreementTests.metadata([
      .series: "Kite", .title: "All", .number: "3", .summary: "All of it.",
      .identifiers: "isbn:9780306406157",
    ])
    book.metadata.set(\.publisher, to: "Mine", from: Origin(.pipeline))
    book.found = [FoundMetadata(origin: Origin(.embedded), metadata: book.metadata)]
    book.outline[0].facts = MetadataAgreementTests.metadata([
      .chapter: "1", .summary: "One.", .publisher: "Theirs",
    ])
    let books = book.divided(into: book.parts(by: .chapters(level: 1)).parts)
    #expect(books.map { $0.metadata.summary } == ["One.", "All of it.", "All of it."])
    #expect(books[0].metadata.fields == [.series, .chapter, .summary, .publisher])
    #expect(books[0].metadata.publisher == "Mine")
    #expect(books[1].metadata.fields == [.series, .summary, .publisher])
    #expect(books[1].found.map(\.metadata.fields) == [[.series, .summary, .publisher]])
    #expect(
      books.map(\.part)
        == (1...3).map { PartOfBook(number: $0, count: 3, title: ["One", "Two", "End"][$0 - 1]) })
  }

  @Test("dropped pages and what is left out stay with the first part, which accounts for them")
  func accounting() {
    var book = Self.volume
    _ = book.apply(.remove([book.pages[8].id]))
    book.dropped = [DroppedPage(page: book.pages[0].id, name: "p8", byteCount: nil, sha256: nil)]
    book.leftOut = LeftOut(junkCount: 1, names: ["a"])
    book.attachments = [Attachment(.archiveComment, bytes: [1])]
    let books = book.divided(into: book.parts(by: .pages(4)).parts)
    #expect(books.map(\.pages.count) == [4, 4, 1])
    #expect(books.map(\.source.pageCount) == [5, 4, 1])
    #expect(books.map(\.dropped.count) == [1, 0, 0])
    #expect(books.map(\.leftOut.names) == [["a"], [], []] && books.map(\.attachments.count) == [1, 0, 0])
  }

  @Test("chapters that were gathered are again what they were")
  func thereAndBack() throws {
    let sources = [
      BookGatheringTests.one, BookGatheringTests.two, BookGatheringTests.source("c3", [.chapter: "3"]),
    ]
    let whole = try Book.gathered(sources, as: BookGatheringTests.place).book
    let books = whole.divided(into: whole.parts(by: .chapters(level: 1)).parts)
    #expect(books.map(\.pages.count) == [3, 2, 3])
    #expect(books.map { $0.pages.map(\.roles) } == sources.map { $0.book.pages.map(\.roles) })
    for (book, source) in zip(books, sources) {
      for field in source.facts.fields { #expect(book.metadata[field] == source.facts[field]) }
    }
  }

  @Test("no page of a later part becomes a cover by being the first")
  func covers() {
    var book = Self.volume
    book.pages[0].roles = [.frontCover]
    book.pages[5].roles = [.innerCover]
    let books = book.divided(into: book.parts(by: .chapters(level: 1)).parts)
    #expect(books.map { $0.pages.contains(where: \.isCover) } == [true, false, false])
  }
}

/// Numbers that look random and are the same in every run.
private struct SeededNumbers {
  var seed: UInt64

  init(seed: UInt64) { self.seed = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next(_ bound: Int) -> Int {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(seed >> 33) % bound
  }
}

extension [OutlineNode] {
  fileprivate var pages: Set<PageID> {
    reduce(into: []) { pages, node in
      if let page = node.page { pages.insert(page) }
      pages.formUnion(node.children.pages)
    }
  }
}
