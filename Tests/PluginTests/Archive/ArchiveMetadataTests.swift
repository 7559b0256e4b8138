import Archives
import BookModel
import Diagnostics
import Formats
import Testing

@testable import Readers

@Suite("Metadata of archives and folders") struct ArchiveMetadataTests {
  private func info(_ inner: String) -> [UInt8] {
    Array("<?xml version='1.0'?><ComicInfo>\(inner)</ComicInfo>".utf8)
  }
  private let pages = (1...3).map { (name: "p/\($0).png", bytes: picture($0)) }

  @Test("a ComicInfo is found at the root first, then further down, in any case")
  func place() async throws {
    let candidates = ["p/deeper/ComicInfo.xml", "p/comicinfo.XML", "ComicInfo.xml"]
    for count in 1...3 {
      var entries = pages
      for name in candidates.prefix(count) { entries.append((name, info("<Series>\(name)</Series>"))) }
      let (book, _) = try await readBook(entries)
      #expect(book.metadata.series == candidates[count - 1])
      let origin = book.metadata[.series]?.origin
      #expect(origin == Origin(.embedded, "ComicInfo.xml"))
      #expect(book.found.count == 1)
      #expect(book.leftOut.names.count == count - 1)
    }
  }

  @Test("its page list speaks of pages in their order, not in that of the archive")
  func pageList() async throws {
    let list = """
      <Pages><Page Image='2' Type='BackCover Other' Key='k'/><Page Image='0' Type='FrontCover'/>
      <Page Image='1' Bookmark='Start' DoublePage='true'/><Page Image='7' Type='Story'/></Pages>
      """
    let (book, context) = try await readBook(pages.reversed() + [("ComicInfo.xml", info(list))])
    #expect(book.pages.map(\.roles) == [[.frontCover], [], [.backCover, .other]])
    #expect(book.pages[1].bookmark == "Start")
    #expect(book.pages[1].isDouble == true)
    #expect(book.pages[2].kept.map(\.name) == ["Key"])
    #expect(context.told.map(\.rule.category) == [.metadata])
    #expect(context.told[0].place == Place(file: "shelf/Book.cbz", entry: "ComicInfo.xml"))
  }

  @Test("the first page is the cover where no page has a role")
  func cover() async throws {
    #expect(try await readBook(pages).book.pages.map(\.isCover) == [true, false, false])
    let stated = info("<Pages><Page Image='1' Type='FrontCover'/></Pages>")
    #expect(
      try await readBook(pages + [("ComicInfo.xml", stated)]).book.pages.map(\.isCover) == [
        false, true, false,
      ])
    let silent = info("<Pages><Page Image='1' Bookmark='x'/></Pages>")
    #expect(
      try await readBook(pages + [("ComicInfo.xml", silent)]).book.pages.map(\.isCover) == [
        true, false, false,
      ])
  }

  @Test("a ComicInfo that cannot be read costs its metadata, not the book")
  func unreadable() async throws {
    let (book, context) = try await readBook(pages + [("ComicInfo.xml", [0, 1, 2, 3])])
    #expect(book.pages.count == 3 && book.found.isEmpty)
    #expect(context.told.count == 1 && context.told[0].severity == .warning)
  }

  @Test("metadata files of other formats and the comment are carried as they are")
  func attachments() async throws {
    let files: [(name: String, bytes: [UInt8])] = [
      ("MetronInfo.xml", [1]), ("p/CoMet.xml", [2]), ("book.acbf", [3]), ("comicbox.json", [4]),
    ]
    let (book, _) = try await readBook(pages + files, comment: Array("{}".utf8))
    #expect(
      Set(book.attachments) == [
        Attachment(.file("MetronInfo.xml"), bytes: [1]), Attachment(.file("CoMet.xml"), bytes: [2]),
        Attachment(.file("book.acbf"), bytes: [3]), Attachment(.file("comicbox.json"), bytes: [4]),
        Attachment(.archiveComment, bytes: Array("{}".utf8)),
      ])
    #expect(book.leftOut.names.isEmpty)
  }

  private static let metron = Array(
    """
    <MetronInfo><Series><Name>M</Name><StartYear>1999</StartYear></Series><Number>5</Number>
    <Stories><Story>One</Story><Story>Two</Story></Stories><Summary>From MetronInfo</Summary></MetronInfo>
    """.utf8)

  @Test(
    "ComicInfo is believed first; MetronInfo, CoMet and ComicBookInfo fill gaps, each field with its origin")
  func precedence() async throws {
    let comment = #"{"ComicBookInfo/1.0":{"series":"B","publisher":"From ComicBookInfo","rating":5}}"#
    let files: [(name: String, bytes: [UInt8])] = [
      ("comet.xml", Array("<comet><series>C</series><genre>From CoMet</genre><issue>9</issue></comet>".utf8)),
      ("MetronInfo.xml", Self.metron), ("ComicInfo.xml", info("<Series>I</Series>")),
    ]
    let (book, context) = try await readBook(pages + files, comment: Array(comment.utf8))
    #expect(book.metadata.series == "I")
    #expect(book.metadata.number?.text == "5")
    let origins = [MetadataField.series, .summary, .genres, .publisher].map {
      book.metadata[$0]?.origin.detail
    }
    #expect(origins == ["ComicInfo.xml", "MetronInfo.xml", "CoMet.xml", "ComicBookInfo"])
    #expect(
      book.found.map(\.origin.detail) == ["ComicInfo.xml", "MetronInfo.xml", "CoMet.xml", "ComicBookInfo"])
    #expect(book.stories.map(\.title) == ["One", "Two"])
    #expect(book.embeddedMetadata == book.metadata)
    #expect(context.told.isEmpty)
    // A sink gets the documents as they were.
    #expect(Set(book.attachments.map(\.bytes)) == [Self.metron, files[0].bytes, Array(comment.utf8)])
  }

  @Test("a document nobody understands is a warning that names it; a comment may be anything")
  func notUnderstood() async throws {
    let (book, context) = try await readBook(
      pages + [("MetronInfo.xml", Array("<html/>".utf8))], comment: Array("scanned by me".utf8))
    #expect(book.found.isEmpty)
    #expect(context.told.count == 1)
    #expect(context.told[0].place == Place(file: "shelf/Book.cbz", entry: "MetronInfo.xml"))
    #expect(book.attachments.count == 2)
  }

  @Test("metadata beside the book are found, one file for several books giving what they share")
  func sidecars() async throws {
    let folder = try SampleFolder()
    let zip = storedZIP([(Array("1.png".utf8), picture(1)), (Array("2.png".utf8), picture(2))])
    let path = try folder.write("Book.cbz", zip)
    try folder.write(
      "ComicInfo.xml",
      info("<Title>T</Title><Series>S</Series><Pages><Page Image='1' Type='FrontCover'/></Pages>"))
    let alone = try await readBook(path)
    #expect(alone.metadata.isEmpty)
    #expect(alone.found.map(\.origin) == [Origin(.sidecar, "ComicInfo.xml")])
    #expect(alone.found[0].metadata.title == "T")
    #expect(alone.pages.map(\.isCover) == [false, true])
    let shared = try await readBook(path, isOnlyBook: false)
    #expect(shared.found[0].isShared && shared.found[0].metadata.title == nil)
    #expect(shared.found[0].metadata.series == "S")
    try folder.write("Book.xml", info("<Title>Own</Title>"))
    let own = try await readBook(path, isOnlyBook: false)
    #expect(own.found.map(\.metadata.title) == ["Own", nil])
  }

  @Test("a damaged metadata file is a warning")
  func damaged() async throws {
    let folder = try SampleFolder()
    var zip = storedZIP([
      (Array("1.png".utf8), picture(1)), (Array("ComicInfo.xml".utf8), info("<Series>Kaze</Series>")),
    ])
    let place = try #require(zip.firstRange(of: Array("Kaze".utf8)))
    zip[place.lowerBound] = 0x78
    let context = ArchiveReadContext()
    let book = try await readBook(try folder.write("Book.cbz", zip), in: context)
    #expect(book.pages.count == 1 && book.metadata.isEmpty)
    #expect(context.told.map(\.rule) == [.embeddedUnreadable])
    #expect(context.told[0].place.entry == "ComicInfo.xml")
  }
}

