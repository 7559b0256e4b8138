import BookModel
import Diagnostics
import Formats
import Imaging
import PluginKit
import Synchronization
import TestContexts
import Testing

@testable import Sinks

@Suite("Metadata files of comic outputs")
struct MetadataFilesTests {
  private static let metron = Array(
    """
    <MetronInfo>
      <Series id="7"><Name>S</Name></Series>
      <CoverDate>2010-07-04</CoverDate>
      <Odd/>
      <PageCount>3</PageCount>
    </MetronInfo>
    """.utf8)
  private static let comment = Array(#"{"ComicBookInfo/1.0":{"series":"S","rating":5}}"#.utf8)

  /// A book as the archive reader gives it.
  private static func book(_ attachments: [BookModel.Attachment], comicInfo: String = "<Series>S</Series>")
    -> Book
  {
    var book = Book(
      source: BookSource(path: "b", stem: "b", folder: "", reader: "archive", format: "ZIP", pageCount: 0),
      pages: [])
    book.attachments = attachments
    let info = ComicInfo.read(Array("<ComicInfo>\(comicInfo)</ComicInfo>".utf8)).metadata
    book.found = [FoundMetadata(origin: Origin(.embedded, ComicInfo.fileName), metadata: info)]
    for format in MetadataFormats.all {
      for attachment in attachments where attachment.isDocument(of: format) {
        let origin = Origin(.embedded, format.documentName)
        let reading = format.read(attachment.bytes, origin: origin, limits: Limits())
        if reading.isReadable { book.found.append(FoundMetadata(origin: origin, metadata: reading.metadata)) }
      }
    }
    book.metadata = book.embeddedMetadata
    return book
  }

  private static func files(
    _ book: Book, _ change: (inout ComicOutputOptions) -> Void = { _ in }
  ) -> (names: [String], files: [String: String], comment: String?, told: [Diagnostic]) {
    var options = ComicOutputOptions()
    change(&options)
    let context = NotingContext()
    let pages = [WrittenPage]()
    let result = MetadataFiles(of: book, pages: pages, options, in: context)
    let texts = result.files.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }
    return (
      texts.map(\.0), Dictionary(uniqueKeysWithValues: texts),
      result.comment.map { String(decoding: $0, as: UTF8.self) }, context.diagnostics
    )
  }

  @Test("what nobody changed is carried byte for byte, but for the count of pages")
  func unchanged() {
    let book = Self.book([
      Attachment(.file("MetronInfo.xml"), bytes: Self.metron),
      Attachment(.archiveComment, bytes: Self.comment),
      Attachment(.file("comicbox.json"), bytes: [1]),
    ])
    let (names, files, comment, told) = Self.files(book)
    #expect(names == ["ComicInfo.xml", "MetronInfo.xml", "comicbox.json"])
    #expect(files["MetronInfo.xml"] == String(decoding: Self.metron, as: UTF8.self).replacing(">3<", ">0<"))
    #expect(comment == String(decoding: Self.comment, as: UTF8.self))
    #expect(told.isEmpty)
  }

