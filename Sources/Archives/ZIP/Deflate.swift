import CDeflate

/// Whole runs of bytes through DEFLATE (RFC 1951).
public enum Deflate {
  /// The bytes packed as small as the library can, or nil where that would not be smaller.
  public static func pack(_ bytes: [UInt8]) -> [UInt8]? {
    guard !bytes.isEmpty, let compressor = libdeflate_alloc_compressor(strongest) else { return nil }
    defer { libdeflate_free_compressor(compressor) }
    let packed = [UInt8](unsafeUninitializedCapacity: bytes.count - 1) { buffer, count in
      // No room for anything that is not smaller: the library then gives up and returns 0.
      count = bytes.withUnsafeBytes {
        libdeflate_deflate_compress(compressor, $0.baseAddress, $0.count, buffer.baseAddress, buffer.count)
      }
    }
    return packed.isEmpty ? nil : packed
  }

  /// The bytes unpacked, or nil where they are not DEFLATE or do not unpack to exactly `size` bytes.
  public static func unpack(_ packed: [UInt8], size: Int) -> [UInt8]? {
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    var result = LIBDEFLATE_BAD_DATA
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      // A null output is not allowed, not even for nothing.
      var nothing: UInt8 = 0
      result = packed.withUnsafeBytes { packed in
        withUnsafeMutablePointer(to: &nothing) { nothing in
          libdeflate_deflate_decompress(
            decompressor, packed.baseAddress, packed.count, buffer.baseAddress ?? nothing, size, nil)
        }
      }
      count = result == LIBDEFLATE_SUCCESS ? size : 0
    }
    return result == LIBDEFLATE_SUCCESS ? bytes : nil
  }

  /// Level 9: what is packed here is small, and level 12's last percent is not worth its time.
  private static let strongest: Int32 = 9
}