@Suite("Metadata of chapters inside a book")
struct ChapterMetadataTests {
  private func info(_ inner: String) -> [UInt8] { Array("<ComicInfo>\(inner)</ComicInfo>".utf8) }

  private func chapter(_ number: Int, _ more: String = "") -> [(String, [UInt8])] {
    let folder = "Ch.\(number)"
    let said = "<Title>T\(number)</Title><Series>S</Series><Number>\(number)</Number><Writer>W</Writer>"
    return [
      ("\(folder)/1.png", picture(number)), ("\(folder)/2.png", picture(100 + number)),
      ("\(folder)/ComicInfo.xml", info(said + more)),
    ]
  }

  @Test("what all chapters agree on is the book's, the rest is theirs")
  func agreement() async throws {
    let (book, context) = try await readBook(chapter(8) + chapter(9))
    #expect(book.metadata.fields == [.series, .credits])
    #expect(book.outline.map(\.title) == ["T8", "T9"])
    #expect(book.outline.map { $0.facts?.number?.text } == ["8", "9"])
    #expect(book.outline.allSatisfy { $0.facts?.series == nil })
    #expect(context.told.map(\.rule.id) == ["chapter-metadata"])
    #expect(book.leftOut.names.isEmpty)
  }

  @Test("a file beside the chapters' folders speaks for the book, and theirs for the chapters")
  func root() async throws {
    let own = [("ComicInfo.xml", info("<Title>Own</Title><Number>3</Number><Series>S</Series>"))]
    let (book, context) = try await readBook(chapter(8) + chapter(9) + own)
    #expect(book.metadata.title == "Own" && book.metadata.number?.text == "3")
    #expect(book.outline.map(\.title) == ["T8", "T9"])
    #expect(context.told.isEmpty)
  }

  @Test("one that lies in the only folder with pages speaks of all of them")
  func single() async throws {
    let (book, context) = try await readBook(chapter(8))
    #expect(book.metadata.title == "T8" && book.metadata.number?.text == "8")
    #expect(context.told.isEmpty)
  }

  @Test("where some pages lie in no chapter that says something, only what is the series' holds for all")
  func partial() async throws {
    let (book, _) = try await readBook(chapter(8) + [("Ch.9/1.png", picture(3))])
    #expect(book.metadata.fields == [.series])
    #expect(book.outline.map(\.title) == ["T8", "Ch.9"])
  }

  @Test("a chapter's page list counts that chapter's pages, and only the first chapter has the cover")
  func pageLists() async throws {
    let list = "<Pages><Page Image='0' Type='FrontCover'/><Page Image='1' Bookmark='B'/></Pages>"
    let (book, _) = try await readBook(chapter(8, list) + chapter(9, list))
    #expect(book.pages.map(\.roles) == [[.frontCover], [], [.innerCover], []])
    #expect(book.pages.map(\.bookmark) == [nil, "B", nil, "B"])
  }
}
