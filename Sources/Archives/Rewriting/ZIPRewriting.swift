import BookModel
import Diagnostics

/// Makes the splice of one ZIP with changes: its entries, then its directory.
struct ZIPRewriting {
  private(set) var splice = Splice()
  private let directory: ZIPDirectory
  private let thresholds: ZIPRecord.Thresholds
  /// Where the local header of each entry that stays has come to be, by key.
  private var offsets: [Int: Int] = [:]
  /// The record of each replaced entry, by key, and of each added one.
  private var replaced: [Int: ZIPRecord] = [:]
  private var added: [ZIPRecord] = []

  init(_ directory: ZIPDirectory, _ thresholds: ZIPRecord.Thresholds) {
    self.directory = directory
    self.thresholds = thresholds
  }

  /// Everything up to the directory. An entry reaches to the beginning of the next, so that data descriptors and
  /// what some programs leave between entries go with the entry before them.
  mutating func copyEntries(_ changes: ZIPChanges) {
    let records = directory.records
    let order = records.indices.sorted { records[$0].offset < records[$1].offset }
    splice.copy(0..<(order.first.map { records[$0].offset } ?? directory.start))
    for (index, key) in order.enumerated() {
      let end = index + 1 < order.count ? records[order[index + 1]].offset : directory.start
      if changes.removed.contains(key) { continue }
      if let new = changes.replaced[key] {
        replaced[key] = write(new, time: records[key].fields.time)
      } else {
        offsets[key] = stated(splice.size)
        splice.copy(records[key].offset..<end)
      }
    }
    for new in changes.added { added.append(write(new, time: .earliest)) }
  }

  /// The directory and what stands behind it. A header that can stay is copied, too.
  mutating func writeDirectory(_ changes: ZIPChanges, reading file: InputFile) throws(Diagnostic) {
    let start = splice.size
    var count = 0
    for (key, record) in directory.records.enumerated() {
      if let new = replaced[key] {
        splice.append(new.centralHeader(thresholds))
      } else if let offset = offsets[key] {
        if offset == stated(record.offset) {
          splice.copy(record.header)
        } else {
          splice.append(try header(of: record, movedTo: offset, reading: file))
        }
      } else {
        continue
      }
      count += 1
    }
    for record in added { splice.append(record.centralHeader(thresholds)) }
    let end = ZIPEnd(
      count: count + added.count, directoryOffset: stated(start), directorySize: splice.size - start,
      comment: changes.comment ?? directory.comment)
    splice.append(end.records(thresholds))
    if directory.trailing > 0 { splice.copy(file.size - directory.trailing..<file.size) }
  }

  /// A place in the file as the archive states it: from its own beginning, where bytes were put before that.
  private func stated(_ offset: Int) -> Int { offset - directory.prefix }

  private mutating func write(_ new: ZIPChanges.NewEntry, time: DOSTime) -> ZIPRecord {
    let packed = Deflate.pack(new.bytes)
    let record = ZIPRecord(
      name: Array(new.name.utf8), method: packed == nil ? ZIPFormat.stored : ZIPFormat.deflated,
      crc32: CRC32.of(new.bytes), packedSize: (packed ?? new.bytes).count, size: new.bytes.count,
      offset: stated(splice.size), time: time)
    splice.append(record.localHeader(thresholds))
    splice.append(packed ?? new.bytes)
    return record
  }

  /// A central header with another place of its entry in it, in the ZIP64 field where it stands there already or
  /// has to (4.5.3).
  private func header(
    of record: ZIPDirectory.Record, movedTo offset: Int, reading file: InputFile
  ) throws(Diagnostic) -> [UInt8] {
    var bytes = try file.read(at: record.header.lowerBound, count: record.header.count)
    let fields = ZIPHeaderFields(bytes, at: 6)
    let extraStart = ZIPFormat.centralLength + Int(fields.nameLength)
    let extra = Array(bytes[extraStart..<extraStart + Int(fields.extraLength)])
    let isFar = (bytes.littleEndian(at: Self.offsetPlace) as UInt32) == UInt32.max
    let field = ZIPExtra.find(ZIPFormat.zip64Extra, in: extra).map(Array.init)
    // Sizes that stand in the field come before the place.
    let before = [fields.size, fields.packedSize].count { $0 == UInt32.max } * 8
    if isFar, let field, field.count >= before + 8 {
      let place = extraStart + (ZIPExtra.place(of: ZIPFormat.zip64Extra, in: extra) ?? 0) + 4 + before
      bytes.put(UInt64(offset), at: place)
    } else if offset < thresholds.size {
      bytes.put(UInt32(offset), at: Self.offsetPlace)
    } else {
      bytes.put(UInt32.max, at: Self.offsetPlace)
      try addPlace(offset, behind: before, of: field, extra, at: extraStart, to: &bytes, file)
    }
    return bytes
  }

  /// Puts a place into a header's ZIP64 field, which may have to be made for it.
  private func addPlace(
    _ offset: Int, behind before: Int, of field: [UInt8]?, _ extra: [UInt8], at extraStart: Int,
    to bytes: inout [UInt8], _ file: InputFile
  ) throws(Diagnostic) {
    var contents = field ?? []
    guard contents.count >= before, contents.count + 8 + extra.count + 4 <= ZIPFormat.count16 else {
      throw .error(
        .archiveNotRewritable, "an entry would move beyond 4 GiB, and its header has no room to say so",
        at: Place(file: file.path.display), remedy: "pack the archive again")
    }
    var place: [UInt8] = []
    place.appendLittleEndian(UInt64(offset))
    contents.insert(contentsOf: place, at: before)
    var rest = extra
    if let field, let start = ZIPExtra.place(of: ZIPFormat.zip64Extra, in: extra) {
      rest.removeSubrange(start..<start + 4 + field.count)
    }
    var changed: [UInt8] = []
    changed.appendLittleEndian(ZIPFormat.zip64Extra)
    changed.appendLittleEndian(UInt16(contents.count))
    changed += contents + rest
    bytes.replaceSubrange(extraStart..<extraStart + extra.count, with: changed)
    bytes.put(UInt16(changed.count), at: 30)
    bytes.put(max(bytes.littleEndian(at: 6) as UInt16, 45), at: 6)
  }

  /// Of the local header's offset in a central header (4.3.12).
  private static let offsetPlace = 42
}

extension ZIPExtra {
  /// Where the first field with an identifier begins; nil where there is none.
  static func place(of identifier: UInt16, in extra: [UInt8]) -> Int? {
    find(identifier, in: extra).map { $0.startIndex - 4 }
  }
}

extension [UInt8] {
  /// Overwrites bytes with a little-endian integer.
  fileprivate mutating func put(_ value: some FixedWidthInteger, at offset: Int) {
    var bytes: [UInt8] = []
    bytes.appendLittleEndian(value)
    replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }
}
