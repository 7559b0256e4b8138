import Archives
import BookModel
import Diagnostics
import Options
import PluginKit
import Stages
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("drop")
struct DropStageTests {
  private func stage(hashes: String? = nil, max: Int = 3) throws -> DropStage {
    var settings = DropStage.Settings()
    settings.hashes = hashes
    settings.max = max
    return try DropStage(settings)
  }

  /// Pages 0..<count; those of `deleted` have that role.
  private func book(_ count: Int, deleted: Set<Int> = []) -> Book {
    StageBook.book((0..<count).map { StageBook.page($0, deleted.contains($0) ? [.deleted] : []) })
  }

  private func context(_ count: Int, damaged: Set<Int> = [], statesChecksums: Bool = true) -> StageContext {
    let names = (0..<count).map { StageBook.page($0).sourceName }
    return StageContext(
      Dictionary(uniqueKeysWithValues: zip(names, (0..<count).map { Array("page \($0)".utf8) })),
      damaged: Set(damaged.map { StageBook.page($0).sourceName }), statesChecksums: statesChecksums)
  }

  /// What the engine would select by `role == deleted`, which nobody wrote.
  private func deletedPages(_ book: Book) -> PageSelection {
    PageSelection(Set(book.pages.filter { $0.roles.contains(.deleted) }.map(\.id)), isStated: false)
  }

  private func stated(_ numbers: Int...) -> PageSelection {
    PageSelection(Set(numbers.map { StageBook.page($0).id }), isStated: true)
  }

  private func names(_ book: Book) -> [String] { book.pages.map(\.sourceName) }

  private func withList(_ text: String, _ body: (String) async throws -> Void) async throws {
    var path = Array("/tmp/leporello-drop-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(name) }
    let bytes = Array(text.utf8)
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    try await body(name)
  }

  @Test("by default pages marked as deleted go, and each is told of by name, size and hash")
  func deleted() async throws {
    let book = book(4, deleted: [1, 3])
    let context = context(4)
    let result = try await stage().apply(to: book, selecting: deletedPages(book), in: context)
    #expect(names(result) == ["p0.jpg", "p2.jpg"])
    let hash = SHA256.hexText(of: Array("page 1".utf8))
    #expect(result.dropped.map(\.name) == ["p1.jpg", "p3.jpg"])
    #expect(
      result.dropped.first
        == DroppedPage(page: StageBook.page(1).id, name: "p1.jpg", byteCount: 6, sha256: hash))
    #expect(context.diagnostics.map(\.rule) == [.pageDropped, .pageDropped])
    #expect(context.diagnostics.first?.message == "dropped 'p1.jpg', 6 bytes, SHA-256 \(hash)")
    #expect(context.diagnostics.first?.severity == .note)
  }

  @Test("a book without such pages is left alone, and nothing is read")
  func nothing() async throws {
    let book = book(3)
    let context = context(3)
    let result = try await stage().apply(to: book, selecting: deletedPages(book), in: context)
    #expect(result.pages == book.pages)
    #expect(context.read.isEmpty)
    #expect(context.diagnostics.isEmpty)
  }

  @Test("bookmarks and contents lead on to the next page")
  func marks() async throws {
    var book = book(3, deleted: [1])
    book.pages[1].bookmark = "Here"
    book.outline = [OutlineNode(title: "Chapter", page: book.pages[1].id)]
    let result = try await stage().apply(to: book, selecting: deletedPages(book), in: context(3))
    #expect(result.pages[1].bookmark == "Here")
    #expect(result.outline.map(\.page) == [StageBook.page(2).id])
  }