  @Test("a field changed on the way changes in every document the source has, and only there")
  func changed() {
    var book = Self.book([
      Attachment(.file("MetronInfo.xml"), bytes: Self.metron),
      Attachment(.archiveComment, bytes: Self.comment),
    ])
    book.metadata.set(\.series, to: "New", from: Origin(.commandLine))
    let (names, files, comment, _) = Self.files(book)
    #expect(names == ["ComicInfo.xml", "MetronInfo.xml"])
    #expect(files["ComicInfo.xml"]?.contains("<Series>New</Series>") == true)
    #expect(
      files["MetronInfo.xml"]
        == String(decoding: Self.metron, as: UTF8.self).replacing(">3<", ">0<").replacing(">S<", ">New<"))
    #expect(comment == #"{"ComicBookInfo/1.0":{"series":"New","rating":5}}"#)
  }

  @Test("a document keeps its own richer word where another format says less")
  func richer() {
    let book = Self.book(
      [Attachment(.file("MetronInfo.xml"), bytes: Self.metron)],
      comicInfo: "<Series>S</Series><Year>2010</Year><Publisher>P</Publisher>")
    #expect(book.metadata.date?.description == "2010")
    let text = Self.files(book).files["MetronInfo.xml"]
    #expect(text?.contains("<CoverDate>2010-07-04</CoverDate>") == true)
    #expect(text?.contains("Publisher") == false)
  }

  @Test("formats are written new where asked for, and left out where not wanted")
  func choices() {
    let bare = Self.book([])
    let (names, _, comment, _) = Self.files(bare) {
      $0.metronInfo = .yes
      $0.coMet = .yes
      $0.comicBookInfo = .yes
    }
    #expect(names == ["ComicInfo.xml", "MetronInfo.xml", "CoMet.xml"])
    #expect(comment == #"{"appID":"leporello","ComicBookInfo/1.0":{"series":"S","pages":0}}"#)
    #expect(Self.files(bare).names == ["ComicInfo.xml"])
    let full = Self.book([
      Attachment(.file("metroninfo.xml"), bytes: Self.metron),
      Attachment(.archiveComment, bytes: Self.comment),
    ])
    let none = Self.files(full) {
      $0.metronInfo = .no
      $0.comicBookInfo = .no
    }
    #expect(none.names == ["ComicInfo.xml"] && none.comment == nil)
  }

  @Test("a comment that is something else stays, whatever is asked for")
  func foreignComment() {
    let book = Self.book([Attachment(.archiveComment, bytes: Array("scanned by me".utf8))])
    for choice in [FormatChoice.auto, .yes, .no] {
      let (_, _, comment, told) = Self.files(book) { $0.comicBookInfo = choice }
      #expect(comment == "scanned by me")
      #expect(told.map(\.rule) == (choice == .yes ? [.commentInTheWay] : []))
    }
  }

  @Test("a document that was not understood is carried as it is, with a warning")
  func notUnderstood() {
    let book = Self.book([Attachment(.file("MetronInfo.xml"), bytes: Array("<html/>".utf8))])
    let (_, files, _, told) = Self.files(book) { $0.metronInfo = .no }
    #expect(files["MetronInfo.xml"] == "<html/>")
    #expect(told.map(\.rule) == [.metadataNotUnderstood])
  }

  @Test("what no format written holds is told of once, in one line")
  func loss() {
    var book = Self.book([])
    book.metadata.set(\.universes, to: ["U"], from: Origin(.commandLine))
    book.metadata.set(\.prices, to: ["US 1"], from: Origin(.commandLine))
    let told = Self.files(book).told
    #expect(told.map(\.rule) == [.metadataLost])
    #expect(Self.files(book) { $0.metronInfo = .yes }.told.isEmpty)
  }

  @Test("a comment longer than a ZIP can hold is left out, and costs nothing else")
  func longComment() {
    var book = Self.book([])
    book.metadata.set(\.summary, to: String(repeating: "x", count: 70_000), from: Origin(.commandLine))
    let (names, _, comment, told) = Self.files(book) { $0.comicBookInfo = .yes }
    #expect(names == ["ComicInfo.xml"] && comment == nil)
    #expect(told.map(\.rule) == [.commentLost])
  }
}

extension String {
  fileprivate func replacing(_ old: String, _ new: String) -> String {
    guard let found = firstRange(of: old) else { return self }
    return self[..<found.lowerBound] + new + self[found.upperBound...]
  }
}

/// The context of a book of which nothing is read; it keeps what is reported.
private final class NotingContext: PlainContext {
  let limits = Limits()
  private let reported = Mutex<[Diagnostic]>([])

  var diagnostics: [Diagnostic] { reported.withLock { $0 } }

  func report(_ diagnostic: Diagnostic) { reported.withLock { $0.append(diagnostic) } }
  func facts(of picture: Picture) async throws(Diagnostic) -> PictureFacts? { nil }
  func raster(of picture: Picture) async throws(Diagnostic) -> Raster {
    Raster(size: Size(width: 1, height: 1), filledWith: 255)
  }
  func bytes(of entry: EntryReference) async throws(Diagnostic) -> [UInt8] { [] }
  func stated(_ entry: EntryReference) -> (size: Int?, crc32: UInt32?) { (nil, nil) }
}
