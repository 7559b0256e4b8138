import BookModel

/// What a BMP's headers say.
struct BMPHeader {
  let facts: PictureFacts
  let bitsPerPixel: Int
  /// Offset of the pixels.
  let pixelOffset: Int
  /// 0 (none), 3 and 6 (bit fields) are uncompressed.
  let compression: Int
  /// The stated size of the pixels in bytes; 0 if not stated.
  let statedBytes: Int

  init(_ picture: PictureBytes) throws(HeaderStop) {
    pixelOffset = try picture.u32(10, .little)
    let headerSize = try picture.u32(14, .little)
    let size: Size
    var alphaMask = 0
    if headerSize < 40 {
      size = Size(width: try picture.u16(18, .little), height: try picture.u16(20, .little))
      bitsPerPixel = try picture.u16(24, .little)
      (compression, statedBytes) = (0, 0)
    } else {
      let height = Int(Int32(truncatingIfNeeded: try picture.u32(22, .little)))
      // A negative height means that rows start at the top.
      size = Size(width: Int(Int32(truncatingIfNeeded: try picture.u32(18, .little))), height: abs(height))
      bitsPerPixel = try picture.u16(28, .little)
      compression = try picture.u32(30, .little)
      statedBytes = try picture.u32(34, .little)
      if headerSize >= 56 { alphaMask = try picture.u32(66, .little) }
    }
    guard [1, 2, 4, 8, 16, 24, 32].contains(bitsPerPixel) || compression == 4 || compression == 5 else {
      throw picture.header("states \(bitsPerPixel) bits a pixel")
    }
    facts = PictureFacts(
      format: .bmp, size: size, bitsPerSample: bitsPerPixel < 8 ? bitsPerPixel : 8,
      color: (1...8).contains(bitsPerPixel) ? .palette : .rgb, hasAlpha: bitsPerPixel == 32 && alphaMask != 0,
      fidelity: compression == 4 ? nil : .lossless)
  }

  /// The size of the uncompressed pixels in bytes; nil for compressed ones.
  var pixelBytes: Int? {
    guard [0, 3, 6].contains(compression) else { return nil }
    let row = (facts.size.width * bitsPerPixel + 31) / 32 * 4
    let (total, overflow) = row.multipliedReportingOverflow(by: facts.size.height)
    return overflow ? .max : total
  }
}
