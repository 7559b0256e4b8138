import Archives
import BookModel
import Diagnostics
import Testing

@testable import Readers

@Suite("Order of an archive's pages") struct ArchiveOrderTests {
  /// Reads pictures stored in the reverse of the order expected.
  private func order(_ names: [String]) async throws -> [String] {
    let entries = names.enumerated().map { (name: $1, bytes: picture($0)) }
    let (book, context) = try await readBook(entries.reversed())
    #expect(try await context.numbers(book) == Array(0..<names.count))
    return book.pages.map(\.sourceName)
  }

  private static let orders: [[String]] = [
    // Numbers without leading zeros, and with some.
    (Array(0...12) + [99, 100]).map { "\($0).png" },
    ["001.jpg", "2.jpg", "012.jpg", "13.jpg"],
    // A cover without a number, the extension's case aside.
    ["Two7.PNG", "Two7-01.PNG", "Two7-02.PNG"],
    // Chapters with fractions.
    [
      "c/1/1.png", "c/1.5/1.png", "c/2/1.png", "c/315/1.png", "c/315.1/1.png", "c/315.2/1.png", "c/316/1.png",
    ],
    // Files before folders at each level.
    ["cover.png", "zz credits.png", "1/1.png", "1/2.png", "2/1.png", "10/1.png"],
  ]

  @Test("is that of their names", arguments: orders)
  func natural(names: [String]) async throws { #expect(try await order(names) == names) }

  @Test("backslashes separate folders")
  func backslashes() async throws {
    let (book, _) = try await readBook([("vol 1\\2.png", picture(2)), ("vol 1\\1.png", picture(1))])
    #expect(book.pages.map(\.sourceName) == ["vol 1/1.png", "vol 1/2.png"])
    #expect(book.outline.isEmpty)
  }

  @Test("names of other encodings are decoded, sorted and separated after decoding")
  func encodings() async throws {
    // 表 in CP932 is 95 5C, whose second byte is a backslash in ASCII.
    let folder = try SampleFolder()
    let names: [[UInt8]] = [[0x95, 0x5C, 0x82, 0xBE], [0x95, 0x5C, 0x82, 0xE6]]
    let entries = names.enumerated().map { (name: $1 + Array("\\10\($0).png".utf8), bytes: picture($0)) }
    let path = try folder.write("book.cbz", storedZIP(entries))
    let context = ArchiveReadContext()
    let book = try await readBook(path, in: context)
    #expect(book.pages.map(\.sourceName) == ["表だ/100.png", "表よ/101.png"])
    #expect(context.told.map(\.rule) == [.guessedNames])
  }

  @Test("the source is named after the file, whatever part or compression its name tells")
  func stems() {
    let stems: [(String, String)] = [
      ("Book.cbz", "Book"), ("Vol. 1.cbr", "Vol. 1"), ("A.part1.rar", "A"), ("A.7z.001", "A"),
      ("A.tar.gz", "A"),
      ("A.B.cbz", "A.B"), ("A v1.part of it.rar", "A v1.part of it"), (".cbz", ".cbz"), ("A.rar", "A"),
      ("A.cbz.001", "A"), ("plain", "plain"), ("A.kepub.epub", "A"), ("A.part2.cbr", "A"),
      ("Vol.01.002", "Vol.01"),
    ]
    for (name, stem) in stems { #expect(FilePath("x/" + name).bookNameText == stem) }
    #expect(FolderReader.stem(of: "x/Vol. 1") == "Vol. 1")
    #expect(!FolderReader.stem(of: ".").isEmpty && FolderReader.stem(of: ".") != ".")
  }
}
