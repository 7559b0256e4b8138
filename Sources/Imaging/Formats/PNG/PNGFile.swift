import CDeflate

/// What files of PNG are put together from (PNG third edition §5).
extension [UInt8] {
  static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A chunk: its length, type, data and checksum.
  mutating func append(chunk type: String, _ data: ArraySlice<UInt8>) {
    append(bigEndian: data.count)
    let start = count
    self += type.utf8
    self += data
    let checksum = withUnsafeBytes { bytes in
      libdeflate_crc32(0, bytes.baseAddress.map { $0 + start }, bytes.count - start)
    }
    append(bigEndian: Int(checksum))
  }

  mutating func append(bigEndian value: Int) {
    for shift in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  /// One zlib stream of them, at a level of libdeflate's, 1 to 12.
  func deflated(level: Int32) -> [UInt8] {
    guard let compressor = libdeflate_alloc_compressor(level) else {
      // Only for want of memory, of which every array here dies as well.
      preconditionFailure("no memory for a compressor of level \(level)")
    }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_zlib_compress_bound(compressor, count)
    return [UInt8](unsafeUninitializedCapacity: bound) { out, written in
      written = libdeflate_zlib_compress(compressor, self, count, out.baseAddress, bound)
    }
  }
}
