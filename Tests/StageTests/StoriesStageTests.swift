import BookModel
import Diagnostics
import PluginKit
import Stages
import Testing

@Suite("stories")
struct StoriesStageTests {
  private static let index = "Prose.\n1. [Storia] «A»  {X} – p. 2\n    Art: Bo\n2. «B» – p. 3\n\nMore."

  private func book(
    _ summary: String? = index, pages: Int = 4, marks: [Int: String] = [:], doubles: Set<Int> = [],
    stories: [Story] = []
  ) -> Book {
    let names = (1...pages).map { "p\($0)" }
    var list = StageContext.book(of: names)
    for (number, mark) in marks { list[number - 1].bookmark = mark }
    for number in doubles { list[number - 1].isDouble = true }
    let source = BookSource(
      path: FilePath("t.cbz"), stem: "t", folder: "", reader: "archive", format: "ZIP", pageCount: pages)
    var book = Book(source: source, pages: list, stories: stories)
    book.metadata.set(\.summary, to: summary, from: Origin(.embedded))
    return book
  }

  private func apply(_ options: String, to book: Book) async throws -> (book: Book, told: [Diagnostic]) {
    let context = StageContext([:])
    let done = try await stage(StoriesStage.self, options).apply(to: book, selecting: .all, in: context)
    return (done, context.diagnostics)
  }

  private func numbers(_ book: Book) -> [Int?] {
    book.stories.map { story in book.pages.firstIndex { $0.id == story.page }.map { $0 + 1 } }
  }

  @Test("stories are listed, the summary stays, and what was found is told")
  func found() async throws {
    let (book, told) = try await apply("{}", to: book())
    #expect(book.stories.map(\.title) == ["A", "B"])
    #expect(book.stories[0].kind == "Storia" && book.stories[0].code == "X")
    #expect(book.stories[0].credits == [Credit("Bo", Credit.Role("Art"))])
    #expect(book.metadata.summary == Self.index)
    #expect(told.map(\.rule) == [.storiesFound, .storyPagesUnknown])
    #expect(told.first?.message == "2 stories listed; pages known of 0")
    #expect(book.outline.isEmpty && book.pages.allSatisfy { $0.bookmark == nil })
  }

  @Test(
    "a book without an index is left as it is, and nothing is told", arguments: [nil, "Prose.", "1. Title"])
  func noIndex(_ summary: String?) async throws {
    let (book, told) = try await apply(
      "{ summary: prose, firstPage: 1, outline: replace }", to: book(summary))
    #expect(book.stories.isEmpty && book.outline.isEmpty && told.isEmpty)
    #expect(book.metadata.summary == summary)
  }

