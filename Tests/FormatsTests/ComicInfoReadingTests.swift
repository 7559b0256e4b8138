import BookModel
import Diagnostics
import Formats
import Options
import Testing

@Suite("ComicInfo is read whole")
struct ComicInfoReadingTests {
  private func read(_ elements: String) -> MetadataReading {
    ComicInfo.read(Array("<?xml version=\"1.0\"?><ComicInfo>\(elements)</ComicInfo>".utf8))
  }

  private func values(_ elements: String) -> String {
    let metadata = read(elements).metadata
    return metadata.fields.map { "\($0.rawValue)=\(metadata[$0]?.value.text ?? "")" }.joined(separator: "; ")
  }

  @Test(
    "each element becomes its field",
    arguments: [
      ("<Title>A; B</Title>", "title=A; B"), ("<Series> S </Series>", "series=S"),
      ("<Number>001</Number>", "number=001"),
      ("<Number>-1</Number>", "number=-1"), ("<Number>1.MU</Number>", "number=1.MU"),
      ("<Number>½</Number>", "number=½"),
      ("<Count>7</Count>", "count=7"), ("<Count>07.0</Count>", "count=7"),
      (
        "<AlternateSeries>X</AlternateSeries><AlternateNumber>02</AlternateNumber><AlternateCount>3</AlternateCount>",
        "alternateSeries=X; alternateNumber=02; alternateCount=3"
      ),
      ("<Summary>One\nTwo</Summary>", "summary=One\nTwo"),
      ("<Notes>n</Notes><Review>r</Review>", "notes=n; review=r"),
      ("<Year>1950</Year><Month>01</Month><Day>1</Day>", "date=1950-01-01"),
      ("<Year>1950</Year><Day>3</Day>", "date=1950"),
      (
        "<Writer>Ann, Bo</Writer><Translator>Cy</Translator>",
        "credits=Ann (writer), Bo (writer), Cy (translator)"
      ),
      (
        "<CoverArtist>Ann</CoverArtist><Penciller>Ann</Penciller>",
        "credits=Ann (penciller), Ann (coverArtist)"
      ),
      ("<Publisher>P</Publisher><Imprint>I</Imprint>", "publisher=P; imprint=I"),
      ("<Genre>Science Fiction, Fantasy,,Fantasy</Genre>", "genres=Science Fiction, Fantasy"),
      (
        "<Tags>a,b</Tags><Characters>C</Characters><Teams>T</Teams><Locations>L</Locations>",
        "tags=a, b; characters=C; teams=T; locations=L"
      ),
      ("<SeriesGroup>G, H</SeriesGroup>", "seriesGroups=G, H"),
      ("<Web>https://a.example/x https://b.example</Web>", "web=https://a.example/x, https://b.example"),
      ("<Web>https://a.example/x,y,https://b.example</Web>", "web=https://a.example/x,y, https://b.example"),
      ("<LanguageISO>jpn</LanguageISO>", "language=ja"),
      ("<LanguageISO>en_us</LanguageISO>", "language=en-US"),
      ("<Format>TPB</Format>", "format=TPB"), ("<BlackAndWhite>Yes</BlackAndWhite>", "isBlackAndWhite=yes"),
      ("<Manga>Yes</Manga>", "isManga=yes"), ("<Manga>No</Manga>", "isManga=no"),
      ("<Manga>YesAndRightToLeft</Manga>", "isManga=yes; direction=rtl"),
      ("<Manga>yesandrighttoleft</Manga>", "isManga=yes; direction=rtl"),
      ("<AgeRating>MA 15+</AgeRating>", "ageRating=MA 15+"),
      ("<CommunityRating>4,25</CommunityRating>", "communityRating=4.25"),
      (
        "<ScanInformation>s</ScanInformation><MainCharacterOrTeam>m</MainCharacterOrTeam>",
        "mainCharacterOrTeam=m; scanInformation=s"
      ),
      ("<StoryArc>A,B,C</StoryArc><StoryArcNumber>4,,2</StoryArcNumber>", "storyArcs=A #4, B, C #2"),
      ("<GTIN>9780306406157</GTIN>", "identifiers=isbn:9780306406157"),
      ("<GTIN>urn:comicvine:issue:145269</GTIN>", "identifiers=comicvine:issue:145269"),
      ("<GTIN>B00</GTIN>", "identifiers=B00"),
      ("<title>any case</title>", "title=any case"), ("<Title><![CDATA[a & b]]></Title>", "title=a & b"),
      ("<c:Title xmlns:c='urn:x'>prefixed</c:Title>", "title=prefixed"),
    ])
  func fields(_ elements: String, _ expected: String) {
    #expect(values(elements) == expected)
    #expect(read(elements).warnings.isEmpty)
  }

