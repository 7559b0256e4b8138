import BookModel
import Formats
import Publications
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

private let corpus = getenv("LEPORELLO_CORPUS").map { String(cString: $0) } ?? "../shared/corpus"
private let isThere = access("\(corpus)/manifest.tsv", R_OK) == 0

private func bytes(of name: String) throws -> [UInt8] {
  let file = try #require(fopen("\(corpus)/\(name)", "rb"))
  defer { fclose(file) }
  var all: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    guard count > 0 else { return all }
    all += buffer.prefix(count)
  }
}

@Suite(
  "package documents of the corpus",
  .enabled(if: isThere, "the corpus is not there: set LEPORELLO_CORPUS to its folder"))
struct OPFCorpusTests {
  private func package(_ name: String) throws -> PackageDocument {
    try PackageDocument(try bytes(of: "metadata/readium-\(name).opf"))
  }

  private func metadata(_ name: String) throws -> Metadata {
    OPFMetadata(try package(name), origin: Origin(.sidecar, "metadata.opf")).metadata
  }

  @Test(
    "title and spine as the manifest says",
    arguments: [
      ("collections-epub2", 1), ("contributors", 1), ("cover-epub2", 1), ("fallback-html-in-spine", 2),
      ("fallback-image-html-mixed", 2), ("fallback-image-in-spine", 2), ("minimal", 1),
      ("rendition-metadata", 1),
    ])
  func read(name: String, spine: Int) throws {
    let document = try package(name)
    #expect(document.spine.items.count == spine)
    #expect(document.repairs.isEmpty)
    #expect(try metadata(name).title != nil)
  }

  @Test("series and number in calibre's form")
  func collections() throws {
    let metadata = try metadata("collections-epub2")
    #expect(metadata.series == "Classic Anthology" && metadata.number == BookNumber("1.5"))
  }

  @Test(
    "directions",
    arguments: [
      ("default", nil), ("ltr", .leftToRight), ("none", nil), ("readingOrder", .rightToLeft),
      ("rtl", .rightToLeft),
    ] as [(String, Direction?)])
  func directions(name: String, direction: Direction?) throws {
    #expect(try metadata("progression-\(name)").direction == direction)
  }

  @Test("a main title takes precedence, a subtitle stands behind it")
  func titles() throws {
    #expect(try metadata("title-main").title == "Main title takes precedence")
    #expect(
      try metadata("title-localized").title
        == "Alice's Adventures in Wonderland: Alice returns to the magical world from her childhood adventure"
    )
    #expect(try metadata("sortAs-epub3").title == "Alice's Adventures in Wonderland")
  }

  @Test("contributors in every way they can be written")
  func contributors() throws {
    let metadata = try metadata("contributors")
    let credits = try #require(metadata.credits)
    func names(_ role: Credit.Role) -> [String] { credits.filter { $0.role == role }.map(\.name) }
    #expect(
      names(.writer) == [
        "Author 1", "Author 3", "Author 4", "Author A", "Author 2", "Cameleon 1", "Cameleon A",
      ])
    #expect(names(.penciller) == ["Artist", "Illustrator 1", "Illustrator 2", "Illustrator A"])
    #expect(names(.inker) == [])
    #expect(
      names(.translator) == ["Translator"] && names(.editor) == ["Editor"] && names(.colorist) == ["Colorist"]
    )
    #expect(metadata.publisher == "Publisher 1")
  }

  @Test("layout, cover and fallbacks")
  func structure() throws {
    #expect(try package("rendition-metadata").isFixedLayout)
    #expect(try package("cover-epub2").meta("cover") == "my-cover")
    let document = try package("fallback-image-in-spine")
    let item = try #require(document.item("page1"))
    #expect(document.fallbackChain(of: item).map(\.href) == ["page1.jpg", "page1.xhtml"])
  }
}
