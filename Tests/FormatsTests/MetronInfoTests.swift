import BookModel
import Diagnostics
import Formats
import Testing

@Suite("MetronInfo")
struct MetronInfoTests {
  private static let origin = Origin(.commandLine)

  private static func read(_ elements: String) -> MetadataReading {
    MetronInfo.read(Array("<?xml version=\"1.0\"?><MetronInfo>\(elements)</MetronInfo>".utf8))
  }

  private static func write(_ stories: [String] = [], _ change: (inout Metadata) -> Void) -> MetadataReading {
    MetronInfo.read(MetronInfo.write(MetadataStatement(book(stories, change))).bytes)
  }

  private static func book(_ stories: [String] = [], _ change: (inout Metadata) -> Void) -> Book {
    var book = Book.bare
    change(&book.metadata)
    book.stories = stories.map { Story(title: $0) }
    return book
  }

  @Test("the sample of the schema's project is read whole", .enabled(if: Corpus.isThere, Corpus.absence))
  func sample() throws {
    let reading = MetronInfo.read(try Corpus.bytes(of: "metadata/metron-Sample-1.0.xml"))
    let metadata = reading.metadata
    #expect(reading.warnings.isEmpty)
    #expect(metadata.series == "Justice League")
    #expect(metadata.seriesSort == "Justice League")
    #expect(metadata.seriesVolume == 2)
    #expect(metadata.startYear == 1970)
    #expect(metadata.format == "Single Issue")
    #expect(metadata.count == 60)
    #expect(metadata.volumeCount == 3)
    #expect(metadata.alternativeNames == ["Foo", "Hüsker Dü"])
    #expect(metadata.language == "en")
    #expect(metadata.publisher == "DC Comics")
    #expect(metadata.imprint == "Vertigo")
    #expect(metadata.number?.text == "1")
    #expect(metadata.date?.description == "2011-10-01")
    #expect(metadata.storeDate?.description == "2011-08-31")
    #expect(metadata.prices == ["US 3.99", "GB 1.51"])
    #expect(metadata.genres == ["Super-Hero", "Crime", "Foo Bar"])
    #expect(metadata.storyArcs == [StoryArc(name: "Origin", number: "1"), StoryArc(name: "The New 52!")])
    #expect(metadata.universes == ["ABC (Earth 25)", "Amalgam"])
    #expect(metadata.ageRating == "Everyone")
    #expect(metadata.reprints == ["Foo Bar #001 (2002)", "Foo Bar #002 (2022)"])
    #expect(
      metadata.identifiers?.map { "\($0.scheme):\($0.value)" } == [
        "metron:290431", "comicvine:12345", "gcd:543", "mangadex:8b34f37a-0181-4f0b-8ce3-01217e9a602c",
        "isbn:1234567890123", "upc:76194130593600111",
      ])
    #expect(
      metadata.credits?.filter { $0.name == "Jim Lee" || $0.name == "Rex Ogle" } == [
        Credit("Jim Lee", .penciller), Credit("Jim Lee", .coverArtist),
        Credit("Rex Ogle", Credit.Role("associateEditor")),
      ])
    #expect(reading.stories.map(\.title) == ["Justice League, Part One", "Justice League, Part Two"])
    #expect(metadata.title == nil)
  }

  @Test("what is written is read the same, names with commas and roles of every kind included")
  func identity() {
    let before = Self.book(["One, two", "Three & four"]) {
      $0.set(\.series, to: "S <&> \"q\"", from: Self.origin)
      $0.set(\.seriesSort, to: "Sort", from: Self.origin)
      $0.set(\.alternativeNames, to: ["Ä", "B, C"], from: Self.origin)
      $0.set(\.number, to: BookNumber("½"), from: Self.origin)
      $0.set(\.volume, to: BookNumber("16-17"), from: Self.origin)
      $0.set(\.seriesVolume, to: 0, from: Self.origin)
      $0.set(\.startYear, to: 1999, from: Self.origin)
      $0.set(\.count, to: 12, from: Self.origin)
      $0.set(\.volumeCount, to: 2, from: Self.origin)
      $0.set(\.format, to: "Trade Paperback", from: Self.origin)
      $0.set(\.language, to: "ja", from: Self.origin)
      $0.set(\.collectionTitle, to: "C", from: Self.origin)
      $0.set(\.summary, to: "One\n\nTwo", from: Self.origin)
      $0.set(\.notes, to: "N", from: Self.origin)
      $0.set(\.publisher, to: "P", from: Self.origin)
      $0.set(\.imprint, to: "I", from: Self.origin)
      $0.set(\.date, to: PartialDate(year: 2010, month: 2, day: 3), from: Self.origin)
      $0.set(\.storeDate, to: PartialDate(year: 2010, month: 1, day: 3), from: Self.origin)
      $0.set(\.genres, to: ["Slice, of life"], from: Self.origin)
      $0.set(\.tags, to: ["t"], from: Self.origin)
      $0.set(\.characters, to: ["a", "b"], from: Self.origin)
      $0.set(\.teams, to: ["c"], from: Self.origin)
      $0.set(\.locations, to: ["d"], from: Self.origin)
      $0.set(\.reprints, to: ["e"], from: Self.origin)
      $0.set(\.universes, to: ["f (g)", "h"], from: Self.origin)
      $0.set(\.prices, to: ["US 3.99"], from: Self.origin)
      $0.set(\.storyArcs, to: [StoryArc(name: "A, B", number: "2"), StoryArc(name: "C")], from: Self.origin)
      $0.set(\.ageRating, to: "Teen Plus", from: Self.origin)
      $0.set(\.web, to: ["https://a.b/c,d", "https://e.f"], from: Self.origin)
      $0.set(
        \.identifiers,
        to: [Identifier(scheme: "gcd", value: "5"), Identifier(scheme: "isbn", value: "9780306406157")],
        from: Self.origin)
      $0.set(
        \.credits,
        to: [
          Credit("Davis, Jr., Sammy", .writer), Credit("Davis, Jr., Sammy", Credit.Role("editorInChief")),
          Credit("Bo", .coverArtist),
        ], from: Self.origin)
    }
    let reading = MetronInfo.read(MetronInfo.write(MetadataStatement(before)).bytes)
    #expect(reading.warnings.isEmpty)
    for field in MetadataField.allCases {
      #expect(reading.metadata[field]?.value == before.metadata[field]?.value, "\(field)")
    }
    #expect(reading.stories.map(\.title) == before.stories.map(\.title))
  }

  @Test("an issue's number in a registry stands without the word comicbox puts before it")
  func issues() {
    let reading = Self.write {
      $0.set(\.identifiers, to: [Identifier(scheme: "comicvine", value: "issue:145269")], from: Self.origin)
    }
    #expect(reading.metadata.identifiers == [Identifier(scheme: "comicvine", value: "145269")])
  }

  @Test("a title is the one story's, and of several stories none is the title")
  func titles() {
    #expect(Self.write { $0.set(\.title, to: "T", from: Self.origin) }.metadata.title == "T")
    #expect(Self.read("<Stories><Story>A</Story><Story>B</Story></Stories>").metadata.title == nil)
  }

  @Test(
    "ComicInfo's age ratings become the nearest that claims no higher age; unknown ones are not guessed",
    arguments: [
      ("Everyone 10+", "Everyone"), ("G", "Everyone"), ("PG", "Everyone"), ("Teen", "Teen"),
      ("MA15+", "Teen Plus"),
      ("ma 15+", "Teen Plus"), ("M", "Mature"), ("Mature 17+", "Mature"), ("R18+", "Mature"),
      ("X18+", "Explicit"),
      ("Adults Only 18+", "Adult"), ("Rating Pending", nil), ("16", nil), ("Teen Plus", "Teen Plus"),
    ] as [(String, String?)])
  func ageRatings(_ rating: String, _ expected: String?) {
    #expect(Self.write { $0.set(\.ageRating, to: rating, from: Self.origin) }.metadata.ageRating == expected)
  }

  @Test("values the schema has no room for are left out, never made up")
  func unsaid() {
    let reading = Self.write {
      $0.set(\.series, to: "S", from: Self.origin)
      $0.set(\.date, to: PartialDate(year: 2010, month: 7), from: Self.origin)
      $0.set(\.format, to: "Web", from: Self.origin)
      $0.set(\.prices, to: ["3.99", "US 2.99", "US 1.99"], from: Self.origin)
      $0.set(\.storyArcs, to: [StoryArc(name: "A", number: "½")], from: Self.origin)
      $0.set(\.language, to: "zh-Hant", from: Self.origin)
      $0.set(\.identifiers, to: [Identifier(scheme: "asin", value: "B0")], from: Self.origin)
    }
    #expect(reading.metadata.date == nil)
    #expect(reading.metadata.format == nil)
    #expect(reading.metadata.prices == ["US 2.99"])
    #expect(reading.metadata.storyArcs == [StoryArc(name: "A")])
    #expect(reading.metadata.language == "zh")
    #expect(reading.metadata.identifiers == nil)
  }

  @Test(
    "documents of the draft 1.1 are read", .enabled(if: Corpus.isThere, Corpus.absence),
    arguments: ["comicbox-metroninfo", "comicbox-metroninfo-v1.1-valid"])
  func drafts(_ name: String) throws {
    let reading = MetronInfo.read(try Corpus.bytes(of: "metadata/\(name).xml"))
    #expect(reading.isReadable)
    #expect(reading.warnings.isEmpty)
    if name == "comicbox-metroninfo" {
      #expect(reading.metadata.alternateNumber?.text == "2")
      #expect(reading.metadata.communityRating == 4.5)
    }
  }

  @Test("values that cannot be are told of and cost nothing else")
  func oddValues() {
    let reading = Self.read(
      "<Series><Name>S</Name><Volume>x</Volume><StartYear>0</StartYear></Series><CoverDate>soon</CoverDate>"
        + "<MangaVolume>one</MangaVolume><Number>1</Number>")
    #expect(reading.warnings.map(\.rule) == [.metadataValue, .metadataValue, .metadataValue])
    #expect(reading.metadata.series == "S")
    #expect(reading.metadata.number?.text == "1")
    #expect(reading.metadata.volume == nil)
  }

  @Test("what is no MetronInfo is not read", arguments: ["", "x", "<ComicInfo/>"])
  func foreign(_ text: String) { #expect(!MetronInfo.read(Array(text.utf8)).isReadable) }

  @Test(
    "what is written is valid by the schema, whatever is known", .enabled(if: Schema.isThere, Schema.absence))
  func schema() throws {
    var documents = [MetronInfo.write(MetadataStatement(.bare)).bytes]
    let odd = Self.book(["", "S"]) {
      $0.set(\.imprint, to: "I", from: Self.origin)
      $0.set(\.seriesVolume, to: -3, from: Self.origin)
      $0.set(\.startYear, to: 0, from: Self.origin)
      $0.set(\.count, to: 0, from: Self.origin)
      $0.set(\.language, to: "zh-Hant", from: Self.origin)
      $0.set(\.prices, to: ["us 3", "US 3,99", "GB 1.5", "x"], from: Self.origin)
      $0.set(\.date, to: PartialDate(year: 2010), from: Self.origin)
      $0.set(
        \.storyArcs, to: [StoryArc(name: "A", number: "0"), StoryArc(name: "B", number: "x")],
        from: Self.origin)
      $0.set(\.ageRating, to: "16", from: Self.origin)
      $0.set(\.format, to: "gn", from: Self.origin)
      $0.set(
        \.credits, to: [Credit("A", Credit.Role("xyz")), Credit("A", Credit.Role("zyx"))], from: Self.origin)
      $0.set(\.web, to: ["https://a.b", "https://c.d"], from: Self.origin)
      $0.set(
        \.identifiers, to: [Identifier(scheme: "metron", value: "1"), Identifier(scheme: "", value: "2")],
        from: Self.origin)
    }
    documents.append(MetronInfo.write(MetadataStatement(odd)).bytes)
    for name in ["metron-Sample-1.0", "comicbox-metroninfo-v1.1-valid"] {
      let reading = MetronInfo.read(try Corpus.bytes(of: "metadata/\(name).xml"))
      let book = Self.book(reading.stories.map(\.title)) { $0 = reading.metadata }
      documents.append(MetronInfo.write(MetadataStatement(book)).bytes)
    }
    let sample = try Corpus.bytes(of: "metadata/metron-Sample-1.0.xml")
    let rewritten = try #require(
      try Self.rewritten(sample) {
        $0.set(\.web, to: ["https://new.example"] + ($0.web ?? []), from: Self.origin)
        $0.set(\.imprint, to: nil, from: Self.origin)
        $0.set(\.collectionTitle, to: "C", from: Self.origin)
      })
    documents.append(Array(rewritten.utf8))
    for document in documents {
      #expect(try Schema.faults(in: document, against: "MetronInfo-1.0.xsd", isNewer: true) == "")
      // The schema's assertions, which xmllint does not know.
      let text = String(decoding: document, as: UTF8.self)
      for list in ["IDS", "URLs"] {
        guard let start = text.firstRange(of: "<\(list)>"), let end = text.firstRange(of: "</\(list)>") else {
          continue
        }
        let inner = text[start.upperBound..<end.lowerBound]
        #expect(inner.split(separator: "primary=\"true\"", omittingEmptySubsequences: false).count <= 2)
      }
    }
  }

  // MARK: rewriting

  private static func rewritten(
    _ source: [UInt8], stories: [String]? = nil, _ change: (inout Metadata) -> Void
  ) throws -> String? {
    let own = MetronInfo.read(source)
    var book = Book.bare
    book.metadata = own.metadata
    book.stories = stories.map { $0.map { Story(title: $0) } } ?? own.stories
    change(&book.metadata)
    return try MetronInfo.rewrite(source, saying: MetadataStatement(book, base: own.metadata))
      .map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test(
    "documents that say it already stay as they are", .enabled(if: Corpus.isThere, Corpus.absence),
    arguments: ["metron-Sample-1.0", "comicbox-metroninfo", "comicbox-metroninfo-v1.1-valid"])
  func unchanged(_ name: String) throws {
    #expect(try Self.rewritten(try Corpus.bytes(of: "metadata/\(name).xml")) { _ in } == nil)
  }

  @Test(
    "ids, the other items and their order stay when one item changes",
    .enabled(if: Corpus.isThere, Corpus.absence))
  func items() throws {
    let bytes = try Corpus.bytes(of: "metadata/metron-Sample-1.0.xml")
    let source = String(decoding: bytes, as: UTF8.self)
    let added = try Self.rewritten(bytes) {
      $0.set(\.tags, to: ["Foo", "New", "Bar"], from: Self.origin)
      $0.set(\.characters, to: $0.characters?.filter { $0 != "Cyborg" }, from: Self.origin)
    }
    #expect(
      added
        == source.replacing(
          "<Tag id=\"78945\">Foo</Tag>", with: "<Tag id=\"78945\">Foo</Tag>\n        <Tag>New</Tag>"
        ).replacing("\n        <Character>Cyborg</Character>", with: ""))
    let credited = try Self.rewritten(bytes) {
      $0.set(\.credits, to: ($0.credits ?? []) + [Credit("Geoff Johns", .inker)], from: Self.origin)
    }
    #expect(
      credited
        == source.replacing(
          "<Role id=\"32165\">Writer</Role>",
          with: "<Role id=\"32165\">Writer</Role>\n                <Role>Inker</Role>"))
    let moved = try Self.rewritten(bytes, stories: ["Justice League, Part Two", "Justice League, Part One"]) {
      _ in
    }
    #expect(
      moved
        == source.replacing("<Story id=\"12\">Justice League, Part One</Story>", with: "!")
        .replacing(
          "<Story>Justice League, Part Two</Story>", with: "<Story id=\"12\">Justice League, Part One</Story>"
        )
        .replacing("!\n", with: "<Story>Justice League, Part Two</Story>\n"))
  }

  @Test("records change inside, with their ids", .enabled(if: Corpus.isThere, Corpus.absence))
  func records() throws {
    let bytes = try Corpus.bytes(of: "metadata/metron-Sample-1.0.xml")
    let source = String(decoding: bytes, as: UTF8.self)
    let changed = try Self.rewritten(bytes) {
      $0.set(\.series, to: "JLA", from: Self.origin)
      $0.remove(.startYear)
      $0.set(\.language, to: "de", from: Self.origin)
      $0.set(
        \.storyArcs, to: [StoryArc(name: "Origin", number: "2"), StoryArc(name: "The New 52!")],
        from: Self.origin)
    }
    #expect(
      changed
        == source.replacing("<Name>Justice League</Name>", with: "<Name>JLA</Name>")
        .replacing("\n        <StartYear>1970</StartYear>", with: "")
        .replacing("<Series id=\"65478\" lang=\"en\">", with: "<Series id=\"65478\" lang=\"de\">")
        .replacing("<Number>1</Number>\n        </Arc>", with: "<Number>2</Number>\n        </Arc>"))
  }

  @Test("a new title goes to the one story, and LastModified is neither made up nor lost")
  func storyTitle() throws {
    let source =
      "<MetronInfo><Series><Name>S</Name></Series><Stories><Story id=\"1\">Old</Story></Stories>"
      + "<LastModified>2020-01-01T00:00:00</LastModified></MetronInfo>"
    let text = try Self.rewritten(Array(source.utf8)) { $0.set(\.title, to: "New", from: Self.origin) }
    #expect(text == source.replacing("<Story id=\"1\">Old</Story>", with: "<Story>New</Story>"))
    let written = MetronInfo.write(
      MetadataStatement(Self.book { $0.set(\.series, to: "S", from: Self.origin) }))
    #expect(!String(decoding: written.bytes, as: UTF8.self).contains("LastModified"))
  }

  @Test("the count of pages follows pages written anew")
  func pageCount() throws {
    let source = "<MetronInfo><Series><Name>S</Name></Series><PageCount>7</PageCount></MetronInfo>"
    var statement = MetadataStatement(.bare, pages: [])
    statement.base = Metadata()
    let writing = try #require(try MetronInfo.rewrite(Array(source.utf8), saying: statement))
    #expect(String(decoding: writing.bytes, as: UTF8.self) == source.replacing("7", with: "0"))
  }

  @Test("what was not understood is never written over")
  func notUnderstood() {
    let error = #expect(throws: Diagnostic.self) {
      try MetronInfo.rewrite(Array("<ComicInfo/>".utf8), saying: MetadataStatement(.bare))
    }
    #expect(error?.rule == .metadataNotUnderstood)
  }
}
