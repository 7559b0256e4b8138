import Archives
public import BookModel
import CSQLite
public import Diagnostics
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Rule {
  public static let ledgerFailed = Rule(
    "ledger-failed", .output, "The file that records what earlier runs have done cannot be used.",
    advice: "Check the folder named in the message and the free space on the disk, or run without --resume.")
}

/// What has been done before: one SQLite file that remembers of every output what it was made from and by what.
///
/// An output is written down when it is whole and verified, just before it gets its name, and what was known of that
/// name is forgotten just behind that. Where a run ends in between, the next one finds the old output or the new one,
/// and knows it. Several runs may use one ledger at the same time.
public final class Ledger: Sendable {
  private let database: Mutex<Database>

  /// What is remembered of one output.
  struct Entry: Hashable, Sendable {
    /// Absolute.
    var output: FilePath
    /// Absolute.
    var source: FilePath
    /// The sink's id.
    var sink: String
    /// A digest of all that decides what is written, but the source.
    var recipe: String
    var sourceState: RememberedState
    var outputState: RememberedState
    /// Whether the output holds every page of its source undamaged.
    var isComplete: Bool
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

  /// - Parameter path: nil for the usual place: `$XDG_STATE_HOME/leporello/ledger.sqlite`, else below
  ///   `~/.local/state`.
  /// - Throws: `ledger-failed`.
  public init(at path: FilePath?) throws(Diagnostic) {
    if path == nil { try Ledger.makeFolder(try Ledger.usualPath().parent) }
    let path = if let path { path } else { try Ledger.usualPath() }
    let database = try Database(path)
    try Ledger.prepare(database, path)
    self.database = Mutex(database)
  }

  /// The ledger that is there; nil where there is none.
  public static func existing(at path: FilePath?) throws(Diagnostic) -> Ledger? {
    let path = if let path { path } else { try usualPath() }
    return pathExists(path) ? try Ledger(at: path) : nil
  }

  private static let version = 1

  private static func prepare(_ database: borrowing Database, _ path: FilePath) throws(Diagnostic) {
    var found = 0
    try database.run("PRAGMA user_version") { found = $0.integer(0) }
    if found == version { return }
    guard found < version else {
      throw .error(
        .ledgerFailed, "this ledger was made by a newer version of the program",
        at: Place(file: path.display),
        remedy: "name another with --ledger")
    }
    // The rollback journal, not a write-ahead log: it works on network file systems and leaves one file.
    try database.execute(
      """
      PRAGMA journal_mode = DELETE;
      PRAGMA synchronous = FULL;
      BEGIN IMMEDIATE;
      CREATE TABLE IF NOT EXISTS output(
        path BLOB NOT NULL, source BLOB NOT NULL, sink TEXT NOT NULL, recipe TEXT NOT NULL,
        source_size INTEGER NOT NULL, source_modified INTEGER NOT NULL, source_stamp TEXT NOT NULL,
        source_sha256 TEXT NOT NULL,
        size INTEGER NOT NULL, modified INTEGER NOT NULL, stamp TEXT NOT NULL, sha256 TEXT NOT NULL,
        complete INTEGER NOT NULL, PRIMARY KEY(path, stamp)) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS output_source ON output(source);
      PRAGMA user_version = \(version);
      COMMIT;
      """)
  }

  // MARK: Asking

  private static let columns =
    "path, source, sink, recipe, source_size, source_modified, source_stamp, source_sha256, size, modified, "
    + "stamp, sha256, complete"

  /// What was made of a source, by whatever pipeline.
  func entries(madeOf source: FilePath) throws(Diagnostic) -> [Entry] {
    try entries("WHERE source = ? ORDER BY path, stamp", source)
  }

  /// What may be under an output's name: more than one where a run ended while it was replacing it.
  func entries(of output: FilePath) throws(Diagnostic) -> [Entry] { try entries("WHERE path = ?", output) }

  private func entries(_ condition: String, _ path: FilePath) throws(Diagnostic) -> [Entry] {
    try database.withLock { database throws(Diagnostic) in
      var found: [Entry] = []
      try database.run("SELECT \(Ledger.columns) FROM output \(condition)", [.bytes(path.bytes)]) { row in
        found.append(
          Entry(
            output: FilePath(bytes: row.bytes(0)), source: FilePath(bytes: row.bytes(1)), sink: row.text(2),
            recipe: row.text(3), sourceState: RememberedState(row, from: 4),
            outputState: RememberedState(row, from: 8), isComplete: row.integer(12) != 0))
      }
      return found
    }
  }

  /// Whether a file has been made something of, and is as long as it was then.
  func knows(_ file: FilePath) -> Bool {
    do throws(Diagnostic) {
      let size = try FileIdentity(of: file).size
      return try entries(madeOf: realPath(file)).contains { $0.sourceState.size == size }
    } catch {
      // What cannot be told is looked at.
      return false
    }
  }

  // MARK: Telling

  /// Remembers an output beside what is known of its name.
  func record(_ entry: Entry) throws(Diagnostic) {
    try database.withLock { database throws(Diagnostic) in
      try database.run(
        "INSERT OR REPLACE INTO output(\(Ledger.columns)) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)",
        [.bytes(entry.output.bytes), .bytes(entry.source.bytes), .text(entry.sink), .text(entry.recipe)]
          + entry.sourceState.values + entry.outputState.values + [.integer(entry.isComplete ? 1 : 0)])
    }
  }

  /// Forgets all that was known of an output's name, but for one state.
  func forget(_ output: FilePath, butFor stamp: String) throws(Diagnostic) {
    try database.withLock { database throws(Diagnostic) in
      try database.run(
        "DELETE FROM output WHERE path = ? AND stamp <> ?", [.bytes(output.bytes), .text(stamp)])
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
