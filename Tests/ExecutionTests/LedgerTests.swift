import BookModel
import Diagnostics
import Foundation
import Testing

@testable import Execution

@Suite("The ledger")
struct LedgerTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID().uuidString)")

  private func ledger() throws -> Ledger {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try Ledger(at: FilePath(folder.appending(path: "l.sqlite").path))
  }

  private func entry(_ output: FilePath, stamp: String, recipe: String = "r") -> Ledger.Entry {
    let state = Ledger.RememberedState(
      size: 1 << 40, modified: 1_700_000_000_123_456_789, stamp: stamp, sha256: "")
    return Ledger.Entry(
      output: output, source: FilePath(bytes: Array("/in/b".utf8) + [0xE9]), sink: "cbz", recipe: recipe,
      sourceState: state, outputState: state, isComplete: true)
  }

  @Test("gives back what it was told, names that are no UTF-8 included, also when it is opened again")
  func keeps() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let one = entry("/out/a.cbz", stamp: "1")
    try ledger().record(one)
    #expect(try ledger().entries(madeOf: one.source) == [one])
    #expect(try ledger().entries(of: "/out/a.cbz") == [one])
    #expect(try ledger().entries(of: "/out/b.cbz").isEmpty)
  }

  @Test("keeps the old output and the new one until the new one has the name")
  func replacing() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let ledger = try ledger()
    try ledger.record(entry("/out/a.cbz", stamp: "old"))
    try ledger.record(entry("/out/a.cbz", stamp: "new", recipe: "s"))
    #expect(try ledger.entries(of: "/out/a.cbz").map(\.outputState.stamp) == ["new", "old"])
    try ledger.forget("/out/a.cbz", butFor: "new")
    #expect(try ledger.entries(of: "/out/a.cbz").map(\.recipe) == ["s"])
  }

  @Test("one of a newer version is refused")
  func newer() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = FilePath(folder.appending(path: "l.sqlite").path)
    _ = try ledger()
    try Database(path).execute("PRAGMA user_version = 99")
    #expect {
      _ = try ledger()
    } throws: {
      ($0 as? Diagnostic)?.message == "this ledger was made by a newer version of the program"
    }
  }

  @Test("a dry run makes none")
  func existing() throws {
    let none = try Ledger.existing(at: FilePath(folder.appending(path: "none.sqlite").path))
    #expect(none == nil)
  }
}
