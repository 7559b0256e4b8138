import Archives
public import BookModel
import CSQLite
public import Diagnostics
import Inputs
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Rule {
  public static let ledgerDamaged = Rule(
    "ledger-damaged", .output, "The file that remembers what earlier runs did is damaged.",
    advice: """
      The damaged file was renamed, and everything is done once more. Remove it once you know what damaged it.
      """)
  static let ledgerWaiting = Rule(
    "ledger-waiting", .output, "Another program is using the file that remembers what earlier runs did.",
    advice: "Wait for it, or give each run a file of its own with --ledger.")
  public static let ledgerFailed = Rule(
    "ledger-failed", .output, "The file that records what earlier runs have done cannot be used.",
    advice: "Check the folder named in the message and the free space on the disk, or run without --resume.")
}

/// What has been done before: one SQLite file that remembers of every output which sources it was made of, and by what.
///
/// An output is written down when it is whole and verified, just before it gets its name, and what was known of that
/// name is forgotten just behind that. Where a run ends in between, the next one finds the old output or the new one,
/// and knows it. Several runs may use one ledger at the same time.
public final class Ledger: Sendable {
  let database: Mutex<Database>

  /// What is remembered of one output.
  struct Entry: Hashable, Sendable {
    /// Absolute.
    var output: FilePath
    var state: RememberedState
    /// The sink's id.
    var sink: String
    /// A digest of all that decides what is written, but the sources.
    var recipe: String
    /// What it was made of, in the order of the job.
    var sources: [Source]
    /// Whether the output holds every page of its sources undamaged.
    var isComplete: Bool
    /// Which book of its job it is, from 1, and how many there are.
    var part = 1
    var parts = 1
    /// The book's id; empty where an older version wrote it.
    var book = ""
    /// A digest of the sources' contents and the metadata written; empty where an older version wrote it.
    var version = ""
  }

  /// One source of an output, as it was when the output was made.
  struct Source: Hashable, Sendable {
    /// Absolute.
    var path: FilePath
    var state: RememberedState
  }

  /// What is remembered of a file or folder.
  struct RememberedState: Hashable, Sendable {
    var size: Int
    /// Nanoseconds since 1970.
    var modified: Int
    /// `FileState.stamp`.
    var stamp: String
    /// `FileState.contents`; empty where it is not known.
    var sha256: String
  }

  /// A damaged ledger is set aside under another name, and a new one is begun.
  ///
  /// - Parameters:
  ///   - path: nil for the usual place: `$XDG_STATE_HOME/leporello/ledger.sqlite`, else below `~/.local/state`.
  ///   - tell: is told where another run is waited for, and where a damaged ledger was set aside.
  /// - Throws: `ledger-failed`.
  public convenience init(
    at path: FilePath?, tell: @escaping @Sendable (Diagnostic) -> Void = { _ in }
  ) throws(Diagnostic) {
    if path == nil { try Ledger.makeFolder(try Ledger.usualPath().parent) }
    let path = if let path { path } else { try Ledger.usualPath() }
    do throws(Diagnostic) { try self.init(opening: path, tell) } catch {
      guard error.rule == .ledgerDamaged else { throw error }
      let aside = try Database.setAside(path)
      tell(
        .warning(
          .ledgerDamaged, "the ledger is damaged and was renamed to '\(aside.nameText)'; a new one is begun",
          at: Place(file: path.display), remedy: "expect everything to be done once more"))
      try self.init(opening: path, tell)
    }
  }

  private init(opening path: FilePath, _ tell: @escaping @Sendable (Diagnostic) -> Void) throws(Diagnostic) {
    let database = try Database.ledger(at: path, tell: tell)
    try Ledger.prepare(database, path)
    self.database = Mutex(database)
  }

  /// The ledger that is there; nil where there is none, or a damaged one, which is told of and stays as it is.
  public static func existing(
    at path: FilePath?, tell: @escaping @Sendable (Diagnostic) -> Void = { _ in }
  ) throws(Diagnostic) -> Ledger? {
    let path = if let path { path } else { try usualPath() }
    guard pathExists(path) else { return nil }
    do throws(Diagnostic) { return try Ledger(opening: path, tell) } catch {
      guard error.rule == .ledgerDamaged else { throw error }
      tell(
        .warning(
          .ledgerDamaged, "the ledger is damaged: \(error.message)", at: Place(file: path.display),
          remedy: "expect everything to be done once more"))
      return nil
    }
  }

  private static let version = 3

  private static let tables = """
    CREATE TABLE source(
      id INTEGER PRIMARY KEY, path BLOB NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
      stamp TEXT NOT NULL, sha256 TEXT NOT NULL, UNIQUE(path, stamp));
    CREATE TABLE output(
      id INTEGER PRIMARY KEY, path BLOB NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
      stamp TEXT NOT NULL, sha256 TEXT NOT NULL, sink TEXT NOT NULL, recipe TEXT NOT NULL,
      complete INTEGER NOT NULL, part INTEGER NOT NULL, parts INTEGER NOT NULL, book TEXT NOT NULL,
      version TEXT NOT NULL DEFAULT '', UNIQUE(path, stamp));
    CREATE TABLE made(
      output INTEGER NOT NULL, place INTEGER NOT NULL, source INTEGER NOT NULL,
      PRIMARY KEY(output, place)) WITHOUT ROWID;
    CREATE INDEX made_source ON made(source);
    CREATE INDEX output_book ON output(book);
    \(bookTables)
    """

