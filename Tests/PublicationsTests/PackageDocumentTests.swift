import BookModel
import Diagnostics
import Publications
import Testing

@Suite("package documents")
struct PackageDocumentTests {
  @Test("manifest, spine and guide, with ids that have spaces around them")
  func structure() throws {
    let document = try PackageDocument(
      Array(
        """
        <package version=" 2.0 ">
          <metadata><dc-metadata><title>OEB 1</title></dc-metadata></metadata>
          <manifest>
            <item id=" a " href="a.xhtml" media-type="application/XHTML+xml; charset=utf-8" fallback="b"/>
            <item id="b" href="b.jpg" media-type="image/jpeg" properties="cover-image  x"/><item id="c"/>
          </manifest>
          <spine toc="ncx" page-progression-direction=" RTL ">
            <itemref idref="a" linear="no"/><itemref idref=" a"/><itemref/>
          </spine>
          <guide><reference type="COVER" title=" The  cover " href="a.xhtml#x"/><reference type="toc"/></guide>
        </package>
        """.utf8))
    #expect(document.version == "2.0")
    #expect(document.dublinCore("title").map(\.value) == ["OEB 1"])
    #expect(document.manifest.map(\.id) == ["a", "b"])
    #expect(document.item("a")?.mediaType == "application/xhtml+xml")
    #expect(document.item("b")?.properties == ["cover-image", "x"])
    #expect(document.spine.items.map(\.isLinear) == [false, true])
    #expect(document.spine.items.map(\.idref) == ["a", "a"])
    #expect(document.direction == .rightToLeft)
    #expect(document.guide.map(\.type) == ["cover"])
    #expect(document.guide.first?.title == "The cover")
  }

  @Test("identifiers are listed with the unique one first, as fonts may be obfuscated with it")
  func identifiers() throws {
    let document = try PackageDocument(
      Array(
        """
        <package unique-identifier="id"><metadata>
          <identifier>isbn</identifier><identifier id="id">urn:uuid:1</identifier><identifier id="x">urn:2</identifier>
        </metadata></package>
        """.utf8))
    #expect(document.identifiers == ["urn:uuid:1", "isbn", "urn:2"])
  }

  @Test("a chain of fallbacks ends, be it circular or broken")
  func fallbacks() throws {
    let document = try package(
      "",
      manifest: """
        <item id="a" href="a" fallback="b"/><item id="b" href="b" fallback="c"/><item id="c" href="c" fallback="a"/>
        <item id="d" href="d" fallback="nowhere"/><item id="e" href="e" fallback="e"/>
        """)
    func chain(_ id: String) throws -> [String] {
      document.fallbackChain(of: try #require(document.item(id))).map(\.id)
    }
    #expect(try chain("a") == ["a", "b", "c"])
    #expect(try chain("d") == ["d"])
    #expect(try chain("e") == ["e"])
  }

  @Test(
    "fixed layout in the ways of EPUB 3 and Kindle",
    arguments: [
      ("<meta property='rendition:layout'> pre-paginated </meta>", true),
      (
        "<meta property='rendition:layout'>reflowable</meta><meta name='fixed-layout' content='true'/>", false
      ),
      ("<meta name='fixed-layout' content='true'/>", true),
      ("<meta name='fixed-layout' content='false'/>", false),
      ("<meta name='original-resolution' content='600x900'/>", true), ("", false),
    ])
  func fixedLayout(metadata: String, isFixed: Bool) throws {
    #expect(try package(metadata).isFixedLayout == isFixed)
  }

  @Test(
    "direction from the spine, or else from Kindle's writing mode",
    arguments: [
      ("rtl", "", Direction.rightToLeft), ("ltr", "", .leftToRight), ("default", "", nil), ("", "", nil),
      ("", "horizontal-rl", .rightToLeft), ("default", "vertical-rl", .rightToLeft),
      ("ltr", "horizontal-rl", .leftToRight),
    ] as [(String, String, Direction?)])
  func direction(progression: String, mode: String, expected: Direction?) throws {
    let document = try package(
      "<meta name='primary-writing-mode' content='\(mode)'/>",
      spine: "<spine page-progression-direction='\(progression)'/>")
    #expect(document.direction == expected)
  }

  @Test(
    "page sides with and without the prefix",
    arguments: [
      ("page-spread-left", PageSide.left), ("rendition:page-spread-right", .right),
      ("x rendition:page-spread-center", .center),
      ("rendition:layout-pre-paginated", nil), ("", nil),
    ] as [(String, PageSide?)])
  func sides(properties: String, side: PageSide?) throws {
    let document = try package("", spine: "<spine><itemref idref='a' properties='\(properties)'/></spine>")
    #expect(document.spine.items.first?.side == side)
    #expect(document.hasSpreadPlacement == (side != nil))
  }

  @Test("what is no package document is refused; a cut one is read as far as it goes")
  func malformed() throws {
    let error = #expect(throws: Diagnostic.self) { try PackageDocument(Array("<html/>".utf8)) }
    #expect(error?.rule == .packageMalformed)
    let cut = "<package><metadata><dc:title>T & U</dc:title></metadata><manifest><item id='a' href='x'/><it"
    let document = try PackageDocument(Array(cut.utf8))
    #expect(document.dublinCore("title").first?.value == "T & U")
    #expect(document.manifest.count == 1)
    #expect(!document.repairs.isEmpty)
  }
}
