import Testing

/// The `drop` stage: which pages go, what is told of them, and what follows.
@Suite("Dropping pages")
struct DropTests {
  @Test("deleted pages go; marks and numbers follow; the receipt names what went")
  func deleted() async throws {
    let sandbox = try await Sandbox("deleted")
    let outcome = try await sandbox.run(
      expecting: 0, "convert", "book.cbz", "-o", "result.cbz", "--drop", "--json")
    let book = try await sandbox.book("result.cbz")
    #expect(book.numbers == [1, 2, 4, 6])
    let info = try #require(book.comicInfo)
    #expect(info.bookmarks == [2: "Here"])
    #expect(info["PageCount"] == "4" && info.pages.count == 4)
    let receipt = try #require(try outcome.receipts().first)
    #expect(receipt.dropped?.map(\.name) == ["003.png", "005.png"])
    #expect(receipt.dropped?.allSatisfy { $0.sha256?.count == 64 && ($0.bytes ?? 0) > 0 } == true)
    #expect(receipt.counts?["dropped"] == 2)
  }

  @Test("more pages than a book may lose fail it, unless more are allowed")
  func tooMany() async throws {
    let sandbox = try await Sandbox("deleted")
    try await sandbox.run(expecting: 1, "convert", "many.cbz", "-o", "result.cbz", "--drop")
    #expect(!sandbox.exists("result.cbz"))
    try await sandbox.run(
      expecting: 0, "convert", "many.cbz", "-o", "result.cbz", "--drop", "--drop-max", "5")
    #expect(try await sandbox.book("result.cbz").numbers == [1, 7, 8])
  }

  @Test("the cover is never dropped unless it is named")
  func cover() async throws {
    let sandbox = try await Sandbox("deleted")
    try await sandbox.run(expecting: 0, "convert", "cover.cbz", "-o", "result.cbz", "--drop")
    #expect(try await sandbox.book("result.cbz").numbers == [1, 2, 3])
  }

  @Test(
    "predicates choose pages by number, name, size and position",
    arguments: [
      ("number == 2", [1, 3, 4, 5, 6]), ("last", [1, 2, 3, 4, 5]),
      ("name ~ '00[12]*' and not role == cover", [1, 3, 4, 5, 6]),
      ("number in [2, 4] or number > 5", [1, 3, 5]), ("width > 100", [1, 2, 3, 4, 5, 6]),
      ("format == png and number >= 6", [1, 2, 3, 4, 5]),
      ("bookmark == 'Here'", [1, 2, 3, 5, 6]),
    ])
  func predicates(_ text: String, _ numbers: [Int]) async throws {
    let sandbox = try await Sandbox("deleted")
    try sandbox.write(
      """
      leporello: 1
      stages:
        - metadata
        - drop
          where: \(text)
      sink: { cbz: result.cbz }
      """.replacing("- drop\n    where", with: "- drop:\n    where"), to: "pipeline.yaml")
    try await sandbox.run(expecting: 0, "run", "pipeline.yaml", "book.cbz")
    #expect(try await sandbox.book("result.cbz").numbers == numbers)
  }

  @Test("pages are dropped by hash, beside those marked as deleted")
  func hashes() async throws {
    let sandbox = try await Sandbox("deleted")
    let page = try await sandbox.book("book.cbz").pages[3]
    try sandbox.write("# pages nobody wants\n\(page.sha256)  credits\n", to: "hashes.txt")
    try await sandbox.run(
      expecting: 0, "convert", "book.cbz", "-o", "result.cbz", "--drop-hashes", "hashes.txt")
    #expect(try await sandbox.book("result.cbz").numbers == [1, 2, 6])
  }
}
