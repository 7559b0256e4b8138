import BookModel
import Diagnostics
import Formats
import Options
import Testing

/// What holds of every format.
@Suite("Metadata formats keep what they say")
struct MetadataFormatTests {
  private static let documents: [(file: String, format: any MetadataFormat.Type)] = [
    ("comicbox-comicinfo.xml", ComicInfo.self), ("comicbox-comicinfo-notes-date.xml", ComicInfo.self),
    ("comicbox-comicinfo-metron-origin.xml", ComicInfo.self),
    ("comicbox-comicinfo-bad-multiple.xml", ComicInfo.self),
    ("metron-Sample-1.0.xml", MetronInfo.self), ("comicbox-metroninfo.xml", MetronInfo.self),
    ("comicbox-metroninfo-v1.1-valid.xml", MetronInfo.self), ("comicbox-comet.xml", CoMet.self),
    ("comicbox-comet-cover-path-list.xml", CoMet.self), ("comicbox-comic-book-info.json", ComicBookInfo.self),
    ("comicbox-comic-book-info-example.json", ComicBookInfo.self),
  ]

  private static func read(_ bytes: [UInt8], _ format: any MetadataFormat.Type) -> MetadataReading {
    format.read(bytes, origin: Origin(.embedded, format.documentName), limits: Limits())
  }

  private static func book(_ reading: MetadataReading) -> Book {
    var book = Book.bare
    book.metadata = reading.metadata
    book.stories = reading.stories
    return book
  }

  /// The fields and values of some metadata, without what no model knows.
  private static func values(_ metadata: Metadata, without: Set<MetadataField> = []) -> [String:
    MetadataValue]
  {
    var values: [String: MetadataValue] = [:]
    for field in metadata.fields where !without.contains(field) {
      values[field.rawValue] = metadata[field]?.value
    }
    return values
  }

  @Test(
    "read → write → read gives the same, on the corpus's documents",
    .enabled(if: Corpus.isThere, Corpus.absence),
    arguments: documents.indices)
  func writing(_ index: Int) throws {
    let (file, format) = Self.documents[index]
    let first = Self.read(try Corpus.bytes(of: "metadata/\(file)"), format)
    #expect(first.isReadable)
    let written = format.write(MetadataStatement(Self.book(first)))
    let second = Self.read(written.bytes, format)
    #expect(second.warnings.isEmpty)
    // A draft's own elements are written only where a document has them.
    let drafted: Set<MetadataField> = format == MetronInfo.self ? [.alternateNumber, .communityRating] : []
    #expect(Self.values(second.metadata) == Self.values(first.metadata, without: drafted))
    #expect(second.stories == first.stories)
    #expect(format.write(MetadataStatement(Self.book(second))).bytes == written.bytes)
  }

  @Test(
    "any field set on any document is read back, and everything else is as before",
    .enabled(if: Corpus.isThere, Corpus.absence), arguments: documents.indices)
  func rewriting(_ index: Int) throws {
    let (file, format) = Self.documents[index]
    let source = try Corpus.bytes(of: "metadata/\(file)")
    let own = Self.read(source, format)
    let samples = Self.read(Self.everything(format), format).metadata
    // Two that depend on others: a manga's volume, and the title of an issue with several stories.
    let dependent: Set<MetadataField> =
      format == ComicInfo.self ? [.volume] : format == MetronInfo.self ? [.title] : []
    for field in samples.fields where !dependent.contains(field) {
      guard let sample = samples[field]?.value, own.metadata[field]?.value != sample else { continue }
      var book = Self.book(own)
      book.metadata.set(field, to: sample, from: Origin(.commandLine))
      let writing = try format.rewrite(
        source, saying: MetadataStatement(book, base: own.metadata), limits: Limits())
      let changed = try #require(writing, "\(field)")
      let after = Self.read(changed.bytes, format)
      #expect(after.isReadable)
      #expect(after.metadata[field]?.value == sample, "\(field)")
      // One element may hold several of these, so that one gives way to the other.
      let shared: Set<MetadataField> = [
        .volume, .seriesVolume, .startYear, .isManga, .direction, .number, field,
      ]
      #expect(
        Self.values(after.metadata, without: shared) == Self.values(own.metadata, without: shared), "\(field)"
      )
      #expect(after.metadata.kept == own.metadata.kept)
    }
  }

  /// A document that says something in every field its format has.
  private static func everything(_ format: any MetadataFormat.Type) -> [UInt8] {
    var book = Book.bare
    let origin = Origin(.embedded, ComicInfo.fileName)
    let texts: [MetadataField: String] = [
      .title: "A <title> & more", .number: "½", .volume: "7", .count: "9", .volumeCount: "3",
      .date: "2001-02-03",
      .storeDate: "2001-02-01", .language: "fr", .format: "Omnibus", .ageRating: "Teen",
      .communityRating: "3",
      .isManga: "yes", .isBlackAndWhite: "no", .direction: "rtl", .web: "https://x.example/y",
      .identifiers: "isbn:9780306406157", .credits: "Zoe Zed (writer), Yan Yew (inker)", .prices: "US 1.50",
      .storyArcs: "Arc #2", .startYear: "1987", .seriesVolume: "4",
    ]
    for field in MetadataField.allCases {
      let value = MetadataValue(userText: texts[field] ?? "Sample \(field)", for: field)
      book.metadata.set(field, to: value, from: origin)
    }
    return format.write(MetadataStatement(book)).bytes
  }

  @Test("hostile documents are bounded and never written over", arguments: MetadataFormats.all.indices)
  func hostile(_ index: Int) {
    let format = MetadataFormats.all[index]
    let root = format == CoMet.self ? "comet" : format.name
    let documents: [String] = [
      "<!DOCTYPE a [<!ENTITY a \"xxxxxxxxxx\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\">"
        + "<!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;&c;\">]><\(root)><Series>&d;</Series></\(root)>",
      "<\(root)>" + String(repeating: "<a>", count: 50_000),
      "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><\(root)><Notes>&x;</Notes></\(root)>",
      String(repeating: "{\"ComicBookInfo/1.0\":", count: 50_000),
    ]
    var limits = Limits()
    limits.maxDocumentBytes = ByteCount(400_000)
    for document in documents {
      let bytes = Array(document.utf8)
      let reading = format.read(bytes, origin: Origin(.embedded), limits: limits)
      #expect(reading.metadata.notes == nil)
      guard !reading.isReadable else { continue }
      #expect(throws: Diagnostic.self) {
        try format.rewrite(bytes, saying: MetadataStatement(.bare), limits: limits)
      }
    }
  }
}