  /// What an older version remembered in one table, a row for each output, with its only source.
  private static let fromVersion1 = """
    ALTER TABLE output RENAME TO old;
    \(tables)
    INSERT OR IGNORE INTO source(path, size, modified, stamp, sha256)
      SELECT source, source_size, source_modified, source_stamp, source_sha256 FROM old;
    INSERT INTO output(path, size, modified, stamp, sha256, sink, recipe, complete, part, parts, book)
      SELECT path, size, modified, stamp, sha256, sink, recipe, complete, 1, 1, '' FROM old;
    INSERT INTO made(output, place, source)
      SELECT output.id, 0, source.id FROM old
        JOIN output ON output.path = old.path AND output.stamp = old.stamp
        JOIN source ON source.path = old.source AND source.stamp = old.source_stamp;
    DROP TABLE old;
    """

  /// What version 2 lacks: books, and the versions of outputs.
  private static let fromVersion2 = """
    ALTER TABLE output ADD COLUMN version TEXT NOT NULL DEFAULT '';
    \(bookTables)
    """

  private static func prepare(_ database: borrowing Database, _ path: FilePath) throws(Diagnostic) {
    func found() throws(Diagnostic) -> Int {
      var found = 0
      try database.run("PRAGMA user_version") { found = $0.integer(0) }
      return found
    }
    if try found() == version { return }
    guard try found() < version else {
      throw .error(
        .ledgerFailed, "this ledger was made by a newer version of the program",
        at: Place(file: path.display),
        remedy: "name another with --ledger")
    }
    // The rollback journal, not a write-ahead log: it works on network file systems and leaves one file.
    try database.execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; BEGIN IMMEDIATE;")
    do throws(Diagnostic) {
      // Another run may have been first.
      switch try found() {
      case 0: try database.execute(tables)
      case 1: try database.execute("DROP INDEX IF EXISTS output_source;" + fromVersion1)
      case 2: try database.execute(fromVersion2)
      default: break
      }
      try database.execute(
        "PRAGMA application_id = \(Database.applicationID); PRAGMA user_version = \(version); COMMIT;")
    } catch {
      try database.execute("ROLLBACK;")
      throw error
    }
  }

  // MARK: Asking

  private static let outputColumns =
    "output.path, output.size, output.modified, output.stamp, output.sha256, output.sink, output.recipe, "
    + "output.complete, output.part, output.parts, output.book, output.id, "
    + "(SELECT count(*) FROM made WHERE made.output = output.id), output.version"
  private static let sourceColumns = "source.path, source.size, source.modified, source.stamp, source.sha256"

  /// What was made of a job, by whatever pipeline, judged by its first source.
  func entries(madeOf first: FilePath) throws(Diagnostic) -> [Entry] {
    try entries("WHERE source.path = ? ORDER BY output.path, output.stamp", [.bytes(first.bytes)])
  }

  /// What may be under an output's name: more than one where a run ended while it was replacing it.
  func entries(of output: FilePath) throws(Diagnostic) -> [Entry] {
    try entries("WHERE output.path = ?", [.bytes(output.bytes)])
  }

  /// What a sink's outputs below a folder were made of, in the order of their paths.
  func entries(of sink: String, below folder: FilePath) throws(Diagnostic) -> [Entry] {
    let root = folder.bytes == [UInt8(ascii: "/")] ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
    let end = root.dropLast() + [UInt8(ascii: "/") + 1]
    return try entries(
      "WHERE output.sink = ? AND output.path > ? AND output.path < ? ORDER BY output.path, output.stamp",
      [.text(sink), .bytes(root), .bytes(Array(end))])
  }

  private func entries(_ condition: String, _ values: [Database.Value]) throws(Diagnostic) -> [Entry] {
    try database.withLock { database throws(Diagnostic) in
      var found: [(entry: Entry, id: Int, sources: Int)] = []
      try database.run(
        """
        SELECT \(Ledger.sourceColumns), \(Ledger.outputColumns) FROM source
          JOIN made ON made.source = source.id AND made.place = 0 JOIN output ON output.id = made.output
          \(condition)
        """, values
      ) { row in
        let entry = Entry(
          output: FilePath(bytes: row.bytes(5)), state: RememberedState(row, from: 6), sink: row.text(10),
          recipe: row.text(11), sources: [Source(row, from: 0)], isComplete: row.integer(12) != 0,
          part: row.integer(13), parts: row.integer(14), book: row.text(15), version: row.text(18))
        found.append((entry, row.integer(16), row.integer(17)))
      }
      for index in found.indices where found[index].sources > 1 {
        var sources: [Source] = []
        try database.run(
          """
          SELECT \(Ledger.sourceColumns) FROM made JOIN source ON source.id = made.source
            WHERE made.output = ? ORDER BY made.place
          """, [.integer(found[index].id)]
        ) { sources.append(Source($0, from: 0)) }
        found[index].entry.sources = sources
      }
      return found.map(\.entry)
    }
  }

