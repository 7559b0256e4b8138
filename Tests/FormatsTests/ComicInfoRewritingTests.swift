import BookModel
import Diagnostics
import Formats
import Testing

@Suite("ComicInfo is rewritten")
struct ComicInfoRewritingTests {
  /// The document after a change to what it says, nil where it stays as it is.
  private func rewritten(
    _ bytes: [UInt8], target: MetadataTarget = .standard, _ change: (inout Metadata) -> Void
  ) throws -> [UInt8]? {
    let own = ComicInfo.read(bytes).metadata
    var book = Book.bare
    book.metadata = own
    change(&book.metadata)
    let statement = MetadataStatement(book, base: own, target: target)
    return try ComicInfo.rewrite(bytes, saying: statement)?.bytes
  }

  private func rewritten(
    _ text: String, target: MetadataTarget = .standard, _ change: (inout Metadata) -> Void
  ) throws -> String? {
    try rewritten(Array(text.utf8), target: target, change).map { String(decoding: $0, as: UTF8.self) }
  }

  private static let origin = Origin(.commandLine)

  private static let mess = """
    <?xml version='1.0'  encoding="utf-8" ?>
    <!-- made by hand -->
    <ComicInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\txmlns:xsd="http://www.w3.org/2001/XMLSchema">
    \t<Series>Kite</Series><Publisher note='x'>Old &amp; Sons</Publisher>
    \t<series_extra a="1"><b/></series_extra>
      <title>Small case</title>
      <Summary><![CDATA[One & two]]></Summary>
      <Number>007</Number>
      <Year>2010</Year>
      <Month>13</Month>
      <Volume>n/a</Volume>
      <Pages>
        <Page Image="0" Type="FrontCover" Rotation="Rotate90" Key="k" />
      </Pages>
      <PageCount>99</PageCount>
    </ComicInfo>
    <!-- end -->

    """

  @Test("a document that says it already stays as it is")
  func unchanged() throws {
    #expect(try rewritten(Self.mess) { _ in } == nil)
    #expect(try rewritten(Self.mess) { $0.set(\.number, to: BookNumber("007"), from: Self.origin) } == nil)
  }

  @Test("an element changes in place, and nothing else does")
  func replaced() throws {
    let text = try rewritten(Self.mess) { $0.set(\.publisher, to: "New <1>", from: Self.origin) }
    #expect(text == Self.mess.replacing("Old &amp; Sons", with: "New &lt;1&gt;"))
    let summary = try rewritten(Self.mess) { $0.set(\.summary, to: "Three", from: Self.origin) }
    #expect(summary == Self.mess.replacing("<![CDATA[One & two]]>", with: "Three"))
  }

  @Test("a number of -1 beside such a count and volume stands for nothing; alone it is an issue's")
  func unfilled() throws {
    let document =
      "<ComicInfo><Series>A</Series><Number>-1</Number><Count>-1</Count><Volume>-1</Volume></ComicInfo>"
    var book = Book.bare
    book.metadata = ComicInfo.read(Array(document.utf8)).metadata
    #expect(book.metadata.fields == [.series])
    book.removesSentinels = true
    let statement = MetadataStatement(book, base: book.metadata)
    let writing = try #require(try ComicInfo.rewrite(Array(document.utf8), saying: statement))
    #expect(String(decoding: writing.bytes, as: UTF8.self) == "<ComicInfo><Series>A</Series></ComicInfo>")
    let issue = "<ComicInfo><Number>-1</Number><Count>-1</Count></ComicInfo>"
    #expect(ComicInfo.read(Array(issue.utf8)).metadata.number?.text == "-1")
  }

