import BookModel
import Diagnostics
import Formats
import Testing

@Suite("ComicInfo is written")
struct ComicInfoWritingTests {
  private let origin = Origin(.embedded)

  private func book(_ count: Int = 0, _ change: (inout Book) -> Void = { _ in }) -> Book {
    let pages = (0..<count).map { number in
      let entry = EntryReference(source: .main, key: number, name: "\(number).png")
      return Page(id: PageID(entry), picture: .entry(entry), sourceName: entry.name)
    }
    let source = BookSource(
      path: "b", stem: "b", folder: "", reader: "folder", format: "folder", pageCount: count)
    var book = Book(source: source, pages: pages)
    change(&book)
    return book
  }

  private func write(
    _ book: Book, sizes: [Size?]? = nil, _ version: ComicInfoVersion = .auto
  ) -> (text: String, warnings: [Diagnostic]) {
    let pages = book.pages.enumerated().map { index, page in
      WrittenPage(page, size: sizes.map { $0[index] } ?? Size(width: 60, height: 90), byteCount: 100 + index)
    }
    let (bytes, warnings) = ComicInfo.write(book, pages: pages, version: version)
    return (String(decoding: bytes, as: UTF8.self), warnings)
  }

  private func written(
    _ element: String, _ version: ComicInfoVersion = .auto, _ change: (inout Metadata) -> Void
  ) -> String? {
    let text = write(book { change(&$0.metadata) }, version).text
    guard let start = text.firstRange(of: "<\(element)>"), let end = text.firstRange(of: "</\(element)>")
    else { return nil }
    return String(text[start.upperBound..<end.lowerBound])
  }

