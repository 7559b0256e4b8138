import Foundation
import Testing

@Suite("Reports of runs")
struct ReportTests {
  /// A manga, a plain book, one with a page marked as deleted, and a file that is no book.
  private func collection() async throws -> Sandbox {
    let sandbox = try await Sandbox("deleted")
    let script = """
      import zipfile
      from PIL import Image
      import io
      def page(color, size=(80, 120), format='PNG'):
          out = io.BytesIO()
          Image.new('RGB', size, color).save(out, format)
          return out.getvalue()
      with zipfile.ZipFile('manga <1>.cbz', 'w') as z:
          for n in range(1, 6): z.writestr('%02d.png' % n, page((40 * n, 90, 200)))
          z.writestr('ComicInfo.xml', '<ComicInfo><Series>Kite &amp; Fox</Series><Number>1</Number>'
              '<Manga>YesAndRightToLeft</Manga><Summary>&lt;script&gt;alert(1)&lt;/script&gt;</Summary></ComicInfo>')
      with zipfile.ZipFile('plain.cbz', 'w') as z:
          for n in range(1, 4): z.writestr('%02d.jpg' % n, page((200, 40 * n, 90), format='JPEG'))
      open('broken.cbz', 'wb').write(b'PK\\x03\\x04 cut short')
      """
    let made = try await sandbox.tool("python3", ["-c", script])
    try #require(made.status == 0, "\(made)")
    try sandbox.write(
      """
      leporello: 1
      name: "joined & dropped"
      stages: [metadata, drop, pair, join: { which: all }]
      sink: { cbz: { path: "out/{source.stem}.cbz", exists: replace } }
      """, to: "p.yaml")
    return sandbox
  }

  private let inputs = ["book.cbz", "manga <1>.cbz", "plain.cbz", "broken.cbz"]

  @Test(
    "one page for all books and one for each, with every picture and link in its place and nothing from outside"
  )
  func whole() async throws {
    let sandbox = try await collection()
    let outcome = try await sandbox.run(["run", "p.yaml"] + inputs + ["--report", "review"])
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.standardError.contains("report: review/index.html"))
    let report = try await sandbox.html("review")
    #expect(
      report.pages.map(\.path) == [
        "books/0001.html", "books/0002.html", "books/0003.html", "books/0004.html", "index.html",
      ])
    for page in report.pages { #expect(page.problems.isEmpty, "\(page.path): \(page.problems)") }
    #expect(report.unused.isEmpty, "\(report.unused)")
    let index = try #require(report["index.html"])
    for expected in ["joined & dropped", "4 books", "3 written", "1 failed", "Kite & Fox #1", "broken.cbz"] {
      #expect(index.text.contains(expected), "\(expected)\n\(index.text)")
    }
    #expect(index.pictures.count == 3)
  }

  @Test(
    "a book's page has what was told, metadata before and after, changed pages, openings, all pages, what is gone"
  )
  func book() async throws {
    let sandbox = try await collection()
    _ = try await sandbox.run(["run", "p.yaml"] + inputs + ["--report", "review", "--meta", "number=2"])
    let report = try await sandbox.html("review")
    let manga = try #require(report["books/0002.html"])
    for expected in [
      "Kite & Fox #2", "read from right to left", "commandLine", "Changed pages", "2 pages before and after",
      "join(", "lossless", "160 × 120 PNG", "All pages", "<script>alert(1)</script>",
    ] { #expect(manga.text.contains(expected), "\(expected)\n\(manga.text)") }
    // Five pages become three: two joined of two, before and after; openings of the three; all three again.
    #expect(manga.pictures.count == 12)
    let joined: [HTMLFacts.Value] = [.text("JPEG"), .number(160), .number(120)]
    #expect(manga.pictures.contains(joined))
    let deleted = try #require(report["books/0001.html"])
    #expect(deleted.text.contains("Left out") && deleted.text.contains("003.png"))
    let failed = try #require(report["books/0004.html"])
    #expect(failed.text.contains("failed") && failed.text.contains("error"))
  }

  @Test("copied pages have no second picture, and openings are as a reader program forms them")
  func copied() async throws {
    let sandbox = try await collection()
    try await sandbox.run(expecting: 0, "convert", "plain.cbz", "-o", "out.cbz", "--report", "review")
    let page = try #require(try await sandbox.html("review")["books/0001.html"])
    #expect(page.problems.isEmpty && !page.ids.contains("changed"))
    #expect(page.text.contains("as a reader program shows two pages at once"))
    #expect(page.pictures.count == 6)
    #expect(try sandbox.files(in: "review/pictures/0001") == ["1.jpg", "2.jpg", "3.jpg"])
  }

  @Test(
    "the same run gives the same report, at any number of jobs; an older report is replaced, nothing else")
  func again() async throws {
    let sandbox = try await collection()
    func bytes(_ folder: String) throws -> [String: Data] {
      var found: [String: Data] = [:]
      for name in try sandbox.files(in: folder) { found[name] = try sandbox.data("\(folder)/\(name)") }
      return found
    }
    _ = try await sandbox.run(["run", "p.yaml"] + inputs + ["--report", "one", "--jobs", "1"])
    let first = try bytes("one")
    let changing = Set(try sandbox.files().filter { $0.hasPrefix("out/") || $0.hasPrefix("one/") })
    let outcome = try await sandbox.run(
      ["run", "p.yaml"] + inputs + ["--report", "one", "--jobs", "4"], changing: changing)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(try bytes("one") == first)
    try sandbox.write("mine", to: "notes/index.html")
    for folder in ["notes", ".", "p.yaml"] {
      let refused = try await sandbox.run(expecting: 2, "run", "p.yaml", "plain.cbz", "--report", folder)
      #expect(refused.standardError.contains("[report-in-the-way]"), "\(refused)")
    }
    try await sandbox.run(expecting: 2, "run", "p.yaml", "plain.cbz", "--report", "x", "--dry-run")
    #expect(!sandbox.exists("x"))
  }
}
