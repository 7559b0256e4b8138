import BookModel
import Diagnostics
import Formats
import Publications
import Testing

@Suite("Package documents are rewritten")
struct OPFRewritingTests {
  private static let origin = Origin(.commandLine)

  private static func metadata(_ bytes: [UInt8]) throws -> Metadata {
    OPFMetadata(try PackageDocument(bytes), origin: Origin(.embedded)).metadata
  }

  private static func rewriting(
    _ source: String, _ change: (inout Metadata) -> Void
  ) throws -> MetadataWriting? {
    let own = try metadata(Array(source.utf8))
    var book = Book.bare
    book.metadata = own
    change(&book.metadata)
    return try PackageDocument.rewrite(Array(source.utf8), saying: MetadataStatement(book, base: own))
  }

  private static func rewritten(_ source: String, _ change: (inout Metadata) -> Void) throws -> String? {
    try rewriting(source, change).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private static func package(_ version: String, _ metadata: String) -> String {
    """
    <?xml version='1.0' encoding='utf-8'?>
    <package xmlns="http://www.idpf.org/2007/opf" unique-identifier="uid" version="\(version)">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
    \(metadata)
      </metadata>
      <manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml" /></manifest>
      <spine><itemref idref="a"/></spine>
    </package>
    """
  }

  private static let version3 = package(
    "3.0",
    """
        <dc:identifier id="uid">urn:uuid:1</dc:identifier>
        <dc:title id="t">Kite</dc:title>
        <meta refines="#t" property="title-type">main</meta>
        <dc:title id="s">The String</dc:title>
        <meta refines="#s" property="title-type">subtitle</meta>
        <dc:creator id="c1">Ann Ash</dc:creator>
        <meta refines="#c1" property="role" scheme="marc:relators">aut</meta>
        <meta refines="#c1" property="file-as">Ash, Ann</meta>
        <dc:language>en</dc:language>
        <dc:subject>Adventure, Crime</dc:subject>
        <meta property="belongs-to-collection" id="c">Kites</meta>
        <meta refines="#c" property="collection-type">series</meta>
        <meta refines="#c" property="group-position">4.0</meta>
        <meta name="calibre:series" content="Kites"/>
        <meta name="calibre:series_index" content="4.0"/>
        <meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>
    """)

  @Test("a document that says it already stays as it is")
  func unchanged() throws {
    #expect(try Self.rewritten(Self.version3) { _ in } == nil)
    #expect(
      try Self.rewritten(Self.version3) { $0.set(\.number, to: BookNumber("4"), from: Self.origin) } == nil)
  }

