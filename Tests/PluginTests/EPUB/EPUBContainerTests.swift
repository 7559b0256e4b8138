import Archives
import BookModel
import Diagnostics
import Formats
import PluginKit
import Publications
import Readers
import Testing

@Suite("EPUB: container, protection and claims")
struct EPUBContainerTests {
  private func failure(_ epub: TestEPUB) async -> Diagnostic? {
    await #expect(throws: Diagnostic.self) { try await epub.read() }
  }

  private func rootFiles(_ files: String) -> String {
    "<container><rootfiles>\(files)</rootfiles></container>"
  }
  private static let type = "media-type='application/oebps-package+xml'"

  @Test("the first package document that is there is taken; other forms of the book are told")
  func rootFiles() async throws {
    var epub = TestEPUB()
    epub.page(1)
    epub.file(
      "META-INF/container.xml",
      rootFiles(
        "<rootfile full-path='book.pdf' media-type='application/pdf'/><rootfile full-path='gone.opf' \(Self.type)/>"
          + "<rootfile full-path='OEBPS/content.opf' \(Self.type)/><rootfile full-path='other.opf' \(Self.type)/>"
      ))
    let (book, told) = try await epub.read()
    #expect(book.numbers(epub) == [1])
    #expect(told.contains { $0.rule == .severalRenditions && $0.message.contains("book.pdf") })
  }

  @Test(
    "a container that names no package document, or one that is not there, is an error",
    arguments: [
      "", "<rootfile full-path='' \(type)/>", "<rootfile \(type)/>", "<rootfile full-path='no.opf' \(type)/>",
    ])
  func noPackage(_ files: String) async {
    var epub = TestEPUB()
    epub.page(1)
    epub.file("META-INF/container.xml", rootFiles(files))
    let error = await failure(epub)
    #expect(error?.rule == .epubIncomplete && error?.message.contains("package document") == true)
  }

