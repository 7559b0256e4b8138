import BookModel
import Diagnostics
import Testing

/// Every edit, on every small book: a mark on any set of pages, and contents and stories leading everywhere.
@Suite("Edits retarget all that leads to a page")
struct BookEditTests {
  static let sizes = 0...4

  static func page(_ number: Int, bookmark: String? = nil) -> Page {
    let entry = EntryReference(source: .main, key: number, name: "p\(number)")
    return Page(id: PageID(entry), picture: .entry(entry), bookmark: bookmark, sourceName: "p\(number)")
  }

  /// Pages 0..<count, those of `marked` with a bookmark; one outline node and one story for each page.
  static func book(_ count: Int, marked: Set<Int> = []) -> Book {
    let pages = (0..<count).map { page($0, bookmark: marked.contains($0) ? "mark \($0)" : nil) }
    let source = BookSource(
      path: "book", stem: "book", folder: "", reader: "folder", format: "folder", pageCount: count)
    return Book(
      source: source, pages: pages,
      outline: pages.map { OutlineNode(title: $0.sourceName, page: $0.id) },
      stories: pages.map { Story(title: $0.sourceName, page: $0.id) })
  }

  static func subsets(_ count: Int) -> [Set<Int>] {
    (0..<(1 << count)).map { bits in Set((0..<count).filter { bits & (1 << $0) != 0 }) }
  }

  static func permutations(_ items: [Int]) -> [[Int]] {
    if items.isEmpty { return [[]] }
    return items.indices.flatMap { index in
      var rest = items
      let head = rest.remove(at: index)
      return permutations(rest).map { [head] + $0 }
    }
  }

  func ids(_ numbers: some Sequence<Int>) -> [PageID] { numbers.sorted().map { Self.page($0).id } }

