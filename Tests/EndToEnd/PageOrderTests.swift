import Foundation
import Testing

/// The natural order of pages in archives and folders.
@Suite("Page order")
struct PageOrderTests {
  @Test(
    "the order of names is the natural one",
    arguments: [
      ("F14-numbers-without-zeros", "plain.cbz", [0, 1, 2, 5, 10, 12, 20, 100, 101]),
      ("F14-numbers-without-zeros", "padded.cbz", [7, 8, 9, 10, 11]),
      ("F15-cover-without-number", "book.cbz", [1, 2, 3, 4]),
      ("F17-chapter-folders", "book.cbz", [1, 2, 3, 4, 5, 6]),
      ("F18-entries-out-of-order", "book.cbz", [1, 2, 3, 4, 5, 6]),
      ("F19-nested-folders", "book.cbz", [1, 2, 3, 4, 5, 6, 7]),
      ("F19-nested-folders", "book", [1, 2, 3, 4, 5, 6, 7]),
    ])
  func natural(_ name: String, _ input: String, _ numbers: [Int]) async throws {
    let sandbox = try await Sandbox(name)
    #expect(try await sandbox.convert(input).numbers == numbers)
  }

  @Test("the order is the same under every language (F16)")
  func languages() async throws {
    let sandbox = try await Sandbox("F16-order-without-language")
    var orders: Set<[Int]> = []
    for name in ["C", "C.UTF-8", "tr_TR", "sv_SE", "ja_JP"] {
      let environment = try await sandbox.locale(name)
      try await sandbox.run(
        expecting: 0, "convert", "book.cbz", "-o", "\(name).cbz", environment: environment)
      orders.insert(try await sandbox.book("\(name).cbz").numbers)
    }
    #expect(orders.count == 1)
    #expect(orders.first?.count == 13)
    // Punctuation before digits before letters; letters by base letter.
    let order = try #require(orders.first)
    #expect(Set(order.prefix(4)) == [1, 2, 3, 4])
    #expect(order[4...5] == [5, 6], "2.png before 10.png")
    #expect(order.firstIndex(of: 7)! < order.firstIndex(of: 8)!, "Äpfel before apfel 2")
    #expect(order.last == 12, "Zebra comes last")
  }

  @Test("a folder and the archive of it give the same bytes (F19)")
  func folderAndArchive() async throws {
    let sandbox = try await Sandbox("F19-nested-folders")
    try await sandbox.run(expecting: 0, "convert", "book", "-o", "from-folder.cbz")
    try await sandbox.run(expecting: 0, "convert", "book.cbz", "-o", "from-archive.cbz")
    let folder = try await sandbox.book("from-folder.cbz")
    let archive = try await sandbox.book("from-archive.cbz")
    #expect(folder.entries.map(\.name) == archive.entries.map(\.name))
    #expect(folder.entries.map(\.sha256) == archive.entries.map(\.sha256))
  }

  @Test("nested folders become marks on their first pages")
  func chapters() async throws {
    let sandbox = try await Sandbox("F17-chapter-folders")
    let book = try await sandbox.convert("book.cbz")
    #expect(try #require(book.comicInfo).bookmarks[1] == "Chapter 9.5")
    #expect(try #require(book.comicInfo).bookmarks.count == 6)
  }
}

extension Sandbox {
  /// The environment that makes programs speak a language, compiled into the sandbox where the system lacks it.
  func locale(_ name: String) async throws -> [String: String] {
    if name == "C" || name == "C.UTF-8" { return ["LC_ALL": name] }
    let made = try await tool("localedef", ["-i", name, "-f", "UTF-8", "../\(name).UTF-8"])
    try #require(made.status == 0, "\(made)")
    return ["LC_ALL": "\(name).UTF-8", "LOCPATH": folder.deletingLastPathComponent().path]
  }
}
