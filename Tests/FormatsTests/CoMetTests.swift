import BookModel
import Diagnostics
import Formats
import Testing

@Suite("CoMet")
struct CoMetTests {
  private static let origin = Origin(.commandLine)

  private static func rewritten(_ source: [UInt8], _ change: (inout Metadata) -> Void) throws -> String? {
    let own = CoMet.read(source).metadata
    var book = Book.bare
    book.metadata = own
    change(&book.metadata)
    return try CoMet.rewrite(source, saying: MetadataStatement(book, base: own))
      .map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test("a document is read whole", .enabled(if: Corpus.isThere, Corpus.absence))
  func sample() throws {
    let reading = CoMet.read(try Corpus.bytes(of: "metadata/comicbox-comet.xml"))
    let metadata = reading.metadata
    #expect(reading.warnings.isEmpty)
    #expect(metadata.title == "The Beginning")
    #expect(metadata.series == "Captain Science")
    #expect(metadata.number?.text == "1")
    #expect(metadata.seriesVolume == 1)
    #expect(metadata.date?.description == "1950-12-01")
    #expect(metadata.summary == "A long example description")
    #expect(metadata.characters == ["Captain Science", "Gordon Dane"])
    #expect(metadata.reprints == ["Captain Science Alternate #001"])
    #expect(metadata.prices == ["0.10"])
    #expect(metadata.identifiers == [Identifier(scheme: "comicvine", value: "145269")])
    #expect(metadata.credits == [Credit("Joe Orlando", .writer), Credit("Wally Wood", .penciller)])
    #expect(metadata.direction == .leftToRight)
    #expect(metadata.language == "en")
    #expect(metadata.ageRating == "Teen")
  }

  @Test("what is written is read the same")
  func identity() {
    var book = Book.bare
    book.metadata.set(\.title, to: "T & <t>", from: Self.origin)
    book.metadata.set(\.series, to: "S", from: Self.origin)
    book.metadata.set(\.number, to: BookNumber("½"), from: Self.origin)
    book.metadata.set(\.startYear, to: 1950, from: Self.origin)
    book.metadata.set(\.date, to: PartialDate(year: 1950, month: 7), from: Self.origin)
    book.metadata.set(\.genres, to: ["A, b", "C"], from: Self.origin)
    book.metadata.set(\.direction, to: .rightToLeft, from: Self.origin)
    book.metadata.set(
      \.identifiers, to: [Identifier(scheme: "isbn", value: "9780306406157")], from: Self.origin)
    book.metadata.set(
      \.credits,
      to: [Credit("Jr., Sammy", .writer), Credit("B", .coverArtist), Credit("C", Credit.Role("creator"))],
      from: Self.origin)
    let writing = CoMet.write(MetadataStatement(book))
    let reading = CoMet.read(writing.bytes)
    for field in MetadataField.allCases {
      #expect(reading.metadata[field]?.value == book.metadata[field]?.value, "\(field)")
    }
    let text = String(decoding: writing.bytes, as: UTF8.self)
    #expect(text.contains("<comet xmlns:comet=\"http://www.denvog.com/comet/\">"))
  }

  @Test(
    "documents that say it already stay as they are", .enabled(if: Corpus.isThere, Corpus.absence),
    arguments: ["comicbox-comet", "comicbox-comet-cover-path-list"])
  func unchanged(_ name: String) throws {
    #expect(try Self.rewritten(try Corpus.bytes(of: "metadata/\(name).xml")) { _ in } == nil)
  }

  @Test(
    "one of a list changes, and the cover, marks and rights stay",
    .enabled(if: Corpus.isThere, Corpus.absence))
  func changed() throws {
    let bytes = try Corpus.bytes(of: "metadata/comicbox-comet.xml")
    let source = String(decoding: bytes, as: UTF8.self)
    let text = try Self.rewritten(bytes) {
      $0.set(\.characters, to: ["Captain Science", "Luana", "Gordon Dane"], from: Self.origin)
      $0.set(\.series, to: "Captain", from: Self.origin)
      $0.set(
        \.identifiers, to: ($0.identifiers ?? []) + [Identifier(scheme: "isbn", value: "9780306406157")],
        from: Self.origin)
    }
    #expect(
      text
        == source.replacing(
          "<character>Captain Science</character>",
          with: "<character>Captain Science</character>\n\t<character>Luana</character>"
        ).replacing("<series>Captain Science<", with: "<series>Captain<")
        .replacing(
          "<identifier>CVDB145269</identifier>",
          with: "<identifier>CVDB145269</identifier>\n\t<identifier>isbn:9780306406157</identifier>"))
  }

  @Test("new elements are prefixed where the document's are")
  func prefixes() throws {
    let source = "<c:comet xmlns:c=\"http://www.denvog.com/comet/\"><c:title>T</c:title></c:comet>"
    let text = try Self.rewritten(Array(source.utf8)) { $0.set(\.series, to: "S", from: Self.origin) }
    #expect(text == source.replacing("</c:title>", with: "</c:title><c:series>S</c:series>"))
  }

  @Test("what is no CoMet is not read, nor written over")
  func foreign() {
    #expect(!CoMet.read(Array("<ComicInfo/>".utf8)).isReadable)
    #expect(throws: Diagnostic.self) {
      try CoMet.rewrite(Array("<ComicInfo/>".utf8), saying: MetadataStatement(.bare))
    }
  }
}
