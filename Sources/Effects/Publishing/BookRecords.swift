import Archives
import BookModel
import Diagnostics
import Engine
import Inputs
import Markup
import PluginKit

/// The records of the books that lie in a place, one small file each.
///
/// A record is written when its output is whole, just before that gets its name, and what was recorded of that name is
/// removed just behind it. Where a run ends in between there are two, and the output itself tells which one is its own.
struct BookRecords {
  /// The folder that outputs lie in.
  let place: FilePath
  let folder: FilePath

  /// No record is larger: a page list of ten thousand pages fits.
  private static let largest = 16 << 20

  init(of place: FilePath) {
    self.place = place
    folder = BookRecords.state(of: place).appending("books")
  }

  /// Where Leporello keeps what it has to know of a place.
  static func state(of place: FilePath) -> FilePath { place.appending(".leporello") }

  /// A book as it is written down.
  struct Entry {
    var book: PublishedBook
    /// Of the output; see `FileState.stamp`.
    var stamp: String

    init(_ book: PublishedBook, stamp: String) {
      self.book = book
      self.stamp = stamp
    }
  }

  /// The path of an output inside the place; nil where it lies outside.
  func relativePath(of output: FilePath) -> FilePath? {
    let (root, path) = (realPath(place).bytes, realPath(output).bytes)
    let prefix = root == [UInt8(ascii: "/")] ? root : root + [UInt8(ascii: "/")]
    return path.starts(with: prefix) ? FilePath(bytes: path[prefix.count...]) : nil
  }

  // MARK: Writing

  /// Writes down a book whose output is whole, beside what is known of its name.
  private func write(_ entry: Entry) throws(Diagnostic) {
    let path = folder.appending("\(key(of: entry.book.path))-\(entry.book.version.prefix(16)).json")
    let bytes = Array((entry.json.text() + "\n").utf8)
    if pathExists(path), try InputFile.contents(of: path, limit: Self.largest) == bytes { return }
    let output = try OutputFile(for: path)
    try output.write(bytes)
    try output.flushToDisk()
    try output.commit(replacing: true)
  }

  /// Writes down an output that is whole, but not under its name yet, and tells it which book it is.
  ///
  /// A book that no ledger knows has the id that was recorded of its name, or gets one of it.
  func write(_ finished: FinishedOutput, as output: inout Receipt.Output) throws(Diagnostic) {
    guard let record = finished.record, let path = output.path.flatMap(relativePath) else { return }
    let id = if let known = output.book { known } else { try id(of: path) ?? key(of: path) }
    output.book = id
    try write(
      Entry(
        PublishedBook(id: id, version: finished.version, path: path, record: record),
        stamp: try FileState(finished.temporary, watchesChange: false).stamp))
  }

  /// Forgets what was recorded of an output's name before, now that the new one has it.
  func settle(_ output: FilePath) throws(Diagnostic) {
    guard let path = relativePath(of: output) else { return }
    let files = try files(of: path)
    guard files.count > 1 else { return }
    let stamp = try FileState(output, watchesChange: false).stamp
    for file in files where try entry(in: file).stamp != stamp {
      try OutputRemoval.remove(file, upTo: folder)
    }
  }

  /// Forgets a book.
  func forget(_ output: FilePath) throws(Diagnostic) {
    guard let path = relativePath(of: output) else { return }
    for file in try files(of: path) { try OutputRemoval.remove(file, upTo: folder) }
  }

  /// What is recorded of an output's name.
  private func files(of path: FilePath) throws(Diagnostic) -> [FilePath] {
    guard isExistingFolder(folder) else { return [] }
    let key = Array((key(of: path) + "-").utf8)
    return try listFolder(folder).filter { $0.name.starts(with: key) }.map { folder.appending($0.name) }
  }

  private func entry(in file: FilePath) throws(Diagnostic) -> Entry {
    try Entry(parseJSON(try InputFile.contents(of: file, limit: Self.largest)), file)
  }

  private func key(of path: FilePath) -> String { String(SHA256.hexText(of: path.bytes).prefix(32)) }

  // MARK: Reading

  /// The books whose outputs are there, in the order of their paths.
  ///
  /// - Returns: the books, and warnings of records that cannot be read.
  func books() throws(Diagnostic) -> ([PublishedBook], [Diagnostic]) {
    guard isExistingFolder(folder) else { return ([], []) }
    var (found, warnings): ([FilePath: [Entry]], [Diagnostic]) = ([:], [])
    for item in try listFolder(folder)
    where item.name.suffix(5) == Array(".json".utf8) && item.name[0] != UInt8(ascii: ".") {
      let path = folder.appending(item.name)
      do throws(Diagnostic) {
        let entry = try entry(in: path)
        found[entry.book.path, default: []].append(entry)
      } catch {
        warnings.append(
          .warning(
            .recordUnreadable,
            "a book is left out of the publication: its record is damaged: \(error.message)",
            at: Place(file: path.display), remedy: "remove the record, and have the book written again"))
      }
    }
    var books: [PublishedBook] = []
    for (path, entries) in found where pathExists(place.appending(path.bytes)) {
      let own = entries.count == 1 ? entries[0].book : try own(entries)
      if let own { books.append(own) }
    }
    return (books.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }, warnings)
  }

  /// The record, of several, that an output is as was written down.
  private func own(_ entries: [Entry]) throws(Diagnostic) -> PublishedBook? {
    let output = place.appending(entries[0].book.path.bytes)
    let stamp = try FileState(output, watchesChange: false).stamp
    return entries.first { $0.stamp == stamp }?.book
  }

  /// The id that a book of this path has had so far.
  private func id(of path: FilePath) throws(Diagnostic) -> String? {
    for file in try files(of: path) { return try entry(in: file).book.id }
    return nil
  }
}

extension BookRecords.Entry {
  fileprivate var json: JSON {
    let path = book.path
    // A name that is no text is written down byte by byte.
    let isText = FilePath(path.display) == path
    return .members(
      ("record", .integer(1)), ("book", .string(book.id)), ("version", .string(book.version)),
      ("path", isText ? .string(path.display) : .array(path.bytes.map { .integer(Int($0)) })),
      ("stamp", .string(stamp)), ("made", book.record))
  }

  fileprivate init(_ json: JSON, _ file: FilePath) throws(Diagnostic) {
    let path: FilePath? =
      switch json["path"] {
      case .string(let text): FilePath(text)
      case .array(let bytes):
        FilePath(bytes: bytes.compactMap { $0.wholeNumber.flatMap(UInt8.init(exactly:)) })
      default: nil
      }
    guard json["record"]?.wholeNumber == 1, case .string(let id) = json["book"],
      case .string(let version) = json["version"], case .string(let stamp) = json["stamp"], let path,
      let record = json["made"], !path.isAbsolute, !path.display.split(separator: "/").contains("..")
    else {
      throw .error(
        .recordUnreadable, "it is no record of this form", at: Place(file: file.display),
        remedy: "remove it, and have the book written again")
    }
    self.init(PublishedBook(id: id, version: version, path: path, record: record), stamp: stamp)
  }
}

extension JSON {
  fileprivate var wholeNumber: Int? {
    switch self {
    case .integer(let number): number
    case .numeral(let text): Int(text)
    default: nil
    }
  }
}

extension Rule {
  static let recordUnreadable = Rule(
    "record-unreadable", .output, "The record of a published book cannot be read.",
    advice: "Remove the record that is named, and write the book again.")
}
