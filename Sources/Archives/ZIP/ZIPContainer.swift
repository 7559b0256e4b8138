public import BookModel
public import Diagnostics
import Options

extension Rule {
  public static let crcMismatch = Rule(
    "crc-mismatch", .damage, "An entry's bytes have a different checksum than the archive states.",
    advice: "Get a fresh copy of the book. To go on without the page: --on-damage skip or blank.")
}

/// A ZIP read through its directory: entries in any order, each by two small calls and one for its bytes.
///
/// Reads what is stored and deflated. Archives with anything else in them say so (`needsOtherReader`), and so do
/// those without a directory (`directory-lost` when opened); libarchive reads these.
public final class ZIPContainer: Container {
  public let formatName = "ZIP"
  public let entries: [ContainerEntry]
  public let comment: [UInt8]?
  public let diagnostics: [Diagnostic]
  /// Whether some entry is encrypted or packed by a method that is not read here.
  public let needsOtherReader: Bool

  let file: InputFile
  let directory: ZIPDirectory
  let limits: Limits

  /// Reads the directory: a few small reads, whatever the archive's size.
  ///
  /// - Parameter namesEncoding: the encoding of names that do not say theirs; nil to detect it.
  /// - Throws: `directory-lost` where there is no directory, or only a part of one; `volume-part`;
  ///   `too-many-entries`, `book-too-large`; `unknown-encoding`; `file-unreadable`, `not-a-regular-file`.
  public convenience init(
    _ path: FilePath, limits: Limits = Limits(), namesEncoding: String? = nil
  ) throws(Diagnostic) {
    try self.init(InputFile(path), limits: limits, namesEncoding: namesEncoding)
  }

  /// The same, of a file that is open already.
  public init(_ file: InputFile, limits: Limits = Limits(), namesEncoding: String? = nil) throws(Diagnostic) {
    let directory = try ZIPDirectory(file, limits: limits)
    let records = directory.records
    let (names, encoding, guessed) = try decodeEntryNames(
      records.map { $0.unicodeName ?? $0.name },
      flaggedUTF8: records.map { $0.unicodeName != nil || $0.fields.flags & ZIPFormat.utf8Flag != 0 },
      encoding: namesEncoding)
    var diagnostics = directory.warnings
    if guessed, let encoding {
      diagnostics.append(
        .warning(
          .guessedNames, "names were read as \(encoding), which is a guess",
          at: Place(file: file.path.display),
          remedy: "if they look wrong, name their encoding (namesEncoding)"))
    }
    entries = records.enumerated().map { index, record in
      ContainerEntry(
        key: index, path: EntryPath(raw: record.name, decoded: names[index]),
        kind: names[index].hasSuffix("\\") && record.size == 0 && record.kind == .file
          ? .folder : record.kind,
        size: record.size, packedSize: record.packedSize, crc32: record.fields.crc32,
        isEncrypted: record.isEncrypted)
    }
    needsOtherReader = records.contains { $0.isEncrypted || !Self.methods.contains($0.fields.method) }
    comment = directory.comment.isEmpty ? nil : directory.comment
    self.diagnostics = diagnostics
    self.file = file
    self.directory = directory
    self.limits = limits
  }

  private static let methods = [ZIPFormat.stored, ZIPFormat.deflated]

  public func read(_ entry: ContainerEntry) throws(Diagnostic) -> [UInt8] {
    let record = directory.records[entry.key]
    let body = try body(of: entry, record)
    let packed = try file.read(at: body.lowerBound, count: body.count)
    let bytes: [UInt8]
    if record.fields.method == ZIPFormat.stored {
      bytes = packed
    } else {
      guard let unpacked = Deflate.unpack(packed, size: record.size) else {
        throw damaged(entry, "it cannot be unpacked to the \(record.size) bytes it should have")
      }
      bytes = unpacked
    }
    guard CRC32.of(bytes) == record.fields.crc32 else {
      throw .error(
        .crcMismatch, "the bytes do not have the checksum that the archive states", at: place(entry),
        remedy: Self.damageRemedy)
    }
    return bytes
  }

