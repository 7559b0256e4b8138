import Foundation
import Testing

/// `gather`: several sources become one book.
@Suite("Gathering")
struct GatherTests {
  /// Chapters of two volumes, given out of order, one that has no volume, and one of another series.
  private static let chapters = [
    DrawnChapter("in/Kite v01 c010.cbz", [5, 6]), DrawnChapter("in/Kite v01 c002.cbz", [3, 4]),
    DrawnChapter("in/Kite v01 c001.cbz", [1, 2]), DrawnChapter("in/Kite v02 c011.cbz", [7]),
    DrawnChapter("in/Kite v02 c012.cbz", [8]),
  ]

  private func sandbox(
    _ gather: String = "\"{series} v{volume}\"", stages: String = "[metadata]", more: String = "",
    source: String = "files: \"in/**/*.cbz\"", chapters: [DrawnChapter] = GatherTests.chapters
  ) async throws -> Sandbox {
    let sandbox = try await Sandbox()
    try await sandbox.draw(chapters)
    try sandbox.write(
      """
      leporello: 1
      source: { \(source) }
      gather: \(gather)
      stages: \(stages)
      sink: { cbz: "out/{source.stem}.cbz" }
      \(more)
      """, to: "p.yaml")
    return sandbox
  }

  private func numbers(_ sandbox: Sandbox, _ path: String) async throws -> [Int] {
    try await sandbox.book(path).numbers
  }

  // MARK: What belongs together

