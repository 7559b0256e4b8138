import BookModel
import Diagnostics
import Foundation
import Synchronization
import Testing

@testable import Engine

@Suite("The ledger")
struct LedgerTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID().uuidString)")

  private func ledger() throws -> Ledger {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try Ledger(at: FilePath(folder.appending(path: "l.sqlite").path))
  }

  private func entry(
    _ output: FilePath, stamp: String, recipe: String = "r", more: [FilePath] = []
  ) -> Ledger.Entry {
    let state = Ledger.RememberedState(
      size: 1 << 40, modified: 1_700_000_000_123_456_789, stamp: stamp, sha256: "")
    let sources = [FilePath(bytes: Array("/in/b".utf8) + [0xE9])] + more
    return Ledger.Entry(
      output: output, state: state, sink: "cbz", recipe: recipe,
      sources: sources.map { Ledger.Source(path: $0, state: state) }, isComplete: true)
  }

  @Test("gives back what it was told, names that are no UTF-8 included, also when it is opened again")
  func keeps() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let one = entry("/out/a.cbz", stamp: "1")
    try ledger().record(one)
    #expect(try ledger().entries(madeOf: one.sources[0].path) == [one])
    #expect(try ledger().entries(of: "/out/a.cbz") == [one])
    #expect(try ledger().entries(of: "/out/b.cbz").isEmpty)
  }

  @Test("remembers every source of an output, in their order")
  func severalSources() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let one = entry("/out/a.cbz", stamp: "1", more: ["/in/z", "/in/a"])
    try ledger().record(one)
    #expect(try ledger().entries(madeOf: one.sources[0].path) == [one])
    #expect(try ledger().entries(madeOf: "/in/z").isEmpty)
    #expect(try ledger().entries(of: "/out/a.cbz") == [one])
  }

  @Test("takes over what a ledger of version 1 knows")
  func migrates() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = FilePath(folder.appending(path: "l.sqlite").path)
    try Database(path).execute(
      """
      CREATE TABLE output(
        path BLOB NOT NULL, source BLOB NOT NULL, sink TEXT NOT NULL, recipe TEXT NOT NULL,
        source_size INTEGER NOT NULL, source_modified INTEGER NOT NULL, source_stamp TEXT NOT NULL,
        source_sha256 TEXT NOT NULL,
        size INTEGER NOT NULL, modified INTEGER NOT NULL, stamp TEXT NOT NULL, sha256 TEXT NOT NULL,
        complete INTEGER NOT NULL, PRIMARY KEY(path, stamp)) WITHOUT ROWID;
      CREATE INDEX output_source ON output(source);
      INSERT INTO output VALUES(
        CAST('/out/a.cbz' AS BLOB), CAST('/in/b' AS BLOB), 'cbz', 'r', 5, 6, 's', 'h', 7, 8, 't', 'i', 1);
      PRAGMA user_version = 1;
      """)
    let found = try ledger().entries(madeOf: "/in/b")
    #expect(found.map(\.output) == ["/out/a.cbz"])
    #expect(found.first?.state.sha256 == "i")
    #expect(found.first?.sources.first?.state.stamp == "s")
    #expect(found.first?.isComplete == true)
    #expect(found.first?.parts == 1)
  }

  @Test("takes over what a ledger of version 2 knows, whose books have no id yet")
  func migratesFromVersion2() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = FilePath(folder.appending(path: "l.sqlite").path)
    try Database(path).execute(
      """
      CREATE TABLE source(
        id INTEGER PRIMARY KEY, path BLOB NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
        stamp TEXT NOT NULL, sha256 TEXT NOT NULL, UNIQUE(path, stamp));
      CREATE TABLE output(
        id INTEGER PRIMARY KEY, path BLOB NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
        stamp TEXT NOT NULL, sha256 TEXT NOT NULL, sink TEXT NOT NULL, recipe TEXT NOT NULL,
        complete INTEGER NOT NULL, part INTEGER NOT NULL, parts INTEGER NOT NULL, book TEXT NOT NULL,
        UNIQUE(path, stamp));
      CREATE TABLE made(
        output INTEGER NOT NULL, place INTEGER NOT NULL, source INTEGER NOT NULL,
        PRIMARY KEY(output, place)) WITHOUT ROWID;
      CREATE INDEX made_source ON made(source);
      CREATE INDEX output_book ON output(book);
      INSERT INTO source VALUES(1, CAST('/in/b' AS BLOB), 5, 6, 's', 'h');
      INSERT INTO output VALUES(1, CAST('/out/a.cbz' AS BLOB), 7, 8, 't', 'i', 'cbz', 'r', 1, 2, 3, '');
      INSERT INTO made VALUES(1, 0, 1);
      PRAGMA user_version = 2;
      """)
    let found = try ledger().entries(madeOf: "/in/b")
    #expect(found.map(\.output) == ["/out/a.cbz"])
    #expect(found.map(\.part) == [2])
    #expect(found.map(\.book) == [""])
    #expect(found.map(\.version) == [""])
    #expect(try ledger().identify(BookIdentity(source: "/in/b", sha256: "h")).isEmpty == false)
  }

  @Test("keeps the old output and the new one until the new one has the name")
  func replacing() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let ledger = try ledger()
    try ledger.record(entry("/out/a.cbz", stamp: "old"))
    try ledger.record(entry("/out/a.cbz", stamp: "new", recipe: "s"))
    #expect(try ledger.entries(of: "/out/a.cbz").map(\.state.stamp) == ["new", "old"])
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

  private var path: FilePath { FilePath(folder.appending(path: "l.sqlite").path) }
  private var file: URL { folder.appending(path: "l.sqlite") }

  @Test("a damaged one is set aside, and a new one is begun", arguments: ["cut", "header", "zeros", "page"])
  func damaged(_ kind: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try ledger().record(entry("/out/a.cbz", stamp: "1"))
    var bytes = try Data(contentsOf: file)
    switch kind {
    case "cut": bytes = bytes.prefix(bytes.count / 2)
    case "header": bytes = bytes.prefix(50)
    case "zeros": bytes = Data(count: bytes.count)
    default: bytes.replaceSubrange(4096..<4296, with: Data(repeating: 0xAB, count: 200))
    }
    try bytes.write(to: file)
    let told = Mutex<[Diagnostic]>([])
    let ledger = try Ledger(at: path) { one in told.withLock { $0.append(one) } }
    #expect(told.withLock { $0.map(\.rule) } == [.ledgerDamaged])
    #expect(try ledger.entries(of: "/out/a.cbz").isEmpty)
    #expect(try Data(contentsOf: folder.appending(path: "l.sqlite.damaged")) == bytes)
    try ledger.record(entry("/out/a.cbz", stamp: "2"))
  }

  @Test("another program's file is refused and stays as it is", arguments: [true, false])
  func foreign(_ isDatabase: Bool) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if isDatabase {
      try Database(path).execute("CREATE TABLE mine(a); INSERT INTO mine VALUES(1)")
    } else {
      try Data("this is no database\n".utf8).write(to: file)
    }
    let bytes = try Data(contentsOf: file)
    let refused = #expect(throws: Diagnostic.self) { try Ledger(at: path) }
    #expect(refused?.rule == .ledgerFailed)
    #expect(try Data(contentsOf: file) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["l.sqlite"])
  }

  @Test("one that is locked is told of, and waited for")
  func locked() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try ledger()
    let holder = Mutex(try Database(path))
    try holder.withLock { try $0.execute("BEGIN EXCLUSIVE") }
    let told = Mutex<[Diagnostic]>([])
    // The lock goes when the waiting is told of: it would last for ever otherwise.
    let ledger = try Ledger(at: path) { one in
      told.withLock { $0.append(one) }
      holder.withLock { try? $0.execute("ROLLBACK") }
    }
    #expect(told.withLock { $0.map(\.rule) } == [.ledgerWaiting])
    #expect(try ledger.entries(of: "/out/a.cbz").isEmpty)
  }

  @Test("a dry run makes none")
  func existing() throws {
    let none = try Ledger.existing(at: FilePath(folder.appending(path: "none.sqlite").path))
    #expect(none == nil)
  }
}
