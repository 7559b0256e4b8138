import BookModel
import PipelineFile
import Testing

@Suite("The books that one becomes")
struct DivideSpecTests {
  private static func spec(_ text: String) throws -> DivideSpec {
    try #require(try soundPipeline("divide: \(text)\nsink: { cbz: \"{part}.cbz\" }").divide)
  }

  private static func book(_ fields: [MetadataField: String], chapters: [String]) -> Book {
    var book = SampleBook.named(fields, pages: chapters.count * 2)
    book.outline = chapters.enumerated().map { OutlineNode(title: $1, page: book.pages[$0 * 2].id) }
    return book
  }

  @Test(
    "numbers and titles",
    arguments: [
      // What is usual: a chapter's own, else the book's with the part behind it.
      ("chapters", ["3|Wind", "3|Rain"], ["3.1", "3.2"], ["Wind", "Rain"]),
      ("chapters", ["3|Chapter 7", "3|Ch. 8"], ["c7", "c8"], ["Chapter 7", "Ch. 8"]),
      ("chapters", ["|Wind", "|Rain"], ["1", "2"], ["Wind", "Rain"]),
      ("{ pages: 2 }", ["3|Wind", "3|Rain"], ["3.1", "3.2"], ["All (1)", "All (2)"]),
      (
        "{ by: chapters, number: \"{part:00}\", title: \"{title}: {part.title}\" }", ["3|Wind", "3|Rain"],
        ["01", "02"], ["All: Wind", "All: Rain"]
      ),
      (
        "{ pages: 2, number: \"{number}-{part}\", title: \"{title}[ of {writer}] ({part}/{parts})\" }",
        ["3|a", "3|b"], ["3-1", "3-2"], ["All (1/2)", "All (2/2)"]
      ),
    ] as [(String, [String], [String], [String])])
  func names(_ text: String, _ chapters: [String], _ numbers: [String], _ titles: [String]) throws {
    let split = chapters.map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
    var fields: [MetadataField: String] = [.title: "All"]
    if !split[0][0].isEmpty { fields[.number] = split[0][0] }
    let books = try Self.spec(text).books(of: Self.book(fields, chapters: split.map { $0[1] })).books
    #expect(
      books.map { book in
        book.metadata.number?.text ?? book.metadata.chapter.map { "c\($0)" } ?? ""
      } == numbers)
    #expect(books.map { $0.metadata.title ?? "" } == titles)
    #expect(books.allSatisfy { $0.metadata[.title]?.origin == Origin(.pipeline, "divide") })
  }

  @Test("a book that stays whole keeps its number and title")
  func whole() throws {
    let book = Self.book([.title: "All", .number: "3"], chapters: ["One"])
    let books = try Self.spec("{ by: chapters, number: \"{number}.{part}\" }").books(of: book).books
    #expect(books.count == 1 && books[0].metadata == book.metadata && books[0].part == nil)
  }

  @Test("a chapter that was gathered keeps the title and number it came with")
  func gathered() throws {
    let gather = try #require(try soundPipeline("gather: folder\nsink: { cbz: x.cbz }").gather)
    let sources = (7...8).map { SampleBook.named([.number: "\($0)"], stem: "x\($0)", pages: 2) }
    let group = gather.groups(of: sources.map { GatherCandidate(book: $0) }).groups[0]
    let whole = gather.book(of: group, from: sources).book
    let books = try Self.spec("chapters").books(of: whole).books
    #expect(books.map { $0.metadata.number?.text } == ["7", "8"])
    #expect(books.allSatisfy { $0.metadata.title == nil })
  }

  @Test("paths know the part")
  func paths() throws {
    let books = try Self.spec("chapters").books(of: Self.book([:], chapters: ["Wind", "Rain"])).books
    let template = try PathTemplate(parsing: "{part:00} of {parts}[ - {part.title}].cbz")
    #expect(
      try books.map { try template.path(for: $0).path } == ["01 of 2 - Wind.cbz", "02 of 2 - Rain.cbz"])
    #expect(try PathTemplate(parsing: "a[ part {part}].cbz").path(for: SampleBook.kaze).path == "a.cbz")
  }
}