  @Test("series and number change in every form the document has")
  func series() throws {
    let text = try Self.rewritten(Self.version3) {
      $0.set(\.series, to: "A & B", from: Self.origin)
      $0.set(\.number, to: BookNumber("5.5"), from: Self.origin)
    }
    #expect(
      text
        == Self.version3.replacing(">Kites<", with: ">A &amp; B<").replacing(">4.0<", with: ">5.5<")
        .replacing("content=\"Kites\"", with: "content=\"A &amp; B\"")
        .replacing("content=\"4.0\"", with: "content=\"5.5\""))
  }

  @Test("a title changes alone, and takes its subtitle along where that no longer follows")
  func title() throws {
    let kept = try Self.rewritten(Self.version3) {
      $0.set(\.title, to: "Dragon: The String", from: Self.origin)
    }
    #expect(kept == Self.version3.replacing(">Kite<", with: ">Dragon<"))
    let new = try Self.rewritten(Self.version3) { $0.set(\.title, to: "Dragon", from: Self.origin) }
    #expect(
      new
        == Self.version3.replacing(">Kite<", with: ">Dragon<")
        .replacing("\n    <dc:title id=\"s\">The String</dc:title>", with: "")
        .replacing("\n    <meta refines=\"#s\" property=\"title-type\">subtitle</meta>", with: ""))
  }

  @Test("creators come with what refines them, and go with it")
  func credits() throws {
    let text = try Self.rewritten(Self.version3) {
      $0.set(\.credits, to: [Credit("Bo <B>", .inker)], from: Self.origin)
    }
    #expect(
      text
        == Self.version3.replacing("\n    <dc:creator id=\"c1\">Ann Ash</dc:creator>", with: "")
        .replacing(
          "\n    <meta refines=\"#c1\" property=\"role\" scheme=\"marc:relators\">aut</meta>", with: ""
        )
        .replacing("\n    <meta refines=\"#c1\" property=\"file-as\">Ash, Ann</meta>", with: "")
        .replacing(
          "00:00:00Z</meta>",
          with: """
            00:00:00Z</meta>
                <dc:creator id="creator-1">Bo &lt;B&gt;</dc:creator>
                <meta refines="#creator-1" property="role" scheme="marc:relators">ink</meta>
            """))
  }

  @Test("EPUB 2 gets opf: attributes and calibre's names")
  func version2() throws {
    let source = Self.package("2.0", "    <dc:title>T</dc:title>")
    let text = try Self.rewritten(source) {
      $0.set(\.series, to: "S", from: Self.origin)
      $0.set(\.number, to: BookNumber("3"), from: Self.origin)
      $0.set(\.credits, to: [Credit("A", .writer)], from: Self.origin)
      $0.set(\.date, to: PartialDate(year: 2010, month: 7), from: Self.origin)
      $0.set(\.identifiers, to: [Identifier(scheme: "isbn", value: "9780306406157")], from: Self.origin)
      $0.set(\.communityRating, to: 4, from: Self.origin)
    }
    #expect(
      text
        == source.replacing(
          "<dc:title>T</dc:title>",
          with: """
            <dc:title>T</dc:title>
                <meta name="calibre:series" content="S"/>
                <meta name="calibre:series_index" content="3"/>
                <dc:creator opf:role="aut">A</dc:creator>
                <dc:date opf:event="publication">2010-07</dc:date>
                <dc:identifier opf:scheme="ISBN">9780306406157</dc:identifier>
                <meta name="calibre:rating" content="8"/>
            """))
  }

  @Test("EPUB 3 gets a collection, which Kobo and calibre read")
  func collection() throws {
    let source = Self.package("3.0", "    <dc:title>T</dc:title>")
    let text = try Self.rewritten(source) {
      $0.set(\.series, to: "S", from: Self.origin)
      $0.set(\.number, to: BookNumber("3"), from: Self.origin)
    }
    #expect(
      text
        == source.replacing(
          "<dc:title>T</dc:title>",
          with: """
            <dc:title>T</dc:title>
                <meta property="belongs-to-collection" id="series-1">S</meta>
                <meta refines="#series-1" property="collection-type">series</meta>
                <meta refines="#series-1" property="group-position">3</meta>
            """))
  }

  @Test("subjects, direction and all the rest are read back as asked")
  func rest() throws {
    for source in [Self.version3, Self.package("2.0", "    <dc:title>T</dc:title>")] {
      let change: (inout Metadata) -> Void = {
        $0.set(\.genres, to: ["Crime", "Noir"], from: Self.origin)
        $0.set(\.direction, to: .rightToLeft, from: Self.origin)
        $0.set(\.summary, to: "One\nTwo & three", from: Self.origin)
        $0.set(\.publisher, to: "P", from: Self.origin)
        $0.set(\.language, to: "pt-BR", from: Self.origin)
        $0.set(\.web, to: ["https://a.example/b?c&d"], from: Self.origin)
        $0.set(\.identifiers, to: [Identifier(scheme: "isbn", value: "9780306406157")], from: Self.origin)
      }
      let writing = try #require(try Self.rewriting(source, change))
      #expect(writing.warnings.isEmpty)
      let after = try Self.metadata(writing.bytes)
      var expected = try Self.metadata(Array(source.utf8))
      change(&expected)
      for field in MetadataField.allCases where field != .identifiers {
        #expect(after[field]?.value == expected[field]?.value, "\(field)")
      }
      #expect(after.identifiers?.contains(Identifier(scheme: "isbn", value: "9780306406157")) == true)
      // What names the publication stays.
      #expect(
        source != Self.version3 || after.identifiers?.contains(Identifier(scheme: "uuid", value: "1")) == true
      )
    }
  }

  @Test("what a package document has no place for is told")
  func loss() throws {
    let writing = try #require(
      try Self.rewriting(Self.version3) {
        $0.set(\.publisher, to: "P", from: Self.origin)
        $0.set(\.universes, to: ["U"], from: Self.origin)
      })
    #expect(writing.warnings.map(\.rule) == [.metadataLost])
  }

  @Test("what is no package document is never written over", arguments: ["", "x", "<html/>", "<package/>"])
  func foreign(_ text: String) {
    #expect(throws: Diagnostic.self) {
      try PackageDocument.rewrite(Array(text.utf8), saying: MetadataStatement(.bare))
    }
  }

  @Test(
    "the corpus's documents change where asked and nowhere else",
    .enabled(if: Corpus.isThere, Corpus.absence),
    arguments: [
      "collections-epub2", "sortAs-epub2", "sortAs-epub3", "title-localized", "minimal", "rendition-metadata",
      "contributors", "cover-epub2", "title-main", "progression-rtl",
    ])
  func corpus(_ name: String) throws {
    let bytes = try Corpus.bytes(of: "metadata/readium-\(name).opf")
    let source = String(decoding: bytes, as: UTF8.self)
    #expect(try Self.rewritten(source) { _ in } == nil)
    let before = try Self.metadata(bytes)
    for (field, text) in [
      (MetadataField.title, "New & old"), (.series, "S"), (.publisher, "P"), (.date, "2001-02"),
      (.summary, "Text"),
      (.language, "fr"), (.genres, "G, H"), (.credits, "Zoe Zed (writer), Yan Yew (letterer)"),
      (.communityRating, "4"),
    ] {
      let value = MetadataValue(userText: text, for: field)
      let changed = try #require(
        try Self.rewritten(source) { $0.set(field, to: value, from: Self.origin) }, "\(field)")
      let after = try Self.metadata(Array(changed.utf8))
      #expect(after[field]?.value == value, "\(field)")
      for other in MetadataField.allCases where other != field {
        #expect(after[other]?.value == before[other]?.value, "\(other) after \(field)")
      }
      #expect(try PackageDocument(Array(changed.utf8)).spine == PackageDocument(bytes).spine)
    }
  }
}
