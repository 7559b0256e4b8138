import Foundation
import Testing

@Suite("Checking a collection")
struct LintTests {
  /// A small collection with something wrong in most of its books; every book has pages of its own and shares one.
  private func collection() async throws -> Sandbox {
    let sandbox = try await Sandbox()
    let script = """
      import os, struct, zipfile, zlib
      def png(text):
          def chunk(kind, body):
              return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
          return (b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 20, 30, 8, 0, 0, 0, 0))
              + chunk(b'tEXt', b'Comment\\0' + text.encode()) + chunk(b'IDAT', zlib.compress(b'\\0' * 21 * 30))
              + chunk(b'IEND', b''))
      def book(path, info, pages, place='ComicInfo.xml'):
          os.makedirs(os.path.dirname(path), exist_ok=True)
          with zipfile.ZipFile(path, 'w') as z:
              for n in pages: z.writestr('p%s.png' % n, png(n))
              if info is not None: z.writestr(place, '<ComicInfo>' + info + '</ComicInfo>')
      def issue(series, n, more=''): return '<Series>%s</Series><Number>%s</Number>%s' % (series, n, more)
      book('lib/Kite/Kite 1.cbz', issue('Kite', 1), ['1a', 'ad'])
      book('lib/Kite/Kite 2.cbz', issue('Kite', 2, '<LanguageISO>en</LanguageISO><PageCount>9</PageCount>'), ['2a', 'ad'])
      book('lib/Kite/Kite 4.cbr', issue('kite', 4), ['4a', 'ad'])
      book('lib/Kite/z copy.cbz', issue('Kite', 1), ['1a', 'ad'], 'meta/ComicInfo.xml')
      book('lib/plain.cbz', None, ['x'])
      open('lib/broken.cbz', 'wb').write(b'PK\\x03\\x04 cut short')
      open('lib/list.txt', 'w').write('not a book')
      """
    let made = try await sandbox.tool("python3", ["-c", script])
    try #require(made.status == 0, "\(made)")
    return sandbox
  }

  @Test("findings by file and rule, a table of them, and status 5; nothing is changed")
  func findings() async throws {
    let sandbox = try await collection()
    let text = try await sandbox.run(expecting: 5, "lint", "lib").standardOutput
    for expected in [
      "lib/Kite/Kite 1.cbz: warning: 'Kite' lacks number 3 [missing-numbers]",
      "lib/Kite/Kite 2.cbz: ComicInfo.xml: warning: PageCount says 9, there are 2 [page-count]",
      "lib/Kite/Kite 4.cbr: warning: the file is a ZIP, but is called .cbr [extension-lies]",
      "lib/Kite/Kite 4.cbr: warning: 'kite' (1 book) is 'Kite' elsewhere (3 books): letter case differs [series-spellings]",
      "lib/Kite/z copy.cbz: warning: it holds the same 2 pages as 'lib/Kite/Kite 1.cbz' [same-pictures]",
      "lib/Kite/z copy.cbz: meta/ComicInfo.xml: warning: it is in a folder [comicinfo-nested]",
      "lib/broken.cbz: error:", "6 books,",
    ] { #expect(text.contains(expected), "\(expected)\n\(text)") }
    #expect(!text.contains("list.txt") && !text.contains("note:"))
    let again = try await sandbox.run(expecting: 5, "lint", "lib", "--jobs", "1").standardOutput
    #expect(again == text)
  }

  @Test("status 5 from the severity asked for; a baseline and skipped rules count no more")
  func levels() async throws {
    let sandbox = try await collection()
    try await sandbox.run(expecting: 0, "lint", "lib", "--fail-on", "nothing")
    try await sandbox.run(expecting: 0, "lint", "lib/plain.cbz")
    try await sandbox.run(expecting: 5, "lint", "lib/plain.cbz", "--fail-on", "note")
    try await sandbox.run(expecting: 0, "lint", "lib/plain.cbz", "--fail-on", "note", "--skip", "no-metadata")
    try await sandbox.run(expecting: 5, "lint", "lib", "--write-baseline", "known.txt")
    let known = try await sandbox.run(
      expecting: 0, "lint", "lib", "--baseline", "known.txt", "--fail-on", "note")
    #expect(known.standardOutput.contains("6 books: nothing found"))
    try await sandbox.run(expecting: 2, "lint")
    try await sandbox.run(expecting: 2, "lint", "gone")
  }

  @Test("the alias file and the list of pages are what normalize and drop take")
  func files() async throws {
    let sandbox = try await collection()
    try await sandbox.run(
      expecting: 5, "lint", "lib", "--write-aliases", "aliases.yaml", "--write-hashes", "ads.txt")
    try await sandbox.run(
      expecting: 0, "convert", "lib/Kite/Kite 4.cbr", "-o", "out.cbz", "--normalize-aliases", "aliases.yaml",
      "--drop-hashes", "ads.txt")
    let book = try await sandbox.book("out.cbz")
    #expect(book[info: "Series"] == "Kite")
    #expect(book.pages.count == 1)
  }

  @Test("JSON and SARIF hold every finding")
  func machines() async throws {
    let sandbox = try await collection()
    let json = try await sandbox.run(expecting: 5, "lint", "lib", "--report", "json").standardOutput
    let report = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(report["books"] as? Int == 6)
    #expect(findings.contains { $0["severity"] as? String == "note" })
    let sarif = try await sandbox.run(expecting: 5, "lint", "lib", "--report", "sarif").standardOutput
    let log = try #require(try JSONSerialization.jsonObject(with: Data(sarif.utf8)) as? [String: Any])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    #expect((run["results"] as? [Any])?.count == findings.count)
  }

  @Test("the HTML page has the covers of books that something was found in, and needs nothing beside it")
  func html() async throws {
    let sandbox = try await collection()
    try await sandbox.run(expecting: 5, "lint", "lib", "--html", "check.html")
    let page = try #require(try await sandbox.html("check.html").pages.first)
    #expect(page.problems.isEmpty, "\(page.problems)")
    #expect(page.links.isEmpty)
    for expected in [
      "Collection check", "6 books", "missing-numbers", "lib/Kite/Kite 2.cbz", "PageCount says 9", "no cover",
    ] {
      #expect(page.text.contains(expected), "\(expected)\n\(page.text)")
    }
    // Four books that can be opened have findings of their own; the broken one has no cover to show.
    #expect(page.pictures.count == 4)
    for picture in page.pictures { #expect(picture.first == .text("JPEG")) }
    let first = try sandbox.data("check.html")
    try await sandbox.run(
      expecting: 5, "lint", "lib", "--html", "check.html", "--jobs", "1", changing: ["check.html"])
    #expect(try sandbox.data("check.html") == first)
  }
}