  /// Whether a file has been made something of, and is as long as it was then.
  public func knows(_ file: FilePath) -> Bool {
    do throws(Diagnostic) {
      let size = try FileIdentity(of: file).size
      return try database.withLock { database throws(Diagnostic) in
        var isKnown = false
        try database.run(
          "SELECT 1 FROM source WHERE path = ? AND size = ? LIMIT 1",
          [.bytes(realPath(file).bytes), .integer(size)]
        ) { _ in isKnown = true }
        return isKnown
      }
    } catch {
      // What cannot be told is looked at.
      return false
    }
  }

  // MARK: Telling

  /// Remembers an output beside what is known of its name.
  func record(_ entry: Entry) throws(Diagnostic) {
    try database.withLock { database throws(Diagnostic) in
      try database.transaction { database throws(Diagnostic) in
        let name: [Database.Value] = [.bytes(entry.output.bytes), .text(entry.state.stamp)]
        try database.run(
          "DELETE FROM made WHERE output IN (SELECT id FROM output WHERE path = ? AND stamp = ?)", name)
        try database.run(
          """
          INSERT OR REPLACE INTO
            output(path, size, modified, stamp, sha256, sink, recipe, complete, part, parts, book,
              version)
            VALUES(?,?,?,?,?,?,?,?,?,?,?,?)
          """,
          [.bytes(entry.output.bytes)] + entry.state.values
            + [
              .text(entry.sink), .text(entry.recipe), .integer(entry.isComplete ? 1 : 0),
              .integer(entry.part), .integer(entry.parts), .text(entry.book), .text(entry.version),
            ])
        for (place, source) in entry.sources.enumerated() {
          try database.run(
            "INSERT OR REPLACE INTO source(id, path, size, modified, stamp, sha256) "
              + "VALUES((SELECT id FROM source WHERE path = ? AND stamp = ?),?,?,?,?,?)",
            [.bytes(source.path.bytes), .text(source.state.stamp), .bytes(source.path.bytes)]
              + source.state.values)
          try database.run(
            """
            INSERT INTO made(output, place, source)
              SELECT output.id, ?, source.id FROM output, source
                WHERE output.path = ? AND output.stamp = ? AND source.path = ? AND source.stamp = ?
            """,
            [.integer(place)] + name + [.bytes(source.path.bytes), .text(source.state.stamp)])
        }
      }
    }
  }

  /// Forgets all that was known of an output's name, but for one state.
  func forget(_ output: FilePath, butFor stamp: String) throws(Diagnostic) {
    try database.withLock { database throws(Diagnostic) in
      var isKnown = false
      let name: [Database.Value] = [.bytes(output.bytes), .text(stamp)]
      try database.run("SELECT 1 FROM output WHERE path = ? AND stamp <> ? LIMIT 1", name) { _ in
        isKnown = true
      }
      guard isKnown else { return }
      try database.transaction { database throws(Diagnostic) in
        try database.run(
          "DELETE FROM made WHERE output IN (SELECT id FROM output WHERE path = ? AND stamp <> ?)", name)
        try database.run("DELETE FROM output WHERE path = ? AND stamp <> ?", name)
        try database.run("DELETE FROM source WHERE id NOT IN (SELECT source FROM made)")
      }
    }
  }

  // MARK: The usual place

  private static func usualPath() throws(Diagnostic) -> FilePath {
    guard let state = UserFolder.state.path else {
      throw .error(
        .ledgerFailed, "there is no folder for the ledger: neither XDG_STATE_HOME nor HOME is set",
        remedy: "name one with --ledger")
    }
    return state.appending("ledger.sqlite")
  }

  private static func makeFolder(_ folder: FilePath) throws(Diagnostic) {
    guard let (folder, reason) = UserFolder.make(folder) else { return }
    throw .error(
      .ledgerFailed, "cannot make this folder for the ledger: \(reason)",
      at: Place(file: folder.display), remedy: "name another place with --ledger")
  }
}

extension Ledger.Source {
  fileprivate init(_ row: Database.Row, from column: Int32) {
    self.init(
      path: FilePath(bytes: row.bytes(column)), state: Ledger.RememberedState(row, from: column + 1))
  }
}

extension Ledger.RememberedState {
  init(_ state: FileState, sha256: String) {
    self.init(size: state.size, modified: state.modified, stamp: state.stamp, sha256: sha256)
  }

  fileprivate init(_ row: Database.Row, from column: Int32) {
    self.init(
      size: row.integer(column), modified: row.integer(column + 1), stamp: row.text(column + 2),
      sha256: row.text(column + 3))
  }

  fileprivate var values: [Database.Value] {
    [.integer(size), .integer(modified), .text(stamp), .text(sha256)]
  }
}
