import Archives
import BookModel
import Diagnostics
import PluginKit
import Publications
import Readers
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One EPUB of the corpus, as its manifest has it.
struct CorpusEPUB: Sendable, CustomTestStringConvertible {
  var path: String
  var expectation: String
  var pages: Int?
  var first: String
  var last: String
  var title: String
  var direction: String

  var testDescription: String { path }

  /// Text with illustrations, and pages of text or drawings beyond one in ten: refused unless told otherwise.
  /// The manifest counts their pictures all the same.
  static let refused: Set<String> = [
    "epub/epubjs-alice.epub", "epub/idpf-childrens-literature.epub", "epub/idpf-internallinks.epub",
    "epub/idpf-israelsailing.epub", "epub/idpf-regime-anticancer-arabic.epub",
    "epub/idpf-sous-le-vent_svg-in-spine.epub", "epub/kavita-TitleWithVolume.epub",
    "epub/kavita-golden-harpoon.epub",
    "epub/komga-incomplete-theft.epub", "epub/w3c-lay-pp-spine-overrides_image-only-reflow.epub",
    "epub/w3c-lay-pp-spine-overrides_image-spine-pp.epub",
  ]
  /// The manifest counts a picture that is a vector drawing in a `data:` address.
  static let vector = "epub/epubcheck-content-xhtml-svg-reference-valid.epub"
  /// The manifest calls it damaged: its only page is a file of six bytes. That is told when the page is made.
  static let lateDamage = "epub/epubcheck2-opf-fallback-non-resolving-error.epub"

  /// The manifest counts details of the paintings, too, which the sheet hides until a script shows them.
  static let details = "epub/idpf-cole-voyage-of-life-tol.epub"

  static let folder = getenv("LEPORELLO_CORPUS").map { String(cString: $0) } ?? "../shared/corpus"

  static let all: [CorpusEPUB] = {
    guard let bytes = try? InputFile.contents(of: FilePath("\(folder)/manifest.tsv"), limit: 1 << 24) else {
      return []
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let names = lines[0].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    return lines.dropFirst().compactMap { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      func cell(_ name: String) -> String { names.firstIndex(of: name).map { cells[$0] } ?? "" }
      guard cell("path").hasSuffix(".epub") else { return nil }
      return CorpusEPUB(
        path: cell("path"), expectation: cell("expect"), pages: Int(cell("pages")), first: cell("first_page"),
        last: cell("last_page"), title: cell("title"), direction: cell("direction"))
    }
  }()
}

@Suite(
  "EPUBs of the corpus",
  .enabled(if: !CorpusEPUB.all.isEmpty, "the corpus is not there: set LEPORELLO_CORPUS to its folder"))
struct EPUBCorpusTests {
  private func read(_ epub: CorpusEPUB, _ settings: EPUBSettings) async throws(Diagnostic) -> (
    Book, [Diagnostic]
  ) {
    let path = FilePath("\(CorpusEPUB.folder)/\(epub.path)")
    let file = try InputFile(path)
    let probe = SourceProbe(
      path: path, isFolder: false, head: try file.read(at: 0, upTo: 4096), kind: try ContainerKind.sniff(file)
    )
    #expect(EPUBReader.claims(probe))
    guard probe.kind == .zip else {
      return (try await EPUBReader(settings).read(probe, in: TestReadContext(TestContainer([]))), [])
    }
    let context = TestReadContext(try Containers.open(path, kind: .zip))
    return (try await EPUBReader(settings).read(probe, in: context), context.told)
  }

  @Test(
    "sound books without a picture are refused, as text or for want of pages",
    arguments: CorpusEPUB.all.filter { $0.expectation == "no-images" || $0.path == CorpusEPUB.vector })
  func withoutPictures(_ epub: CorpusEPUB) async {
    let error = await #expect(throws: Diagnostic.self) {
      try await read(epub, EPUBSettings()).0.requirePages()
    }
    #expect([Rule.noPages, .textBook].contains(error?.rule))
  }

  @Test(
    "incomplete books are refused by what they lack",
    arguments: CorpusEPUB.all.filter { $0.expectation == "damaged" && $0.path != CorpusEPUB.lateDamage })
  func damaged(_ epub: CorpusEPUB) async {
    let error = await #expect(throws: Diagnostic.self) { try await read(epub, EPUBSettings()) }
    #expect(error?.rule == .epubIncomplete)
  }

