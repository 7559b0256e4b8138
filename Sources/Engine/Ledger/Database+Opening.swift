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

  /// Opens a ledger. One that is damaged is set aside under another name, and told of; a new one is begun.
  ///
  /// - Throws: `ledger-failed` where the file is another program's, or cannot be used.
  static func ledger(
    at path: FilePath, tell: @escaping @Sendable (Diagnostic) -> Void
  ) throws(Diagnostic) -> Database {
    do throws(Diagnostic) {
      try checkHeader(of: path)
      let database = try Database(path, tell: tell)
      try database.check(path)
      return database
    } catch {
      guard error.rule == .ledgerDamaged else { throw error }
      let aside = try setAside(path)
      tell(
        .warning(
          .ledgerDamaged, "the ledger is damaged and is now called '\(aside.nameText)'; a new one is begun",
          at: Place(file: path.display), remedy: "everything is done once more"))
      return try Database(path, tell: tell)
    }
  }

  /// Looks at the header (SQLite's file format, 1.3) before SQLite does, which would write to any database.
  private static func checkHeader(of path: FilePath) throws(Diagnostic) {
    guard pathExists(path) else { return }
    let header = try InputFile(path).read(at: 0, upTo: 100)
    // An empty file is a database without tables: a run was stopped at once.
    if header.isEmpty { return }
    let magic = Array("SQLite format 3".utf8) + [0]
    guard header.starts(with: magic.prefix(header.count)) || header.allSatisfy({ $0 == 0 }) else {
      throw foreign(path, "this is no ledger")
    }
    guard header.count == 100, header.starts(with: magic) else {
      throw .error(.ledgerDamaged, "this is no whole database", at: Place(file: path.display))
    }
    let (id, version) = (number(header, at: 68), number(header, at: 60))
    // Ledgers of the first versions had no mark.
    guard id == applicationID || id == 0 && (1...2).contains(version) else {
      throw foreign(path, "this is the database of another program")
    }
  }

  private static func number(_ header: [UInt8], at place: Int) -> Int {
    header[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func foreign(_ path: FilePath, _ message: String) -> Diagnostic {
    .error(.ledgerFailed, message, at: Place(file: path.display), remedy: "name another file by --ledger")
  }

  /// - Throws: `ledger-damaged` where its pages contradict each other.
  private func check(_ path: FilePath) throws(Diagnostic) {
    var answer = ""
    try run("PRAGMA quick_check(1)") { answer = $0.text(0) }
    guard answer == "ok" else {
      throw .error(.ledgerDamaged, answer, at: Place(file: path.display))
    }
  }

  /// Renames a file and what SQLite keeps beside it: a journal would be played back into the new one.
  ///
  /// - Returns: its new name.
  private static func setAside(_ path: FilePath) throws(Diagnostic) -> FilePath {
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
          at: Place(file: path.display), remedy: "move it away, or name another by --ledger")
      }
    }
    return sibling(aside)
  }
}
