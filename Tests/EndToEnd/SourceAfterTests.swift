import Foundation
import Testing

/// What becomes of sources behind a run, and of those that somebody still writes.
@Suite("Sources before and after a run")
struct SourceAfterTests {
  private func pipeline(_ source: String, _ rest: String = "sink: { cbz: out/ }") -> String {
    "leporello: 1\nsource: { files: \"in/*\", \(source) }\n\(rest)\n"
  }

  private func sandbox(_ pipeline: String, _ input: String = "F18-entries-out-of-order") async throws
    -> Sandbox
  {
    let sandbox = try await Sandbox(input)
    try sandbox.copy(sandbox.folder.appending(path: "book.cbz"), to: "in/book.cbz")
    try sandbox.write(pipeline, to: "p.yaml")
    return sandbox
  }

  @Test("a source is moved when its outputs are safe, and the receipt tells where")
  func move() async throws {
    let sandbox = try await sandbox(pipeline("after: { move: done }"))
    let bytes = try sandbox.data("in/book.cbz")
    let outcome = try await sandbox.run(expecting: 0, "run", "p.yaml", "--json", changing: ["in/book.cbz"])
    #expect(!sandbox.exists("in/book.cbz"))
    #expect(try sandbox.data("done/book.cbz") == bytes)
    #expect(try outcome.receipts().first?.source.after == ["moved": "done/book.cbz"])
  }

  @Test("nothing is moved over a file that is there: the run warns, and the source stays")
  func moveOver() async throws {
    let sandbox = try await sandbox(pipeline("after: { move: done }"))
    try sandbox.write("other", to: "done/book.cbz")
    let outcome = try await sandbox.run(expecting: 0, "run", "p.yaml")
    #expect(outcome.standardError.contains("source-kept"))
    #expect(sandbox.exists("in/book.cbz") && sandbox.exists("out/book.cbz"))
  }

  @Test("a source stays where a second sink fails, pages are dropped, damaged, or an output was there before")
  func kept() async throws {
    let failing = try await sandbox(
      pipeline(
        "after: { move: done }",
        "sink: [{ cbz: out/ }, { cbz: \"second/{source.stem}.cbz\", id: second }]"))
    try failing.write("old", to: "second/book.cbz")
    let outcome = try await failing.run(expecting: 1, "run", "p.yaml", "--json")
    #expect(failing.exists("in/book.cbz") && failing.exists("out/book.cbz"))
    #expect(try outcome.receipts().first?.source.after == ["kept": "'second' failed"])

    let skipping = try await sandbox(pipeline("after: trash", "sink: { cbz: { path: out/, exists: skip } }"))
    try skipping.write("old", to: "out/book.cbz")
    let skipped = try await skipping.run(expecting: 0, "run", "p.yaml")
    #expect(skipped.standardError.contains("stays where it is: 'cbz' left alone what was there before"))

    let dropping = try await sandbox(
      pipeline("after: { move: done }", "stages: [{ drop: { max: 1 }, where: last }]\nsink: { cbz: out/ }"))
    let dropped = try await dropping.run(expecting: 0, "run", "p.yaml")
    #expect(dropped.standardError.contains("'cbz' does not hold all of it: 1 page was dropped"))
    #expect(dropping.exists("in/book.cbz"))

    let damaged = try await sandbox(pipeline("after: { move: done }"), "F25-bad-pages")
    try await damaged.run(expecting: 4, "run", "p.yaml", "--on-damage", "blank")
    #expect(damaged.exists("in/book.cbz"))
  }

