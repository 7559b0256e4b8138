import Foundation
import Testing

/// Runs over many inputs: what is taken, where it goes, what is there already, and how a run ends.
@Suite("Runs")
struct RunTests {
  @Test("a folder with books is a collection: only what is recognized is taken (F27)")
  func notOnlyComics() async throws {
    let sandbox = try await Sandbox("F27-not-only-comics")
    let outcome = try await sandbox.run(expecting: 1, "convert", "in", "-o", "out/")
    #expect(try sandbox.files(in: "out") == ["good.cbz"])
    #expect(outcome.standardError.contains("nothing.cbz"), "an archive without pages is an error")
    #expect(try await sandbox.book("out/good.cbz").numbers == [1, 2])
  }

  @Test("hard names stay inside the folder, apart from each other, and safe; the broken book is listed (F45)")
  func hardNames() async throws {
    let sandbox = try await Sandbox("F45-hard-names")
    let outcome = try await sandbox.run(
      expecting: 1, "convert", "in", "-o", "out/{series} #{number}.cbz", "--collisions", "number")
    let files = try sandbox.files()
    let written = files.filter { !$0.hasPrefix("in/") }
    #expect(
      written.count == 5 && written.allSatisfy { $0.hasPrefix("out/") && !$0.dropFirst(4).contains("/") })
    for name in written.map({ $0.dropFirst(4) }) {
      #expect(name.utf8.count <= 255)
      #expect(!name.contains { #"<>:"\|?*"#.contains($0) })
      #expect(!name.hasPrefix("."))
    }
    let last = outcome.standardError.split(separator: "\n").suffix(4).joined(separator: "\n")
    #expect(last.contains("broken.cbz"), "the failure is in the list at the end\n\(outcome)")
  }

  @Test("two inputs with one destination both fail and are named, case aside; the third is converted")
  func collisions() async throws {
    let sandbox = try await Sandbox("collisions")
    let outcome = try await sandbox.run(expecting: 1, "convert", "in", "-o", "out/{series} {number}.cbz")
    #expect(try sandbox.files(in: "out") == ["Echo 2.cbz"])
    #expect(outcome.standardError.contains("a.cbz") && outcome.standardError.contains("b.cbz"))
  }

  @Test("collisions are numbered on request")
  func collisionsNumbered() async throws {
    let sandbox = try await Sandbox("collisions")
    try await sandbox.run(
      expecting: 0, "convert", "in", "-o", "out/{series} {number}.cbz", "--collisions", "number")
    #expect(try sandbox.files(in: "out") == ["ECHO 1 (2).cbz", "Echo 1.cbz", "Echo 2.cbz"])
  }

  @Test("a file that was there fails the book, is kept, or is replaced, as asked")
  func exists() async throws {
    let sandbox = try await Sandbox("F18-entries-out-of-order")
    try sandbox.write("old", to: "result.cbz")
    let fails = try await sandbox.run(expecting: 1, "convert", "book.cbz", "-o", "result.cbz")
    #expect(fails.standardError.contains("result.cbz"))
    try await sandbox.run(expecting: 0, "convert", "book.cbz", "-o", "result.cbz", "--exists", "skip")
    try await sandbox.run(
      expecting: 0, "convert", "book.cbz", "-o", "result.cbz", "--exists", "replace", changing: ["result.cbz"]
    )
    #expect(try await sandbox.book("result.cbz").numbers == [1, 2, 3, 4, 5, 6])
  }

  @Test("output over the input is refused", arguments: ["book.cbz", "./book.cbz", "../here/book.cbz"])
  func outputIsInput(_ output: String) async throws {
    let sandbox = try await Sandbox("F18-entries-out-of-order")
    let outcome = try await sandbox.run(["convert", "book.cbz", "-o", output, "--exists", "replace"])
    #expect(outcome.status == 1 || outcome.status == 2, "\(outcome)")
    #expect(outcome.standardError.contains("book.cbz"))
  }

  @Test(
    "output over the input is refused through a symbolic link; a hard link is another name, and only that is replaced"
  )
  func outputIsInputByLink() async throws {
    let sandbox = try await Sandbox("F18-entries-out-of-order")
    try await sandbox.tool("ln", ["-s", "book.cbz", "symbolic.cbz"])
    try await sandbox.tool("ln", ["book.cbz", "hard.cbz"])
    let symbolic = try await sandbox.run(["convert", "book.cbz", "-o", "symbolic.cbz", "--exists", "replace"])
    #expect(symbolic.status == 1 || symbolic.status == 2, "\(symbolic)")
    _ = try await sandbox.run(
      ["convert", "book.cbz", "-o", "hard.cbz", "--exists", "replace"], changing: ["hard.cbz"])
  }

  @Test("several inputs with a single file as output are a usage error")
  func severalInputsOneFile() async throws {
    let sandbox = try await Sandbox("collisions")
    try await sandbox.run(expecting: 2, "convert", "in/a.cbz", "in/c.cbz", "-o", "result.cbz")
    #expect(!sandbox.exists("result.cbz"))
  }

  @Test("into a folder, stems are kept")
  func intoFolder() async throws {
    let sandbox = try await Sandbox("collection")
    try await sandbox.run(expecting: 0, "convert", "flat", "-o", "out/")
    #expect(try sandbox.files(in: "out") == ["b 10.cbz", "b 9.cbz"])
  }

  @Test("books that lie only in subfolders need the option, which the message names")
  func recursiveNeeded() async throws {
    let sandbox = try await Sandbox("collection")
    let outcome = try await sandbox.run(["convert", "shelf", "-o", "out/"])
    #expect(outcome.status == 1 || outcome.status == 2, "\(outcome)")
    #expect(outcome.standardError.contains("recursive"))
    #expect(!sandbox.exists("out"))
  }

  @Test("recursive mirrors the tree")
  func recursive() async throws {
    let sandbox = try await Sandbox("collection")
    try await sandbox.run(expecting: 0, "convert", "shelf", "-o", "out/", "--recursive")
    #expect(try sandbox.files(in: "out") == ["A/one.cbz", "A/two.cbz", "B/inner/four.cbz", "B/three.cbz"])
  }

  @Test("a folder of chapter folders is one book")
  func chapterFolder() async throws {
    let sandbox = try await Sandbox("collection")
    let book = try await sandbox.convert("chapters")
    #expect(book.numbers == [1, 2, 3])
    #expect(try #require(book.comicInfo).bookmarks == [0: "ch 1", 1: "ch 2", 2: "ch 10"])
  }

  @Test("a folder with neither books nor pictures fails")
  func nothingInFolder() async throws {
    let sandbox = try await Sandbox("collection")
    let outcome = try await sandbox.run(expecting: 1, "convert", "words", "-o", "result.cbz")
    #expect(outcome.standardError.contains("words"))
  }

  @Test("links in a folder are not followed out of it")
  func links() async throws {
    let sandbox = try await Sandbox("links")
    let outcome = try await sandbox.run(["convert", "book", "-o", "result.cbz"], timeLimit: 20)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try await !sandbox.book("result.cbz").numbers.contains(66))
  }

  @Test("an input that is not there is a usage error that names it, and nothing is converted")
  func missingInput() async throws {
    let sandbox = try await Sandbox("collection")
    let outcome = try await sandbox.run(
      expecting: 2, "convert", "flat/b 9.cbz", "flat/gone.cbz", "-o", "out/")
    #expect(outcome.standardError.contains("gone.cbz"))
    #expect(!sandbox.exists("out"))
  }

  @Test("with --fail-fast the run ends at the first failure")
  func failFast() async throws {
    let sandbox = try await Sandbox("F27-not-only-comics")
    try sandbox.copy(sandbox.folder.appending(path: "in/nothing.cbz"), to: "in/a.cbz")
    try await sandbox.run(expecting: 1, "convert", "in", "-o", "out/", "--fail-fast", "--jobs", "1")
    #expect(!sandbox.exists("out/good.cbz"))
  }

  @Test("a warning fails the run where --fail-on asks for it")
  func failOnWarning() async throws {
    let sandbox = try await Sandbox("salvage")
    let outcome = try await sandbox.run([
      "convert", "no-directory.cbz", "-o", "result.cbz", "--fail-on", "warning",
    ])
    #expect(outcome.status != 0, "\(outcome)")
    #expect(outcome.standardError.contains("counts as failed"), "\(outcome)")
  }

  @Test("a warning that many books share is shown for a few, and summed up at the end")
  func repeatedWarnings() async throws {
    let sandbox = try await Sandbox()
    try await sandbox.draw((1...6).map { DrawnChapter("in/\($0).cbz", [$0], info: "<Series>Kite</Series>") })
    let arguments = ["convert", "in", "-o", "out/{series} {number} {source.stem}.cbz"]
    let outcome = try await sandbox.run(arguments + ["--no-metadata"])
    #expect(outcome.standardError.components(separatedBy: "{number} is empty").count == 4, "\(outcome)")
    #expect(outcome.standardError.contains("[template-empty] in 6 books"), "\(outcome)")
    let all = try await sandbox.run(
      arguments + ["--no-metadata", "--exists", "replace", "--verbose"],
      changing: Set(try sandbox.files().filter { $0.hasPrefix("out/") }))
    #expect(all.standardError.components(separatedBy: "{number} is empty").count == 7, "\(all)")
  }

  @Test("a line counts pages of the output, and says where they are made of another number")
  func counts() async throws {
    let sandbox = try await Sandbox()
    try await sandbox.draw([DrawnChapter("one.cbz", [1]), DrawnChapter("six.cbz", [1, 2, 3, 4, 5, 6])])
    let one = try await sandbox.run(expecting: 0, "convert", "one.cbz", "-o", "a.cbz")
    #expect(one.standardError.contains(": 1 page: 1 copied\n"), "\(one)")
    let joined = try await sandbox.run(
      expecting: 0, "convert", "six.cbz", "-o", "b.cbz", "--meta", "direction=ltr", "--pair", "--join", "all")
    #expect(joined.standardError.contains(": 4 pages: 2 copied, 2 lossless"), "\(joined)")
    #expect(joined.standardError.contains("made of 6 pages"), "\(joined)")
  }

  @Test("a dry run says what would be and writes nothing")
  func dryRun() async throws {
    let sandbox = try await Sandbox("collection")
    let outcome = try await sandbox.run(expecting: 0, "convert", "flat", "-o", "out/", "--dry-run")
    #expect((outcome.standardOutput + outcome.standardError).contains("b 9.cbz"))
    #expect(!sandbox.exists("out"))
  }

  @Test("a run over several books first says what it will do, and ends with what it did")
  func announcement() async throws {
    let sandbox = try await Sandbox("collection")
    try await sandbox.run(expecting: 0, "convert", "flat/b 9.cbz", "-o", "out/")
    let outcome = try await sandbox.run(expecting: 0, "convert", "flat", "-o", "out/", "--exists", "skip")
    let lines = outcome.standardError.split(separator: "\n")
    #expect(lines.contains("2 books: 1 new, 1 exists and is skipped"), "\(outcome)")
    #expect(lines.last == "2 books: 1 written, 1 skipped", "\(outcome)")
  }
}
