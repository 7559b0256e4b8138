/// What a ZIP says about one entry, as the writer puts it into both headers.
struct ZIPRecord {
  var name: [UInt8]
  var method: UInt16
  var crc32: UInt32
  var packedSize: Int
  var size: Int
  /// Of the local header, from the archive's beginning.
  var offset: Int
  var time: DOSTime

  /// From which values on ZIP64 records are written; lower ones are for tests only.
  struct Thresholds {
    var size = ZIPFormat.size32
    var count = ZIPFormat.count16
  }

  private var isAscii: Bool { name.allSatisfy { $0 < 0x80 } }

  /// The local header (4.3.7). In ZIP64 both sizes are in the extra field (4.5.3).
  func localHeader(_ thresholds: Thresholds) -> [UInt8] {
    let isLarge = size >= thresholds.size || packedSize >= thresholds.size
    var header: [UInt8] = []
    header.reserveCapacity(ZIPFormat.localLength + name.count + 20)
    header.appendLittleEndian(ZIPFormat.localSignature)
    appendCommon(to: &header, needsZIP64: isLarge, sizesElsewhere: isLarge, extraLength: isLarge ? 20 : 0)
    header += name
    if isLarge { appendExtra([size, packedSize], to: &header) }
    return header
  }

  /// The central header (4.3.12).
  func centralHeader(_ thresholds: Thresholds) -> [UInt8] {
    let isLarge = size >= thresholds.size || packedSize >= thresholds.size
    let isFar = offset >= thresholds.size
    let large = (isLarge ? [size, packedSize] : []) + (isFar ? [offset] : [])
    var header: [UInt8] = []
    header.reserveCapacity(ZIPFormat.centralLength + name.count + 28)
    header.appendLittleEndian(ZIPFormat.centralSignature)
    header.appendLittleEndian(ZIPFormat.madeByUnix | (large.isEmpty ? 20 : 45))
    appendCommon(
      to: &header, needsZIP64: !large.isEmpty, sizesElsewhere: isLarge,
      extraLength: large.isEmpty ? 0 : 4 + 8 * large.count)
    // No comment, first disk, no internal attributes; a regular file that its owner may write and all read.
    header.appendLittleEndian(UInt16(0))
    header.appendLittleEndian(UInt16(0))
    header.appendLittleEndian(UInt16(0))
    header.appendLittleEndian(UInt32(0o100644) << 16)
    header.appendLittleEndian(isFar ? UInt32.max : UInt32(offset))
    header += name
    if !large.isEmpty { appendExtra(large, to: &header) }
    return header
  }

  private func appendCommon(
    to header: inout [UInt8], needsZIP64: Bool, sizesElsewhere: Bool, extraLength: Int
  ) {
    // 4.4.3.2: the version that can unpack it.
    header.appendLittleEndian(UInt16(needsZIP64 ? 45 : method == ZIPFormat.deflated ? 20 : 10))
    header.appendLittleEndian(isAscii ? 0 : ZIPFormat.utf8Flag)
    header.appendLittleEndian(method)
    header.appendLittleEndian(time.time)
    header.appendLittleEndian(time.date)
    header.appendLittleEndian(crc32)
    header.appendLittleEndian(sizesElsewhere ? UInt32.max : UInt32(packedSize))
    header.appendLittleEndian(sizesElsewhere ? UInt32.max : UInt32(size))
    header.appendLittleEndian(UInt16(name.count))
    header.appendLittleEndian(UInt16(extraLength))
  }

  private func appendExtra(_ values: [Int], to header: inout [UInt8]) {
    header.appendLittleEndian(ZIPFormat.zip64Extra)
    header.appendLittleEndian(UInt16(8 * values.count))
    for value in values { header.appendLittleEndian(UInt64(value)) }
  }
}

/// What stands behind the directory (4.3.14 to 4.3.16).
struct ZIPEnd {
  var count: Int
  var directoryOffset: Int
  var directorySize: Int
  var comment: [UInt8]

  /// The end record, behind a ZIP64 record and its locator where a value needs them.
  func records(_ thresholds: ZIPRecord.Thresholds) -> [UInt8] {
    let isMany = count >= thresholds.count
    let isLarge = directorySize >= thresholds.size
    let isFar = directoryOffset >= thresholds.size
    var bytes: [UInt8] = []
    if isMany || isLarge || isFar { appendZIP64(to: &bytes) }
    bytes.appendLittleEndian(ZIPFormat.endSignature)
    bytes.appendLittleEndian(UInt32(0))
    for _ in 0..<2 { bytes.appendLittleEndian(isMany ? UInt16.max : UInt16(count)) }
    bytes.appendLittleEndian(isLarge ? UInt32.max : UInt32(directorySize))
    bytes.appendLittleEndian(isFar ? UInt32.max : UInt32(directoryOffset))
    bytes.appendLittleEndian(UInt16(comment.count))
    return bytes + comment
  }

  private func appendZIP64(to bytes: inout [UInt8]) {
    bytes.appendLittleEndian(ZIPFormat.end64Signature)
    // Of what follows this field.
    bytes.appendLittleEndian(UInt64(ZIPFormat.end64Length - 12))
    bytes.appendLittleEndian(ZIPFormat.madeByUnix | 45)
    bytes.appendLittleEndian(UInt16(45))
    bytes.appendLittleEndian(UInt64(0))
    for _ in 0..<2 { bytes.appendLittleEndian(UInt64(count)) }
    bytes.appendLittleEndian(UInt64(directorySize))
    bytes.appendLittleEndian(UInt64(directoryOffset))
    bytes.appendLittleEndian(ZIPFormat.locator64Signature)
    bytes.appendLittleEndian(UInt32(0))
    bytes.appendLittleEndian(UInt64(directoryOffset + directorySize))
    bytes.appendLittleEndian(UInt32(1))
  }
}