  @Test(
    "a source stays where anything of it is in no output, and the receipt says what",
    arguments: [
      (["readme.txt"], "readme.txt"), (["Chapter 1.cbz", "Chapter 2.cbz"], "Chapter 1.cbz"),
      (["sub/ComicInfo.xml", "ComicInfo.xml"], "sub/ComicInfo.xml"), (["sound.mp3"], "sound.mp3"),
    ])
  func missing(_ files: [String], _ named: String) async throws {
    let sandbox = try await sandbox(pipeline("after: { move: done }"))
    try await sandbox.add(files, to: "in/book.cbz")
    let outcome = try await sandbox.run(expecting: 0, "run", "p.yaml", "--json")
    #expect(sandbox.exists("in/book.cbz") && !sandbox.exists("done/book.cbz"))
    let receipt = try #require(try outcome.receipts().first)
    #expect(receipt.output?.whole == false)
    #expect(receipt.output?.missing?.contains { $0.contains("'\(named)'") } == true, "\(outcome)")
    #expect(receipt.source.after?["kept"]?.contains(named) == true)
    #expect(outcome.standardError.contains("stays where it is"))
  }

  @Test("a source stays where text beside pictures or an item of text is in no output; a sound one goes")
  func text() async throws {
    let sandbox = try await Sandbox("F07-text-and-pictures")
    for name in ["lettered", "colophon"] {
      try sandbox.copy(sandbox.folder.appending(path: "\(name).epub"), to: "in/\(name).epub")
    }
    let sound = try await Sandbox("F01-spine-order")
    try sandbox.copy(sound.folder.appending(path: "book.epub"), to: "in/sound.epub")
    try sandbox.write(pipeline("after: { move: done }"), to: "p.yaml")
    let outcome = try await sandbox.run(expecting: 0, "run", "p.yaml", changing: ["in/sound.epub"])
    #expect(try sandbox.files(in: "in") == ["colophon.epub", "lettered.epub"], "\(outcome)")
    #expect(try sandbox.files(in: "out") == ["colophon.cbz", "lettered.cbz", "sound.cbz"])
  }

  @Test("a source goes that lacks nothing but what systems leave behind")
  func junk() async throws {
    let sandbox = try await sandbox(pipeline("after: { move: done }"))
    try await sandbox.add(["Thumbs.db", "__MACOSX/._001.png", ".DS_Store"], to: "in/book.cbz")
    let outcome = try await sandbox.run(expecting: 0, "run", "p.yaml", "--json", changing: ["in/book.cbz"])
    #expect(sandbox.exists("done/book.cbz"))
    #expect(try outcome.receipts().first?.output?.whole == true)
  }

  @Test("what an earlier run has left out keeps a source in later ones, too")
  func missingBefore() async throws {
    let sandbox = try await sandbox(pipeline("after: { move: done }"))
    try await sandbox.add(["readme.txt"], to: "in/book.cbz")
    try await sandbox.run(expecting: 0, "run", "p.yaml", "--ledger", "ledger")
    let again = try await sandbox.run(
      expecting: 0, "run", "p.yaml", "--ledger", "ledger", changing: ["ledger"])
    #expect(sandbox.exists("in/book.cbz"))
    #expect(again.standardError.contains("did not hold all of it"), "\(again)")
  }

  @Test("a book that counts as failed keeps its source: with --fail-on warning every one that is warned of")
  func failing() async throws {
    let sandbox = try await sandbox(pipeline("after: { move: done }", "sink: { folder: out/ }"))
    try await sandbox.tool("python3", ["-c", "open('in/book.cbz', 'ab').write(b'behind the end')"])
    let strict = try await sandbox.run(expecting: 1, "run", "p.yaml", "--fail-on", "warning")
    #expect(sandbox.exists("in/book.cbz") && strict.standardError.contains("counts as failed"), "\(strict)")
    try await sandbox.run(
      expecting: 0, "run", "p.yaml", "--set", "folder.exists=replace", changing: ["in/book.cbz"])
    #expect(sandbox.exists("done/book.cbz"))
  }

  @Test("a link is moved as a link to the same file, relative or not")
  func links() async throws {
    let sandbox = try await sandbox(pipeline("after: { move: done }"))
    try sandbox.copy(sandbox.folder.appending(path: "book.cbz"), to: "store/far.cbz")
    try await sandbox.tool("ln", ["-s", "../store/far.cbz", "in/far.cbz"])
    try await sandbox.run(expecting: 0, "run", "p.yaml", changing: ["in/book.cbz"])
    #expect(try sandbox.data("done/far.cbz") == sandbox.data("store/far.cbz"))
    #expect(!sandbox.exists("in/far.cbz"))
  }