  @Test(
    "Volume is a year, a tankōbon's number or tells runs apart",
    arguments: [
      ("<Volume>1950</Volume>", "startYear=1950"), ("<Volume>2</Volume>", "seriesVolume=2"),
      ("<Volume>0</Volume>", "seriesVolume=0"),
      ("<Volume>3</Volume><Manga>Yes</Manga>", "volume=3; isManga=yes"),
      ("<Volume>03</Volume><Manga>YesAndRightToLeft</Manga>", "volume=3; isManga=yes; direction=rtl"),
      ("<Volume>3</Volume><Manga>No</Manga>", "seriesVolume=3; isManga=no"),
      ("<Volume>3.5</Volume>", "volume=3.5"),
      ("<Volume>16-17</Volume>", "volume=16-17"), ("<Volume>1.0</Volume>", "seriesVolume=1"),
    ])
  func volume(_ elements: String, _ expected: String) {
    #expect(values(elements) == expected)
  }

  @Test(
    "what stands for nothing is nothing, without a warning (F33)",
    arguments: [
      "", "<Volume/><Count></Count><Writer> </Writer>",
      "<Count>-1</Count><Volume>-1</Volume><AlternateCount>-1</AlternateCount>",
      "<Year>-1</Year><Month>-1</Month><Day>-1</Day>", "<Count>0</Count><Year>0</Year>",
      "<Manga>Unknown</Manga>",
      "<BlackAndWhite>Unknown</BlackAndWhite><AgeRating>Unknown</AgeRating>",
      "<LanguageISO>und</LanguageISO>",
      "<CommunityRating>-1</CommunityRating>", "<PageCount>99</PageCount>", "<Month>5</Month>",
      "<StoryArcNumber></StoryArcNumber>",
    ])
  func absent(_ elements: String) {
    #expect(read(elements).metadata.isEmpty)
    #expect(read(elements).warnings.isEmpty)
  }

  @Test(
    "what an element cannot hold is ignored, with a warning that names it",
    arguments: [
      ("<Count>many</Count>", "'Count' is 'many'"), ("<Volume>Naruto</Volume>", "'Volume' is 'Naruto'"),
      ("<Year>50</Year>", "'Year' is '50'"),
      ("<Manga>maybe</Manga>", "'Manga' is 'maybe'"),
      ("<CommunityRating>9</CommunityRating>", "'CommunityRating' is '9'"),
      ("<Year>2019</Year><Month>13</Month>", "'Month' is '13'"),
      ("<Year>2019</Year><Month>2</Month><Day>30</Day>", "'Day' is '30'"),
    ])
  func nonsense(_ elements: String, _ message: String) {
    let reading = read("<Series>S</Series>" + elements)
    #expect(Set(reading.metadata.fields).subtracting([.date]) == [.series])
    #expect(reading.warnings.count == 1)
    #expect(reading.warnings.first?.message.hasPrefix(message) == true)
    #expect(reading.warnings.first?.severity == .warning)
    #expect(reading.warnings.first?.place.entry == "ComicInfo.xml")
  }

