import BookModel
import Diagnostics
import Formats
import Testing

@Suite("metadata of package documents")
struct OPFMetadataTests {
  private func read(_ metadata: String, version: String = "3.0", spine: String = "") throws -> Metadata {
    OPFMetadata(
      try package(metadata, version: version, spine: spine), origin: Origin(.embedded, "package document")
    )
    .metadata
  }

  private func refined(_ element: String, _ id: String, _ value: String, _ refinements: (String, String)...)
    -> String
  {
    "<\(element) id='\(id)'>\(value)</\(element.prefix { $0 != " " })>"
      + refinements.map { "<meta refines='#\(id)' property='\($0.0)'>\($0.1)</meta>" }.joined()
  }

  @Test("the first title is the title; a main title takes precedence, a subtitle stands behind it")
  func titles() throws {
    #expect(try read("<dc:title> One \n line </dc:title><dc:title>Other</dc:title>").title == "One line")
    let main = refined("dc:title", "m", "Main", ("title-type", "main"))
    let subtitle = refined("dc:title", "s", "Below", ("title-type", "subtitle"))
    #expect(try read("<dc:title>Short</dc:title>" + main).title == "Main")
    #expect(try read(subtitle + main).title == "Main: Below")
    #expect(try read(subtitle).title == "Below")
    #expect(try read("").title == nil)
  }

  @Test("titles of collections are groups, or arcs where they have a place in them")
  func collectionTitles() throws {
    let group = refined("dc:title", "c", "Classics", ("title-type", "collection"))
    let arc = refined("dc:title", "d", "Saga", ("title-type", "collection"), ("display-seq", "2"))
    let metadata = try read("<dc:title>T</dc:title>" + group + arc)
    #expect(metadata.title == "T")
    #expect(metadata.seriesGroups == ["Classics"])
    #expect(metadata.storyArcs == [StoryArc(name: "Saga", number: "2")])
  }

  private func collection(_ id: String, _ name: String, _ refinements: (String, String)...) -> String {
    "<meta property='belongs-to-collection' id='\(id)'>\(name)</meta>"
      + refinements.map { "<meta refines='#\(id)' property='\($0.0)'>\($0.1)</meta>" }.joined()
  }

  @Test("a series of EPUB 3 outranks calibre's; sets are groups; the title is not touched (F40)")
  func series() throws {
    let set = collection("c0", "Summer Sale Box", ("collection-type", "set"), ("group-position", "1"))
    let series = collection("c1", "Bookworm", ("collection-type", "series"), ("group-position", "10"))
    let calibre = "<meta name='calibre:series' content='Old'/><meta name='calibre:series_index' content='9'/>"
    let metadata = try read("<dc:title>Bookworm: Part 3 Volume 3</dc:title>" + set + series + calibre)
    #expect(metadata.series == "Bookworm" && metadata.number == BookNumber("10"))
    #expect(metadata.title == "Bookworm: Part 3 Volume 3" && metadata.volume == nil)
    #expect(metadata.seriesGroups == ["Summer Sale Box"])
    #expect(try read(calibre).series == "Old")
    let withoutIndex = try read("<meta name='calibre:series' content='abc'/>", version: "2.0")
    #expect(withoutIndex.series == "abc" && withoutIndex.number == nil)
    #expect(try read(set).series == nil)
  }

  @Test("of two series, the one with a position is the series and the other the alternate one")
  func twoSeries() throws {
    let first = collection("c1", "Unplaced", ("collection-type", "series"))
    let second = collection("c2", "Placed", ("collection-type", "series"), ("group-position", "2.5"))
    let metadata = try read(first + second)
    #expect(metadata.series == "Placed" && metadata.number == BookNumber("2.5"))
    #expect(metadata.alternateSeries == "Unplaced" && metadata.alternateNumber == nil)
  }

  @Test("a collection of no type is a series only with a position and where nothing better speaks")
  func untypedCollection() throws {
    let placed = collection("c1", "Maybe", ("group-position", "4"))
    #expect(try read(placed).series == "Maybe")
    #expect(try read(placed + "<meta name='calibre:series' content='Sure'/>").series == "Sure")
    let bare = try read(collection("c1", "Shelf"))
    #expect(bare.series == nil && bare.seriesGroups == ["Shelf"])
  }

  @Test(
    "positions lose the .0 of programs and nothing else (F36)",
    arguments: [
      ("3.0", "3"), ("3.50", "3.50"), ("1.2.3", "1.2.3"), ("0.0", "0"), ("16-17", "16-17"), ("007", "007"),
    ])
  func positions(written: String, number: String) throws {
    let metadata = try read(
      "<meta name='calibre:series' content='S'/><meta name='calibre:series_index' content='\(written)'/>")
    #expect(metadata.number == BookNumber(number))
    #expect(metadata.volume == nil)
  }

