#if Typesetting
  import CWOFF2

  #if canImport(Glibc)
    import Glibc
  #else
    import Darwin
  #endif

  /// WOFF 2.0 through libwoff2: Brotli over tables that are also transformed.
  enum WOFF2 {
    /// The OpenType font in the file; nil where it is damaged or unpacks to more than the limit.
    static func unpacked(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
      var count = 0
      guard let unpacked = cwoff2_unpacked(bytes, bytes.count, limit, &count) else { return nil }
      defer { free(unpacked) }
      return Array(UnsafeBufferPointer(start: unpacked, count: count))
    }
  }
#endif
