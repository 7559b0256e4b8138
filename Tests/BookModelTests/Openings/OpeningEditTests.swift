import BookModel
import Testing

@Suite("Openings through edits")
struct OpeningEditTests {
  /// A cover and pages in twos.
  private func book(_ count: Int) -> Book {
    var book = BookEditTests.book(count)
    book.place(PairingRule().openings(of: book.pages.map { _ in PairingRule.PageFacts(.single) }))
    return book
  }

  private func id(_ number: Int) -> PageID { BookEditTests.page(number).id }

  private func picture(_ book: Book) -> [[String]] {
    book.openings.map { $0.pages.map { book.pages[$0].sourceName } }
  }

  /// What must hold whatever happened.
  private func expectSound(_ book: Book) {
    #expect(book.openings.flatMap(\.pages) == Array(book.pages.indices))
    for opening in book.openings {
      #expect(opening.pages.count <= 2)
      for page in opening.pages {
        #expect(book.pages[page].opening?.first == book.pages[opening.pages[0]].id)
      }
    }
  }

  @Test("a page whose partner is removed has an opening to itself", arguments: 0...5)
  func remove(_ count: Int) {
    for gone in BookEditTests.subsets(count) {
      var book = book(count)
      let before = picture(book)
      _ = book.apply(.remove(gone.sorted().map { id($0) }))
      expectSound(book)
      let names = Set(gone.map { "p\($0)" })
      #expect(picture(book) == before.map { $0.filter { !names.contains($0) } }.filter { !$0.isEmpty })
    }
  }

  @Test("the halves of a page share an opening as a spread; parts of a strip do not")
  func split() {
    var book = book(4)
    let halves = [1, 2].map {
      Page(id: .half($0, of: id(0)), picture: book.pages[0].picture, sourceName: "h\($0)")
    }
    _ = book.apply(.split(id(0), into: halves))
    expectSound(book)
    #expect(picture(book) == [["h1", "h2"], ["p1", "p2"], ["p3"]])
    #expect(book.openings[0].spread == .stated)
    let parts = (1...3).map {
      Page(id: .part($0, of: id(3)), picture: book.pages[0].picture, sourceName: "s\($0)")
    }
    _ = book.apply(.split(id(3), into: parts))
    expectSound(book)
    #expect(picture(book).suffix(3) == [["s1"], ["s2"], ["s3"]])
  }

  @Test("the partner of a page that is split is alone")
  func splitOfPair() {
    var book = book(3)
    let halves = [1, 2].map {
      Page(id: .half($0, of: id(1)), picture: book.pages[0].picture, sourceName: "h\($0)")
    }
    _ = book.apply(.split(id(1), into: halves))
    expectSound(book)
    #expect(picture(book) == [["p0"], ["h1", "h2"], ["p2"]])
  }

  @Test("a joined page has its opening to itself")
  func join() {
    var book = book(5)
    let ids = [id(1), id(2)]
    _ = book.apply(.join(ids, into: Page(id: .joined(ids), picture: book.pages[0].picture, sourceName: "j")))
    expectSound(book)
    #expect(picture(book) == [["p0"], ["j"], ["p3", "p4"]])
  }

  @Test("pages that part company have an opening each; a blank may take the empty side")
  func insertAndReorder() {
    var split = book(3)
    _ = split.apply(.insert([BookEditTests.page(9)], at: 2))
    #expect(picture(split) == [["p0"], ["p1"], ["p2"]])
    var filled = book(4)
    var blank = BookEditTests.page(9)
    blank.opening = filled.pages[3].opening
    _ = filled.apply(.insert([blank], at: 4))
    expectSound(filled)
    #expect(picture(filled).last == ["p3", "p9"])
    var reordered = book(3)
    _ = reordered.apply(.reorder([id(0), id(2), id(1)]))
    expectSound(reordered)
    #expect(picture(reordered) == [["p0"], ["p2"], ["p1"]])
  }

  @Test("books that nothing has paired stay so")
  func unpaired() {
    var book = BookEditTests.book(3)
    _ = book.apply(.remove([id(0)]))
    #expect(book.openings.isEmpty)
  }
}
