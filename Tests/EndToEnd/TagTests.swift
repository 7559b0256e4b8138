import Foundation
import Testing

/// Changing metadata inside books' own files, and taking it back.
@Suite("Tagging in place")
struct TagTests {
  private let info = """
    <?xml version="1.0" encoding="utf-8"?>
    <ComicInfo>
      <Series>Tin Robot</Series>
      <Number>3</Number>
      <Notes>Tagged with something</Notes>
      <Shelf>B4</Shelf>
    </ComicInfo>
    """

  @Test("without --in-place changes are shown field by field, and nothing is written")
  func shown() async throws {
    let sandbox = try await Sandbox()
    try await sandbox.makeZIP("book.cbz", [("ComicInfo.xml", info)])
    let outcome = try await sandbox.run(
      expecting: 0, "tag", "book.cbz", "--meta", "number=4", "--meta", "title=Rust", "--remove", "notes")
    #expect(
      outcome.standardOutput == """
        book.cbz
          ComicInfo.xml
            + title: Rust
            ~ number: 3 → 4
            - notes: Tagged with something

        """, "\(outcome)")
    #expect(outcome.standardError.contains("--in-place"), "\(outcome)")
    #expect(try sandbox.files() == ["book.cbz"])
  }

  @Test("a dry run as JSON says field by field what changes")
  func json() async throws {
    let sandbox = try await Sandbox()
    try await sandbox.makeZIP("book.cbz", [("ComicInfo.xml", info)])
    let outcome = try await sandbox.run(expecting: 0, "tag", "book.cbz", "--meta", "number=4", "--json")
    let receipt = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any])
    #expect(receipt["status"] as? String == "planned")
    let outputs = try #require(receipt["outputs"] as? [[String: Any]])
    let change = try #require(outputs.first?["change"] as? [String: Any])
    let documents = try #require(change["documents"] as? [[String: Any]])
    let changes = try #require(documents.first?["changes"] as? [[String: Any]])
    #expect(changes.count == 1 && changes[0]["field"] as? String == "number")
    #expect(changes[0]["before"] as? String == "3" && changes[0]["after"] as? String == "4")
  }

  @Test(
    "in place only what was asked changes: other entries keep every byte, unknown elements stay (F28, F48)")
  func changed() async throws {
    let sandbox = try await Sandbox()
    try await sandbox.makeZIP("book.cbz", [("ComicInfo.xml", info), ("extra.txt", "kept")])
    let before = try sandbox.data("book.cbz")
    let outcome = try await sandbox.run(
      expecting: 0, "tag", "book.cbz", "--meta", "number=4", "--remove", "notes", "--in-place",
      changing: ["book.cbz"])
    #expect(outcome.standardError.contains("journal: "), "\(outcome)")
    let book = try await sandbox.book("book.cbz")
    #expect(book[info: "Number"] == "4" && book[info: "Series"] == "Tin Robot" && book[info: "Shelf"] == "B4")
    #expect(book.comicInfo?["Notes"] == nil)
    try before.write(to: sandbox.folder.appending(path: "before.cbz"))
    try await sandbox.expectSameEntries("before.cbz", "book.cbz", except: "ComicInfo.xml")
    // Once more: nothing is left to do, and nothing is touched.
    let after = try sandbox.data("book.cbz")
    let time = try sandbox.modified("book.cbz")
    let again = try await sandbox.run(
      expecting: 0, "tag", "book.cbz", "--meta", "number=4", "--remove", "notes", "--in-place")
    #expect(again.standardError.contains("nothing to change"), "\(again)")
    #expect(!again.standardError.contains("journal"), "\(again)")
    #expect(try sandbox.data("book.cbz") == after)
    #expect(try sandbox.modified("book.cbz") == time)
  }

  @Test(
    "wherever its ComicInfo was, a book has exactly one afterwards, at the root",
    arguments: [
      ["Book/ComicInfo.xml"], ["comicinfo.xml"], ["COMICINFO.XML", "Book/ComicInfo.xml"],
      ["ComicInfo.xml", "ComicInfo.xml"], ["a/ComicInfo.xml", "ComicInfo.xml", "comicinfo.xml"], [],
    ])
  func oneComicInfo(_ names: [String]) async throws {
    let sandbox = try await Sandbox()
    try await sandbox.makeZIP("Tin Robot 003.cbz", names.map { ($0, info) })
    let original = try sandbox.data("Tin Robot 003.cbz")
    let outcome = try await sandbox.run(
      expecting: 0, "tag", "Tin Robot 003.cbz", "--meta", "title=Rust", "--in-place", "--journal", "journal",
      changing: ["Tin Robot 003.cbz"])
    let book = try await sandbox.book("Tin Robot 003.cbz")
    let all = book.entries.map(\.name).filter { $0.lowercased().hasSuffix("comicinfo.xml") }
    #expect(all == ["ComicInfo.xml"], "\(outcome)")
    #expect(book[info: "Title"] == "Rust")
    if !names.isEmpty { #expect(book[info: "Shelf"] == "B4") }
    try await sandbox.run(
      expecting: 0, "tag", "--undo", "journal", "--journal", "undone", changing: ["Tin Robot 003.cbz"])
    #expect(try sandbox.data("Tin Robot 003.cbz") == original)
  }

  @Test(
    "a ComicInfo that is not understood is never written over",
    arguments: ["this is no XML", "<Other><Series>x</Series></Other>", ""])
  func notUnderstood(_ text: String) async throws {
    let sandbox = try await Sandbox()
    try await sandbox.makeZIP("book.cbz", [("ComicInfo.xml", text)])
    try await sandbox.makeZIP("twice.cbz", [("ComicInfo.xml", info), ("a/ComicInfo.xml", text)])
    let outcome = try await sandbox.run(
      expecting: 1, "tag", "book.cbz", "twice.cbz", "--meta", "series=S", "--in-place")
    #expect(outcome.standardError.contains("ComicInfo.xml"), "\(outcome)")
    #expect(outcome.standardError.contains("2 failed"), "\(outcome)")
    #expect(try sandbox.files() == ["book.cbz", "twice.cbz"])
  }

  @Test("a file that is no ZIP is refused, and the way round is named")
  func otherContainers() async throws {
    let sandbox = try await Sandbox()
    try await sandbox.makeZIP("pages/book.zip", [])
    try await sandbox.tool("tar", ["-cf", "book.cbt", "pages/book.zip"])
    try sandbox.write("Rar!\u{1A}\u{7}\u{0}", to: "book.cbr")
    let outcome = try await sandbox.run(
      expecting: 1, "tag", "book.cbt", "book.cbr", "--meta", "series=S", "--in-place")
    for word in ["tar", "RAR"] { #expect(outcome.standardError.contains(word), "\(outcome)") }
    #expect(outcome.standardError.contains("convert"), "\(outcome)")
  }

  @Test("an EPUB's package document is rewritten, and everything else of it stays byte for byte")
  func epub() async throws {
    let sandbox = try await Sandbox()
    try sandbox.copy(Sandbox.package.appending(path: "Fixtures/paper-fox-1.epub"), to: "book.epub")
    try sandbox.copy(Sandbox.package.appending(path: "Fixtures/paper-fox-1.epub"), to: "before.epub")
    try await sandbox.run(
      expecting: 0, "tag", "book.epub", "--meta", "publisher=Bellows & Sons", "--meta", "number=7",
      "--in-place", changing: ["book.epub"])
    let check = """
      import sys, zipfile
      old, new = zipfile.ZipFile("before.epub"), zipfile.ZipFile("book.epub")
      assert new.testzip() is None
      assert old.namelist() == new.namelist(), (old.namelist(), new.namelist())
      first = new.infolist()[0]
      assert (first.filename, first.compress_type, first.extra) == ("mimetype", zipfile.ZIP_STORED, b""), first
      print(*(name for name in old.namelist() if old.read(name) != new.read(name)))
      """
    let compared = try await sandbox.tool("python3", ["-c", check])
    #expect(compared.status == 0, "\(compared)")
    #expect(
      compared.standardOutput.hasSuffix(".opf\n") && !compared.standardOutput.contains(" "), "\(compared)")
    let seen = try await sandbox.run(expecting: 0, "inspect", "book.epub")
    #expect(seen.standardOutput.contains("Bellows & Sons  (embedded: package document)"), "\(seen)")
    let again = try await sandbox.run(
      expecting: 0, "tag", "book.epub", "--meta", "publisher=Bellows & Sons", "--meta", "number=7",
      "--in-place")
    #expect(again.standardError.contains("1 nothing to change") || again.standardOutput.isEmpty, "\(again)")
  }

  @Test("an EPUB of text can be tagged, inspected and renamed, though no pages can be made of it")
  func novel() async throws {
    let sandbox = try await Sandbox()
    let script = """
      import zipfile
      with zipfile.ZipFile("novel.epub", "w") as z:
          z.writestr("mimetype", "application/epub+zip")
          z.writestr("META-INF/container.xml", "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container' version='1.0'><rootfiles><rootfile full-path='b.opf' media-type='application/oebps-package+xml'/></rootfiles></container>")
          items = "".join("<item id='c%d' href='c%d.xhtml' media-type='application/xhtml+xml'/>" % (n, n) for n in range(3))
          z.writestr("b.opf", "<package xmlns='http://www.idpf.org/2007/opf' version='3.0' unique-identifier='i'><metadata xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:identifier id='i'>x</dc:identifier><dc:title>Long Winter</dc:title><dc:language>en</dc:language></metadata><manifest>" + items + "</manifest><spine><itemref idref='c0'/><itemref idref='c1'/><itemref idref='c2'/></spine></package>")
          for n in range(3): z.writestr("c%d.xhtml" % n, "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>It snowed.</p></body></html>")
      """
    let made = try await sandbox.tool("python3", ["-c", script])
    try #require(made.status == 0, "\(made)")
    try await sandbox.run(
      expecting: 0, "tag", "novel.epub", "--meta", "series=Winters", "--meta", "number=2", "--in-place",
      changing: ["novel.epub"])
    let seen = try await sandbox.run(expecting: 0, "inspect", "novel.epub").standardOutput
    for part in ["Winters", "Long Winter", "3 sections", "this book is text"] {
      #expect(seen.contains(part), "\(seen)")
    }
    let refused = try await sandbox.run(
      expecting: 1, "convert", "novel.epub", "-o", "novel.cbz", "--no-typeset")
    #expect(refused.standardError.contains("[text-book]"), "\(refused)")
    try await sandbox.run(
      expecting: 0, "rename", "novel.epub", "--to", "{series} {number:00}", changing: ["novel.epub"])
    #expect(sandbox.exists("Winters 02.epub"))
  }

  @Test("a journal that holds only the SHA-256 of each version, as older ones do, is undone as well")
  func undoneByHash() async throws {
    let sandbox = try await Sandbox()
    try await sandbox.makeZIPs(["a.cbz", "b.cbz"], [])
    let before = try ["a.cbz", "b.cbz"].map { try sandbox.data($0) }
    try await sandbox.run(
      expecting: 0, "tag", "a.cbz", "b.cbz", "--meta", "series=Kite", "--in-place", "--journal", "j",
      "--json",
      changing: ["a.cbz", "b.cbz"])
    let journal = String(decoding: try sandbox.data("j"), as: UTF8.self)
    #expect(journal.contains(#""crc32":"#) && journal.contains(#""sha256":"#))
    try sandbox.write(journal.replacing(/"crc32":\d+,/, with: ""), to: "j")
    try sandbox.write("another", to: "b.cbz")
    try await sandbox.run(
      expecting: 1, "tag", "--undo", "j", "--journal", "j2", changing: ["a.cbz"])
    #expect(try sandbox.data("a.cbz") == before[0])
    #expect(try sandbox.data("b.cbz").elementsEqual("another".utf8))
  }

  @Test("undoing gives every byte back, and leaves a file that was changed since, naming it")
  func undone() async throws {
    let sandbox = try await Sandbox()
    let names = ["a.cbz", "b.cbz", "c.cbz"]
    var originals: [Data] = []
    for name in names {
      try await sandbox.makeZIP(name, [("ComicInfo.xml", info)], comment: "a comment")
      originals.append(try sandbox.data(name))
    }
    _ = try await sandbox.run(
      ["tag"] + names + ["--meta", "series=Other", "--in-place"], changing: Set(names),
      environment: ["XDG_STATE_HOME": sandbox.folder.path])
    let journals = try sandbox.files(in: "leporello/journals")
    let journal = "leporello/journals/" + (try #require(journals.first))
    #expect(journals.count == 1)
    #expect(try await sandbox.book("a.cbz")[info: "Series"] == "Other")
    try await sandbox.tool("python3", ["-c", "open('b.cbz', 'ab').write(b'x')"])
    let shown = try await sandbox.run(["tag", "--undo", journal, "--dry-run"])
    #expect(shown.status == 1 && shown.standardOutput.contains("would be restored"), "\(shown)")
    let outcome = try await sandbox.run(
      ["tag", "--undo", journal, "--journal", "j2"], changing: ["a.cbz", "c.cbz"])
    #expect(outcome.status == 1)
    #expect(
      outcome.standardError.contains("b.cbz") && outcome.standardError.contains("changed again since"),
      "\(outcome)"
    )
    #expect(try sandbox.data("a.cbz") == originals[0] && sandbox.data("c.cbz") == originals[2])
    // Undoing what is undone does nothing; undoing the undoing brings the change back.
    try sandbox.remove("b.cbz")
    let again = try await sandbox.run(["tag", "--undo", journal])
    #expect(again.standardError.contains("nothing to undo"), "\(again)")
    try await sandbox.run(expecting: 0, "tag", "--undo", "j2", changing: ["a.cbz", "c.cbz"])
    #expect(try await sandbox.book("a.cbz")[info: "Series"] == "Other")
  }

  @Test("without a journal nothing is changed")
  func journalFails() async throws {
    let sandbox = try await Sandbox()
    try await sandbox.makeZIP("book.cbz", [("ComicInfo.xml", info)])
    try sandbox.write("here first", to: "journal")
    let outcome = try await sandbox.run(
      expecting: 1, "tag", "book.cbz", "--meta", "series=S", "--in-place", "--journal", "journal")
    #expect(outcome.standardError.contains("journal"), "\(outcome)")
  }

  @Test("links: a symbolic one stays and its file is changed; of hard ones the file is left unless told")
  func links() async throws {
    let sandbox = try await Sandbox()
    try await sandbox.makeZIP("store/book.cbz", [("ComicInfo.xml", info)])
    try await sandbox.makeZIP("hard.cbz", [("ComicInfo.xml", info)])
    try await sandbox.tool("ln", ["-s", "store/book.cbz", "link.cbz"])
    try await sandbox.tool("ln", ["hard.cbz", "other.cbz"])
    let outcome = try await sandbox.run(
      [
        "tag", "link.cbz", "store/book.cbz", "hard.cbz", "--meta", "series=S", "--in-place", "--journal", "j",
      ],
      changing: ["store/book.cbz", "link.cbz"])
    #expect(outcome.status == 1 && outcome.standardError.contains("hard link"), "\(outcome)")
    #expect(outcome.standardError.contains("2 files: 1 changed, 1 failed"), "\(outcome)")
    let link = sandbox.folder.appending(path: "link.cbz").path
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "store/book.cbz")
    #expect(try await sandbox.book("store/book.cbz")[info: "Series"] == "S")
    try await sandbox.run(
      expecting: 0, "tag", "hard.cbz", "--meta", "series=S", "--in-place", "--separate-hard-links",
      "--journal",
      "j3", changing: ["hard.cbz"])
  }

  @Test("fields come from the file's name where it is asked, and the file's own word counts first")
  func fromFilename() async throws {
    let sandbox = try await Sandbox()
    try await sandbox.makeZIP("Paper Fox 012 (2010).cbz", [])
    try await sandbox.makeZIP("Paper Fox 013.cbz", [("ComicInfo.xml", info)])
    try await sandbox.run(
      expecting: 0, "tag", ".", "--from", "comicinfo,filename", "--in-place",
      changing: ["Paper Fox 012 (2010).cbz", "Paper Fox 013.cbz"])
    let book = try await sandbox.book("Paper Fox 012 (2010).cbz")
    #expect(book[info: "Series"] == "Paper Fox" && book[info: "Number"] == "12")
    #expect(try await sandbox.book("Paper Fox 013.cbz")[info: "Series"] == "Tin Robot")
  }

  @Test("a pipeline whose sink is in place wants to be told, shows what it does, and does it")
  func pipeline() async throws {
    let sandbox = try await Sandbox()
    try await sandbox.makeZIP("book.cbz", [("ComicInfo.xml", info)])
    try sandbox.write(
      "leporello: 1\nstages:\n  - metadata: { from: [embedded], remove: [notes] }\nsink: in-place\n",
      to: "p.yaml")
    let untold = try await sandbox.run(expecting: 2, "run", "p.yaml", "book.cbz")
    #expect(untold.standardError.contains("--in-place"), "\(untold)")
    for arguments in [["run", "p.yaml", "book.cbz", "--dry-run"], ["plan", "p.yaml", "book.cbz"]] {
      let shown = try await sandbox.run(arguments)
      #expect(shown.status == 0 && shown.standardOutput.contains("- notes: Tagged"), "\(shown)")
    }
    try await sandbox.run(expecting: 0, "run", "p.yaml", "book.cbz", "--in-place", changing: ["book.cbz"])
    #expect(try await sandbox.book("book.cbz").comicInfo?["Notes"] == nil)
    try sandbox.write("leporello: 1\nstages: [grayscale]\nsink: in-place\n", to: "q.yaml")
    let refused = try await sandbox.run(expecting: 3, "check", "q.yaml")
    #expect(refused.standardOutput.contains("pages-in-place"), "\(refused)")
  }

  @Test("hundreds of books are worked on at once and told of in order")
  func many() async throws {
    let sandbox = try await Sandbox()
    let names = (1...300).map { "books/Tin Robot \($0).cbz" }
    try await sandbox.makeZIPs(names, [("ComicInfo.xml", info)])
    let outcome = try await sandbox.run(
      ["tag", "books", "--meta", "series=S", "--in-place", "--json"], changing: Set(names))
    #expect(outcome.status == 0 && outcome.standardError.contains("300 files: 300 changed"), "\(outcome)")
    let lines = outcome.standardOutput.split(separator: "\n")
    #expect(
      lines.count == 300 && lines[8].contains("Tin Robot 9.cbz") && lines[9].contains("Tin Robot 10.cbz"))
  }
}

