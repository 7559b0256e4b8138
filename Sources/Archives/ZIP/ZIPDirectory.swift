import BookModel
public import Diagnostics
import Options

extension Rule {
  public static let zipForeignBytes = Rule(
    "zip-foreign-bytes", .input, "A ZIP has extra bytes before its first entry or behind its end.",
    advice: "Usually nothing; converting the book leaves them out.")
  public static let zipCountWrong = Rule(
    "zip-count-wrong", .input, "A ZIP states a different number of entries than its directory lists.",
    advice: "Test the archive with `unzip -t`, and compare it with the original.")
  public static let zipListedTwice = Rule(
    "zip-listed-twice", .input, "The directory of a ZIP lists the same entry more than once.",
    advice: "Nothing: the entry is read once.")
}

/// The directory of a ZIP: what the archive says of each entry, checked against the file's size and the limits.
struct ZIPDirectory {
  /// One entry, as its central header has it (4.3.12).
  struct Record {
    var name: [UInt8]
    /// The name in UTF-8, by Info-ZIP's field (4.6.9), where it belongs to `name`.
    var unicodeName: [UInt8]?
    var fields: ZIPHeaderFields
    /// The upper byte says on what system it was made.
    var madeBy: UInt16
    var attributes: UInt32
    var size: Int
    var packedSize: Int
    /// Of the local header, in the file; negative where no file has such a place.
    var offset: Int
    /// Of the local header, as the archive states it.
    var statedOffset: Int
    /// Where its central header lies in the file.
    var header: Range<Int>
    /// Why its bytes must not be read.
    var defect: Defect?
  }

  enum Defect {
    /// Its place is not inside the archive.
    case outside
    /// It shares bytes with another entry.
    case overlapping
  }

  private(set) var records: [Record] = []
  private(set) var comment: [UInt8]
  private(set) var warnings: [Diagnostic] = []
  /// Where entries must have ended.
  let start: Int
  /// What is to be added to the offsets the archive states to have those in the file.
  private(set) var prefix: Int
  /// Bytes in the file behind the archive; negative where the file ends inside the archive's comment.
  let trailing: Int
  private let path: FilePath

  /// - Throws: `directory-lost`, `volume-part`, `too-many-entries`, `book-too-large`, `file-unreadable`.
  init(_ file: InputFile, limits: Limits) throws(Diagnostic) {
    path = file.path
    guard let end = try ZIPEndRecord.find(in: file) else { throw Self.lost(file, "it has no end record") }
    start = end.directory.lowerBound
    comment = end.comment
    prefix = end.prefix
    trailing = end.trailing
    try readRecords(file, end, limits)
    markOutside()
    markOverlaps()
    warn(about: end)
    var total = 0
    for record in records {
      let (sum, overflow) = total.addingReportingOverflow(record.size)
      total = overflow ? .max : sum
    }
    guard total <= limits.maxBookBytes.bytes else {
      throw .error(
        .bookTooLarge,
        "the entries unpack to \(total) bytes, more than the limit of \(limits.maxBookBytes.bytes)",
        at: Place(file: path.display), remedy: "raise --max-book-bytes if that is right")
    }
  }

  private mutating func readRecords(
    _ file: InputFile, _ end: ZIPEndRecord, _ limits: Limits
  ) throws(Diagnostic) {
    // No archive of so few entries needs more; and memory stays bounded where one claims to.
    let longest = limits.maxEntries.multipliedReportingOverflow(by: 1 << 10).partialValue
    guard end.directory.count <= max(longest, 1 << 20) else { throw tooMany(limits) }
    let bytes = try file.read(at: start, count: end.directory.count)
    var listed: Set<[UInt8]> = []
    var offset = 0
    var repeated = 0
    var count = 0
    while offset + ZIPFormat.centralLength <= bytes.count,
      bytes.littleEndian(at: offset) == ZIPFormat.centralSignature
    {
      guard let (record, length) = Record.read(bytes, at: offset, in: start, prefix: end.prefix) else {
        throw Self.lost(file, "its directory breaks off at entry \(count + 1)")
      }
      offset += length
      count += 1
      guard count <= limits.maxEntries else { throw tooMany(limits) }
      // The same place under the same name: some programs append to the directory what it has already.
      let isNew = listed.insert(record.name + Array("\u{0}\(record.offset)".utf8)).inserted
      if isNew { records.append(record) } else { repeated += 1 }
    }
    try checkCount(count, end.fields.count, offset, file, bytes.count)
    if repeated > 0 {
      warnings.append(
        .warning(
          .zipListedTwice,
          "\(repeated == 1 ? "an entry is" : "\(repeated) entries are") listed more than once",
          at: Place(file: path.display)))
    }
    try withdrawPrefix(end.prefix, file)
  }

  /// A directory that holds fewer entries than it should has lost some; one that holds more was appended to
  /// by a program that cannot count beyond 65535 or forgot to.
  private mutating func checkCount(
    _ count: Int, _ stated: Int, _ read: Int, _ file: InputFile, _ size: Int
  ) throws(Diagnostic) {
    if count == stated || (stated <= ZIPFormat.count16 && count % (ZIPFormat.count16 + 1) == stated) {
      return
    }
    guard count > stated else {
      throw Self.lost(file, "its directory lists \(count) of \(stated) entries")
    }
    warnings.append(
      .warning(
        .zipCountWrong,
        "the end record counts \(counted(stated, "entry", "entries")), the directory lists \(count)",
        at: Place(file: path.display)))
  }