  @Test("sources of one key become one book, in the order of their numbers, each a chapter of it")
  func byFields() async throws {
    let sandbox = try await sandbox()
    let outcome = try await sandbox.run(expecting: 0, "run", "p.yaml", "--json")
    #expect(try sandbox.files(in: "out") == ["Kite v1.cbz", "Kite v2.cbz"])
    let one = try await sandbox.book("out/Kite v1.cbz")
    #expect(one.numbers == [1, 2, 3, 4, 5, 6])
    #expect(one[info: "Series"] == "Kite" && one[info: "Number"] == "1" && one[info: "Title"] == nil)
    #expect(one.comicInfo?.bookmarks == [0: "Chapter 1", 2: "Chapter 2", 4: "Chapter 10"])
    let receipts = try outcome.receipts()
    #expect(receipts.map(\.job) == ["Kite v1", "Kite v2"])
    #expect(
      receipts.first?.sources.map(\.path) == [
        "in/Kite v01 c001.cbz", "in/Kite v01 c002.cbz", "in/Kite v01 c010.cbz",
      ])
    for source in receipts.flatMap(\.sources) {
      #expect(try await source.sha256 == sandbox.hash(source.path))
    }
    #expect(receipts.first?.counts?["copied"] == 6)
    #expect(outcome.standardOutput.split(separator: "\n").allSatisfy { $0.contains("\"receipt\":3") })
  }

  @Test("a book of each folder, and of each folder with all below it")
  func byFolder() async throws {
    let chapters = [
      DrawnChapter("in/Kite/1/a.cbz", [1]), DrawnChapter("in/Kite/1/b.cbz", [2]),
      DrawnChapter("in/Kite/2/a.cbz", [3]), DrawnChapter("in/Kite/2/b.cbz", [4]),
    ]
    let folders = try await sandbox("folder", chapters: chapters)
    try await folders.run(expecting: 0, "run", "p.yaml")
    #expect(try await numbers(folders, "out/1.cbz") == [1, 2])
    #expect(try await numbers(folders, "out/2.cbz") == [3, 4])
    let tree = try await sandbox("{ by: tree, order: name }", chapters: chapters)
    try await tree.run(expecting: 0, "run", "p.yaml")
    #expect(try tree.files(in: "out") == ["Kite.cbz"])
    #expect(try await numbers(tree, "out/Kite.cbz") == [1, 2, 3, 4])
  }

  @Test("a list says which sources make which book, in which order; a pattern that matches none is told")
  func byList() async throws {
    let sandbox = try await sandbox(
      "{ list: { First: [\"*c010.cbz\", \"*c001.cbz\"], Second: [\"*v02*.cbz\", \"*nothing*\"] } }")
    let outcome = try await sandbox.run(expecting: 0, "run", "p.yaml")
    #expect(try await numbers(sandbox, "out/First.cbz") == [5, 6, 1, 2])
    #expect(try await numbers(sandbox, "out/Second.cbz") == [7, 8])
    #expect(try await numbers(sandbox, "out/Kite v01 c002.cbz") == [3, 4])
    #expect(outcome.standardError.contains("gather-unused") && outcome.standardError.contains("gather-alone"))
  }

  @Test(
    "order: by number, by name, as given",
    arguments: [("number", [1, 2, 3]), ("name", [2, 3, 1]), ("given", [3, 1, 2])])
  func order(_ order: String, _ expected: [Int]) async throws {
    let sandbox = try await sandbox(
      "{ by: \"{series}\", order: \(order) }",
      chapters: [
        DrawnChapter("c.cbz", [1], info: "<Series>S</Series><Number>1</Number>"),
        DrawnChapter("a.cbz", [2], info: "<Series>S</Series><Number>2</Number>"),
        DrawnChapter("b.cbz", [3], info: "<Series>S</Series><Number>3</Number>"),
      ])
    try await sandbox.run(expecting: 0, "run", "p.yaml", "b.cbz", "c.cbz", "a.cbz")
    #expect(try await numbers(sandbox, "out/S.cbz") == expected)
  }

  @Test("a source that lacks a field of the key stays alone, with a warning")
  func alone() async throws {
    let sandbox = try await sandbox(chapters: GatherTests.chapters + [DrawnChapter("in/Kite c013.cbz", [9])])
    let outcome = try await sandbox.run(expecting: 0, "run", "p.yaml", "--json")
    #expect(outcome.standardError.contains("has no 'volume', so it stays a book of its own"), "\(outcome)")
    #expect(try await numbers(sandbox, "out/Kite c013.cbz") == [9])
    let receipt = try #require(try outcome.receipts().first { $0.sources.count == 1 })
    #expect(receipt.job == nil && receipt.source.path == "in/Kite c013.cbz")
  }

  @Test("a source that cannot be read fails alone; the others become their book")
  func broken() async throws {
    let sandbox = try await sandbox()
    try sandbox.write("no archive", to: "in/Kite v01 c003.cbz")
    let outcome = try await sandbox.run(expecting: 1, "run", "p.yaml", "--json")
    let receipts = try outcome.receipts()
    #expect(receipts.filter { $0.status == "failed" }.map(\.source.path) == ["in/Kite v01 c003.cbz"])
    #expect(try await numbers(sandbox, "out/Kite v1.cbz") == [1, 2, 3, 4, 5, 6])
  }

  // MARK: What stays as it is

  @Test("a page's grain does not depend on what else is in the book, nor on what stands before it")
  func stablePages() async throws {
    let stages = "[metadata, { paper: cream }]"
    let (two, others) = (try await sandbox(stages: stages), try await sandbox(stages: stages))
    try others.remove("in/Kite v01 c002.cbz")
    try await others.draw([
      DrawnChapter("in/Kite v01 c000.cbz", [20, 21]), DrawnChapter("in/Kite v01 c011.cbz", [22]),
    ])
    for sandbox in [two, others] { try await sandbox.run(expecting: 0, "run", "p.yaml") }
    let before = try await two.book("out/Kite v1.cbz").pages
    let after = try await others.book("out/Kite v1.cbz").pages
    try #require(before.count == 6 && after.count == 7)
    // Chapters 1 and 10 are in both: pages 1-2 and 5-6, then 3-6.
    #expect((before[0...1] + before[4...5]).map(\.sha256) == after[2...5].map(\.sha256))
    #expect(Set(after.map(\.sha256)).count == 7)
  }

  @Test("all sources of a book are moved behind it")
  func moved() async throws {
    let sandbox = try await sandbox(source: "files: \"in/*.cbz\", after: { move: done }")
    let names = try sandbox.files(in: "in")
    let outcome = try await sandbox.run(
      expecting: 0, "run", "p.yaml", "--json", changing: Set(names.map { "in/" + $0 }))
    #expect(try sandbox.files(in: "in").isEmpty && sandbox.files(in: "done") == names)
    let sources = try outcome.receipts().flatMap(\.sources)
    #expect(sources.count == 5)
    for source in sources {
      #expect(source.after == ["moved": source.path.replacing("in/", with: "done/")])
    }
  }

  @Test("all sources stay where one of the outputs cannot be written")
  func notMoved() async throws {
    let sandbox = try await sandbox(source: "files: \"in/*v01*.cbz\", after: { move: done }")
    try sandbox.write("old", to: "out/Kite v1.cbz")
    try await sandbox.run(expecting: 1, "run", "p.yaml")
    #expect(try sandbox.files(in: "in").count == 5 && !sandbox.exists("done"))
  }

  // MARK: Again

  @Test("a gathered book is passed over until one of its sources changes, or there is another")
  func resumed() async throws {
    let sandbox = try await sandbox()
    func run(changing: Set<String> = []) async throws -> [String] {
      let outcome = try await sandbox.run(
        ["run", "p.yaml", "--ledger", "l.sqlite", "--json"], changing: changing.union(["l.sqlite"]))
      #expect(outcome.status == 0, "\(outcome)")
      return try outcome.receipts().map(\.status)
    }
    #expect(try await run() == ["written", "written"])
    #expect(try await run() == ["unchanged", "unchanged"])
    try await sandbox.draw([DrawnChapter("in/Kite v01 c002.cbz", [13])])
    #expect(try await run(changing: ["out/Kite v1.cbz"]) == ["written", "unchanged"])
    #expect(try await numbers(sandbox, "out/Kite v1.cbz") == [1, 2, 13, 5, 6])
    #expect(try await run() == ["unchanged", "unchanged"])
  }

  // MARK: Before

  @Test("a plan names the jobs with their sources, as text and as JSON, and writes nothing")
  func plan() async throws {
    let sandbox = try await sandbox()
    let before = try sandbox.files()
    let text = try await sandbox.run(expecting: 0, "plan", "p.yaml")
    #expect(text.standardOutput.contains("Kite v1 (3 sources) → out/Kite v1.cbz (new)"), "\(text)")
    #expect(text.standardOutput.contains("Kite v2 (2 sources) → out/Kite v2.cbz (new)"), "\(text)")
    let json = try await sandbox.run(expecting: 0, "plan", "p.yaml", "--json")
    let plans = try json.standardOutput.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(plans.map { $0["job"] as? String } == ["Kite v1", "Kite v2"])
    #expect(
      plans.last?["sources"] as? [String] == ["in/Kite v02 c011.cbz", "in/Kite v02 c012.cbz"])
    #expect((plans.first?["pages"] as? [Any])?.count == 6)
    #expect(try sandbox.files() == before)
  }

  @Test("sources with pages of the same names stay apart: every page is there once")
  func sameNames() async throws {
    let info = "<Series>S</Series>"
    let sandbox = try await sandbox(
      "{ by: \"{series}\", order: name }",
      chapters: [
        DrawnChapter("in/a/1.cbz", [1, 2], info: info), DrawnChapter("in/b/1.cbz", [1, 2], info: info),
        DrawnChapter("in/c/1.cbz", [1, 3], info: info),
      ])
    try await sandbox.run(expecting: 0, "run", "p.yaml")
    #expect(try await numbers(sandbox, "out/S.cbz") == [1, 2, 1, 2, 1, 3])
  }
}