  public func prefix(of entry: ContainerEntry, count: Int) throws(Diagnostic) -> [UInt8] {
    let record = directory.records[entry.key]
    let body = try body(of: entry, record)
    if record.fields.method == ZIPFormat.stored {
      return try file.read(at: body.lowerBound, upTo: min(count, body.count))
    }
    let wanted = min(count, record.size)
    var inflation = Inflation(upTo: wanted)
    var (taken, step) = (0, min(max(wanted, 4 << 10), 1 << 20))
    while true {
      let piece = try file.read(at: body.lowerBound + taken, count: min(step, body.count - taken))
      taken += piece.count
      switch inflation.take(piece) {
      case .bytes(let bytes): return bytes
      case .needsMore where taken < body.count: step = min(step * 2, 1 << 20)
      case .needsMore, .invalid: throw damaged(entry, "it cannot be unpacked")
      }
    }
  }

  /// Where the bytes of a stored entry lie in the file; nil for one that is packed.
  ///
  /// - Throws: as `read` does before it reads the bytes.
  public func storedRange(of entry: ContainerEntry) throws(Diagnostic) -> Range<Int>? {
    let record = directory.records[entry.key]
    guard record.fields.method == ZIPFormat.stored else { return nil }
    return try body(of: entry, record)
  }

  /// The name of the method an entry is packed by, for messages.
  public func methodName(of entry: ContainerEntry) -> String {
    ZIPFormat.methodName(directory.records[entry.key].fields.method)
  }

  /// Where the packed bytes lie, once everything the archive says of the entry is found possible.
  private func body(of entry: ContainerEntry, _ record: ZIPDirectory.Record) throws(Diagnostic) -> Range<Int>
  {
    try checkReadable(entry, record)
    switch record.defect {
    case .outside: throw damaged(entry, "its bytes would lie outside the archive")
    case .overlapping: throw damaged(entry, "it shares bytes with another entry")
    case nil: break
    }
    guard let start = try ZIPLocalHeader.bodyStart(at: record.offset, in: file) else {
      throw damaged(entry, "there is no entry at the place the directory gives")
    }
    guard record.packedSize <= directory.start - start else {
      throw damaged(entry, "its bytes would reach beyond the archive's end")
    }
    return start..<start + record.packedSize
  }

  private func checkReadable(_ entry: ContainerEntry, _ record: ZIPDirectory.Record) throws(Diagnostic) {
    if record.isEncrypted {
      throw .error(
        .passwordRequired, "the entry is encrypted", at: place(entry), remedy: "give the archive's password")
    }
    guard Self.methods.contains(record.fields.method) else {
      throw .error(
        .methodUnsupported, "the entry is packed by \(methodName(of: entry)), which is not supported",
        at: place(entry), remedy: "pack the archive again with another program, stored or deflated")
    }
    guard record.size <= limits.maxEntryBytes.bytes else {
      throw .error(
        .entryTooLarge,
        "the entry has \(record.size) bytes, more than the limit of \(limits.maxEntryBytes.bytes)",
        at: place(entry), remedy: "raise --max-entry-bytes if that is right")
    }
    if record.fields.method == ZIPFormat.stored {
      guard record.packedSize == record.size else {
        throw damaged(entry, "it is stored, but its two sizes differ")
      }
    } else if record.size > 1 << 20, record.size / limits.maxRatio > record.packedSize {
      throw .error(
        .ratioTooHigh, "the entry has \(record.size) bytes packed into \(record.packedSize)",
        at: place(entry),
        remedy: "raise --max-ratio if that is right")
    }
  }

  private static let damageRemedy =
    "get a fresh copy of the archive, or let damaged pages be skipped, blanked or kept in part"

  private func damaged(_ entry: ContainerEntry, _ message: String) -> Diagnostic {
    .error(.entryDamaged, message, at: place(entry), remedy: Self.damageRemedy)
  }

  private func place(_ entry: ContainerEntry) -> Place {
    Place(file: file.path.display, entry: entry.path.text)
  }
}
