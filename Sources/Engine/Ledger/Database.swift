import BookModel
import CSQLite
import Diagnostics

/// One connection to an SQLite file; used by one thread at a time.
struct Database: ~Copyable {
  private let handle: OpaquePointer
  let path: FilePath
  private let patience: Patience
  private let statements: PreparedStatements

  enum Value {
    case text(String)
    case bytes([UInt8])
    case integer(Int)
  }

  /// Opens a file, which is made where it is missing.
  ///
  /// - Parameter tell: is told when another connection has to be waited for.
  /// - Throws: `ledger-failed`; `ledger-damaged` where the file is no database.
  init(_ path: FilePath, tell: @escaping @Sendable (Diagnostic) -> Void = { _ in }) throws(Diagnostic) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = path.withCString { sqlite3_open_v2($0, &handle, flags, nil) }
    guard code == SQLITE_OK, let handle else {
      let failure = Database.failure(path, handle)
      sqlite3_close_v2(handle)
      throw failure
    }
    self.handle = handle
    self.path = path
    patience = Patience(path, tell)
    statements = PreparedStatements(of: handle)
    sqlite3_busy_handler(
      handle,
      { context, attempts in
        guard let context else { return 0 }
        return Unmanaged<Patience>.fromOpaque(context).takeUnretainedValue().wait(attempts) ? 1 : 0
      }, Unmanaged.passUnretained(patience).toOpaque())
  }

  deinit {
    statements.finalize()
    sqlite3_close_v2(handle)
  }

  /// Carries out statements that give nothing.
  func execute(_ sql: String) throws(Diagnostic) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw Database.failure(path, handle) }
  }

  /// Carries out one statement with values for its `?`.
  ///
  /// - Parameter row: called with each row that comes of it.
  func run(_ sql: String, _ values: [Value] = [], row: (Row) -> Void = { _ in }) throws(Diagnostic) {
    guard let statement = statements.take(sql) else { throw Database.failure(path, handle) }
    defer { statements.giveBack(statement, sql) }
    for (index, value) in values.enumerated() {
      guard bind(value, to: statement, at: Int32(index + 1)) == SQLITE_OK else {
        throw Database.failure(path, handle)
      }
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: row(Row(statement: statement))
      case SQLITE_DONE: return
      default: throw Database.failure(path, handle)
      }
    }
  }

  /// Carries out several statements, all or none of them.
  func transaction(_ work: (borrowing Database) throws(Diagnostic) -> Void) throws(Diagnostic) {
    try execute("BEGIN IMMEDIATE")
    do throws(Diagnostic) {
      try work(self)
      try execute("COMMIT")
    } catch {
      // What went wrong first is what is told; a connection that cannot go back is as good as closed.
      do throws(Diagnostic) { try execute("ROLLBACK") } catch {}
      throw error
    }
  }

  private func bind(_ value: Value, to statement: OpaquePointer, at index: Int32) -> Int32 {
    // SQLITE_TRANSIENT: the value is copied before the call returns.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    return switch value {
    case .text(let text): sqlite3_bind_text(statement, index, text, -1, transient)
    case .bytes(let bytes): sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), transient)
    case .integer(let number): sqlite3_bind_int64(statement, index, Int64(number))
    }
  }

  /// One row of an answer, valid until the next one is asked for.
  struct Row {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

    func text(_ column: Int32) -> String {
      sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
    }

    func bytes(_ column: Int32) -> [UInt8] {
      let count = Int(sqlite3_column_bytes(statement, column))
      return sqlite3_column_blob(statement, column).map {
        Array(UnsafeRawBufferPointer(start: $0, count: count))
      } ?? []
    }
  }

  private static func failure(_ path: FilePath, _ handle: OpaquePointer?) -> Diagnostic {
    let code = sqlite3_errcode(handle)
    let why = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
    let isDamaged = code == SQLITE_NOTADB || code == SQLITE_CORRUPT
    let remedy =
      switch code {
      case _ where isDamaged: "move it away, and everything is done again; or name another with --ledger"
      case SQLITE_BUSY, SQLITE_LOCKED:
        "another program is using it: wait for it, or name another with --ledger"
      default: "make its folder writable, or name another with --ledger"
      }
    return .error(
      isDamaged ? .ledgerDamaged : .ledgerFailed, "cannot use the ledger: \(why)",
      at: Place(file: path.display), remedy: remedy)
  }
}

/// The statements of a connection, prepared once: a run asks the same few thousands of times.
private final class PreparedStatements {
  private let handle: OpaquePointer
  /// Those that nobody is using.
  private var free: [String: OpaquePointer] = [:]

  init(of handle: OpaquePointer) { self.handle = handle }

  /// Nil where it cannot be prepared: the connection says why.
  func take(_ sql: String) -> OpaquePointer? {
    if let statement = free.removeValue(forKey: sql) { return statement }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { return nil }
    return statement
  }

  func giveBack(_ statement: OpaquePointer, _ sql: String) {
    // What went wrong was told when it did; resetting says it again.
    _ = sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    if let other = free.updateValue(statement, forKey: sql) { sqlite3_finalize(other) }
  }

  func finalize() {
    for statement in free.values { sqlite3_finalize(statement) }
    free = [:]
  }
}