  @Test("creators by role, refined, by attribute, and with or without the prefix")
  func credits() throws {
    let metadata = try read(
      "<dc:creator>A</dc:creator>" + refined("dc:creator", "b", "B", ("role", "art"))
        + refined("dc:creator", "c", "C", ("role", "http://id.loc.gov/vocabulary/relators/clr"))
        + "<dc:creator opf:role='aut'>D</dc:creator><creator role='ill'>E</creator>"
        + "<dc:contributor opf:role='edt'>F</dc:contributor><dc:contributor role='trl'>G</dc:contributor>"
        + "<dc:contributor opf:role='bkp'>calibre (6.1)</dc:contributor><dc:contributor>H</dc:contributor>"
        + refined("dc:contributor", "i", "I", ("role", "nrt"))
        + refined("dc:creator", "j", "J", ("role", "aut"), ("role", "cov")))
    #expect(
      metadata.credits == [
        Credit("A", .writer), Credit("B", .penciller), Credit("C", .colorist), Credit("D", .writer),
        Credit("E", .penciller), Credit("J", .writer), Credit("J", .coverArtist), Credit("F", .editor),
        Credit("G", .translator),
        Credit("H", Credit.Role("contributor")), Credit("I", Credit.Role("nrt")),
      ])
  }

  @Test("an illustrator who is the only artist also inked")
  func onlyIllustrator() throws {
    let metadata = try read("<dc:creator opf:role='ill'>E</dc:creator>")
    #expect(metadata.credits == [Credit("E", .penciller), Credit("E", .inker)])
  }

  @Test(
    "a name is turned round only where file-as shows that it stands in its sorted form",
    arguments: [
      ("Moore, Alan", "Moore, Alan", "Alan Moore"), ("Moore, Alan", nil, "Moore, Alan"),
      ("Alan Moore", "Moore, Alan", "Alan Moore"), ("Moore, Alan", "Alan Moore", "Moore, Alan"),
      ("Marvel Comics, Inc.", "Marvel Comics, Inc.", "Marvel Comics, Inc."),
      ("Davis, Sammy, Jr.", "Davis, Sammy, Jr.", "Davis, Sammy, Jr."), ("Moore,", "Moore,", "Moore,"),
    ] as [(String, String?, String)])
  func names(written: String, sorted: String?, name: String) throws {
    let attribute = sorted.map { " opf:file-as='\($0)'" } ?? ""
    #expect(try read("<dc:creator\(attribute)>\(written)</dc:creator>").credits == [Credit(name, .writer)])
    if let sorted {
      let refined = refined("dc:creator", "a", written, ("file-as", sorted))
      #expect(try read(refined).credits == [Credit(name, .writer)])
    }
  }

  @Test("what KCC writes into every book is not known of this one")
  func kcc() throws {
    let kcc = "<dc:creator>KCC</dc:creator><dc:language>en-US</dc:language>"
    let metadata = try read(kcc)
    #expect(metadata.credits == nil && metadata.language == nil)
    let named = "<dc:contributor id='contributor'>KindleComicConverter-9.0</dc:contributor>"
    let other = try read("<dc:creator>Someone</dc:creator><dc:language>en-US</dc:language>" + named)
    #expect(other.credits == [Credit("Someone", .writer)] && other.language == nil)
    #expect(try read("<dc:creator>KCC</dc:creator><dc:language>ja</dc:language>").language == "ja")
    #expect(try read("<dc:language>en-US</dc:language>").language == "en-US")
  }

  @Test(
    "dates keep the parts that are known, as written (F34)",
    arguments: [
      ("2010", "2010"), ("2010-07", "2010-07"), ("2010-07-04", "2010-07-04"),
      ("2010-07-04T22:30:00-05:00", "2010-07-04"),
      ("0101-01-01T00:00:00+00:00", nil), ("sometime", nil), ("2010-13-40", "2010"), ("", nil),
    ] as [(String, String?)])
  func dates(written: String, date: String?) throws {
    #expect(try read("<dc:date>\(written)</dc:date>").date?.description == date)
  }

  @Test("the date of publication is preferred, that of a modification never taken")
  func dateEvents() throws {
    let modified =
      "<dc:date opf:event='modification'>2020-01-01</dc:date><meta property='dcterms:modified'>2021-01-01T00:00:00Z</meta>"
    #expect(try read(modified).date == nil)
    let published = "<dc:date opf:event='publication'>1999</dc:date>"
    #expect(try read(modified + "<dc:date>2001</dc:date>" + published).date?.year == 1999)
    #expect(try read(modified + "<dc:date>junk</dc:date><dc:date>2001</dc:date>").date?.year == 2001)
  }

  @Test("languages are BCP 47; und and nonsense are nothing")
  func languages() throws {
    #expect(try read("<dc:language>und</dc:language><dc:language>jpn</dc:language>").language == "ja")
    #expect(try read("<dc:language>English</dc:language>").language == nil)
  }

  @Test("subjects are genres, BISAC codes tags")
  func subjects() throws {
    let metadata = try read(
      "<dc:subject>Manga, Action</dc:subject><dc:subject>CGN004050</dc:subject><dc:subject>Manga; Drama</dc:subject>"
        + refined("dc:subject", "s", "Fantasy", ("authority", "BISAC"), ("term", "CGN004030")))
    #expect(metadata.genres == ["Manga", "Action", "Drama", "Fantasy"])
    #expect(metadata.tags == ["CGN004050", "CGN004030"])
  }

  @Test("a description's HTML becomes text with paragraphs")
  func description() throws {
    let escaped =
      "<dc:description>&lt;p>One &amp;amp;\n <![CDATA[<b>two</b>]]>&lt;/p>&lt;p>Three&lt;br/>four&lt;/p></dc:description>"
    #expect(try read(escaped).summary == "One & two\n\nThree\nfour")
    let plain = "<dc:description> a &lt; b &amp;amp; c\r\n\r\n\r\n  d </dc:description>"
    #expect(try read(plain).summary == "a < b &amp; c\n\nd")
  }

  @Test(
    "identifiers by scheme, attribute or form",
    arguments: [
      (
        "<dc:identifier>urn:isbn:978-0-306-40615-7</dc:identifier>",
        Identifier(scheme: "isbn", value: "9780306406157")
      ),
      (
        "<dc:identifier opf:scheme='ISBN'>0306406152</dc:identifier>",
        Identifier(scheme: "isbn", value: "0306406152")
      ),
      (
        "<dc:identifier scheme='ISBN'>080442957X</dc:identifier>",
        Identifier(scheme: "isbn", value: "080442957X")
      ),
      ("<dc:identifier>9780306406157</dc:identifier>", Identifier(scheme: "isbn", value: "9780306406157")),
      ("<dc:identifier>0306406152</dc:identifier>", Identifier(scheme: "", value: "0306406152")),
      (
        "<dc:identifier opf:scheme='ISBN'>9780306406158</dc:identifier>",
        Identifier(scheme: "isbn", value: "9780306406158")
      ),
      ("<dc:identifier>urn:uuid:ABC-1</dc:identifier>", Identifier(scheme: "uuid", value: "ABC-1")),
      (
        "<dc:identifier opf:scheme='MOBI-ASIN'>B00X</dc:identifier>",
        Identifier(scheme: "asin", value: "B00X")
      ),
      (
        "<dc:identifier id='i'>9780306406157</dc:identifier><meta refines='#i' property='identifier-type' scheme='onix:codelist5'>15</meta>",
        Identifier(scheme: "isbn", value: "9780306406157")
      ),
    ])
  func identifiers(xml: String, identifier: Identifier) throws {
    #expect(try read(xml).identifiers == [identifier])
  }

  @Test("an identifier that is an address is an address")
  func addresses() throws {
    let metadata = try read(
      "<dc:identifier>url:https://example.org/b</dc:identifier><dc:identifier opf:scheme='URL'>http://example.org/c</dc:identifier>"
    )
    #expect(metadata.web == ["https://example.org/b", "http://example.org/c"] && metadata.identifiers == nil)
  }

  @Test("calibre's rating of ten becomes one of five; direction, publisher and what is left are kept")
  func others() throws {
    let metadata = try read(
      "<meta name='calibre:rating' content='9.0'/><dc:publisher>P</dc:publisher><dc:rights>© & more</dc:rights>"
        .replacing("& more", with: "&amp; more"), spine: "<spine page-progression-direction='rtl'/>")
    #expect(
      metadata.communityRating == 4.5 && metadata.publisher == "P" && metadata.direction == .rightToLeft)
    #expect(
      metadata.kept == [
        KeptElement(
          format: "OPF", name: "rights",
          xml: "<dc:rights xmlns:dc=\"http://purl.org/dc/elements/1.1/\">© &amp; more</dc:rights>")
      ])
    #expect(try read("<meta name='calibre:rating' content='11'/>").communityRating == nil)
    #expect(try read("<dc:contributor opf:role='pbl'>Q</dc:contributor>").publisher == "Q")
  }

  @Test("every field remembers the origin given")
  func origin() throws {
    let metadata = try read("<dc:title>T</dc:title><dc:language>en</dc:language>")
    #expect(metadata.fields.allSatisfy { metadata[$0]?.origin == Origin(.embedded, "package document") })
  }
}