  @Test("where semicolons part people, a comma belongs to a name")
  func semicolons() {
    #expect(
      read("<Writer>Blech, A.; Zinn, O.;</Writer><Inker>Ada Blech, Otto Zinn</Inker>").metadata.credits == [
        Credit("Blech, A.", .writer), Credit("Zinn, O.", .writer), Credit("Ada Blech", .inker),
        Credit("Otto Zinn", .inker),
      ])
  }

  @Test("a language that is no tag is told of and kept as written, for normalizing to know")
  func languageName() {
    let reading = read("<LanguageISO>English</LanguageISO>")
    #expect(reading.metadata.language == "English")
    #expect(reading.warnings.map(\.message) == ["'English' is not a language tag; readers ignore it"])
  }

  @Test("of repeated elements the first that holds anything is taken, and the others are told of")
  func repeated() {
    let reading = read("<Genre/><Genre>A</Genre><Genre>B</Genre>")
    #expect(reading.metadata.genres == ["A"])
    #expect(reading.warnings.map(\.rule) == [.comicInfoRepeated])
  }

  @Test("unknown elements are kept as they are, and origins say where values come from")
  func kept() {
    let elements = "<Series>S</Series><URL>u &amp; v</URL><LocalizedSeries a=\"b\"><x>1</x></LocalizedSeries>"
    let reading = ComicInfo.read(
      Array("<ComicInfo>\(elements)</ComicInfo>".utf8), origin: Origin(.sidecar, "a.xml"))
    #expect(reading.metadata.kept.map(\.name) == ["URL", "LocalizedSeries"])
    #expect(
      reading.metadata.kept.map(\.xml) == [
        "<URL>u &amp; v</URL>", "<LocalizedSeries a=\"b\"><x>1</x></LocalizedSeries>",
      ])
    #expect(reading.metadata.kept.allSatisfy { $0.format == "ComicInfo" })
    #expect(reading.metadata[.series]?.origin == Origin(.sidecar, "a.xml"))
  }

  // MARK: files that are not well formed (F29, F32)

  @Test("a file that says UTF-8 but is Windows-1252 keeps every field")
  func windows1252() {
    var bytes = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?><ComicInfo><Series>".utf8)
    bytes += [0xC9, 0x74, 0xE9] + Array("</Series><Title>No".utf8) + [0xEB] + Array("l ".utf8) + [0x97]
    bytes += Array(" ".utf8) + [0xC7] + Array("a</Title><Number>3</Number></ComicInfo>".utf8)
    let reading = ComicInfo.read(bytes)
    #expect(reading.metadata.series == "Été")
    #expect(reading.metadata.title == "Noël — Ça")
    #expect(reading.metadata.number?.text == "3")
    #expect(reading.warnings.count == 1)
  }

  @Test(
    "faults cost no more than they must",
    arguments: [
      ("<ComicInfo><Series>Tom & Jerry</Series><Number>1</Number></ComicInfo>", "Tom & Jerry", "1"),
      ("junk\n<?xml version=\"1.0\"?><ComicInfo><Series>S</Series><Number>2</Number></ComicInfo>", "S", "2"),
      ("<ComicInfo><Series>S\u{1}</Series><Number>3</Number></ComicInfo>", "S", "3"),
      ("<ComicInfo><Series>S</Series><Number>4</Number><Summary>cut", "S", "4"),
      (
        "<ComicInfo><Series>S</Series><Number>5</Number></ComicInfo><ComicInfo><Number>6</Number></ComicInfo>",
        "S", "5"
      ),
      ("<x><ComicInfo><Series>S</Series><Number>7</Number></ComicInfo></x>", "S", "7"),
    ])
  func recovered(_ text: String, _ series: String, _ number: String) {
    let reading = ComicInfo.read(Array(text.utf8))
    #expect(reading.isReadable)
    #expect(reading.metadata.series == series)
    #expect(reading.metadata.number?.text == number)
    #expect(text.hasPrefix("<x>") || !reading.warnings.isEmpty)
  }

  @Test("UTF-16 is read as what it is")
  func utf16() {
    let text = "<?xml version=\"1.0\" encoding=\"utf-16\"?><ComicInfo><Series>Été</Series></ComicInfo>"
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    #expect(ComicInfo.read(bytes).metadata.series == "Été")
  }

  @Test(
    "what cannot be read at all is told of, and is no failure",
    arguments: ["", "no markup", "<html/>", "\u{0}\u{0}"])
  func unreadable(_ text: String) {
    let reading = ComicInfo.read(Array(text.utf8))
    #expect(!reading.isReadable)
    #expect(reading.metadata.isEmpty)
    #expect(
      reading.warnings.contains { $0.rule == .comicInfoUnreadable && $0.place.entry == "ComicInfo.xml" })
  }

  @Test("a document beyond the limits is told of, and is no failure")
  func limits() {
    var limits = Limits()
    limits.maxDocumentBytes.bytes = 10
    let reading = ComicInfo.read(Array("<ComicInfo><Series>S</Series></ComicInfo>".utf8), limits: limits)
    #expect(!reading.isReadable)
    #expect(reading.warnings.map(\.rule) == [.comicInfoUnreadable])
  }

  @Test("many repairs are told briefly")
  func manyRepairs() {
    let reading = read(String(repeating: "<Summary>a & b & c</Summary>", count: 30))
    #expect(reading.warnings.count { $0.rule != .comicInfoRepeated } == 3)
  }

  // MARK: which file

  @Test(
    "the entry is the one at the root, else the one least deep, in any case",
    arguments: [
      (["a/ComicInfo.xml", "ComicInfo.xml"], 1), (["b/ComicInfo.xml", "a/x/ComicInfo.xml"], 0),
      (["comicinfo.xml", "ComicInfo.xml"], 1), (["COMICINFO.XML"], 0),
      (["b/ComicInfo.xml", "a/ComicInfo.xml"], 1),
      (["ComicInfo.xml.bak", "xComicInfo.xml"], nil), ([], nil),
    ] as [([String], Int?)])
  func entry(_ names: [String], _ index: Int?) {
    #expect(ComicInfo.entry(among: names.map { $0.split(separator: "/").map(String.init) }) == index)
  }
}

