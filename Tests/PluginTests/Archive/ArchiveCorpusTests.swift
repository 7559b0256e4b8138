import Archives
import BookModel
import Diagnostics
import Glibc
import Testing

@testable import Readers

/// The archives of the corpus with what its manifest says of them. `LEPORELLO_CORPUS` says where it is.
enum ArchiveCorpus {
  static let folder: FilePath = {
    if let named = getenv("LEPORELLO_CORPUS") { return FilePath(String(cString: named)) }
    var root = FilePath(#filePath)
    for _ in 0..<4 { root = root.parent }
    return root.appending("../shared/corpus")
  }()

  static let isThere: Bool = {
    let isThere = access(folder.appending("manifest.tsv").display, R_OK) == 0
    if !isThere { print("SKIPPED: no corpus at \(folder); set LEPORELLO_CORPUS to run the tests over it") }
    return isThere
  }()

  static func rows(in wanted: [String]) -> [Row] {
    guard isThere, let bytes = try? InputFile.contents(of: folder.appending("manifest.tsv"), limit: 1 << 24)
    else {
      return []
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return wanted.contains { columns[0].hasPrefix($0) } ? Row(columns: columns) : nil
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var columns: [String]
    var name: String { columns[0] }
    var path: FilePath { ArchiveCorpus.folder.appending(name) }
    var expect: String { columns[6] }
    var pages: Int { Int(columns[8]) ?? 0 }
    var testDescription: String { name }
  }
}

@Suite("Books of the corpus's archives", .enabled(if: ArchiveCorpus.isThere)) struct ArchiveCorpusTests {
  /// What containers refuse, whatever is in them: the container tests say by which rule.
  private static let unread = [
    "archives/py7zr-zstd.7z", "archives/rarfile-rar2-unix-owner.rar",
    "archives/rarfile-rar3-comment-plain.rar",
    "archives/rarfile-rar3-solid.rar", "archives/rarfile-unicode.rar",
  ]

  @Test(
    "have the pages, order and metadata the manifest says",
    arguments: ArchiveCorpus.rows(in: ["archives/", "comics/"]))
  func verdict(row: ArchiveCorpus.Row) async throws {
    let context = ArchiveReadContext()
    guard row.pages > 0, row.expect != "password" else {
      let error = await #expect(throws: Diagnostic.self) { _ = try await readBook(row.path, in: context) }
      if row.expect == "no-pages", !Self.unread.contains(row.name) {
        #expect(error?.rule == .noPages || error?.rule == .archiveOfArchives)
      }
      return
    }
    let book = try await readBook(row.path, in: context)
    #expect(book.pages.count == row.pages)
    #expect(book.pages.first?.sourceName == row.columns[9])
    // The manifest lists names as stored.
    let last = String(row.columns[10].map { $0 == "\\" ? "/" : $0 })
    #expect(book.pages.last?.sourceName == last)
    #expect(book.pages.first?.isCover == true)
    if !row.columns[11].isEmpty { #expect(book.metadata.title == row.columns[11]) }
    if !row.columns[12].isEmpty { #expect(book.metadata.series == row.columns[12]) }
    if !row.columns[13].isEmpty { #expect(book.metadata.number?.text == row.columns[13]) }
    for archive in context.opened.compactMap({ $0 as? LibarchiveContainer }) { #expect(archive.passes <= 1) }
  }

  @Test(
    "hostile archives give pages with harmless names, or a refusal",
    arguments: ArchiveCorpus.rows(in: ["unsafe/zip"]))
  func hostile(row: ArchiveCorpus.Row) async throws {
    do {
      let book = try await readBook(row.path)
      for part in book.pages.flatMap({ $0.sourceName.split(separator: "/", omittingEmptySubsequences: false) }
      ) {
        #expect(!part.isEmpty && part != "..")
      }
      #expect(!book.pages.contains { $0.sourceName.hasSuffix("link.png") })
    } catch {
      #expect((error as? Diagnostic)?.remedy != nil)
    }
  }
}
