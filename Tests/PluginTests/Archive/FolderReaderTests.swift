import Archives
import BookModel
import Diagnostics
import Glibc
import Testing

@testable import Readers

@Suite("Folders as books") struct FolderReaderTests {
  private static let tree: [(name: String, bytes: [UInt8])] = [
    ("cover.png", picture(1)), ("zz credits.png", picture(2)), ("ch 1/1.png", picture(3)),
    ("ch 1/2.png", picture(4)),
    ("ch 2/1.png", picture(5)), ("ch 10/1.png", picture(6)), ("ch 10/.DS_Store", [0]),
    ("notes.txt", Array("n".utf8)),
    ("ComicInfo.xml", Array("<ComicInfo><Series>S</Series></ComicInfo>".utf8)),
    ("MetronInfo.xml", Array("<M/>".utf8)),
  ]

  @Test("a folder and an archive of it give the same book")
  func sameBook() async throws {
    let folder = try SampleFolder()
    for file in Self.tree { try folder.write("in/Book/\(file.name)", file.bytes) }
    let zip = try folder.write("out/Book.cbz", storedZIP(Self.tree.map { (Array($0.name.utf8), $0.bytes) }))
    let (one, two) = (ArchiveReadContext(), ArchiveReadContext())
    let fromFolder = try await readBook(folder.path.appending("in/Book"), in: one)
    let fromArchive = try await readBook(zip, in: two)
    #expect(fromFolder.pages.map(\.sourceName) == fromArchive.pages.map(\.sourceName))
    #expect(fromFolder.pages.map(\.roles) == fromArchive.pages.map(\.roles))
    #expect(fromFolder.outline.map(\.title) == ["ch 1", "ch 2", "ch 10"])
    #expect(fromFolder.outline.map(\.title) == fromArchive.outline.map(\.title))
    #expect(fromFolder.metadata == fromArchive.metadata)
    #expect(fromFolder.found == fromArchive.found)
    #expect(fromFolder.attachments == fromArchive.attachments)
    #expect(fromFolder.leftOut == fromArchive.leftOut)
    #expect(fromFolder.source.stem == fromArchive.source.stem)
    #expect(try await one.numbers(fromFolder) == [1, 2, 3, 4, 5, 6])
    #expect(try await two.numbers(fromArchive) == [1, 2, 3, 4, 5, 6])
    #expect(fromFolder.source.format == "folder" && fromFolder.source.reader == "folder")
    #expect(fromArchive.source.format == "ZIP" && fromArchive.source.reader == "archive")
  }

  @Test("links are told and never followed")
  func links() async throws {
    let folder = try SampleFolder()
    try folder.write("Book/1.png", picture(1))
    try folder.write("outside.png", picture(2))
    #expect(symlink("../outside.png", folder.path.appending("Book/2.png").display) == 0)
    let context = ArchiveReadContext()
    let book = try await readBook(folder.path.appending("Book"), in: context)
    #expect(book.pages.map(\.sourceName) == ["1.png"])
    #expect(book.leftOut.names == ["2.png"])
    #expect(context.told.map(\.rule) == [.linkNotFollowed])
  }
}
