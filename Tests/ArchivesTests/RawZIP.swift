@testable import Archives

/// A ZIP of any names and contents, without the writer's checks.
///
/// - Parameter extra: put into every central header.
func rawZIP(_ entries: [(name: String, bytes: [UInt8], deflated: Bool)], extra: [UInt8] = []) -> [UInt8] {
  var bytes: [UInt8] = []
  var directory: [UInt8] = []
  for entry in entries {
    let packed = entry.deflated ? Deflate.pack(entry.bytes) : nil
    let record = ZIPRecord(
      name: Array(entry.name.utf8), method: packed == nil ? ZIPFormat.stored : ZIPFormat.deflated,
      crc32: CRC32.of(entry.bytes), packedSize: (packed ?? entry.bytes).count, size: entry.bytes.count,
      offset: bytes.count, time: .earliest)
    bytes += record.localHeader(.init()) + (packed ?? entry.bytes)
    var header = record.centralHeader(.init())
    header.set(UInt16(extra.count), at: 30)
    directory += header + extra
  }
  let end = ZIPEnd(
    count: entries.count, directoryOffset: bytes.count, directorySize: directory.count, comment: [])
  return bytes + directory + end.records(.init())
}

/// Where the central headers of a ZIP without ZIP64 and comment begin.
func centralHeaders(_ bytes: [UInt8]) -> [Int] {
  let end = bytes.count - ZIPFormat.endLength
  var offset = Int(bytes.littleEndian(at: end + 16) as UInt32)
  var found: [Int] = []
  while offset < end {
    found.append(offset)
    let fields = ZIPHeaderFields(bytes, at: offset + 6)
    offset += ZIPFormat.centralLength + Int(fields.nameLength) + Int(fields.extraLength)
  }
  return found
}

extension [UInt8] {
  /// Overwrites bytes with a little-endian integer.
  mutating func set(_ value: some FixedWidthInteger, at offset: Int) {
    var bytes: [UInt8] = []
    bytes.appendLittleEndian(value)
    replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }
}