  /// Bytes lie before the archive, yet offsets count from the file's beginning: programs that write
  /// self-extracting archives do so. The first entry decides.
  private mutating func withdrawPrefix(_ prefix: Int, _ file: InputFile) throws(Diagnostic) {
    guard prefix != 0, let first = records.first else { return }
    if try ZIPLocalHeader.isHeader(at: first.offset, in: file) { return }
    guard try ZIPLocalHeader.isHeader(at: first.statedOffset, in: file) else { return }
    for index in records.indices { records[index].offset = records[index].statedOffset }
    self.prefix = 0
  }

  private mutating func markOutside() {
    // Both numbers are the archive's own and may be anything up to `Int.max`: compared before they are subtracted.
    let last = start - ZIPFormat.localLength
    for (index, record) in records.enumerated() {
      let isInside = record.offset >= 0 && record.offset <= last && record.packedSize <= last - record.offset
      if !isInside { records[index].defect = .outside }
    }
  }

  /// Marks every entry that reaches into the next one, and all but one of those that begin at one place. Those
  /// left have no byte in common, so that reading all of them reads no byte twice.
  private mutating func markOverlaps() {
    let order = records.indices.filter { records[$0].defect == nil }
      .sorted { (records[$0].offset, $0) < (records[$1].offset, $1) }
    // What lies behind the group of entries, usually one, that begin at the same place.
    var boundary = start
    var group: (offset: Int, kept: Int)?
    for index in order.reversed() {
      let record = records[index]
      if let group, group.offset == record.offset {
        records[group.kept].defect = .overlapping
      } else {
        boundary = group?.offset ?? start
      }
      if record.offset + ZIPFormat.localLength + record.packedSize > boundary {
        records[index].defect = .overlapping
      }
      group = (record.offset, index)
    }
  }

  private mutating func warn(about end: ZIPEndRecord) {
    let place = Place(file: path.display)
    // A split archive of one part begins with a marker of four bytes (8.5.4).
    let marker = 4
    let before = records.map(\.offset).min().map { $0 > marker ? $0 : 0 } ?? max(end.prefix, 0)
    if before > 0 {
      warnings.append(.warning(.zipForeignBytes, "\(before) bytes lie before the archive", at: place))
    }
    if end.trailing > 0 {
      warnings.append(.warning(.zipForeignBytes, "\(end.trailing) bytes lie behind the archive", at: place))
    } else if end.trailing < 0 {
      warnings.append(
        .warning(.zipForeignBytes, "the file ends \(-end.trailing) bytes before its comment does", at: place))
    }
  }

  private func tooMany(_ limits: Limits) -> Diagnostic {
    .error(
      .tooManyEntries, "the archive lists more than \(limits.maxEntries) entries",
      at: Place(file: path.display),
      remedy: "raise --max-entries if that is right")
  }

  private static func lost(_ file: InputFile, _ what: String) -> Diagnostic {
    .error(
      .directoryLost, "the ZIP's directory is lost: \(what)", at: Place(file: file.path.display),
      remedy: "the file may be cut short: compare it with the original")
  }
}

extension ZIPDirectory.Record {
  /// The record at an offset, with at least 46 bytes behind it, of a directory that begins at `start`, and its
  /// length; nil where it does not fit.
  static func read(_ bytes: [UInt8], at offset: Int, in start: Int, prefix: Int) -> (Self, length: Int)? {
    let fields = ZIPHeaderFields(bytes, at: offset + 6)
    let nameStart = offset + ZIPFormat.centralLength
    let extraStart = nameStart + Int(fields.nameLength)
    let commentStart = extraStart + Int(fields.extraLength)
    let end = commentStart + Int(bytes.littleEndian(at: offset + 32) as UInt16)
    guard end <= bytes.count else { return nil }
    let name = Array(bytes[nameStart..<extraStart])
    let extra = Array(bytes[extraStart..<commentStart])
    guard let sizes = ZIPSizes(fields, offset: bytes.littleEndian(at: offset + 42), extra: extra) else {
      return nil
    }
    let (place, overflow) = sizes.offset.addingReportingOverflow(prefix)
    let record = Self(
      name: name, unicodeName: unicodeName(of: name, extra), fields: fields,
      madeBy: bytes.littleEndian(at: offset + 4) & 0xFF00, attributes: bytes.littleEndian(at: offset + 38),
      size: sizes.size, packedSize: sizes.packedSize, offset: overflow ? -1 : place,
      statedOffset: sizes.offset, header: start + offset..<start + end)
    return (record, end - offset)
  }

  /// Info-ZIP's field holds the CRC-32 of the name it belongs to, so that one left behind by a program that
  /// renamed the entry is noticed (4.6.9).
  private static func unicodeName(of name: [UInt8], _ extra: [UInt8]) -> [UInt8]? {
    guard let field = ZIPExtra.find(ZIPFormat.unicodePathExtra, in: extra).map(Array.init), field.count > 5,
      field[0] == 1, field.littleEndian(at: 1) == CRC32.of(name)
    else { return nil }
    let text = Array(field[5...])
    return String(validating: text, as: UTF8.self) == nil ? nil : text
  }

  var isEncrypted: Bool { fields.flags & ZIPFormat.encryptedFlag != 0 }

  var kind: ContainerEntry.Kind {
    if madeBy == ZIPFormat.madeByUnix || madeBy == ZIPFormat.madeByMacOS {
      let kind = ContainerEntry.Kind(mode: attributes >> 16)
      if kind != .file { return kind }
    }
    // A folder by its name, or by MS-DOS's attribute with nothing in it (4.4.15).
    let isFolder = name.last == UInt8(ascii: "/") || (attributes & 0x10 != 0 && size == 0)
    return isFolder ? .folder : .file
  }
}
