import Foundation
import Testing

/// What folders hold becomes inputs, or is named with the reason and what to do.
@Suite("What is found in folders")
struct InboxTests {
  private func sandbox(_ chapters: [DrawnChapter]) async throws -> Sandbox {
    let sandbox = try await Sandbox()
    try await sandbox.draw(chapters)
    return sandbox
  }

  @Test("folders of pictures and of books beside archives are named with the option that takes them")
  func foldersBeside() async throws {
    let sandbox = try await sandbox([
      DrawnChapter("in/Tide.cbz", [1]), DrawnChapter("in/Ferry/", [2]),
      DrawnChapter("in/below/Gull.cbz", [3]),
    ])
    let flat = try await sandbox.run(expecting: 0, "convert", "in", "-o", "flat/")
    #expect(try sandbox.files(in: "flat") == ["Tide.cbz"])
    #expect(
      flat.standardError.contains("2 folders beside books left alone ('in/below', 'in/Ferry')"), "\(flat)")
    #expect(flat.standardError.contains("--recursive"))
    for (index, flags) in [["--recursive"], ["--books", "folder"], ["--books", "tree"]].enumerated() {
      let outcome = try await sandbox.run(["convert", "in", "-o", "all\(index)/"] + flags)
      #expect(outcome.status == 0 && !outcome.standardError.contains("left alone"), "\(outcome)")
      #expect(try sandbox.files(in: "all\(index)") == ["Ferry.cbz", "Tide.cbz", "below/Gull.cbz"])
    }
  }

  private static let downloads = [
    DrawnChapter("in/Gull/", [9]), DrawnChapter("in/Gull/Ch.1/", [1, 2]), DrawnChapter("in/Gull/Ch.2/", [3]),
    DrawnChapter("in/Tern/Ch.1/", [4, 5]),
  ]

  @Test("folders of folders are one book or a book each, as --books says; unsaid, a warning says how")
  func folders() async throws {
    let sandbox = try await sandbox(InboxTests.downloads + [DrawnChapter("in/Tern/Ch.2/", [6])])
    let unsaid = try await sandbox.run(expecting: 0, "convert", "in", "-o", "one/")
    #expect(unsaid.standardError.contains("several-books") && unsaid.standardError.contains("--books folder"))
    let tree = try await sandbox.run(expecting: 0, "convert", "in", "-o", "tree/", "--books", "tree")
    #expect(!tree.standardError.contains("warning"))
    #expect(try sandbox.files(in: "tree") == ["in.cbz"])
    let each = try await sandbox.run(expecting: 0, "convert", "in", "-o", "each/", "--books", "folder")
    #expect(
      try sandbox.files(in: "each") == ["Gull/Ch.1.cbz", "Gull/Ch.2.cbz", "Tern/Ch.1.cbz", "Tern/Ch.2.cbz"])
    #expect(try await sandbox.book("each/Gull/Ch.1.cbz").numbers == [1, 2])
    #expect(each.standardError.contains("1 picture beside books left alone"), "a series' cover: \(each)")
  }

  @Test("a pipeline says it in its source, and the command line otherwise")
  func inPipelines() async throws {
    let sandbox = try await sandbox(InboxTests.downloads)
    try sandbox.write(
      "leporello: 1\nsource: { folders: in, books: folder }\ngather: tree\nstages: [metadata]\nsink: { cbz: out/ }\n",
      to: "p.yaml")
    try await sandbox.run(expecting: 0, "run", "p.yaml")
    #expect(try sandbox.files(in: "out") == ["Gull/Gull.cbz", "Tern/Ch.1.cbz"], "a book of each series")
    let planned = try await sandbox.run(expecting: 0, "plan", "p.yaml", "--books", "tree")
    #expect(planned.standardOutput.contains("out/in.cbz"), "\(planned)")
    let inspected = try await sandbox.run(expecting: 0, "inspect", "in", "--books", "folder")
    #expect(inspected.standardOutput.contains("in/Gull/Ch.2"))
  }

  @Test("chapters of one series are one book without a warning, whatever their names")
  func chapters() async throws {
    for names in [
      ["Ch.1", "Ch.2"], ["001 - The Storm", "002 - The Calm"], ["Kite v01", "Kite v02"], ["a", "b"],
    ] {
      let sandbox = try await sandbox(names.map { DrawnChapter("in/Kite/\($0)/", [1]) })
      let outcome = try await sandbox.run(expecting: 0, "convert", "in/Kite", "-o", "out/")
      #expect(!outcome.standardError.contains("warning"), "\(outcome)")
      #expect(try sandbox.files(in: "out") == ["Kite.cbz"])
    }
    let two = try await sandbox([DrawnChapter("in/Ferry 01/", [1]), DrawnChapter("in/Gull 02/", [2])])
    let outcome = try await two.run(expecting: 0, "convert", "in", "-o", "out/")
    #expect(outcome.standardError.contains("several-books"), "\(outcome)")
  }

  private static let unfinished = [
    "half.cbz.part", "shop.cbz.crdownload", "torrent.cbz.!qB", "safari.cbz.download/book.cbz", "edited.cbz~",
    "before.cbz.bak", "fetch.epub.tmp", "~syncing.cbz", "OLD.CBZ.PART",
  ]

  @Test("unfinished downloads and copies are left alone and counted, and taken where they are named")
  func unfinishedDownloads() async throws {
    let sandbox = try await sandbox(
      [DrawnChapter("in/The Download.cbz", [1]), DrawnChapter("in/part.cbz", [2])]
        + InboxTests.unfinished.map { DrawnChapter("in/" + $0, [3]) })
    let good = ["The Download.cbz", "part.cbz"]
    let outcome = try await sandbox.run(expecting: 0, "convert", "in", "-o", "out/")
    #expect(try sandbox.files(in: "out") == good)
    #expect(
      outcome.standardError.contains("9 unfinished downloads or backup copies left alone"), "\(outcome)")
    try sandbox.write("leporello: 1\nsource: \"in/*\"\nsink: { cbz: globbed/ }\n", to: "p.yaml")
    let globbed = try await sandbox.run(expecting: 0, "run", "p.yaml")
    #expect(try sandbox.files(in: "globbed") == good)
    #expect(globbed.standardError.contains("9 unfinished"), "\(globbed)")
    try sandbox.write("leporello: 1\nsource: \"in/*.part\"\nsink: { cbz: named/ }\n", to: "q.yaml")
    try await sandbox.run(expecting: 0, "run", "q.yaml")
    #expect(try sandbox.files(in: "named").count == 2, "a pattern that names them takes them")
    try await sandbox.run(expecting: 0, "convert", "in/half.cbz.part", "-o", "half.cbz")
  }

  @Test("links to books are followed, others are named; a book is not taken twice")
  func links() async throws {
    let sandbox = try await sandbox([
      DrawnChapter("store/far.cbz", [1]), DrawnChapter("store/pages/", [2]), DrawnChapter("in/own.cbz", [3]),
    ])
    for (target, name) in [
      ("../store/far.cbz", "far.cbz"), ("nowhere", "gone.cbz"), ("../store/pages", "pages"),
      ("../store/pages/002.png", "page.png"), ("own.cbz", "again.cbz"),
    ] { try await sandbox.tool("ln", ["-s", target, "in/\(name)"]) }
    let outcome = try await sandbox.run(expecting: 0, "convert", "in", "-o", "out/")
    #expect(try sandbox.files(in: "out") == ["far.cbz", "own.cbz"])
    #expect(outcome.standardError.contains("3 links to no book left alone"), "\(outcome)")
    #expect(outcome.standardError.contains("1 link left alone ('in/again.cbz')"), "\(outcome)")
    try sandbox.write("leporello: 1\nsource: \"in/*.cbz\"\nsink: { cbz: globbed/ }\n", to: "p.yaml")
    let globbed = try await sandbox.run(expecting: 0, "run", "p.yaml")
    #expect(try sandbox.files(in: "globbed") == ["far.cbz", "own.cbz"])
    #expect(globbed.standardError.contains("1 link to no book"), "\(globbed)")
  }

  @Test("an archive in pieces is one book under its own name, and its pieces are counted nowhere else")
  func pieces() async throws {
    let sandbox = try await sandbox([DrawnChapter("whole.cbz", [1, 2, 3, 4])])
    let bytes = try sandbox.data("whole.cbz")
    for (index, range) in [0..<200, 200..<400, 400..<bytes.count].enumerated() {
      try FileManager.default.createDirectory(
        at: sandbox.folder.appending(path: "in"), withIntermediateDirectories: true)
      try bytes[range].write(to: sandbox.folder.appending(path: "in/book.cbz.00\(index + 1)"))
    }
    try sandbox.write("<ComicInfo><Series>Beside</Series></ComicInfo>", to: "in/book.xml")
    try sandbox.write(
      "leporello: 1\nsource: \"in/*\"\nstages: [metadata]\nsink: { cbz: globbed/ }\n", to: "p.yaml")
    let pieces = ["in/book.cbz.001", "in/book.cbz.002", "in/book.cbz.003"]
    let runs = [
      ("folder", ["convert", "in", "-o", "folder/"]),
      ("named", ["convert", "in/book.cbz.001", "-o", "named/"]),
      ("all", ["convert"] + pieces + ["-o", "all/"]),
    ]
    for (folder, arguments) in runs {
      let outcome = try await sandbox.run(arguments)
      #expect(outcome.status == 0 && !outcome.standardError.contains("not recognized"), "\(outcome)")
      #expect(try sandbox.files(in: folder) == ["book.cbz"])
      let book = try await sandbox.book("\(folder)/book.cbz")
      #expect(book.numbers == [1, 2, 3, 4] && book[info: "Series"] == "Beside")
    }
    try await sandbox.run(expecting: 0, "run", "p.yaml")
    #expect(try sandbox.files(in: "globbed") == ["book.cbz"])
  }
}
