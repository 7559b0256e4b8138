public import BookModel

extension ImageFormat {
  /// The format a picture's first bytes tell, whatever its name says; nil where they tell none.
  ///
  /// 64 bytes are enough for any file in use; fewer than 18 may leave a BMP unrecognized.
  public static func sniff(_ head: [UInt8]) -> ImageFormat? {
    func begins(_ magic: [UInt8], at offset: Int = 0) -> Bool {
      head.count >= offset + magic.count && head[offset..<offset + magic.count].elementsEqual(magic)
    }
    func begins(_ magic: String, at offset: Int = 0) -> Bool { begins(Array(magic.utf8), at: offset) }

    if begins([0xFF, 0xD8, 0xFF]) { return .jpeg }
    if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if begins("GIF87a") || begins("GIF89a") { return .gif }
    if begins("RIFF") && begins("WEBP", at: 8) { return .webp }
    if begins([0xFF, 0x0A]) || begins("JXL \r\n\u{87}\n".latin1, at: 4) { return .jxl }
    if begins([0xFF, 0x4F, 0xFF, 0x51]) || begins("jP  \r\n\u{87}\n".latin1, at: 4) { return .jpeg2000 }
    // Classic TIFF and BigTIFF in both byte orders.
    if begins("II*\0") || begins("MM\0*") || begins("II+\0") || begins("MM\0+") { return .tiff }
    if begins("BM"), head.count >= 18, bitmapHeaderSizes.contains(head[14]), head[15...17] == [0, 0, 0] {
      return .bmp
    }
    if begins("ftyp", at: 4) { return sniffBrands(head) }
    return nil
  }

  /// Sizes of the header versions behind a BMP's file header, which keep text that begins with `BM` out.
  private static let bitmapHeaderSizes: Set<UInt8> = [12, 16, 40, 52, 56, 64, 108, 124]

  /// Tells AVIF from HEIC by the brands of a `ftyp` box (ISO/IEC 23008-12, AVIF 1.1 §6).
  private static func sniffBrands(_ head: [UInt8]) -> ImageFormat? {
    let stated = head[0..<4].reduce(0) { $0 << 8 | Int($1) }
    let end = min(head.count, max(stated, 12))
    var brands: [String] = []
    for offset in stride(from: 8, to: end - 3, by: 4) where offset != 12 {
      brands.append(String(decoding: head[offset..<offset + 4], as: UTF8.self))
    }
    for brand in brands {
      switch brand {
      case "avif", "avis": return .avif
      case "heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs": return .heic
      default: continue
      }
    }
    return brands.contains("mif1") || brands.contains("msf1") ? .heic : nil
  }
}

extension String {
  /// The scalars below U+0100 as bytes.
  fileprivate var latin1: [UInt8] { unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
}
