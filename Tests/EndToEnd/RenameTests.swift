import Foundation
import Testing

/// Renaming files after what is known of their books.
@Suite("Renaming")
struct RenameTests {
  private func sandbox(_ books: [(path: String, series: String, number: String)]) async throws -> Sandbox {
    let sandbox = try await Sandbox()
    for book in books {
      try await sandbox.makeZIP(
        book.path,
        [
          (
            "ComicInfo.xml",
            "<ComicInfo><Series>\(book.series)</Series><Number>\(book.number)</Number></ComicInfo>"
          )
        ])
    }
    return sandbox
  }

  /// Renames; the sandbox watches over bytes by path, so that the paths of the books are said.
  private func rename(_ sandbox: Sandbox, _ arguments: String...) async throws -> Outcome {
    try await sandbox.runMoving(["rename"] + arguments)
  }

  @Test("files get the names their books give them, stay in their folders, and go back by the journal")
  func named() async throws {
    let sandbox = try await sandbox([("in/x.cbz", "Tin Robot", "3"), ("in/y.zip", "Tin Robot", "4")])
    let shown = try await sandbox.run(
      expecting: 0, "rename", "in", "--to", "{series} {number:000}", "--dry-run")
    #expect(shown.standardOutput.contains("in/x.cbz → in/Tin Robot 003.cbz"), "\(shown)")
    let outcome = try await rename(
      sandbox, "in", "--to", "{series} {number:000}", "--journal", "journal")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try sandbox.files() == ["in/Tin Robot 003.cbz", "in/Tin Robot 004.zip", "journal"])
    let again = try await sandbox.run(expecting: 0, "rename", "in", "--to", "{series} {number:000}")
    #expect(again.standardError.contains("2 already named so"), "\(again)")
    let undone = try await rename(sandbox, "--undo", "journal", "--journal", "undone")
    #expect(undone.status == 0, "\(undone)")
    #expect(try sandbox.files() == ["in/x.cbz", "in/y.zip", "journal", "undone"])
  }

  @Test("a template with folders files away, below the working folder")
  func filedAway() async throws {
    let sandbox = try await sandbox([("in/x.cbz", "A/B: C", "3")])
    let outcome = try await rename(sandbox, "in/x.cbz", "--to", "library/{series}/{series}[ #{number}]")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try sandbox.files(in: "library") == ["A-B - C/A-B - C #3.cbz"])
  }

  @Test("collisions are reported before anything moves, letter case or not")
  func collisions() async throws {
    let sandbox = try await sandbox([
      ("a.cbz", "Fox", "1"), ("b.cbz", "FOX", "1"), ("c.cbz", "Crow", "1"), ("d.cbz", "Hen", "1"),
      ("hen.cbz", "Hen", "2"),
    ])
    let twins = try await sandbox.run(expecting: 1, "rename", "a.cbz", "b.cbz", "c.cbz", "--to", "{series}")
    #expect(twins.standardError.contains("destination-collides"), "\(twins)")
    #expect(twins.standardError.contains("nothing was moved"), "\(twins)")
    let taken = try await sandbox.run(expecting: 1, "rename", "d.cbz", "--to", "{series}")
    #expect(taken.standardError.contains("letter case"), "\(taken)")
    let there = try await sandbox.run(
      expecting: 1, "rename", "d.cbz", "--to", "{series|x}.cbz", "--meta", "series=a")
    #expect(there.standardError.contains("already exists"), "\(there)")
  }

  @Test("a file that takes the name another gives up goes after it; circles are refused")
  func chains() async throws {
    let sandbox = try await sandbox([("1.cbz", "S", "2"), ("2.cbz", "S", "3"), ("3.cbz", "S", "4")])
    let outcome = try await rename(sandbox, "1.cbz", "2.cbz", "3.cbz", "--to", "{number}", "--journal", "j")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try sandbox.files() == ["2.cbz", "3.cbz", "4.cbz", "j"])
    let undone = try await rename(sandbox, "--undo", "j")
    #expect(undone.status == 0, "\(undone)")
    #expect(try sandbox.files() == ["1.cbz", "2.cbz", "3.cbz", "j"])
    let circle = try await self.sandbox([("1.cbz", "S", "2"), ("2.cbz", "S", "1")])
    let refused = try await circle.run(expecting: 1, "rename", "1.cbz", "2.cbz", "--to", "{number}")
    #expect(refused.standardError.contains("rename-cycle"), "\(refused)")
  }

  @Test("letter case alone can be changed")
  func letterCase() async throws {
    let sandbox = try await sandbox([("fox.cbz", "Fox", "1")])
    let outcome = try await rename(sandbox, "fox.cbz", "--to", "{series}")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try sandbox.files() == ["Fox.cbz"])
  }

  @Test("files beside the book that carry its name go with it, and come back with it")
  func companions() async throws {
    let sandbox = try await sandbox([("in/a.cbz", "Fox", "1"), ("in/b.cbz", "Crow", "2")])
    for name in ["in/a.xml", "in/a.5.xml", "in/ab.xml", "in/a.txt"] {
      try sandbox.write("<ComicInfo/>", to: name)
    }
    try sandbox.write("leporello: 1\n", to: "in/a.leporello.yaml")
    try sandbox.write("<package/>", to: "in/a.opf")
    let before = try sandbox.files()
    let outcome = try await rename(sandbox, "in/a.cbz", "--to", "out/{series|Fox}", "--journal", "journal")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      try sandbox.files() == [
        "in/a.5.xml", "in/a.txt", "in/ab.xml", "in/b.cbz", "journal", "out/Fox.cbz", "out/Fox.leporello.yaml",
        "out/Fox.opf",
        "out/Fox.xml",
      ])
    let undone = try await rename(sandbox, "--undo", "journal")
    #expect(undone.status == 0, "\(undone)")
    #expect(try sandbox.files() == (before + ["journal"]).sorted())
  }

  @Test("a file that would go along keeps its book where it is, if another has that name")
  func companionInTheWay() async throws {
    let sandbox = try await sandbox([("a.cbz", "Fox", "1")])
    try sandbox.write("<ComicInfo/>", to: "a.xml")
    try sandbox.write("another", to: "Fox.xml")
    let outcome = try await sandbox.run(expecting: 1, "rename", "a.cbz", "--to", "{series}")
    #expect(outcome.standardError.contains("'Fox.xml' already exists"), "\(outcome)")
    #expect(outcome.standardError.contains("nothing was moved"), "\(outcome)")
  }

  @Test("a file keeps its own extension: a template with another is refused")
  func otherExtension() async throws {
    let sandbox = try await sandbox([("a.zip", "Fox", "1")])
    let outcome = try await sandbox.run(expecting: 1, "rename", "a.zip", "--to", "{series}.cbz")
    #expect(outcome.standardError.contains("extension"), "\(outcome)")
  }
}

extension Sandbox {
  /// Runs the program where files may move, and checks that every file's bytes are still there.
  func runMoving(_ arguments: [String]) async throws -> Outcome {
    let before = try files().map { try data($0) }
    let outcome = try await run(
      arguments, changing: Set(try files()), environment: ["XDG_STATE_HOME": folder.path + "-state"])
    let after = try files().map { try data($0) }
    #expect(before.allSatisfy(after.contains), "bytes are lost\n\(outcome)")
    return outcome
  }
}
