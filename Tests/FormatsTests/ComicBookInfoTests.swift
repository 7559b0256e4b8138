import BookModel
import Diagnostics
import Formats
import Testing

@Suite("ComicBookInfo")
struct ComicBookInfoTests {
  private static let origin = Origin(.commandLine)

  private static func rewritten(_ source: [UInt8], _ change: (inout Metadata) -> Void) throws -> String? {
    let own = ComicBookInfo.read(source).metadata
    var book = Book.bare
    book.metadata = own
    change(&book.metadata)
    return try ComicBookInfo.rewrite(source, saying: MetadataStatement(book, base: own))
      .map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test("the format's own example is read", .enabled(if: Corpus.isThere, Corpus.absence))
  func sample() throws {
    let reading = ComicBookInfo.read(try Corpus.bytes(of: "metadata/comicbox-comic-book-info-example.json"))
    let metadata = reading.metadata
    #expect(reading.warnings.isEmpty)
    #expect(metadata.series == "Watchmen")
    #expect(metadata.title == "At Midnight, All the Agents")
    #expect(metadata.number?.text == "1")
    #expect(metadata.count == 12)
    #expect(metadata.volumeCount == 1)
    #expect(metadata.seriesVolume == 1)
    #expect(metadata.date?.description == "1986-09")
    #expect(metadata.language == "en")
    #expect(metadata.genres == ["Superhero"])
    #expect(metadata.tags == ["Nite Owl", "Ozymandias", "Rorschach"])
    #expect(metadata.summary == "Tales of the Black Freighter...")
    #expect(metadata.credits?.first == Credit("Dave Gibbons", Credit.Role("artist")))
    #expect(metadata.credits?.contains(Credit("John Gibbons", .colorist)) == true)
  }

  @Test("what is written is read the same")
  func identity() {
    var book = Book.bare
    book.metadata.set(\.title, to: "T \"q\" \\ 漫", from: Self.origin)
    book.metadata.set(\.series, to: "S", from: Self.origin)
    book.metadata.set(\.number, to: BookNumber("½"), from: Self.origin)
    book.metadata.set(\.startYear, to: 1950, from: Self.origin)
    book.metadata.set(\.date, to: PartialDate(year: 1950, month: 7), from: Self.origin)
    book.metadata.set(\.genres, to: ["A", "C"], from: Self.origin)
    book.metadata.set(\.tags, to: ["A, b"], from: Self.origin)
    book.metadata.set(\.language, to: "pt-BR", from: Self.origin)
    book.metadata.set(
      \.credits, to: [Credit("A", .writer), Credit("B", Credit.Role("editorInChief"))], from: Self.origin)
    let reading = ComicBookInfo.read(ComicBookInfo.write(MetadataStatement(book)).bytes)
    for field in MetadataField.allCases {
      #expect(reading.metadata[field]?.value == book.metadata[field]?.value, "\(field)")
    }
  }

  @Test(
    "comments that say it already stay as they are", .enabled(if: Corpus.isThere, Corpus.absence),
    arguments: ["comicbox-comic-book-info", "comicbox-comic-book-info-example"])
  func unchanged(_ name: String) throws {
    #expect(try Self.rewritten(try Corpus.bytes(of: "metadata/\(name).json")) { _ in } == nil)
  }

  @Test("members change in place, and all others stay, digits and all")
  func changed() throws {
    let source =
      #"{"appID":"X/1","lastModified":"2009","ComicBookInfo/1.0":{"rating":1.50,"series":"Old","issue":1,"#
      + #""credits":[{"person":"Moore, Alan","primary":true,"role":"Writer"},{"person":"B","role":"Inker"}],"x":[1e400]},"y":null}"#
    let text = try Self.rewritten(Array(source.utf8)) {
      $0.set(\.series, to: "New", from: Self.origin)
      $0.set(\.credits, to: [Credit("C", .editor), Credit("Alan Moore", .writer)], from: Self.origin)
      $0.set(\.publisher, to: "P", from: Self.origin)
      $0.remove(.number)
    }
    #expect(
      text
        == #"{"appID":"X/1","lastModified":"2009","ComicBookInfo/1.0":{"rating":1.50,"series":"New","#
        + #""credits":[{"person":"C","role":"Editor"},{"person":"Moore, Alan","primary":true,"role":"Writer"}],"#
        + #""x":[1e400],"publisher":"P"},"y":null}"#)
  }

  @Test(
    "other comments are not read, nor written over",
    arguments: ["", "tagged by hand", "{}", "{\"ComicBookInfo/1.0\":1}", "{\"ComicBookInfo/1.0\":{}", "[1]"])
  func foreign(_ text: String) {
    #expect(!ComicBookInfo.read(Array(text.utf8)).isReadable)
    let error = #expect(throws: Diagnostic.self) {
      try ComicBookInfo.rewrite(Array(text.utf8), saying: MetadataStatement(.bare))
    }
    #expect(error?.rule == .metadataNotUnderstood)
  }

  @Test("values of the wrong type cost only themselves")
  func wrongTypes() {
    let text =
      #"{"ComicBookInfo/1.0":{"series":["x"],"title":"T","issue":{"a":1},"credits":"nobody","tags":[1,"a",null],"publicationYear":"n/a","volume":-1}}"#
    let metadata = ComicBookInfo.read(Array(text.utf8)).metadata
    #expect(metadata.fields == [.title, .tags])
    #expect(metadata.tags == ["1", "a"])
  }
}