@Suite("ComicInfo files of the corpus", .enabled(if: Corpus.isThere, Corpus.absence))
struct ComicInfoCorpusTests {
  @Test("a file of comicbox, every field")
  func comicbox() throws {
    let reading = ComicInfo.read(try Corpus.bytes(of: "metadata/comicbox-comicinfo.xml"))
    let metadata = reading.metadata
    #expect(reading.warnings.isEmpty)
    #expect(metadata.title == "The Beginning; The End")
    #expect(metadata.series == "Captain Science")
    #expect(metadata.startYear == 1950)
    #expect(metadata.date?.description == "1950-11-01")
    #expect(
      metadata.storyArcs == [
        StoryArc(name: "Captain Arc", number: "4"), StoryArc(name: "Other Arc", number: "2"),
      ])
    #expect(metadata.characters == ["Captain Science", "Gordon Dane"])
    #expect(metadata.kept.isEmpty)
    #expect(reading.pages.map(\.index) == [0, 1, 2, 3, 4])
    #expect(reading.pages.first?.roles == [.frontCover])
  }

  @Test("repeated elements: the first counts")
  func multiple() throws {
    let reading = ComicInfo.read(try Corpus.bytes(of: "metadata/comicbox-comicinfo-bad-multiple.xml"))
    #expect(reading.metadata.publisher == "Youthful Adventure Stories")
    #expect(reading.metadata.genres == ["Science Fiction", "Fantasy"])
    #expect(reading.warnings.map(\.rule) == [.comicInfoRepeated, .comicInfoRepeated])
  }
}
