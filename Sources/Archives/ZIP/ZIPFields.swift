/// An entry's sizes and place, taken from the ZIP64 field where the header sends one there (4.5.3).
struct ZIPSizes: Hashable {
  var size: Int
  var packedSize: Int
  /// Of the local header.
  var offset: Int

  /// Nil where the extra field lacks a value that the header leaves to it, or has one no file can have.
  init?(_ fields: ZIPHeaderFields, offset: UInt32, extra: [UInt8]) {
    var values = ZIPExtra.find(ZIPFormat.zip64Extra, in: extra) ?? [][...]
    func resolve(_ field: UInt32) -> Int? {
      guard field == UInt32.max else { return Int(field) }
      guard values.count >= 8 else { return nil }
      defer { values = values.dropFirst(8) }
      return Int(exactly: Array(values.prefix(8)).littleEndian(at: 0) as UInt64)
    }
    // A header without the field may mean the number itself.
    if values.isEmpty {
      (size, packedSize, self.offset) = (Int(fields.size), Int(fields.packedSize), Int(offset))
      return
    }
    guard let size = resolve(fields.size), let packedSize = resolve(fields.packedSize),
      let offset = resolve(offset)
    else { return nil }
    self.size = size
    self.packedSize = packedSize
    self.offset = offset
  }
}

/// The extra fields of a header (4.5.1): runs of bytes, each with an identifier and a length.
enum ZIPExtra {
  /// The contents of the first field with an identifier; nil where there is none. A field that claims more than
  /// there is ends the search.
  static func find(_ identifier: UInt16, in extra: [UInt8]) -> ArraySlice<UInt8>? {
    var offset = 0
    while offset + 4 <= extra.count {
      let found: UInt16 = extra.littleEndian(at: offset)
      let start = offset + 4
      let end = start + Int(extra.littleEndian(at: offset + 2) as UInt16)
      guard end <= extra.count else { return nil }
      if found == identifier { return extra[start..<end] }
      offset = end
    }
    return nil
  }
}

/// What the end record says (4.3.16), with the ZIP64 record's values where it sends one there (4.3.14).
struct ZIPEndFields: Hashable {
  /// Of this part of a split archive, from 0.
  var disk: Int
  var count: Int
  var directorySize: Int
  var directoryOffset: Int
  var commentLength: Int

  /// - Parameters:
  ///   - end: at least the record's 22 bytes.
  ///   - end64: at least the ZIP64 record's 56 bytes, where there is one.
  ///
  /// Nil where a number is one that no file can have.
  init?(_ end: [UInt8], end64: [UInt8]?) {
    func value(_ short: Int, _ sentinel: Int, _ long: Int, wide: Bool = true) -> Int? {
      guard short == sentinel, let end64 else { return short }
      return wide
        ? Int(exactly: end64.littleEndian(at: long) as UInt64)
        : Int(end64.littleEndian(at: long) as UInt32)
    }
    let disk = Int(end.littleEndian(at: 4) as UInt16)
    let count = Int(end.littleEndian(at: 10) as UInt16)
    let size = Int(end.littleEndian(at: 12) as UInt32)
    let offset = Int(end.littleEndian(at: 16) as UInt32)
    guard let disk = value(disk, ZIPFormat.count16, 16, wide: false),
      let count = value(count, ZIPFormat.count16, 32), let size = value(size, ZIPFormat.size32, 40),
      let offset = value(offset, ZIPFormat.size32, 48)
    else { return nil }
    self.disk = disk
    self.count = count
    directorySize = size
    directoryOffset = offset
    commentLength = Int(end.littleEndian(at: 20) as UInt16)
  }
}
