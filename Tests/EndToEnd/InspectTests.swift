import Foundation
import Testing

/// `inspect` and the folder sink.
@Suite("Inspecting, and folders as output")
struct InspectTests {
  @Test("inspect prints metadata, contents and pages, and as JSON what it prints can be read")
  func inspect() async throws {
    let sandbox = try await Sandbox()
    try sandbox.copy(PipelineTests.fixtures.appending(path: "paper-fox-1.epub"), to: "fox.epub")
    let text = try await sandbox.run(expecting: 0, "inspect", "fox.epub").standardOutput
    for part in ["EPUB 3", "The Folded Sea", "Paper Fox", "right to left", "The Storm", "480"] {
      #expect(text.contains(part))
    }
    let json = try await sandbox.run(expecting: 0, "inspect", "--json", "fox.epub").standardOutput
    let book = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect((book["pages"] as? [[String: Any]])?.count == 10)
    #expect(book["direction"] as? String == "rtl")
  }

  @Test("without pages none is opened, and they are counted; of metadata alone nothing else is shown")
  func lessDetail() async throws {
    let sandbox = try await Sandbox()
    try await sandbox.makeZIPs(
      ["book.cbz"],
      [("ComicInfo.xml", "<ComicInfo><Series>Kite</Series></ComicInfo>"), ("2.png", "no picture")])
    #expect(try await sandbox.run(expecting: 0, "inspect", "book.cbz").standardError.contains("2.png"))
    for flag in ["--no-pages", "--metadata"] {
      let outcome = try await sandbox.run(expecting: 0, "inspect", flag, "book.cbz")
      #expect(outcome.standardError.isEmpty && !outcome.standardOutput.contains("2.png"), "\(outcome)")
      #expect(outcome.standardOutput.contains("Kite"), "\(outcome)")
      let json = try await sandbox.run(expecting: 0, "inspect", flag, "--json", "book.cbz").standardOutput
      let book = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      #expect(book["pages"] == nil && (book["pageCount"] as? Int ?? 0) > 0, "\(json)")
    }
    let short = try await sandbox.run(expecting: 0, "inspect", "--metadata", "book.cbz").standardOutput
    #expect(!short.contains("as servers see it"))
  }

  @Test(
    "a book of text shows its cover, why it is text, its contents and its sections, as JSON too",
    arguments: Corpus.lines("epub", "ok", "warn").filter { $0.path.hasSuffix("kavita-golden-harpoon.epub") })
  func text(_ line: Corpus.Line) async throws {
    let sandbox = try await Sandbox()
    let input = try sandbox.corpusFile(line)
    let text = try await sandbox.run(expecting: 0, "inspect", input).standardOutput
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.contains { $0.hasPrefix("cover ") && $0.contains("jpeg") })
    #expect(lines.contains { $0.hasPrefix("text ") && $0.contains("this book is text") })
    #expect(lines.contains { $0.hasPrefix("CHAPTER I.") && $0.contains("→") })
    #expect(lines.contains("sections"))
    let json = try await sandbox.run(expecting: 0, "inspect", "--json", input).standardOutput
    let book = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let cover = try #require(book["cover"] as? [String: Any])
    #expect((cover["name"] as? String)?.isEmpty == false && cover["width"] is Int)
    #expect((book["refusal"] as? String)?.contains("text") == true)
    #expect((book["sections"] as? [Any])?.isEmpty == false && (book["outline"] as? [Any])?.isEmpty == false)
  }

  @Test("inspect fails for what is no book, and goes on to the next")
  func notABook() async throws {
    let sandbox = try await Sandbox("F27-not-only-comics")
    let outcome = try await sandbox.run(expecting: 1, "inspect", "in/nothing.cbz", "in/good.cbz")
    #expect(outcome.standardOutput.contains("good.cbz") && outcome.standardError.contains("nothing.cbz"))
  }

  @Test("a folder is written whole, and read back it is the same book")
  func folderSink() async throws {
    let sandbox = try await Sandbox("F19-nested-folders")
    try await sandbox.run(expecting: 0, "convert", "book.cbz", "--to", "folder", "-o", "out/")
    #expect(try await sandbox.book("out/book").numbers == [1, 2, 3, 4, 5, 6, 7])
    try await sandbox.run(expecting: 0, "convert", "book.cbz", "-o", "direct.cbz")
    try await sandbox.run(expecting: 0, "convert", "out/book", "-o", "back.cbz")
    #expect(try sandbox.data("back.cbz") == sandbox.data("direct.cbz"))
  }

  @Test("an existing folder is not filled up unless it may be replaced")
  func folderExists() async throws {
    let sandbox = try await Sandbox("F19-nested-folders")
    try sandbox.write("mine", to: "out/book/note.txt")
    try await sandbox.run(expecting: 1, "convert", "book.cbz", "--to", "folder", "-o", "out/")
    #expect(try sandbox.files(in: "out") == ["book/note.txt"])
  }

  @Test(
    "a folder that holds what is not from a book is never replaced",
    arguments: ["note.txt", "volume 2/ComicInfo.xml", ".git/config", "volume.cbz"])
  func foreignFolder(_ name: String) async throws {
    let sandbox = try await Sandbox("F19-nested-folders")
    let words = ["convert", "book.cbz", "--to", "folder", "-o", "out/", "--exists", "replace"]
    #expect(try await sandbox.run(words).status == 0)
    try sandbox.write("mine", to: "out/book/\(name)")
    let outcome = try await sandbox.run(words)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.standardError.contains("'\(name)'"), "\(outcome)")
    #expect(outcome.standardError.contains("[folder-not-replaceable]"), "\(outcome)")
  }

  @Test("a folder that an earlier run wrote is replaced, whatever a desktop left in it")
  func ownFolder() async throws {
    let sandbox = try await Sandbox("F19-nested-folders")
    let words = ["convert", "book.cbz", "--to", "folder", "-o", "out/", "--exists", "replace"]
    #expect(try await sandbox.run(words).status == 0)
    let before = try sandbox.files(in: "out")
    try sandbox.write("", to: "out/book/.DS_Store")
    let outcome = try await sandbox.run(words, changing: ["out/book/.DS_Store"])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try sandbox.files(in: "out") == before)
  }
}
