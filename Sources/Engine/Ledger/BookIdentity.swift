import Archives
import BookModel
import Diagnostics
import Synchronization

/// What a ledger knows a book again by.
struct BookIdentity: Hashable, Sendable {
  /// The first source, absolute.
  var source: FilePath
  /// Of the first source's contents.
  var sha256: String
  /// What the sources were gathered by; empty for a single one.
  var group = ""
  /// Which book of its job it is, from 1.
  var part = 1
  /// What the book calls itself, the surest first: identifiers, then series, number and language.
  var names: [String] = []

  /// Names that belong to one book alone: an ISSN is a whole series', and a bar code often is too.
  static func names(of metadata: Metadata) -> [String] {
    var names: [String] = []
    for identifier in metadata.identifiers ?? [] where !["", "issn", "gtin"].contains(identifier.scheme) {
      let value = identifier.value.caseFolded.filter { $0 != "-" && $0 != " " }
      if !value.isEmpty { names.append("\(identifier.scheme):\(value)") }
    }
    if let series = metadata.series, let number = metadata.number {
      names.append([series.caseFolded, number.text, metadata.language ?? ""].joined(separator: "\u{1F}"))
    }
    return names
  }

  /// The id a book gets at first sight.
  ///
  /// - Parameter attempt: above 0 where the ids before it belong to books that are elsewhere now.
  func id(attempt: Int) -> String {
    var hash = SHA256()
    hash.update(source.bytes + [0])
    hash.update(Array("\(sha256)\0\(group)\0\(part)\0\(attempt)".utf8))
    return String(hash.hexText().prefix(32))
  }

  /// A digest of what a book is made of and what is written of it: changes when either does.
  static func version(contents: [String], metadata: Metadata) -> String {
    // Where a value comes from doesn't matter, only what it is.
    let fields = metadata.fields.map { ($0.rawValue, metadata[$0]?.value.json) }
    let text = contents.joined(separator: "\n") + "\n" + JSON.members(fields).text()
    return SHA256.hexText(of: Array(text.utf8))
  }
}

extension Ledger {
  static let bookTables = """
    CREATE TABLE book(
      id TEXT PRIMARY KEY, source BLOB NOT NULL, sha256 TEXT NOT NULL, gathered TEXT NOT NULL,
      part INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE book_name(name TEXT NOT NULL, book TEXT NOT NULL, PRIMARY KEY(name, book)) WITHOUT ROWID;
    CREATE INDEX book_source ON book(source);
    CREATE INDEX book_sha256 ON book(sha256);
    CREATE INDEX book_name_book ON book_name(book);
    """

  /// The id of a book: the one it was given when it was first seen, wherever its source lies now.
  ///
  /// It is known by its source's path, else by its contents, else by what it calls itself; by the latter two only
  /// where the source it had is not there anymore, since it is a copy otherwise.
  func identify(_ book: BookIdentity) throws(Diagnostic) -> String {
    try database.withLock { database throws(Diagnostic) in
      var id = ""
      try database.transaction { database throws(Diagnostic) in
        let known = try Ledger.known(book, database)
        if let known { id = known } else { id = try Ledger.freshID(for: book, database) }
        try Ledger.keep(book, id, database)
      }
      return id
    }
  }

  private static func keep(
    _ book: BookIdentity, _ id: String, _ database: borrowing Database
  ) throws(Diagnostic) {
    try database.run(
      "INSERT OR REPLACE INTO book(id, source, sha256, gathered, part) VALUES(?,?,?,?,?)",
      [.text(id), .bytes(book.source.bytes), .text(book.sha256), .text(book.group), .integer(book.part)])
    guard !book.names.isEmpty else { return }
    try database.run("DELETE FROM book_name WHERE book = ?", [.text(id)])
    for name in book.names {
      try database.run("INSERT OR IGNORE INTO book_name(name, book) VALUES(?,?)", [.text(name), .text(id)])
    }
  }

  private static func known(_ book: BookIdentity, _ database: borrowing Database) throws(Diagnostic)
    -> String?
  {
    let place: [Database.Value] = [.text(book.group), .integer(book.part)]
    let inPlace = "gathered = ? AND part = ? ORDER BY id"
    var id: String?
    try database.run(
      "SELECT id FROM book WHERE source = ? AND \(inPlace)", [.bytes(book.source.bytes)] + place
    ) { id = id ?? $0.text(0) }
    if let id { return id }

    func vanished(_ sql: String, _ values: [Database.Value]) throws(Diagnostic) -> String? {
      var found: [(id: String, source: FilePath)] = []
      try database.run(sql, values) { found.append(($0.text(0), FilePath(bytes: $0.bytes(1)))) }
      return found.first { !pathExists($0.source) }?.id
    }
    if !book.sha256.isEmpty,
      let id = try vanished(
        "SELECT id, source FROM book WHERE sha256 = ? AND \(inPlace)", [.text(book.sha256)] + place)
    {
      return id
    }
    for name in book.names {
      let id = try vanished(
        """
        SELECT id, source FROM book_name JOIN book ON book.id = book_name.book
          WHERE name = ? AND part = ? ORDER BY id
        """, [.text(name), .integer(book.part)])
      if let id { return id }
    }
    return nil
  }

  private static func freshID(
    for book: BookIdentity, _ database: borrowing Database
  ) throws(Diagnostic) -> String {
    var attempt = 0
    while true {
      let id = book.id(attempt: attempt)
      var isTaken = false
      try database.run("SELECT 1 FROM book WHERE id = ?", [.text(id)]) { _ in isTaken = true }
      if !isTaken { return id }
      attempt += 1
    }
  }
}
