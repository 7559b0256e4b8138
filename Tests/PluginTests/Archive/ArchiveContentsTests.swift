import Archives
import BookModel
import Diagnostics
import Options
import PluginKit
import Testing

@testable import Readers

@Suite("What of an archive is a page") struct ArchiveContentsTests {
  private func names(_ entries: [(name: String, bytes: [UInt8])]) async throws -> (
    pages: [String], leftOut: LeftOut, rules: [Rule]
  ) {
    let (book, context) = try await readBook(entries)
    return (book.pages.map(\.sourceName), book.leftOut, context.told.map(\.rule))
  }

  private func refusal(_ entries: [(name: String, bytes: [UInt8])], limits: Limits = Limits()) async
    -> Diagnostic?
  {
    do {
      _ = try await readBook(entries) { ArchiveReadContext($0, limits: limits) }
      return nil
    } catch {
      return error as? Diagnostic
    }
  }

  @Test("system junk is counted, other files are named, and neither is a page")
  func junk() async throws {
    let junk = [
      "__MACOSX/001.png", "__MACOSX/._001.png", "._002.png", ".DS_Store", "Thumbs.db", "a/THUMBS.DB",
      "desktop.ini",
      "@eaDir/001.png/x.png", ".hidden/1.png", "#recycle/1.png",
    ]
    let others = ["readme.txt", "a/info.nfo", "empty"]
    let entries =
      [("1.png", picture(1)), ("2.png", picture(2))] + junk.map { ($0, picture(9)) }
      + others.map { ($0, $0 == "empty" ? [] : Array("text".utf8)) }
    let result = try await names(entries)
    #expect(result.pages == ["1.png", "2.png"])
    #expect(result.leftOut == LeftOut(junkCount: junk.count, names: ["empty", "readme.txt", "a/info.nfo"]))
    #expect(result.rules.isEmpty)
  }

  @Test("contents decide: a picture under any name is a page, and a broken one under a picture's name too")
  func contents() async throws {
    let result = try await names([
      ("1.png", picture(1)), ("2.dat", picture(2)), ("3", picture(3)), ("4.txt", picture(4)), ("5.JPG", []),
      ("6.webp", Array("no picture".utf8)),
    ])
    #expect(result.pages == ["1.png", "2.dat", "3", "4.txt", "5.JPG", "6.webp"])
  }