extension Sandbox {
  /// A ZIP of two pages and some text entries between them.
  func makeZIP(_ path: String, _ entries: [(name: String, text: String)], comment: String = "") async throws {
    try await makeZIPs([path], entries, comment: comment)
  }

  func makeZIPs(_ paths: [String], _ entries: [(name: String, text: String)], comment: String = "")
    async throws
  {
    let script = """
      import os, sys, warnings, zipfile
      warnings.simplefilter("ignore")
      count, comment, paths, rest = int(sys.argv[1]), sys.argv[2], sys.argv[3:], []
      paths, rest = paths[:count], paths[count:]
      for path in paths:
          os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
          with zipfile.ZipFile(path, "w") as z:
              page = lambda n: z.writestr(zipfile.ZipInfo("p%d.jpg" % n, (2003, 4, 5, 6, 7, 8)), b"\\xff\\xd8\\xff" + bytes(range(256)) * 9)
              page(1)
              for name, text in zip(rest[::2], rest[1::2]): z.writestr(name, text, compress_type=8)
              page(2)
              z.comment = comment.encode()
      """
    let made = try await tool(
      "python3",
      ["-c", script, String(paths.count), comment] + paths + entries.flatMap { [$0.name, $0.text] })
    try #require(made.status == 0, "\(made)")
  }

  /// Expects two ZIPs to have the same entries but one: names, times, headers and packed bytes, in the same order.
  func expectSameEntries(_ before: String, _ after: String, except name: String) async throws {
    let script = """
      import sys, zipfile
      def entries(path):
          data = open(path, "rb").read()
          return [(i.filename, i.date_time, i.CRC, i.extra, i.external_attr,
                   data[i.header_offset:i.header_offset + 30 + len(i.filename) + i.compress_size])
                  for i in zipfile.ZipFile(path).infolist() if i.filename != sys.argv[3]]
      sys.exit(entries(sys.argv[1]) != entries(sys.argv[2]))
      """
    let compared = try await tool("python3", ["-c", script, before, after, name])
    #expect(compared.status == 0, "\(compared)")
  }

  func modified(_ path: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: folder.appending(path: path).path)[.modificationDate]
      as? Date
  }
}