  @Test("an archive without container.xml is no EPUB, and the message says so")
  func noContainer() async {
    let context = TestReadContext(TestContainer([("001.png", [])]))
    let error = await #expect(throws: Diagnostic.self) {
      try await EPUBReader(EPUBSettings()).read(TestEPUB.probe, in: context)
    }
    #expect(error?.rule == .epubIncomplete && error?.message.contains("META-INF/container.xml") == true)
  }

  @Test("a picture named .epub is told to be one")
  func picture() async {
    let context = TestReadContext(TestContainer([]))
    let probe = SourceProbe(path: "a.epub", isFolder: false, head: [0xFF, 0xD8, 0xFF, 0xE0], kind: nil)
    let error = await #expect(throws: Diagnostic.self) {
      try await EPUBReader(EPUBSettings()).read(probe, in: context)
    }
    #expect(error?.message.contains("JPEG picture") == true)
  }

  private func encrypted(_ algorithm: String, beside name: String? = nil) -> TestEPUB {
    var epub = TestEPUB()
    epub.page(1)
    epub.file(
      "META-INF/encryption.xml",
      """
      <encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
      <enc:EncryptedData><enc:EncryptionMethod Algorithm="\(algorithm)"/><enc:CipherData>
      <enc:CipherReference URI="OEBPS/i1.png"/></enc:CipherData></enc:EncryptedData></encryption>
      """)
    if let name { epub.file(name, "x") }
    return epub
  }

  @Test(
    "encryption beyond fonts is refused by name",
    arguments: [
      ("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "META-INF/rights.xml", "Adobe ADEPT"),
      ("http://www.w3.org/2001/04/xmlenc#aes256-cbc", "META-INF/license.lcpl", "Readium LCP"),
      ("http://itunes.apple.com/dataenc", "META-INF/sinf.xml", "Apple FairPlay"), ("", nil, "protected"),
    ] as [(String, String?, String)])
  func protection(algorithm: String, beside: String?, scheme: String) async {
    let error = await failure(encrypted(algorithm, beside: beside))
    #expect(error?.rule.id == "drm" && error?.message.contains(scheme) == true)
  }

  @Test(
    "obfuscated fonts are no protection",
    arguments: ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"])
  func fonts(_ algorithm: String) async throws {
    #expect(try await encrypted(algorithm).read().book.pages.count == 1)
  }

  @Test("an encryption.xml that cannot be read is an error")
  func unreadableEncryption() async {
    var epub = TestEPUB()
    epub.page(1)
    epub.file("META-INF/encryption.xml", String(repeating: "<encryption>", count: 300))
    let error = await failure(epub)
    #expect(error?.place.entry == "META-INF/encryption.xml")
  }

  @Test(
    "an encryption.xml that names nothing protects nothing",
    arguments: [
      "", " \n", "<?xml version='1.0'?>\n<!-- nothing -->",
      "<encryption xmlns='urn:oasis:names:tc:opendocument:xmlns:container'/>",
    ])
  func emptyEncryption(_ text: String) async throws {
    var epub = TestEPUB()
    epub.page(1)
    epub.file("META-INF/encryption.xml", text)
    #expect(try await epub.read().book.numbers(epub) == [1])
  }

  @Test("documents that are not well formed are told once")
  func repairs() async throws {
    var epub = TestEPUB()
    epub.picture("i1.png", 1)
    for id in ["a", "b", "c"] { epub.document(id, "<img src='i1.png'>") }
    epub.spine("a", "b", "c")
    let (book, told) = try await epub.read()
    #expect(book.numbers(epub) == [1, 1, 1])
    let repaired = told.filter { $0.rule.id == "xml-repaired" }
    #expect(repaired.count == 1 && repaired[0].message.contains("likewise 2 more documents"))
  }

  @Test("what the package says is the book's metadata")
  func metadata() async throws {
    var epub = TestEPUB(metadata: "<dc:language>fr</dc:language>")
    epub.page(1)
    let book = try await epub.read().book
    #expect(book.metadata.title == "Case" && book.metadata.language == "fr")
    #expect(book.found.map(\.origin) == [Origin(.embedded, "package document")])
  }

  @Test("a ComicInfo inside is believed before the package document, files beside the book are found")
  func otherSources() async throws {
    var epub = TestEPUB(metadata: "<dc:language>fr</dc:language>")
    epub.page(1)
    epub.page(2)
    epub.file("ComicInfo.xml", "<ComicInfo><Title>Inside</Title><Series>S</Series></ComicInfo>")
    let beside =
      "<ComicInfo><Series>Beside</Series><Pages><Page Image='1' Bookmark='Here'/></Pages></ComicInfo>"
    let opf = "<package><metadata><title>Newer</title></metadata></package>"
    let context = TestReadContext(
      TestContainer(epub.contents),
      sidecars: ["case.xml": Array(beside.utf8), "metadata.opf": Array(opf.utf8)])
    var probe = TestEPUB.probe
    probe.siblings = ["case.epub", "case.xml", "metadata.opf", "other.xml"]
    let book = try await EPUBReader(EPUBSettings()).read(probe, in: context)
    #expect(book.metadata.title == "Inside" && book.metadata.series == "S" && book.metadata.language == "fr")
    #expect(
      book.found.map(\.origin.description) == [
        "embedded: ComicInfo.xml", "embedded: package document", "sidecar: case.xml", "sidecar: metadata.opf",
      ])
    #expect(book.found.map(\.isNewerCopy) == [false, false, false, true])
    #expect(book.pages.map(\.bookmark) == [nil, "Here"])
  }

  @Test(
    "claims by what the file is, then by its name",
    arguments: [
      (
        "a.zip", "PK\u{3}\u{4}" + String(repeating: ".", count: 26) + "mimetypeapplication/epub+zip", true,
        true
      ),
      ("a.epub", "PK\u{3}\u{4}", true, true), ("a.EPUB", "", false, true),
      ("a.kepub.epub", "PK\u{3}\u{4}", true, true),
      ("a.cbz", "", false, false),
      // It may be an EPUB, and must not become a book of another kind because the disk failed for a moment.
      ("/nonexistent/a.cbz", "PK\u{3}\u{4}", true, true),
    ])
  func claims(name: String, head: String, isZIP: Bool, isClaimed: Bool) {
    let probe = SourceProbe(
      path: FilePath(name), isFolder: false, head: Array(head.utf8), kind: isZIP ? .zip : nil)
    #expect(EPUBReader.claims(probe) == isClaimed)
  }

  @Test("neither a folder nor a RAR is claimed, whatever its name")
  func notClaimed() {
    #expect(!EPUBReader.claims(SourceProbe(path: "a.epub", isFolder: true, head: [], kind: nil)))
    #expect(!EPUBReader.claims(SourceProbe(path: "a.epub", isFolder: false, head: [], kind: .rar5)))
  }
}
