#if Typesetting
  import CZLib

  /// WOFF 1.0: an OpenType font whose tables are each packed by zlib (W3C, "WOFF File Format 1.0").
  enum WOFF {
    enum Fault: Error { case cutShort, misplacedTable, wrongSize, unpackable, tooLarge }

    private static let headerLength = 44
    private static let entryLength = 20

    /// The OpenType font in the file.
    static func unpacked(_ bytes: [UInt8], limit: Int) throws(Fault) -> [UInt8] {
      let tables = try tables(bytes, limit: limit)
      var font = FontWriter(flavor: Array(bytes[4..<8]), tableCount: tables.count)
      for table in tables {
        font.append(tag: table.tag, checksum: table.checksum, try content(of: table, in: bytes))
      }
      return font.bytes
    }

    private struct Table {
      var tag: [UInt8]
      var offset: Int
      var packed: Int
      var unpacked: Int
      var checksum: [UInt8]
    }

    private static func tables(_ bytes: [UInt8], limit: Int) throws(Fault) -> [Table] {
      guard bytes.count >= headerLength else { throw .cutShort }
      let count = Int(bytes[12]) << 8 | Int(bytes[13])
      let directoryEnd = headerLength + count * entryLength
      guard count > 0, bytes.count >= directoryEnd else { throw .cutShort }
      var tables: [Table] = []
      var total = 0
      for index in 0..<count {
        let at = headerLength + index * entryLength
        let table = Table(
          tag: Array(bytes[at..<(at + 4)]), offset: bytes.number(at: at + 4),
          packed: bytes.number(at: at + 8),
          unpacked: bytes.number(at: at + 12), checksum: Array(bytes[(at + 16)..<(at + 20)]))
        guard table.offset >= directoryEnd, table.offset + table.packed <= bytes.count else {
          throw .misplacedTable
        }
        guard table.packed <= table.unpacked else { throw .wrongSize }
        total += table.unpacked
        guard total <= limit else { throw .tooLarge }
        tables.append(table)
      }
      return tables
    }

    private static func content(of table: Table, in bytes: [UInt8]) throws(Fault) -> [UInt8] {
      let packed = bytes[table.offset..<(table.offset + table.packed)]
      if table.packed == table.unpacked { return Array(packed) }
      var status = Z_OK
      let content = [UInt8](unsafeUninitializedCapacity: table.unpacked) { buffer, count in
        var length = uLongf(buffer.count)
        status = packed.withUnsafeBufferPointer {
          uncompress(buffer.baseAddress, &length, $0.baseAddress, uLong($0.count))
        }
        count = Int(length)
      }
      guard status == Z_OK else { throw .unpackable }
      guard content.count == table.unpacked else { throw .wrongSize }
      return content
    }
  }

  extension WOFF.Fault {
    var text: String {
      switch self {
      case .cutShort: "it ends too early"
      case .misplacedTable: "a table lies outside of it"
      case .wrongSize: "a table has not the size that is stated"
      case .unpackable: "a table cannot be unpacked"
      case .tooLarge: "it is too large"
      }
    }
  }

  /// Puts an OpenType font together (OpenType specification, "Organization of an OpenType font").
  private struct FontWriter {
    private(set) var bytes: [UInt8]
    private var entry = 12

    init(flavor: [UInt8], tableCount: Int) {
      bytes = flavor
      let log = tableCount > 0 ? Int.bitWidth - 1 - tableCount.leadingZeroBitCount : 0
      let range = 16 << log
      for value in [tableCount, range, log, max(0, tableCount * 16 - range)] {
        bytes += [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
      }
      bytes += [UInt8](repeating: 0, count: tableCount * 16)
    }

    mutating func append(tag: [UInt8], checksum: [UInt8], _ content: [UInt8]) {
      let fields = tag + checksum + bigEndian(bytes.count) + bigEndian(content.count)
      bytes.replaceSubrange(entry..<(entry + 16), with: fields)
      entry += 16
      bytes += content
      bytes += [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
    }

    private func bigEndian(_ value: Int) -> [UInt8] {
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
  }

  extension [UInt8] {
    /// A big-endian number of four bytes, which have to be there.
    fileprivate func number(at offset: Int) -> Int {
      self[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
  }
#endif
