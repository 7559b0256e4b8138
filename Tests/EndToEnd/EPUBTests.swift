import Testing

/// EPUBs become archives of their pages, in the spine's order.
@Suite("EPUB input")
struct EPUBTests {
  @Test("pages come in the spine's order, whatever names and manifest say (F01)")
  func spineOrder() async throws {
    let sandbox = try await Sandbox("F01-spine-order")
    #expect(try await sandbox.convert("book.epub").numbers == [2, 4, 1, 3])
  }
}