  @Test("an empty book gives the bare document in UTF-8")
  func empty() {
    #expect(
      write(book()).text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <ComicInfo>
          <PageCount>0</PageCount>
        </ComicInfo>

        """)
  }

  @Test("elements stand in the schema's order, and text is escaped once (F30, F31)")
  func order() {
    let text = write(
      book {
        $0.metadata.set(\.language, to: "jpn", from: origin)
        $0.metadata.set(\.series, to: "Stars & Stripes <2>", from: origin)
        $0.metadata.set(\.title, to: "Yotsu&! \"it's\" &amp; 📚", from: origin)
        $0.metadata.set(\.number, to: BookNumber("½"), from: origin)
        $0.metadata.set(\.date, to: PartialDate(year: 2010, month: 7), from: origin)
        $0.metadata.set(\.communityRating, to: 4.25, from: origin)
      }
    ).text
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <ComicInfo>
          <Title>Yotsu&amp;! "it's" &amp;amp; 📚</Title>
          <Series>Stars &amp; Stripes &lt;2&gt;</Series>
          <Number>½</Number>
          <Year>2010</Year>
          <Month>7</Month>
          <PageCount>0</PageCount>
          <LanguageISO>ja</LanguageISO>
          <CommunityRating>4.25</CommunityRating>
        </ComicInfo>

        """)
  }

  @Test("Volume is the run's, else the year; a volume of the source's own stays there (F36)")
  func volume() {
    let cases: [(String?, Int?, Int?, String?)] = [
      ("3", 2, 1950, "3"), ("03", nil, nil, "3"), (nil, 2, 1950, "2"), (nil, nil, 1950, "1950"),
      (nil, nil, nil, nil), ("3.5", nil, nil, nil), ("16-17", nil, 2010, "2010"),
    ]
    let own = Origin(.embedded, ComicInfo.fileName)
    for (volume, run, year, expected) in cases {
      let text = written("Volume") {
        $0.set(\.volume, to: volume.flatMap { BookNumber($0) }, from: own)
        $0.set(\.seriesVolume, to: run, from: origin)
        $0.set(\.startYear, to: year, from: origin)
      }
      #expect(text == expected)
    }
    let warnings = write(book { $0.metadata.set(\.volume, to: BookNumber("3.5"), from: own) }).warnings
    #expect(warnings.map(\.rule) == [.notWritable])
  }

  @Test(
    "Manga says the direction, and No only what was stated (F39)",
    arguments: [
      (nil, nil, nil), (true, nil, "Yes"), (false, nil, "No"), (nil, .rightToLeft, "YesAndRightToLeft"),
      (nil, .leftToRight, nil), (true, .rightToLeft, "YesAndRightToLeft"), (true, .leftToRight, "Yes"),
    ] as [(Bool?, Direction?, String?)])
  func manga(_ isManga: Bool?, _ direction: Direction?, _ expected: String?) {
    let text = written("Manga") {
      $0.set(\.isManga, to: isManga, from: origin)
      $0.set(\.direction, to: direction, from: origin)
    }
    #expect(text == expected)
  }

  @Test("values of lists hold no comma, and each that lost one is told of")
  func commas() {
    let (text, warnings) = write(
      book {
        $0.metadata.set(
          \.credits, to: [Credit("Davis, Jr., Sammy", .writer), Credit("Bo Birk", .writer)], from: origin)
        $0.metadata.set(\.genres, to: ["Slice of Life", "Crime"], from: origin)
      })
    #expect(text.contains("<Writer>Davis Jr. Sammy,Bo Birk</Writer>"))
    #expect(text.contains("<Genre>Slice of Life,Crime</Genre>"))
    #expect(warnings.map(\.rule) == [.commaDropped])
    #expect(warnings.first?.message.contains("'Davis, Jr., Sammy'") == true)
  }

  @Test("auto is 2.0 until an element of 2.1 is needed; 2.0 leaves those out and says so")
  func versions() {
    let change: (inout Metadata) -> Void = {
      $0.set(\.tags, to: ["t"], from: origin)
      $0.set(\.credits, to: [Credit("Tr", .translator)], from: origin)
      $0.set(\.identifiers, to: [Identifier(scheme: "isbn", value: "9780306406157")], from: origin)
      $0.set(\.storyArcs, to: [StoryArc(name: "A"), StoryArc(name: "B", number: "2")], from: origin)
    }
    #expect(written("Tags", .auto, change) == "t")
    #expect(written("Translator", .v21, change) == "Tr")
    #expect(written("GTIN", .auto, change) == "9780306406157")
    #expect(written("StoryArcNumber", .auto, change) == ",2")
    let (text, warnings) = write(book { change(&$0.metadata) }, .v20)
    for element in ["Tags", "Translator", "GTIN", "StoryArcNumber"] {
      #expect(!text.contains("<\(element)>"))
    }
    #expect(text.contains("<StoryArc>A,B</StoryArc>"))
    #expect(warnings.map(\.rule) == [.notInVersion])
  }

  @Test("ratings have the decimals their version allows")
  func ratings() {
    for (rating, two, one) in [
      (4.0, "4", "4"), (4.25, "4.25", "4.3"), (0.05, "0.05", "0.1"), (4.999, "5", "5"), (3.5, "3.5", "3.5"),
    ] {
      let change: (inout Metadata) -> Void = { $0.set(\.communityRating, to: rating, from: origin) }
      #expect(written("CommunityRating", .v20, change) == two)
      #expect(written("CommunityRating", .v21, change) == one)
    }
  }

  @Test("age ratings are led to ComicInfo's words; others are written and told of")
  func ageRatings() {
    for (rating, word) in [
      ("MA 15+", "MA15+"), ("teen", "Teen"), ("Teen Plus", "MA15+"), ("Adult", "Adults Only 18+"),
      ("16+", "16+"),
    ] {
      #expect(written("AgeRating") { $0.set(\.ageRating, to: rating, from: origin) } == word)
    }
    #expect(
      write(book { $0.metadata.set(\.ageRating, to: "16+", from: origin) }).warnings.map(\.rule) == [
        .notWritable
      ])
  }

  @Test("other fields that have no element of their own find their place")
  func places() {
    #expect(
      written("Title") {
        $0.set(\.title, to: "A", from: origin)
        $0.set(\.subtitle, to: "B", from: origin)
      } == "A: B")
    #expect(written("Number") { $0.set(\.chapter, to: BookNumber("12"), from: origin) } == "12")
    #expect(written("Count") { $0.set(\.volumeCount, to: 9, from: origin) } == "9")
    #expect(written("Count") { $0.set(\.count, to: Int.max, from: origin) } == nil)
    #expect(
      written("Web") { $0.set(\.web, to: ["https://a.example/x y", "https://b.example"], from: origin) }
        == "https://a.example/x%20y https://b.example")
    #expect(written("LanguageISO") { $0.set(\.language, to: "und", from: origin) } == nil)
    #expect(
      written("GTIN") { $0.set(\.identifiers, to: [Identifier(scheme: "uuid", value: "1")], from: origin) }
        == nil)
  }

  // MARK: pages

  @Test("the page list is true to what was written (F37)")
  func pageList() {
    let sizes = [Size(width: 60, height: 90), Size(width: 120, height: 90), nil]
    let text = write(book(3), sizes: sizes).text
    #expect(text.contains("<PageCount>3</PageCount>"))
    #expect(
      text.contains(
        """
          <Pages>
            <Page Image="0" Type="FrontCover" ImageSize="100" ImageWidth="60" ImageHeight="90"/>
            <Page Image="1" DoublePage="true" ImageSize="101" ImageWidth="120" ImageHeight="90"/>
            <Page Image="2" ImageSize="102"/>
          </Pages>
        """))
  }

  @Test("roles, bookmarks and kept attributes travel; a stated double page wins over measurement")
  func pageAttributes() {
    let text = write(
      book(3) {
        $0.pages[0].roles = [.innerCover]
        $0.pages[1].roles = [.frontCover, PageRole("Advertisment")]
        $0.pages[1].bookmark = "A \"quoted\" mark"
        $0.pages[1].isDouble = false
        $0.pages[2].isDouble = true
        $0.pages[2].kept = [Page.KeptAttribute(name: "Key", value: "k")]
        $0.outline = [OutlineNode(title: "From contents", page: $0.pages[2].id)]
      }, sizes: [Size(width: 60, height: 90), Size(width: 150, height: 90), Size(width: 90, height: 90)]
    ).text
    #expect(text.contains("<Page Image=\"0\" Type=\"InnerCover\" ImageSize"))
    #expect(
      text.contains(
        "<Page Image=\"1\" Type=\"FrontCover Advertisment\" DoublePage=\"false\" ImageSize=\"101\" Bookmark=\"A &quot;quoted&quot; mark\""
      ))
    #expect(
      text.contains(
        "<Page Image=\"2\" DoublePage=\"true\" ImageSize=\"102\" Bookmark=\"From contents\" ImageWidth=\"90\" ImageHeight=\"90\" Key=\"k\"/>"
      ))
  }

  @Test("a stated double page that is clearly upright is told of and not written")
  func uprightDoublePage() {
    let size = Size(width: 60, height: 90)
    let (text, warnings) = write(book(3) { $0.pages[1].isDouble = true }, sizes: [size, size, size])
    #expect(!text.contains("DoublePage"))
    #expect(warnings.map(\.rule) == [.doublePageUpright])
  }

  @Test("kept elements stand behind the known ones; those of other formats are not written")
  func kept() {
    let (text, warnings) = write(
      book {
        $0.metadata.set(\.review, to: "r", from: origin)
        $0.metadata.kept = [
          KeptElement(format: "ComicInfo", name: "URL", xml: "<URL a=\"1\">x &amp; y</URL>"),
          KeptElement(format: "MetronInfo", name: "M", xml: "<M/>"),
          KeptElement(format: "ComicInfo", name: "Bad", xml: "<Bad"),
        ]
      })
    #expect(text.contains("  <Review>r</Review>\n  <URL a=\"1\">x &amp; y</URL>\n</ComicInfo>"))
    #expect(!text.contains("<M/>"))
    #expect(warnings.map(\.rule) == [.notWritable])
  }
}

