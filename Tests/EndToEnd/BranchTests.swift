import Foundation
import Testing

/// Pipelines with several sinks and several sources.
@Suite("Several sinks and sources")
struct BranchTests {
  /// Two sinks, the second with a stage on its branch.
  static let twoSinks = """
    leporello: 1
    stages:
      - metadata: { set: { series: Echo } }
    sink:
      - cbz: "archive/{source.stem}.cbz"
      - cbz: "small/{source.stem} {series}.cbz"
        id: small
        stages:
          - metadata: { set: { series: Narrow } }
            id: rename
          - drop: { max: 10 }
            where: number > 2
    """

  @Test("a book goes through each branch by itself, and one receipt tells of all outputs")
  func branches() async throws {
    let sandbox = try await Sandbox("F18-entries-out-of-order")
    try sandbox.write(BranchTests.twoSinks, to: "p.yaml")
    let outcome = try await sandbox.run(expecting: 0, "run", "p.yaml", "book.cbz", "--json")
    #expect(try sandbox.files() == ["archive/book.cbz", "book.cbz", "p.yaml", "small/book Narrow.cbz"])
    let whole = try await sandbox.book("archive/book.cbz")
    let small = try await sandbox.book("small/book Narrow.cbz")
    #expect(whole.numbers == [1, 2, 3, 4, 5, 6] && small.numbers == [1, 2])
    #expect(whole.comicInfo?["Series"] == "Echo" && small.comicInfo?["Series"] == "Narrow")
    let receipts = try outcome.receipts()
    try #require(receipts.count == 1)
    let outputs = try #require(receipts[0].outputs)
    #expect(outputs.map(\.sink) == ["cbz", "small"])
    #expect(outputs.map(\.status) == ["written", "written"])
    for output in outputs {
      #expect(try await output.sha256 == sandbox.hash(output.path))
      let counts = try #require(output.counts)
      #expect(counts.filter { $0.key != "added" }.values.reduce(0, +) == 6)
    }
    #expect(outputs.map { $0.counts?["dropped"] } == [0, 4])
  }

  @Test("`exists` is each sink's own, and a sink that fails leaves the other's output")
  func existsBySink() async throws {
    let sandbox = try await Sandbox("F18-entries-out-of-order")
    try sandbox.write(BranchTests.twoSinks, to: "p.yaml")
    try sandbox.write("old", to: "archive/book.cbz")
    let outcome = try await sandbox.run(expecting: 1, "run", "p.yaml", "book.cbz", "--json")
    let receipt = try #require(try outcome.receipts().first)
    #expect(receipt.status == "failed")
    #expect(receipt.outputs?.map(\.status) == ["failed", "written"])
    #expect(receipt.output?.failure?.rule == "destination-exists")
    #expect(sandbox.exists("small/book Narrow.cbz"))
    try await sandbox.run(
      expecting: 0, "run", "p.yaml", "book.cbz", "--set", "cbz.exists=skip", "--set", "small.exists=replace",
      changing: ["small/book Narrow.cbz"])
    #expect(try sandbox.data("archive/book.cbz").elementsEqual("old".utf8))
  }

  @Test("two sinks with one destination both fail, for one book and across books")
  func collisions() async throws {
    let sandbox = try await Sandbox("collection")
    try sandbox.write(
      "leporello: 1\nsink: [{ cbz: \"out/{source.stem}.cbz\" }, { cbz: \"OUT/b 9.cbz\", id: other }]",
      to: "p.yaml")
    let one = try await sandbox.run(
      expecting: 1, "run", "p.yaml", "flat/b 9.cbz", "--set", "other.path=out/B 9.cbz")
    #expect(one.standardError.contains("is also the destination of flat/b 9.cbz (other)"))
    #expect(one.standardError.contains("give each sink a path of its own"))
    #expect(!sandbox.exists("out"))
    let several = try await sandbox.run(
      expecting: 1, "run", "p.yaml", "flat", "--set", "other.path=out/{source.stem|b 9}.cbz")
    #expect(several.standardError.contains("destination-collides"))
  }

  @Test("`plan`, `--dry-run` and `check` show every sink")
  func shown() async throws {
    let sandbox = try await Sandbox("F18-entries-out-of-order")
    try sandbox.write(BranchTests.twoSinks, to: "p.yaml")
    try await sandbox.run(expecting: 0, "check", "--strict", "p.yaml")
    let plan = try await sandbox.run(expecting: 0, "plan", "p.yaml", "book.cbz")
    #expect(plan.standardOutput.contains("book.cbz → cbz: archive/book.cbz (new)"))
    #expect(plan.standardOutput.contains("book.cbz → small: small/book Narrow.cbz (new)"))
    let json = try await sandbox.run(expecting: 0, "plan", "p.yaml", "book.cbz", "--json")
    #expect(json.standardOutput.split(separator: "\n").count == 2)
    let dry = try await sandbox.run(expecting: 0, "run", "p.yaml", "book.cbz", "--dry-run")
    #expect(dry.standardOutput.split(separator: "\n").count == 2)
  }