  /// What must hold after any edit.
  func expectNothingDangles(in book: Book) {
    let ids = Set(book.pages.map(\.id))
    #expect(ids.count == book.pages.count)
    for node in book.outline { #expect(node.page.map { ids.contains($0) } ?? !node.children.isEmpty) }
    for story in book.stories { #expect(story.page.map { ids.contains($0) } ?? true) }
  }

  @Test("remove: to the next page left, else the one before, else dropped with a warning", arguments: sizes)
  func remove(_ count: Int) {
    for gone in Self.subsets(count) {
      for marked in Self.subsets(count) {
        var book = Self.book(count, marked: marked)
        let told = book.apply(.remove(ids(gone)))
        let left = (0..<count).filter { !gone.contains($0) }
        #expect(book.pages.map(\.id) == left.map { Self.page($0).id })
        expectNothingDangles(in: book)
        if left.isEmpty {
          #expect(book.outline.isEmpty)
          #expect(told.filter { $0.rule == .markDropped }.count == count + marked.count)
          continue
        }
        #expect(!told.contains { $0.severity == .warning })
        let heirs = (0..<count).map { page in left.first { $0 >= page } ?? left.last { $0 < page } }
        #expect(book.outline.map(\.page) == heirs.map { $0.map { Self.page($0).id } })
        #expect(book.stories.map(\.page) == heirs.map { $0.map { Self.page($0).id } })
        for page in left {
          // Its own mark, else the first of those that came to it.
          let candidates = [page] + (0..<count).filter { $0 != page && heirs[$0] == page }
          let expected = candidates.first { marked.contains($0) }.map { "mark \($0)" }
          #expect(book.pages.first { $0.id == Self.page(page).id }?.bookmark == expected)
        }
        let marksLeft = book.pages.count { $0.bookmark != nil }
        #expect(told.count == marked.count - marksLeft, "every mark is shown or told of")
      }
    }
  }

  @Test("insert: at the place given, nothing else moves", arguments: sizes)
  func insert(_ count: Int) {
    for index in -1...(count + 1) {
      var book = Self.book(count, marked: Set(0..<count))
      let before = book
      let told = book.apply(.insert([Self.page(98), Self.page(99)], at: index))
      let place = min(max(0, index), count)
      #expect(told.isEmpty)
      #expect(book.pages[place..<(place + 2)].map(\.sourceName) == ["p98", "p99"])
      #expect(book.pages.filter { before.pages.contains($0) } == before.pages)
      #expect(book.outline == before.outline)
      expectNothingDangles(in: book)
    }
  }

  @Test("split: everything leads to the first part in reading order", arguments: sizes)
  func split(_ count: Int) {
    for target in 0..<count {
      for parts in 1...3 {
        for marked in Self.subsets(count) {
          var book = Self.book(count, marked: marked)
          let before = book
          let id = Self.page(target).id
          let halves = (1...parts).map { number in
            Page(
              id: .half(number, of: id), picture: before.pages[target].picture, sourceName: "half \(number)")
          }
          #expect(book.apply(.split(id, into: halves)).isEmpty)
          #expect(book.pages.count == count + parts - 1)
          #expect(book.pages[target..<(target + parts)].map(\.id) == halves.map(\.id))
          #expect(book.pages[target].bookmark == before.pages[target].bookmark)
          #expect(book.outline[target].page == halves[0].id)
          #expect(book.stories[target].page == halves[0].id)
          expectNothingDangles(in: book)
        }
      }
    }
  }

  @Test("join: everything leads to the joined page, which stands where the first one stood", arguments: sizes)
  func join(_ count: Int) {
    for joined in Self.subsets(count) where !joined.isEmpty {
      for marked in Self.subsets(count) {
        var book = Self.book(count, marked: marked)
        let id = PageID.joined(ids(joined))
        let told = book.apply(
          .join(ids(joined), into: Page(id: id, picture: Self.page(0).picture, sourceName: "j")))
        #expect(book.pages.count == count - joined.count + 1)
        #expect(book.pages[joined.min() ?? 0].id == id)
        let marks = joined.sorted().filter { marked.contains($0) }
        #expect(book.pages[joined.min() ?? 0].bookmark == marks.first.map { "mark \($0)" })
        #expect(told.map(\.rule) == Array(repeating: .markMerged, count: max(0, marks.count - 1)))
        for page in joined {
          #expect(book.outline[page].page == id)
          #expect(book.stories[page].page == id)
        }
        expectNothingDangles(in: book)
      }
    }
  }

  @Test("reorder: pages take what they know along, and nothing is retargeted", arguments: sizes)
  func reorder(_ count: Int) {
    for order in Self.permutations(Array(0..<count)) {
      var book = Self.book(count, marked: [0])
      let before = book
      #expect(book.apply(.reorder(order.map { Self.page($0).id })).isEmpty)
      #expect(book.pages == order.map { before.pages[$0] })
      #expect(book.outline == before.outline)
      #expect(book.stories == before.stories)
    }
  }

  @Test("edits of pages that are not there change nothing")
  func unknownPages() {
    let before = Self.book(2, marked: [0])
    let stranger = Self.page(77)
    for edit in [
      BookEdit.remove([stranger.id]), .split(stranger.id, into: [stranger]),
      .split(before.pages[0].id, into: []),
      .join([stranger.id], into: stranger), .reorder([stranger.id]),
    ] {
      var book = before
      #expect(book.apply(edit).isEmpty)
      #expect(book.pages == before.pages)
      #expect(book.outline == before.outline)
    }
  }

  @Test("a heading keeps the entries below it when its own page is gone")
  func headings() {
    var book = Self.book(2)
    let gone = Self.page(0).id
    book.pages.removeAll { $0.id != gone }
    book.outline = [OutlineNode(title: "Part", page: gone, children: [OutlineNode(title: "Plan", page: nil)])]
    let told = book.apply(.remove([gone]))
    #expect(told.map(\.rule) == [.markDropped])
    #expect(
      book.outline == [
        OutlineNode(title: "Part", page: nil, children: [OutlineNode(title: "Plan", page: nil)])
      ])
  }

  @Test("a mark is the page's own, else the first contents entry that leads to it")
  func bookmarks() {
    var book = Self.book(3, marked: [1])
    let ids = book.pages.map(\.id)
    book.outline = [
      OutlineNode(title: "A", page: nil, children: [OutlineNode(title: "B", page: ids[0])]),
      OutlineNode(title: "C", page: ids[0]), OutlineNode(title: "D", page: ids[1]),
    ]
    #expect(book.bookmarks == [ids[0]: "B", ids[1]: "mark 1"])
    #expect(book.pages.map { book.bookmark(of: $0) } == ["B", "mark 1", nil])
  }
}