  @Test("archives inside are refused by name where there are no pages, left out with a warning else")
  func nested() async throws {
    let inner = Array("PK\u{3}\u{4}".utf8)
    let error = await refusal([("ch01.cbz", inner), ("ch02.cbz", inner), ("x.bin", inner)])
    #expect(error?.rule == .archiveOfArchives)
    #expect(error?.rule.category == .input)
    for name in ["ch01.cbz", "ch02.cbz", "x.bin"] { #expect(error?.message.contains(name) == true) }
    let result = try await names([("ch01.cbz", inner), ("1.png", picture(1))])
    #expect(result.pages == ["1.png"])
    #expect(result.leftOut.names == ["ch01.cbz"])
    #expect(result.rules == [.archiveOfArchives])
  }

  @Test("no picture at all is an error that says what there is")
  func noPages() async throws {
    let error = await refusal([
      ("readme.txt", Array("text".utf8)), ("ComicInfo.xml", Array("<ComicInfo/>".utf8)),
    ])
    #expect(error?.rule == .noPages)
    #expect(error?.rule.category == .input)
    #expect(error?.message.contains("readme.txt") == true)
    #expect(await refusal([])?.rule == .noPages)
    #expect(await refusal([("__MACOSX/1.png", picture(1))])?.rule == .noPages)
  }

  @Test("more pages than the limit are refused")
  func limit() async throws {
    var limits = Limits()
    limits.maxPages = 2
    let entries = (1...3).map { (name: "\($0).png", bytes: picture($0)) }
    #expect(await refusal(entries, limits: limits)?.rule == .tooManyPages)
    #expect(await refusal(Array(entries.prefix(2)), limits: limits) == nil)
  }

  @Test("pages under names that would leave the book are kept under harmless ones, with a warning")
  func unsafeNames() async throws {
    let long = String(repeating: "é", count: 200)
    let (book, context) = try await readBook([
      ("../../up.png", picture(1)), ("/tmp/abs.png", picture(2)), ("C:\\win.png", picture(3)),
      ("bell\u{7}.png", picture(4)), ("..", picture(5)), ("\(long).png", picture(6)),
      (String(repeating: "d/", count: 1_000) + "deep.png", picture(7)),
    ])
    for page in book.pages {
      let parts = page.sourceName.split(separator: "/", omittingEmptySubsequences: false)
      #expect(parts.count <= 64)
      for part in parts {
        #expect(!part.isEmpty && part != ".." && part.utf8.count <= 255)
        #expect(!part.unicodeScalars.contains { $0.value < 0x20 })
      }
    }
    let found = Set(book.pages.map { String($0.sourceName.split(separator: "/").last ?? "") })
    #expect(found.isSuperset(of: ["up.png", "abs.png", "win.png", "bell_.png", "deep.png"]))
    #expect(book.pages.count == 7)
    #expect(context.told.map(\.rule) == [.unsafeName])
  }

  @Test("two pages of one name are both kept, with a warning")
  func repeated() async throws {
    let (book, context) = try await readBook([
      ("1.png", picture(1)), ("1.png", picture(2)), ("2.png", picture(3)),
    ])
    #expect(try await context.numbers(book) == [1, 2, 3])
    #expect(Set(book.pages.map(\.id)).count == 3)
    #expect(context.told.map(\.rule) == [.repeatedName])
  }

  private static let claimed: [(path: FilePath, kind: ContainerKind?, isClaimed: Bool)] = [
    ("a.cbz", .zip, true), ("a.cbz", .rar5, true), ("a.jpg", .zip, true), ("a", .sevenZip, true),
    ("a.tgz", .compressed, true),
    ("a.cbz", nil, true), ("a.CBR", nil, true), ("a.jpg", nil, false), ("a.txt", nil, false),
    ("a.pdf", .pdf, false),
    ("a.002", nil, false),
  ]

  @Test(
    "an archive is claimed by its contents, a lying name so that it can be told", arguments: claimed.indices)
  func claims(index: Int) {
    let sample = Self.claimed[index]
    let probe = SourceProbe(path: sample.path, isFolder: false, head: [], kind: sample.kind)
    #expect(ArchiveReader.claims(probe) == sample.isClaimed)
    #expect(!FolderReader.claims(probe))
    let folder = SourceProbe(path: sample.path, isFolder: true, head: [], kind: nil)
    #expect(FolderReader.claims(folder) && !ArchiveReader.claims(folder))
  }

  @Test("types are told by contents, not by names, and a picture called an archive is told as one")
  func lyingNames() async throws {
    let folder = try SampleFolder()
    let zip = storedZIP([(Array("1.png".utf8), picture(1)), (Array("2.png".utf8), picture(2))])
    for name in ["really-zip.cbr", "UPPER.CBZ", "no extension", "a.jpg"] {
      #expect(try await readBook(try folder.write(name, zip)).pages.count == 2)
    }
    let png = try folder.write("really-png.cbz", picture(1))
    let error = await #expect(throws: Diagnostic.self) { _ = try await readBook(png) }
    #expect(error?.rule == .notAnArchive)
    #expect(error?.message.contains("PNG") == true)
    try folder.write("set.7z.001", [])
    let later = try folder.write("set.7z.002", [1, 2, 3])
    let part = await #expect(throws: Diagnostic.self) { _ = try await readBook(later) }
    #expect(part?.rule == .volumePart)
  }

  @Test("settings reach the container")
  func settings() async throws {
    let context = ArchiveReadContext(MemoryContainer([("1.png", picture(1))]))
    var settings = ArchiveReader.Settings()
    settings.namesEncoding = "cp932"
    settings.password = "secret"
    let probe = SourceProbe(path: "a.cbz", isFolder: false, head: [], kind: .zip)
    _ = try await ArchiveReader(settings).read(probe, in: context)
    #expect(context.requests == [OpenRequest(namesEncoding: "cp932", password: "secret", kind: .zip)])
  }
}