  @Test("the summary is kept, written in the canonical form, or left with its prose only")
  func summaries() async throws {
    #expect(
      try await apply("{ summary: canonical }", to: book()).book.metadata.summary
        == "Prose.\n\n1. [Storia] «A»  {X}\n    Art: Bo\n    – p. 2\n2. «B»\n    – p. 3\n\nMore.")
    let prose = try await apply("{ summary: prose }", to: book()).book
    #expect(prose.metadata.summary == "Prose.\n\nMore.")
    #expect(prose.metadata[.summary]?.origin == Origin(.pipeline))
    #expect(try await apply("{ summary: prose }", to: book("1. «A»")).book.metadata.summary == nil)
  }

  @Test("printed numbers lead to pages by the number of the first one; a double page counts as two")
  func firstPage() async throws {
    let (one, _) = try await apply("{ firstPage: 1 }", to: book())
    #expect(numbers(one) == [2, 3])
    #expect(one.outline.map(\.title) == ["A", "B"] && one.outline.map(\.page) == one.stories.map(\.page))
    #expect(one.pages.map { one.bookmark(of: $0) } == [nil, "A", "B", nil])
    #expect(numbers(try await apply("{ firstPage: 0 }", to: book()).book) == [3, 4])
    #expect(numbers(try await apply("{ firstPage: 1 }", to: book(doubles: [2])).book) == [2, 2])
    #expect(numbers(try await apply("{ firstPage: none }", to: book()).book) == [nil, nil])
    let (late, told) = try await apply("{ firstPage: -1 }", to: book())
    #expect(numbers(late) == [4, nil])
    #expect(told.last?.rule == .storyPageMissing && told.last?.severity == .warning)
    #expect(late.outline.map(\.page) == late.stories.map(\.page), "a story without a page is a heading")
  }

  @Test("without a number, printed ones are taken only where the book proves which pages they are")
  func proof() async throws {
    // Ends with the book: pages 2, and 3 to 4 of four.
    let whole = "1. «A» – p. 2\n2. «B» – pp. 3–4"
    #expect(numbers(try await apply("{}", to: book(whole)).book) == [2, 3])
    #expect(numbers(try await apply("{}", to: book("1. «A» – p. 2\n2. «B» – p. 3 (2 pag.)")).book) == [2, 3])
    #expect(numbers(try await apply("{}", to: book(whole, pages: 5)).book) == [nil, nil])
    #expect(numbers(try await apply("{}", to: book("1. «A» – p. 4\n2. «B» – p. 3")).book) == [nil, nil])
    // A mark bears a story's title, and so tells the rest.
    #expect(numbers(try await apply("{}", to: book(pages: 6, marks: [4: "a!"])).book) == [4, 5])
    // Two marks that disagree tell nothing of the third story.
    let three = "1. «A» – p. 1\n2. «B» – p. 2\n3. «C» – p. 3"
    #expect(
      numbers(try await apply("{}", to: book(three, pages: 6, marks: [2: "A", 4: "B"])).book) == [2, 4, nil])
    // A mark that would push another story out of the book.
    #expect(numbers(try await apply("{}", to: book(three, pages: 3, marks: [2: "A"])).book) == [2, nil, nil])
  }

  @Test("marks of the book's own stay, and titles that two stories or two pages have lead nowhere")
  func marks() async throws {
    let (kept, _) = try await apply("{ firstPage: 1 }", to: book(marks: [2: "Mine"]))
    #expect(kept.pages.map { kept.bookmark(of: $0) } == [nil, "Mine", "B", nil])
    #expect(numbers(try await apply("{}", to: book("1. «A»\n2. «A»", marks: [2: "A"])).book) == [nil, nil])
    #expect(numbers(try await apply("{}", to: book("1. «A»", marks: [2: "A", 3: "A"])).book) == [nil])
    let (none, _) = try await apply("{ firstPage: 1, outline: keep, bookmarks: no }", to: book())
    #expect(none.outline.isEmpty && none.pages.allSatisfy { $0.bookmark == nil })
  }

  @Test("contents of the book's own stay unless they are to be replaced")
  func contents() async throws {
    var own = book()
    own.outline = [OutlineNode(title: "Own", page: own.pages[0].id)]
    #expect(try await apply("{ firstPage: 1 }", to: own).book.outline.map(\.title) == ["Own"])
    #expect(
      try await apply("{ firstPage: 1, outline: replace }", to: own).book.outline.map(\.title) == ["A", "B"])
    #expect(try await apply("{ outline: replace }", to: own).book.outline.map(\.title) == ["Own"])
  }

  @Test("stories a format lists stay, and take from the index what they lack")
  func known() async throws {
    let plain = book(stories: [Story(title: "B"), Story(title: "a")])
    #expect(try await apply("{}", to: plain).book.stories.map(\.title) == ["A", "B"], "the index has both")
    let other = book(stories: [Story(title: "Z"), Story(number: "9", title: "A")])
    let (done, told) = try await apply("{ firstPage: 1 }", to: other)
    #expect(done.stories.map(\.title) == ["Z", "A"])
    #expect(done.stories[1].number == "9" && done.stories[1].code == "X")
    #expect(numbers(done) == [nil, 2])
    #expect(told.map(\.rule) == [.storiesDiffer, .storiesFound])
    let listed = try await apply("{}", to: book(nil, marks: [3: "B"], stories: [Story(title: "B")])).book
    #expect(numbers(listed) == [3] && listed.outline.map(\.title) == ["B"])
  }

  @Test("it works on any book")
  func declaration() {
    #expect(StoriesStage.needs.isEmpty)
  }
}