  @Test("white space in lists and names is put right, and names stay apart as the document has them")
  func listSpelling() throws {
    let document =
      "<ComicInfo><Writer>Ann  Ash, Bo Birk</Writer><Genre>Science  Fiction,Drama</Genre></ComicInfo>"
    let text = try rewritten(document) {
      $0.set(\.credits, to: [Credit("Ann Ash", .writer), Credit("Bo Birk", .writer)], from: Self.origin)
      $0.set(\.genres, to: ["Science Fiction", "Drama"], from: Self.origin)
    }
    #expect(
      text == "<ComicInfo><Writer>Ann Ash, Bo Birk</Writer><Genre>Science Fiction,Drama</Genre></ComicInfo>")
    let other = try rewritten(document) { $0.set(\.series, to: "S", from: Self.origin) }
    #expect(other?.contains("Ann  Ash, Bo Birk") == true)
  }

  @Test("an element in another letter case gets its right name when it changes")
  func letterCase() throws {
    let text = try rewritten(Self.mess) { $0.set(\.title, to: "Big", from: Self.origin) }
    #expect(text == Self.mess.replacing("<title>Small case</title>", with: "<Title>Big</Title>"))
  }

  @Test(
    "a rating of the schema's takes the place of its other spelling where that is to change, and only there")
  func ageRating() throws {
    let document = "<ComicInfo><Series>A</Series><AgeRating>MA 15+</AgeRating></ComicInfo>"
    let text = try rewritten(document) { $0.set(\.ageRating, to: "MA15+", from: Self.origin) }
    #expect(text == document.replacing("MA 15+", with: "MA15+"))
    let other = try rewritten(document) { $0.set(\.series, to: "B", from: Self.origin) }
    #expect(other == document.replacing("<Series>A", with: "<Series>B"))
  }

  @Test("values that stand for nothing go where that is asked for, field by field")
  func sentinels() throws {
    let document = """
      <ComicInfo>
        <Title>0</Title>
        <Number>-1</Number>
        <Count>-1</Count>
        <Year>0</Year>
        <Genre></Genre>
        <AgeRating>Unknown</AgeRating>
        <Shelf></Shelf>
        <AlternateCount>n/a</AlternateCount>
      </ComicInfo>
      """
    #expect(try rewritten(document) { _ in } == nil)
    var book = Book.bare
    book.metadata = ComicInfo.read(Array(document.utf8)).metadata
    book.removesSentinels = true
    let statement = MetadataStatement(book, base: book.metadata)
    let writing = try #require(try ComicInfo.rewrite(Array(document.utf8), saying: statement))
    #expect(
      String(decoding: writing.bytes, as: UTF8.self) == """
        <ComicInfo>
          <Title>0</Title>
          <Number>-1</Number>
          <Shelf></Shelf>
          <AlternateCount>n/a</AlternateCount>
        </ComicInfo>
        """)
    #expect(try ComicInfo.rewrite(writing.bytes, saying: statement) == nil)
  }

  @Test("an accent that is stored in another way is a change")
  func accents() throws {
    let document = "<ComicInfo><Series>Die Ko\u{308}pfe</Series></ComicInfo>"
    let text = try rewritten(document) { $0.set(\.series, to: "Die K\u{F6}pfe", from: Self.origin) }
    #expect(
      text.map { Array($0.utf8) } == Array("<ComicInfo><Series>Die K\u{F6}pfe</Series></ComicInfo>".utf8))
  }

  @Test("an element goes with the white space before it")
  func removed() throws {
    let text = try rewritten(Self.mess) { $0.remove(.series) }
    #expect(text == Self.mess.replacing("\n\t<Series>Kite</Series>", with: ""))
  }

  @Test("new elements take the schema's place and their neighbors' indentation")
  func inserted() throws {
    let source = """
      <ComicInfo>
      \t<Title>T</Title>
      \t<AgeRating>Teen</AgeRating>
      \t<Pages />
      </ComicInfo>
      """
    let text = try rewritten(source) {
      $0.set(\.review, to: "Good", from: Self.origin)
      $0.set(\.series, to: "S", from: Self.origin)
      $0.set(\.communityRating, to: 4, from: Self.origin)
    }
    #expect(
      text == """
        <ComicInfo>
        \t<Title>T</Title>
        \t<Series>S</Series>
        \t<AgeRating>Teen</AgeRating>
        \t<Pages />
        \t<CommunityRating>4</CommunityRating>
        \t<Review>Good</Review>
        </ComicInfo>
        """)
  }

  @Test(
    "documents without any element get theirs",
    arguments: [
      ("<ComicInfo/>", "<ComicInfo>\n  <Series>S</Series>\n</ComicInfo>"),
      ("<ComicInfo></ComicInfo>", "<ComicInfo>\n  <Series>S</Series>\n</ComicInfo>"),
      ("<ComicInfo><Series/></ComicInfo>", "<ComicInfo><Series>S</Series></ComicInfo>"),
      (
        "<ComicInfo><Title>T</Title></ComicInfo>", "<ComicInfo><Title>T</Title><Series>S</Series></ComicInfo>"
      ),
    ])
  func empty(_ source: String, _ expected: String) throws {
    #expect(try rewritten(source) { $0.set(\.series, to: "S", from: Self.origin) } == expected)
  }

  @Test("a date changes as a whole: a month that cannot be does not come to life")
  func dates() throws {
    let text = try rewritten(Self.mess) {
      $0.set(\.date, to: PartialDate(year: 2011), from: Self.origin)
    }
    #expect(
      text
        == Self.mess.replacing("<Year>2010", with: "<Year>2011").replacing("\n  <Month>13</Month>", with: ""))
  }

  @Test("what stands there twice becomes one when it changes, and stays when it does not")
  func repeated() throws {
    let source = "<ComicInfo><Genre/><Genre>A</Genre><Title>T</Title><Genre>B</Genre></ComicInfo>"
    #expect(
      try rewritten(source) { $0.set(\.genres, to: ["C"], from: Self.origin) }
        == "<ComicInfo><Genre>C</Genre><Title>T</Title></ComicInfo>")
    #expect(
      try rewritten(source) { $0.set(\.title, to: "U", from: Self.origin) }
        == source.replacing("<Title>T", with: "<Title>U"))
  }

  @Test("line ends, tabs and a byte order mark stay")
  func lineEnds() throws {
    let source = "\u{FEFF}<?xml version=\"1.0\"?>\r\n<ComicInfo>\r\n\t<Title>T</Title>\r\n</ComicInfo>\r\n"
    let text = try rewritten(source) { $0.set(\.series, to: "S", from: Self.origin) }
    #expect(text == source.replacing("</Title>", with: "</Title>\r\n\t<Series>S</Series>"))
  }

  @Test("other encodings are read, and written as UTF-8 that says so")
  func encodings() throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<ComicInfo><Title>Été</Title></ComicInfo>"
    let utf16: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let expected = text.replacing("UTF-16", with: "UTF-8").replacing(
      "</Title>", with: "</Title><Series>漫</Series>")
    let changed = try rewritten(utf16) { $0.set(\.series, to: "漫", from: Self.origin) }
    #expect(changed.map { String(decoding: $0, as: UTF8.self) } == expected)
    #expect(try rewritten(utf16) { _ in } == nil)

    let latin =
      Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?><ComicInfo><Title>".utf8) + [0xC9]
      + Array("</Title></ComicInfo>".utf8)
    let repaired = try rewritten(latin) { $0.set(\.series, to: "S", from: Self.origin) }
    #expect(
      repaired.map { String(decoding: $0, as: UTF8.self) }
        == "<?xml version=\"1.0\" encoding=\"UTF-8\"?><ComicInfo><Title>É</Title><Series>S</Series></ComicInfo>"
    )
  }

  @Test("one that is not well formed is written anew, well formed, with all that could be read, and says so")
  func repaired() throws {
    let source = Array("<ComicInfo><Title>Cat & Dog</Title><Odd>x</Odd><Series>S</ComicInfo>".utf8)
    let own = ComicInfo.read(source).metadata
    var book = Book.bare
    book.metadata = own
    book.metadata.set(\.publisher, to: "P", from: Self.origin)
    let writing = try #require(try ComicInfo.rewrite(source, saying: MetadataStatement(book, base: own)))
    #expect(writing.warnings.map(\.rule) == [.metadataRepaired])
    let reading = ComicInfo.read(writing.bytes)
    #expect(reading.warnings.isEmpty)
    #expect(reading.metadata.title == "Cat & Dog")
    #expect(reading.metadata.series == "S")
    #expect(reading.metadata.publisher == "P")
    #expect(reading.metadata.kept.map(\.name) == ["Odd"])
  }

  @Test(
    "what was not understood is never written over",
    arguments: ["", "plain text", "<html><body/></html>", "<MetronInfo/>", "\u{0}\u{1}"])
  func notUnderstood(_ source: String) throws {
    let error = #expect(throws: Diagnostic.self) {
      try rewritten(source) { $0.set(\.series, to: "S", from: Self.origin) }
    }
    #expect(error?.rule == .metadataNotUnderstood)
  }

  @Test("elements that come out of entities are no reason to lose any")
  func entities() throws {
    let source = """
      <!DOCTYPE ComicInfo [<!ENTITY all "<Title>T</Title><Odd>o</Odd>"><!ENTITY s "Kite">]>
      <ComicInfo>&all;<Series>&s;</Series></ComicInfo>
      """
    let text = try #require(try rewritten(source) { $0.set(\.publisher, to: "P", from: Self.origin) })
    let reading = ComicInfo.read(Array(text.utf8))
    #expect(reading.metadata.title == "T")
    #expect(reading.metadata.series == "Kite")
    #expect(reading.metadata.publisher == "P")
    #expect(reading.metadata.kept.map(\.name) == ["Odd"])
  }

  @Test("a book whose facts nobody changed is not filled with those of its other formats")
  func base() throws {
    let source = Array("<ComicInfo><Series>S</Series></ComicInfo>".utf8)
    var book = Book.bare
    book.metadata = ComicInfo.read(source).metadata
    book.metadata.set(\.publisher, to: "From MetronInfo", from: Origin(.embedded, "MetronInfo.xml"))
    var statement = MetadataStatement(book, base: book.metadata)
    #expect(try ComicInfo.rewrite(source, saying: statement) == nil)
    statement.base = nil
    let filled = try #require(try ComicInfo.rewrite(source, saying: statement))
    #expect(ComicInfo.read(filled.bytes).metadata.publisher == "From MetronInfo")
  }

  @Test("a page list is made anew where pages were written anew")
  func pages() throws {
    var book = Book.bare
    book.pages = (0..<2).map { number in
      let entry = EntryReference(source: .main, key: number, name: "\(number).png")
      return Page(id: PageID(entry), picture: .entry(entry), sourceName: entry.name)
    }
    book.metadata = ComicInfo.read(Array(Self.mess.utf8)).metadata
    let pages = book.pages.map { WrittenPage($0, size: Size(width: 2, height: 3), byteCount: 7) }
    let statement = MetadataStatement(book, pages: pages, base: book.metadata)
    let writing = try #require(try ComicInfo.rewrite(Array(Self.mess.utf8), saying: statement))
    let text = String(decoding: writing.bytes, as: UTF8.self)
    #expect(text.contains("<PageCount>2</PageCount>"))
    #expect(text.contains("<Page Image=\"1\" ImageSize=\"7\" ImageWidth=\"2\" ImageHeight=\"3\"></Page>"))
    #expect(!text.contains("Rotate90"))
    #expect(text.contains("<series_extra a=\"1\"><b/></series_extra>"))
  }

  @Test(
    "rewriting the corpus's documents changes the one element asked for",
    .enabled(if: Corpus.isThere, Corpus.absence),
    arguments: ["comicbox-comicinfo", "comicbox-comicinfo-metron-origin", "comicbox-comicinfo-notes-date"])
  func corpus(_ name: String) throws {
    let source = try Corpus.bytes(of: "metadata/\(name).xml")
    #expect(try rewritten(source) { _ in } == nil)
    let changed = try #require(try rewritten(source) { $0.set(\.publisher, to: "P", from: Self.origin) })
    var expected = ComicInfo.read(source).metadata
    expected.set(\.publisher, to: "P", from: Origin(.embedded, ComicInfo.fileName))
    #expect(ComicInfo.read(changed).metadata == expected)
  }
}

extension Book {
  /// A book of which nothing is known.
  static var bare: Book {
    Book(
      source: BookSource(path: "b", stem: "b", folder: "", reader: "archive", format: "ZIP", pageCount: 0),
      pages: [])
  }
}

extension String {
  /// Foundation's `replacingOccurrences`, which tests do without.
  func replacing(_ old: String, with new: String) -> String {
    var rest = self[...]
    var out = ""
    while let found = rest.firstRange(of: old) {
      out += rest[..<found.lowerBound] + new
      rest = rest[found.upperBound...]
    }
    return out + rest
  }
}
