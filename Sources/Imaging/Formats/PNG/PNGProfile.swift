import CDeflate

/// The ICC profile of a PNG.
enum PNGProfile {
  /// An iCCP chunk before the image data: a name, the method of compression, a zlib stream.
  static func read(_ picture: PictureBytes) throws(HeaderStop) -> [UInt8]? {
    var offset = PNGHeader.signatureLength
    while true {
      let chunk = try PNGChunk(picture, at: offset)
      if chunk.type == "IDAT" { return nil }
      if chunk.type == "iCCP" {
        try picture.require(upTo: chunk.data.upperBound)
        guard let nameEnd = picture.bytes[chunk.data].firstIndex(of: 0), nameEnd + 2 < chunk.data.upperBound,
          picture.bytes[nameEnd + 1] == 0
        else { return nil }
        return inflated(picture.bytes[(nameEnd + 2)..<chunk.data.upperBound])
      }
      offset = chunk.end
    }
  }

  /// A profile's zlib stream inflated; nil if it does not end below the limit.
  private static func inflated(_ stream: ArraySlice<UInt8>) -> [UInt8]? {
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    // Most profiles have a few KiB.
    for capacity in [1 << 16, 1 << 20, ColorProfile.limit] {
      var result = LIBDEFLATE_BAD_DATA
      let profile = [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
        result = stream.withUnsafeBufferPointer {
          libdeflate_zlib_decompress(
            decompressor, $0.baseAddress, $0.count, out.baseAddress, capacity, &count)
        }
        if result != LIBDEFLATE_SUCCESS { count = 0 }
      }
      if result == LIBDEFLATE_SUCCESS { return profile }
      guard result == LIBDEFLATE_INSUFFICIENT_SPACE else { return nil }
    }
    return nil
  }
}
