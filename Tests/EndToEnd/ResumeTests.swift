import Foundation
import Testing

/// `run --resume`: what an earlier run has done is not done again.
@Suite("Resuming")
struct ResumeTests {
  private static let pipeline = """
    leporello: 1
    source: { files: "flat/*.cbz" }
    stages:
      - metadata: { set: { series: Echo } }
    sink:
      cbz: "out/{series} {source.stem}.cbz"
    """

  private func sandbox() async throws -> Sandbox {
    let sandbox = try await Sandbox("collection")
    try sandbox.write(ResumeTests.pipeline, to: "p.yaml")
    return sandbox
  }

  private func run(_ sandbox: Sandbox, _ arguments: String..., changing: Set<String> = []) async throws
    -> [Receipt]
  {
    let outcome = try await sandbox.run(
      ["run", "p.yaml", "--resume", "--ledger", "l.sqlite", "--json"] + arguments,
      changing: changing.union(["l.sqlite"]))
    #expect(outcome.status == 0, "\(outcome)")
    return try outcome.receipts()
  }

  @Test("a second run passes over everything and says so; receipts tell what is there")
  func unchanged() async throws {
    let sandbox = try await sandbox()
    #expect(try await run(sandbox).map(\.status) == ["written", "written"])
    let again = try await run(sandbox)
    #expect(again.map(\.status) == ["unchanged", "unchanged"])
    for receipt in again {
      let output = try #require(receipt.output)
      #expect(try await output.sha256 == sandbox.hash(output.path))
    }
    let outcome = try await sandbox.run(
      expecting: 0, "run", "p.yaml", "--ledger", "l.sqlite", changing: ["l.sqlite"])
    #expect(outcome.standardError.contains("2 books: 2 unchanged and skipped"))
    #expect(outcome.standardError.contains("2 books: 2 unchanged since an earlier run"))
  }

  @Test("a program's script that changed is reason to run again")
  func script() async throws {
    let sandbox = try await sandbox()
    try sandbox.write(
      """
      leporello: 1
      source: { files: "flat/*.cbz" }
      stages: [{ filter: [python3, same.py] }]
      sink: { cbz: "out/{source.stem}.cbz" }
      """, to: "p.yaml")
    try sandbox.write("import sys; sys.stdout.write(sys.stdin.read())", to: "same.py")
    #expect(try await run(sandbox, "--allow-programs").map(\.status) == ["written", "written"])
    #expect(try await run(sandbox, "--allow-programs").map(\.status) == ["unchanged", "unchanged"])
    try sandbox.write("import sys; sys.stdout.write(sys.stdin.read().strip())", to: "same.py")
    #expect(try await run(sandbox, "--allow-programs").map(\.status) == ["written", "written"])
  }