  @Test("text is refused as such", arguments: CorpusEPUB.all.filter { CorpusEPUB.refused.contains($0.path) })
  func text(_ epub: CorpusEPUB) async {
    let error = await #expect(throws: Diagnostic.self) {
      try await read(epub, EPUBSettings()).0.sectionsLeftOut(taking: [.pages])
    }
    #expect([Rule.textBook, .undrawable].contains(error?.rule))
  }

  @Test(
    "pages, order, title and direction are the manifest's",
    arguments: CorpusEPUB.all.filter {
      ["ok", "warn"].contains($0.expectation) && $0.path != CorpusEPUB.vector && $0.path != CorpusEPUB.details
    })
  func pages(_ epub: CorpusEPUB) async throws {
    var settings = EPUBSettings()
    if CorpusEPUB.refused.contains(epub.path) { (settings.asComic, settings.undrawable) = (true, .skip) }
    let (book, told) = try await read(epub, settings)
    var pictures: [String] = []
    for name in book.pages.flatMap(\.picture.entries).map(\.name) where !pictures.contains(name) {
      pictures.append(name)
    }
    // A cover in no item of the spine is an extra page, which the manifest does not count.
    if let pages = epub.pages, pictures.count == pages + 1, pictures.first != epub.first {
      pictures.removeFirst()
    }
    if let pages = epub.pages { #expect(pictures.count == pages) }
    if !epub.first.isEmpty {
      #expect(pictures.first == (epub.first == "data:" ? "data-1" : epub.first))
      #expect(pictures.last == (epub.last == "data:" ? "data-1" : epub.last))
    }
    if !epub.title.isEmpty { #expect(book.metadata.title?.hasPrefix(epub.title) == true) }
    #expect(
      (book.direction?.rawValue ?? "") == (["ltr", "rtl"].contains(epub.direction) ? epub.direction : ""))
    if epub.expectation == "warn" { #expect(!told.isEmpty) }
    #expect(book.pages.count(where: \.isCover) == 1)
    #expect(Set(book.pages.map(\.id)).count == book.pages.count)
  }

  @Test("a page whose file is no picture stays a page, whose damage is told when it is made")
  func lateDamage() async throws {
    let epub = try #require(CorpusEPUB.all.first { $0.path == CorpusEPUB.lateDamage })
    let (book, _) = try await read(epub, EPUBSettings())
    #expect(book.pages.map(\.sourceName) == ["OPS/image.xyz"])
  }

  @Test("details of a painting that are hidden until a script shows them are no pages")
  func hiddenDetails() async throws {
    let epub = try #require(CorpusEPUB.all.first { $0.path == CorpusEPUB.details })
    let (book, _) = try await read(epub, EPUBSettings())
    #expect(book.pages.map(\.sourceName).dropFirst().allSatisfy { $0.hasSuffix("-1024.jpg") })
    #expect(book.pages.count == 5 && book.leftOut.names.count == 4)
  }

  @Test("the French comic keeps its flyleaf, sides and contents")
  func pageBlanche() async throws {
    let epub = try #require(CorpusEPUB.all.first { $0.path == "epub/idpf-page-blanche.epub" })
    let (book, _) = try await read(epub, EPUBSettings())
    #expect(book.pages.count == 10 && book.isFixedLayout)
    #expect(book.pages.map(\.side) == (0..<10).map { $0 % 2 == 0 ? .right : .left })
    #expect(book.pages[1].picture.entries.isEmpty)
    #expect(book.pages[0].isCover)
    #expect(
      book.outline == [
        OutlineNode(title: "Dédicace", page: book.pages[3].id),
        OutlineNode(title: "Commencer la lecture", page: book.pages[6].id),
      ])
    #expect(
      book.metadata.credits == [
        Credit("Boulet", .writer), Credit("Bagieu Pénélope", .penciller), Credit("Bagieu Pénélope", .inker),
        Credit("Vincent Gros", Credit.Role("mrk")),
      ])
    #expect(book.metadata.date?.description == "2012-01-18" && book.metadata.publisher == "éditions Delcourt")
  }
}