@Suite("Reading and writing ComicInfo again changes nothing")
struct ComicInfoRoundTripTests {
  /// Reads, writes, reads and writes again.
  private func roundTrip(_ bytes: [UInt8]) -> (first: [UInt8], second: [UInt8]) {
    func write(_ bytes: [UInt8]) -> [UInt8] {
      let reading = ComicInfo.read(bytes)
      let source = BookSource(
        path: "b", stem: "b", folder: "", reader: "folder", format: "folder", pageCount: 6)
      var pages = (0..<6).map { number in
        let entry = EntryReference(source: .main, key: number, name: "\(number).png")
        return Page(id: PageID(entry), picture: .entry(entry), sourceName: entry.name)
      }
      _ = PageInfo.apply(reading.pages, to: &pages)
      let book = Book(source: source, metadata: reading.metadata, pages: pages)
      let written = pages.enumerated().map { index, page in
        WrittenPage(page, size: Size(width: index == 2 ? 120 : 60, height: 90), byteCount: 1)
      }
      return ComicInfo.write(book, pages: written).bytes
    }
    let first = write(bytes)
    return (first, write(first))
  }

  static let everything = """
    <ComicInfo><Title>T: U</Title><Series>S</Series><Number>1.MU</Number><Count>3</Count><Volume>2</Volume>
    <AlternateSeries>A</AlternateSeries><AlternateNumber>½</AlternateNumber><AlternateCount>4</AlternateCount>
    <Summary>One.

    Two &amp; &lt;three&gt;.</Summary><Notes>n</Notes><Year>2010</Year><Month>2</Month><Day>28</Day><Writer>A,B</Writer>
    <Penciller>A</Penciller><Inker>A</Inker><Colorist>A</Colorist><Letterer>A</Letterer><CoverArtist>A</CoverArtist>
    <Editor>A</Editor><Translator>A</Translator><Publisher>P, Inc.</Publisher><Imprint>I</Imprint><Genre>a,b</Genre><Tags>c</Tags>
    <Web>https://a.example https://b.example</Web><PageCount>1</PageCount><LanguageISO>pt_br</LanguageISO>
    <Format>TPB</Format><BlackAndWhite>No</BlackAndWhite><Manga>YesAndRightToLeft</Manga><Characters>c</Characters><Teams>t</Teams>
    <Locations>l</Locations><ScanInformation>s</ScanInformation><StoryArc>a,b</StoryArc><StoryArcNumber>1,2</StoryArcNumber>
    <SeriesGroup>g</SeriesGroup><AgeRating>MA15+</AgeRating><Pages><Page Image="0" Type="FrontCover"/>
    <Page Image="2" DoublePage="false" Key="k"/><Page Image="3" Type="Story Letters" Bookmark="b"/></Pages>
    <CommunityRating>4.5</CommunityRating><MainCharacterOrTeam>m</MainCharacterOrTeam><Review>r</Review><GTIN>urn:metron:1</GTIN>
    </ComicInfo>
    """