  @Test("only what changed is done again: a source, an output, a file beside the book, the pipeline")
  func changed() async throws {
    let sandbox = try await sandbox()
    _ = try await run(sandbox)
    // Another time on the same bytes is no change.
    try await sandbox.tool("touch", ["-d", "2020-01-01", "flat/b 9.cbz"])
    #expect(try await run(sandbox).map(\.status) == ["unchanged", "unchanged"])
    // Another source under the same name: the output, being the program's own, is replaced.
    try await sandbox.tool("cp", ["flat/b 10.cbz", "flat/b 9.cbz"])
    #expect(
      try await run(sandbox, changing: ["out/Echo b 9.cbz"]).map(\.status) == ["written", "unchanged"])
    // An output that is gone is made again.
    try sandbox.remove("out/Echo b 10.cbz")
    #expect(try await run(sandbox).map(\.status) == ["unchanged", "written"])
    // A file beside the book.
    try sandbox.write(
      "leporello: 1\nstages: [{ metadata: { set: { title: X } } }]", to: "flat/b 9.leporello.yaml")
    #expect(
      try await run(sandbox, changing: ["out/Echo b 9.cbz"]).map(\.status) == ["written", "unchanged"])
    // The pipeline.
    #expect(
      try await run(
        sandbox, "--meta", "title=Y", changing: ["out/Echo b 9.cbz", "out/Echo b 10.cbz"]
      ).map(\.status) == ["written", "written"])
  }

  @Test(
    "a book keeps its id when its source is renamed or its metadata changes; its version tells the change")
  func identity() async throws {
    let sandbox = try await sandbox()
    let first = try #require(try await run(sandbox).first?.output)
    let id = try #require(first.book)
    let again = try #require(try await run(sandbox).first?.output)
    #expect(again.status == "unchanged")
    #expect(again.book == id)
    #expect(again.version == first.version)
    try await sandbox.tool("mv", ["flat/b 9.cbz", "flat/a.cbz"])
    let renamed = try #require(try await run(sandbox).first?.output)
    #expect(renamed.path == "out/Echo a.cbz")
    #expect(renamed.book == id)
    let edited = try #require(
      try await run(
        sandbox, "--meta", "title=Y", changing: ["out/Echo a.cbz", "out/Echo b 10.cbz"]
      ).first?.output)
    #expect(edited.book == id)
    #expect(edited.version != renamed.version)
  }

  @Test("an output that somebody changed is not replaced unasked")
  func foreign() async throws {
    let sandbox = try await sandbox()
    _ = try await run(sandbox)
    try sandbox.write("mine", to: "out/Echo b 9.cbz")
    let outcome = try await sandbox.run(
      expecting: 1, "run", "p.yaml", "--ledger", "l.sqlite", "--json", changing: ["l.sqlite"])
    #expect(try outcome.receipts().map(\.status) == ["failed", "unchanged"])
    #expect(try sandbox.data("out/Echo b 9.cbz").elementsEqual("mine".utf8))
  }

  @Test("with several sinks only the missing output is made, and the source is moved away in the end")
  func sinks() async throws {
    let sandbox = try await sandbox()
    try sandbox.write(
      """
      leporello: 1
      source: { files: "flat/b 9.cbz", after: { move: done } }
      sink:
        - cbz: "a/{source.stem}.cbz"
        - cbz: "b/{source.stem}.cbz"
          id: second
      """, to: "p.yaml")
    try sandbox.write("old", to: "b/b 9.cbz")
    let first = try await sandbox.run(
      expecting: 1, "run", "p.yaml", "--ledger", "l.sqlite", "--json", changing: ["l.sqlite"])
    #expect(try first.receipts().first?.outputs?.map(\.status) == ["written", "failed"])
    try sandbox.remove("b/b 9.cbz")
    let receipts = try await run(sandbox, changing: ["flat/b 9.cbz"])
    #expect(receipts.first?.outputs?.map(\.status) == ["unchanged", "written"])
    #expect(receipts.first?.source.after == ["moved": "done/b 9.cbz"])
  }

  @Test(
    "a killed run goes on where it was, at whatever moment it was killed",
    arguments: [(0, 0), (0, 100_000), (1, 0), (2, 100_000)])
  func killed(_ outputs: Int, _ bytes: Int) async throws {
    let sandbox = try await Sandbox("large")
    try sandbox.write(
      "leporello: 1\nsink: [{ cbz: a.cbz }, { cbz: b.cbz, id: b }, { cbz: c.cbz, id: c }]", to: "p.yaml")
    let outcome = try await sandbox.run(
      ["run", "p.yaml", "book", "--ledger", "l.sqlite"], changing: ["l.sqlite", "l.sqlite-journal"],
      signal: SIGKILL,
      once: { folder in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.count { $0.hasSuffix(".cbz") && !Sandbox.isTemporary($0) } >= outputs
          && Sandbox.hasWritten(bytes)(folder)
      })
    #expect(outcome.status == 0 || outcome.status == 137)
    let done = ["a.cbz", "b.cbz", "c.cbz"].filter(sandbox.exists)
    let receipts = try await run(sandbox, "book", changing: ["l.sqlite-journal"])
    let states = try #require(receipts.first?.outputs).map(\.status)
    #expect(states.count(where: { $0 == "unchanged" }) == done.count, "\(states)")
    for name in ["a.cbz", "b.cbz", "c.cbz"] { #expect(try await sandbox.book(name).pages.count == 160) }
  }

  @Test("two runs at the same time with one ledger both come to an end, and the next one has nothing to do")
  func together() async throws {
    let sandbox = try await Sandbox("collection")
    try sandbox.write(ResumeTests.pipeline, to: "p.yaml")
    let program = Sandbox.program.path
    let command = """
      "\(program)" run p.yaml --ledger l.sqlite --set cbz.path='x/{source.stem}.cbz' & \
      "\(program)" run p.yaml --ledger l.sqlite --set cbz.path='y/{source.stem}.cbz'; s=$?; wait $! && exit $s
      """
    let both = try await sandbox.tool("sh", ["-c", command])
    #expect(both.status == 0, "\(both)")
    for folder in ["x", "y"] {
      let receipts = try await run(sandbox, "--set", "cbz.path=\(folder)/{source.stem}.cbz")
      #expect(receipts.map(\.status) == ["unchanged", "unchanged"])
    }
  }

  @Test("what is no ledger is refused by name, and stays as it is")
  func noLedger() async throws {
    let sandbox = try await sandbox()
    try sandbox.write(String(repeating: "no ledger ", count: 1000), to: "l.sqlite")
    let outcome = try await sandbox.run(expecting: 1, "run", "p.yaml", "--ledger", "l.sqlite")
    #expect(outcome.standardError.contains("l.sqlite: error: this is not a ledger"))
    #expect(!sandbox.exists("out"))
  }

  @Test("the usual place is the state folder")
  func usualPlace() async throws {
    let sandbox = try await sandbox()
    let state = ["XDG_STATE_HOME": sandbox.folder.appending(path: "state").path]
    try await sandbox.run(expecting: 0, "run", "p.yaml", "--resume", environment: state)
    #expect(sandbox.exists("state/leporello/ledger.sqlite"))
  }
}
