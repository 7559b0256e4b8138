import BookModel
public import Diagnostics

extension Rule {
  public static let archiveNotRewritable = Rule(
    "archive-not-rewritable", .input, "An archive cannot be changed in place.",
    advice: "Convert the book to a CBZ first; only ZIP-based files (CBZ, EPUB) can be changed in place.")
}

/// What is to become of a ZIP's small entries and of its comment; all else stays byte for byte.
public struct ZIPChanges: Hashable, Sendable {
  /// By the key of the entry whose place each takes.
  public var replaced: [Int: NewEntry] = [:]
  /// Keys of the entries that go.
  public var removed: Set<Int> = []
  /// Entries to come behind all others.
  public var added: [NewEntry] = []
  /// The archive's comment; nil to leave it, empty to take it away.
  public var comment: [UInt8]?

  public init() {}

  public var isEmpty: Bool { replaced.isEmpty && removed.isEmpty && added.isEmpty && comment == nil }

  /// An entry to be written: deflated where that makes it smaller.
  public struct NewEntry: Hashable, Sendable {
    /// A relative path with `/` between components.
    public var name: String
    public var bytes: [UInt8]

    public init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }
}

extension ZIPContainer {
  /// The archive with changes made to it: every other entry keeps its place in the order, its headers and its
  /// packed bytes; what lies before and behind the archive stays, too.
  ///
  /// A changed entry keeps its time; an added one has the earliest there is, so that the same change always gives
  /// the same bytes.
  ///
  /// - Throws: `archive-not-rewritable` for a damaged archive and one whose directory is masked; `zip-too-long`;
  ///   `file-changed`, `file-unreadable`.
  public func splice(making changes: ZIPChanges) throws(Diagnostic) -> Splice {
    try splice(making: changes, thresholds: ZIPRecord.Thresholds())
  }

  func splice(making changes: ZIPChanges, thresholds: ZIPRecord.Thresholds) throws(Diagnostic) -> Splice {
    try checkRewritable(changes)
    var rewriting = ZIPRewriting(directory, thresholds)
    rewriting.copyEntries(changes)
    try rewriting.writeDirectory(changes, reading: file)
    return rewriting.splice
  }

  /// Checks that a file is this archive with changes made, by its directory, its headers and what is new in it.
  ///
  /// - Throws: `output-differs`; what opening an archive throws.
  public func check(_ result: InputFile, made changes: ZIPChanges) throws(Diagnostic) {
    let other = try ZIPContainer(result, limits: limits)
    var expected = entries.indices.filter { !changes.removed.contains($0) }.map { (key: $0, isNew: false) }
    expected += changes.added.indices.map { (key: $0, isNew: true) }
    guard other.entries.count == expected.count, other.comment ?? [] == changes.comment ?? comment ?? []
    else {
      throw differs("its directory is not as written", nil)
    }
    for (entry, (key, isNew)) in zip(other.entries, expected) {
      if let new = isNew ? changes.added[key] : changes.replaced[key] {
        guard entry.path.raw == Array(new.name.utf8), try other.read(entry) == new.bytes else {
          throw differs("it is not as written", new.name)
        }
      } else {
        guard other.directory.records[entry.key].saysTheSame(as: directory.records[key]),
          try ZIPLocalHeader.isHeader(at: other.directory.records[entry.key].offset, in: result)
        else { throw differs("the directory says otherwise of it", entry.path.text) }
      }
    }
  }

  private func checkRewritable(_ changes: ZIPChanges) throws(Diagnostic) {
    for (entry, record) in zip(entries, directory.records) {
      guard record.defect == nil, try ZIPLocalHeader.isHeader(at: record.offset, in: file) else {
        throw refusal(
          "the archive is damaged at '\(entry.path.text)'", "repair it first, or get a fresh copy")
      }
      guard record.fields.flags & ZIPFormat.maskedFlag == 0 else {
        throw refusal("the archive's directory is encrypted", "pack it again without encryption")
      }
    }
    for new in changes.replaced.values + changes.added where new.name.utf8.count > ZIPFormat.count16 {
      throw .error(
        .zipTooLong, "a name has \(new.name.utf8.count) bytes", at: Place(file: file.path.display))
    }
    if let comment = changes.comment, comment.count > ZIPFormat.count16 {
      throw .error(
        .zipTooLong, "the archive comment would have \(comment.count) bytes",
        at: Place(file: file.path.display),
        remedy: "shorten it to 65535 bytes")
    }
  }

  private func refusal(_ message: String, _ remedy: String) -> Diagnostic {
    .error(.archiveNotRewritable, message, at: Place(file: file.path.display), remedy: remedy)
  }

  private func differs(_ message: String, _ entry: String?) -> Diagnostic {
    .error(
      .outputDiffers, "the new version, read again, is not what was written: \(message)",
      at: Place(file: file.path.display, entry: entry),
      remedy: "the file was left as it was; check the disk and the memory of this machine and run again")
  }
}

extension ZIPDirectory.Record {
  /// All but the place of the entry.
  fileprivate func saysTheSame(as other: Self) -> Bool {
    // Where a ZIP64 field came to be, the extra field is longer and the version higher.
    var (own, others) = (fields, other.fields)
    (own.extraLength, others.extraLength) = (0, 0)
    (own.version, others.version) = (0, 0)
    return own == others && name == other.name && attributes == other.attributes && size == other.size
      && packedSize == other.packedSize
  }
}