  @Test("an override reaches stages of branches, by id, and by the hash of the source")
  func overrides() async throws {
    let sandbox = try await Sandbox("F18-entries-out-of-order")
    let hash = try await sandbox.hash("book.cbz")
    let books = """

      books:
        - match: { hash: \(hash.prefix(12).uppercased()) }
          stages:
            - rename: { set: { series: Hashed } }
      """
    try sandbox.write(BranchTests.twoSinks + books, to: "p.yaml")
    try await sandbox.run(expecting: 0, "run", "p.yaml", "book.cbz")
    #expect(try sandbox.files(in: "small") == ["book Hashed.cbz"])
    try sandbox.write(
      "leporello: 1\nstages:\n  - rename: { set: { series: Beside } }\n", to: "book.leporello.yaml")
    try await sandbox.run(expecting: 0, "run", "p.yaml", "book.cbz", "--set", "cbz.exists=skip")
    #expect(try sandbox.files(in: "small") == ["book Beside.cbz", "book Hashed.cbz"])
  }

  @Test("stopped between two outputs, the first one is whole, told of, and the second is not there")
  func interrupted() async throws {
    let sandbox = try await Sandbox("large")
    try sandbox.write(
      """
      leporello: 1
      sink:
        - cbz: "a.cbz"
        - cbz: "b.cbz"
          id: second
          stages: [{ resize: { size: 300x400 } }]
      """, to: "p.yaml")
    let folder = sandbox.folder
    let outcome = try await Command(
      program: Sandbox.program, arguments: ["run", "p.yaml", "book", "--json", "--jobs", "1"],
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path, "TMPDIR": folder.path], folder: folder,
      interruption: Command.Interruption(signal: SIGINT) {
        FileManager.default.fileExists(atPath: folder.appending(path: "a.cbz").path)
      }
    ).run()
    #expect(outcome.status == 130, "\(outcome)")
    let receipt = try #require(try outcome.receipts().first)
    #expect(receipt.outputs?.map(\.status) == ["written", "not-reached"])
    #expect(try await sandbox.book("a.cbz").pages.count == 160)
    #expect(!sandbox.exists("b.cbz"))
    #expect(try !sandbox.files().contains(where: Sandbox.isTemporary))
  }

  @Test("several sources each have their files and readers; inputs that are named replace the files of all")
  func sources() async throws {
    let sandbox = try await Sandbox("collection")
    try sandbox.write(
      """
      leporello: 1
      source:
        - files: "flat/*.cbz"
          exclude: "*9*"
        - files: "shelf/A/*.cbz"
      sink: { cbz: out/ }
      """, to: "p.yaml")
    try await sandbox.run(expecting: 0, "run", "p.yaml")
    #expect(try sandbox.files(in: "out") == ["b 10.cbz", "one.cbz"])
    try sandbox.remove("out")
    try await sandbox.run(expecting: 0, "run", "p.yaml", "shelf/B/three.cbz", "flat/b 10.cbz", "flat/b 9.cbz")
    #expect(
      try sandbox.files(in: "out") == ["b 10.cbz", "three.cbz"], "what a source leaves out is left out")
  }

  @Test("limits and policies stand in the file, and flags win")
  func policies() async throws {
    let sandbox = try await Sandbox("F25-bad-pages")
    try sandbox.write("leporello: 1\nonDamage: skip\nsink: { cbz: \"out/{source.stem}.cbz\" }", to: "p.yaml")
    try await sandbox.run(expecting: 4, "run", "p.yaml", "book.cbz")
    try sandbox.remove("out")
    try await sandbox.run(expecting: 1, "run", "p.yaml", "book.cbz", "--on-damage", "fail")
    try sandbox.write("leporello: 1\nlimits: { maxPages: 1 }\nsink: { cbz: out/ }", to: "q.yaml")
    let refused = try await sandbox.run(expecting: 1, "run", "q.yaml", "book.cbz", "--on-damage", "skip")
    #expect(refused.standardError.contains("too-many-pages"))
    try await sandbox.run(
      expecting: 4, "run", "q.yaml", "book.cbz", "--on-damage", "skip", "--max-pages", "500")
  }

  @Test("`onFailure: fail-fast` stops at the first failure, unless --keep-going says otherwise")
  func failFast() async throws {
    let sandbox = try await Sandbox("collection")
    try sandbox.write("no book", to: "a.cbz")
    try sandbox.write("leporello: 1\nonFailure: fail-fast\nsink: { cbz: out/ }", to: "p.yaml")
    try await sandbox.run(expecting: 1, "run", "p.yaml", "a.cbz", "flat/b 9.cbz")
    #expect(!sandbox.exists("out/b 9.cbz"))
    try await sandbox.run(expecting: 1, "run", "p.yaml", "a.cbz", "flat/b 9.cbz", "--keep-going")
    #expect(sandbox.exists("out/b 9.cbz"))
  }
}