  @Test("of every element and attribute")
  func whole() {
    let (first, second) = roundTrip(Array(Self.everything.utf8))
    #expect(first == second)
    #expect(ComicInfo.read(first).metadata == ComicInfo.read(Array(Self.everything.utf8)).metadata)
    #expect(ComicInfo.read(first).metadata.fields.count == 33)
    #expect(ComicInfo.read(first).warnings.isEmpty)
  }

  @Test(
    "of each value that means one thing among several",
    arguments: [
      "<Volume>1950</Volume>", "<Volume>3</Volume>", "<Volume>3</Volume><Manga>Yes</Manga>",
      "<Volume>3</Volume><Manga>No</Manga>",
      "<GTIN>0317-8471</GTIN>", "<GTIN>nonsense</GTIN>",
      "<StoryArc>a,b,c</StoryArc><StoryArcNumber>1,,3</StoryArcNumber>",
      "<AgeRating>16+</AgeRating>", "<Web>https://a.example/?q=1,2</Web>",
      "<CommunityRating>3.75</CommunityRating><Tags>t</Tags>",
      "<Custom x='1'><y/>z</Custom>",
    ])
  func single(_ elements: String) {
    let source = Array("<ComicInfo>\(elements)</ComicInfo>".utf8)
    let (first, second) = roundTrip(source)
    #expect(first == second)
    let before = ComicInfo.read(source).metadata
    if !elements.contains("3.75") { #expect(ComicInfo.read(first).metadata == before) }
  }

  @Test(
    "of the corpus's files", .enabled(if: Corpus.isThere, Corpus.absence),
    arguments: ["", "-metron-origin", "-notes-date", "-bad-multiple"])
  func corpus(_ name: String) throws {
    let source = try Corpus.bytes(of: "metadata/comicbox-comicinfo\(name).xml")
    let (first, second) = roundTrip(source)
    #expect(first == second)
    #expect(ComicInfo.read(first).metadata == ComicInfo.read(source).metadata)
  }

  @Test(
    "and what is written is valid against the schema of its version",
    .enabled(if: Schema.isThere, Schema.absence))
  func schema() throws {
    let newer = roundTrip(Array(Self.everything.utf8)).first
    #expect(try Schema.faults(in: newer, against: "ComicInfo-2.1-draft.xsd") == "")
    let removed = [
      "<Translator>A</Translator>", "<Tags>c</Tags>", "<StoryArcNumber>1,2</StoryArcNumber>",
      "<GTIN>urn:metron:1</GTIN>",
    ]
    let older = removed.reduce(Self.everything) { text, element in text.replacing(element, with: "") }
    let written = roundTrip(Array(older.utf8)).first
    #expect(try Schema.faults(in: written, against: "ComicInfo-2.0.xsd") == "")
    #expect(try Schema.faults(in: newer, against: "ComicInfo-2.0.xsd") != "")
  }
}