  @Test("an inbox that its own runs have emptied is no failure; a folder that is not there is one")
  func emptied() async throws {
    for files in ["files: \"in/*\"", "files: \"in/**/*.cbz\"", "folders: in", "folders: \"in/*\""] {
      let sandbox = try await Sandbox()
      try sandbox.write("not a book", to: "in/notes.txt")
      let text = "leporello: 1\nsource: { \(files), after: { move: done } }\nsink: { cbz: out/ }\n"
      try sandbox.write(text, to: "p.yaml")
      try sandbox.write(text.replacing(files, with: files.replacing("in", with: "inn")), to: "q.yaml")
      try sandbox.write(text.replacing(", after: { move: done }", with: ""), to: "r.yaml")
      let outcome = try await sandbox.run(expecting: 0, "run", "p.yaml")
      #expect(!outcome.standardError.contains("error"), "\(outcome)")
      #expect(outcome.standardError.contains("nothing to do"), "\(outcome)")
      try await sandbox.run(expecting: 1, "run", "q.yaml")
      try await sandbox.run(expecting: 1, "run", "r.yaml")
    }
  }

  @Test("the trash is the one of the user, with a note from where the file came")
  func trash() async throws {
    let sandbox = try await sandbox(pipeline("after: trash"))
    let data = ["XDG_DATA_HOME": sandbox.folder.appending(path: "data").path]
    try sandbox.copy(sandbox.folder.appending(path: "book.cbz"), to: "data/Trash/files/book.cbz")
    try sandbox.write("[Trash Info]\n", to: "data/Trash/info/book.cbz.trashinfo")
    try await sandbox.run(expecting: 0, "run", "p.yaml", changing: ["in/book.cbz"], environment: data)
    #expect(!sandbox.exists("in/book.cbz"))
    #expect(try sandbox.data("data/Trash/files/book (2).cbz") == sandbox.data("book.cbz"))
    let note = String(decoding: try sandbox.data("data/Trash/info/book (2).cbz.trashinfo"), as: UTF8.self)
    #expect(note.hasPrefix("[Trash Info]\nPath=") && note.contains("/in/book.cbz\nDeletionDate=20"))
  }

  @Test("sources changed only just now are left to the next run, said and counted")
  func settle() async throws {
    let sandbox = try await sandbox(pipeline("settle: 1h"))
    try sandbox.copy(sandbox.folder.appending(path: "book.cbz"), to: "in/old.cbz")
    try await sandbox.tool("touch", ["-d", "2 days ago", "in/old.cbz"])
    try await sandbox.tool("touch", ["in/book.cbz"])
    let outcome = try await sandbox.run(expecting: 0, "run", "p.yaml", "--json")
    #expect(try sandbox.files(in: "out") == ["old.cbz"])
    #expect(try outcome.receipts().map(\.status) == ["waiting", "written"])
    #expect(outcome.standardError.contains("1 source changed too recently: left to the next run"))
    #expect(outcome.standardError.contains("2 books: 1 written, 1 changed too recently"))
    try await sandbox.run(
      expecting: 0, "run", "p.yaml", "--set", "source.settle=0s", "--set", "cbz.exists=skip")
    #expect(try sandbox.files(in: "out") == ["book.cbz", "old.cbz"])
  }

  @Test("files that carry a source's name go with it, others stay")
  func namesakes() async throws {
    let sandbox = try await sandbox(pipeline("after: { move: done }").replacing("in/*", with: "in/*.cbz"))
    try sandbox.write("<ComicInfo><Series>Beside</Series></ComicInfo>", to: "in/book.xml")
    try sandbox.write("<ComicInfo/>", to: "in/booklet.xml")
    let outcome = try await sandbox.run(
      expecting: 0, "run", "p.yaml", changing: ["in/book.cbz", "in/book.xml"])
    #expect(try sandbox.files(in: "in") == ["booklet.xml"], "\(outcome)")
    #expect(try sandbox.files(in: "done") == ["book.cbz", "book.xml"])
  }
}