  @Test("more pages than max fail the book, and as many as max do not")
  func limit() async throws {
    let book = book(6, deleted: [1, 2, 3, 4])
    let error = await #expect(throws: Diagnostic.self) {
      try await stage(max: 3).apply(to: book, selecting: deletedPages(book), in: context(6))
    }
    #expect(error?.rule == .dropLimit)
    #expect(
      error?.message
        == "4 pages would be dropped ('p1.jpg', 'p2.jpg', 'p3.jpg', 'p4.jpg'), but the limit is 3")
    let result = try await stage(max: 4).apply(to: book, selecting: deletedPages(book), in: context(6))
    #expect(names(result) == ["p0.jpg", "p5.jpg"])
  }

  @Test("a book never loses every page")
  func everything() async throws {
    let error = await #expect(throws: Diagnostic.self) {
      try await stage().apply(to: book(2), selecting: stated(0, 1), in: context(2))
    }
    #expect(error?.rule == .dropEverything)
  }

  // MARK: the cover

  @Test("the cover stays unless where names it")
  func cover() async throws {
    var book = book(3, deleted: [0, 1])
    book.pages[0].roles = [.frontCover, .deleted]
    let context = context(3)
    let kept = try await stage().apply(to: book, selecting: deletedPages(book), in: context)
    #expect(names(kept) == ["p0.jpg", "p2.jpg"])
    #expect(context.diagnostics.map(\.rule) == [.coverKept, .pageDropped])
    let named = try await stage().apply(to: book, selecting: stated(0), in: context)
    #expect(names(named) == ["p1.jpg", "p2.jpg"])
  }

  @Test("where no page is marked as the cover, it is the first that is not deleted")
  func unmarkedCover() async throws {
    let book = book(3, deleted: [0])
    let result = try await stage().apply(to: book, selecting: deletedPages(book), in: context(3))
    #expect(names(result) == ["p1.jpg", "p2.jpg"])
    try await withList(SHA256.hexText(of: Array("page 1".utf8))) { list in
      let result = try await stage(hashes: list).apply(
        to: book, selecting: deletedPages(book), in: context(3))
      #expect(names(result) == ["p1.jpg", "p2.jpg"])
    }
  }

  // MARK: hashes

  @Test("a list names pages by SHA-256 or CRC-32 and size; the rest of a line and comments are for people")
  func list() async throws {
    let crc = String(CRC32.of(Array("page 3".utf8)), radix: 16)
    let list = """
      # scanners' credits

      \(SHA256.hexText(of: Array("page 2".utf8)).uppercased())  credits.jpg
      \(String(repeating: "0", count: 8 - crc.count) + crc):6 another
      """
    for statesChecksums in [true, false] {
      try await withList(list) { file in
        let context = context(5, statesChecksums: statesChecksums)
        let book = book(5)
        let result = try await stage(hashes: file).apply(to: book, selecting: deletedPages(book), in: context)
        #expect(names(result) == ["p0.jpg", "p1.jpg", "p4.jpg"])
      }
    }
  }

  @Test("by CRC-32 and size alone, only pages to be dropped are read")
  func cheapList() async throws {
    let crc = String(CRC32.of(Array("page 3".utf8)), radix: 16)
    try await withList(String(repeating: "0", count: 8 - crc.count) + crc + ":6") { file in
      let context = context(5)
      let book = book(5)
      _ = try await stage(hashes: file).apply(to: book, selecting: deletedPages(book), in: context)
      #expect(context.read == [StageBook.page(3).sourceName])
    }
  }

  @Test("a list adds to the pages marked as deleted; where narrows it")
  func listAndWhere() async throws {
    let list = [1, 2].map { SHA256.hexText(of: Array("page \($0)".utf8)) }.joined(separator: "\n")
    try await withList(list) { file in
      let book = book(5, deleted: [4])
      let both = try await stage(hashes: file).apply(to: book, selecting: deletedPages(book), in: context(5))
      #expect(names(both) == ["p0.jpg", "p3.jpg"])
      let narrowed = try await stage(hashes: file).apply(to: book, selecting: stated(2, 3), in: context(5))
      #expect(names(narrowed) == ["p0.jpg", "p1.jpg", "p3.jpg", "p4.jpg"])
    }
  }

  @Test("a list that cannot be read or understood is refused before any book, with its line")
  func badList() async throws {
    let missing = #expect(throws: Diagnostic.self) { try stage(hashes: "/nowhere/list.txt") }
    #expect(missing?.place.file == "/nowhere/list.txt")
    for line in [
      "xyz", "89abcdef", "89abcdef:", "89abcdef:-1", "9abcdef:1", String(repeating: "g", count: 64),
    ] {
      try await withList("# one\n\(line)\n") { file in
        let error = #expect(throws: Diagnostic.self) { try stage(hashes: file) }
        #expect(error?.rule == .hashList)
        #expect(error?.place.range?.start == SourcePosition(line: 2, column: 1))
      }
    }
  }

  // MARK: pages that are no plain entries

  @Test("a damaged page can be dropped; it has no hash, and a list does not name it")
  func damaged() async throws {
    let book = book(3, deleted: [1])
    let result = try await stage().apply(
      to: book, selecting: deletedPages(book), in: context(3, damaged: [1]))
    #expect(
      result.dropped == [DroppedPage(page: StageBook.page(1).id, name: "p1.jpg", byteCount: 6, sha256: nil)])
    try await withList(String(repeating: "0", count: 64)) { file in
      let result = try await stage(hashes: file).apply(
        to: book, selecting: stated(2), in: context(3, damaged: [2]))
      #expect(result.pages.count == 3)
    }
  }

  @Test("a blank is dropped by name alone")
  func blank() async throws {
    var book = book(2)
    let blank = Picture.blank(Picture.Blank(size: nil, reason: "test"))
    book.pages.append(
      Page(id: PageID(sourcePlace: "b"), picture: blank, roles: [.deleted], sourceName: "blank"))
    let result = try await stage().apply(to: book, selecting: deletedPages(book), in: context(2))
    #expect(
      result.dropped == [
        DroppedPage(page: PageID(sourcePlace: "b"), name: "blank", byteCount: nil, sha256: nil)
      ])
  }

  @Test("options as declared")
  func options() {
    #expect(DropStage.defaultSelection == "role == deleted")
    #expect(DropStage.Settings.declarations.map(\.name) == ["hashes", "max"])
    #expect(DropStage.Settings.declarations.map(\.defaultText) == ["", "3"])
  }
}
