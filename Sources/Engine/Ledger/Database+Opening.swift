import Archives
import BookModel
import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Database {
  /// What marks an SQLite file as a ledger, in its header: "Lepo".
  static let applicationID = 0x4C65_706F

  /// What an SQLite file begins with.
  private static let magic = Array("SQLite format 3\0".utf8)

  /// Opens a ledger, which is made where it is missing.
  ///
  /// - Throws: `ledger-damaged` where the file is no whole database; `ledger-failed` where it is another program's, or
  ///   cannot be used.
  static func ledger(
    at path: FilePath, tell: @escaping @Sendable (Diagnostic) -> Void
  ) throws(Diagnostic) -> Database {
    let mark = try mark(of: path)
    if let refusal = LockProbe.refusal(at: path) { throw refusal }
    let database = try Database(path, tell: tell)
    if mark == .old { try database.checkTables() }
    try database.checkPages()
    return database
  }

  private enum Mark {
    /// Nothing is there yet, or the database has no tables: an earlier run was stopped at once.
    case none
    /// What ledgers of the first versions had: the number of their form, as other programs may have it.
    case old
    case ledger
  }

  /// Looks at a file's header (SQLite's file format, 1.3) before SQLite does, which may write to any database.
  private static func mark(of path: FilePath) throws(Diagnostic) -> Mark {
    guard pathExists(path) else { return .none }
    let header = try InputFile(path).read(at: 0, upTo: 100)
    if header.isEmpty { return .none }
    guard header.starts(with: magic.prefix(header.count)) || header.allSatisfy({ $0 == 0 }) else {
      throw foreign(path, "this is not a ledger")
    }
    guard header.count == 100, header.starts(with: magic) else {
      throw .error(.ledgerDamaged, "this is not a whole database", at: Place(file: path.display))
    }
    let (id, version) = (number(header, at: 68), number(header, at: 60))
    if id == applicationID { return .ledger }
    guard id == 0, (1...3).contains(version) else {
      throw foreign(path, "this is the database of another program")
    }
    return .old
  }

  private static func number(_ header: [UInt8], at place: Int) -> Int {
    header[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func foreign(_ path: FilePath, _ message: String) -> Diagnostic {
    .error(
      .ledgerFailed, message, at: Place(file: path.display), remedy: "name another file with --ledger")
  }

  /// - Throws: `ledger-failed` where there is no table of a ledger's.
  private func checkTables() throws(Diagnostic) {
    var columns: Set<String> = []
    try run("SELECT name FROM pragma_table_info('output')") { columns.insert($0.text(0)) }
    guard columns.isSuperset(of: ["path", "stamp", "recipe", "complete"]) else {
      throw Database.foreign(path, "this is the database of another program")
    }
  }

  /// - Throws: `ledger-damaged` where its pages contradict each other.
  private func checkPages() throws(Diagnostic) {
    var answer = ""
    try run("PRAGMA quick_check(1)") { answer = $0.text(0) }
    guard answer == "ok" else { throw .error(.ledgerDamaged, answer, at: Place(file: path.display)) }
  }

  /// Renames a damaged ledger and what SQLite keeps beside it: a journal would be played back into the new one.
  ///
  /// - Returns: its new name.
  static func setAside(_ path: FilePath) throws(Diagnostic) -> FilePath {
    func sibling(_ suffix: String) -> FilePath { path.parent.appending(path.name + Array(suffix.utf8)) }
    var (aside, count) = (".damaged", 1)
    while pathExists(sibling(aside)) {
      count += 1
      aside = ".damaged-\(count)"
    }
    for ending in ["", "-journal", "-wal", "-shm"] where pathExists(sibling(ending)) {
      let result = sibling(ending).withCString { from in
        sibling(aside + ending).withCString { rename(from, $0) }
      }
      guard result == 0 else {
        throw .error(
          .ledgerFailed, "the ledger is damaged and cannot be renamed: \(String(cString: strerror(errno)))",
          at: Place(file: path.display), remedy: "move it away, or name another with --ledger")
      }
    }
    return sibling(aside)
  }
}
