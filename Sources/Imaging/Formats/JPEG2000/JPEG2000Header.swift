import BookModel

/// What a JPEG 2000 file or bare codestream says (ITU-T T.800 annexes A and I).
struct JPEG2000Header {
  let facts: PictureFacts

  init(_ picture: PictureBytes) throws(HeaderStop) {
    if try picture.u16(0) == 0xFF4F {
      facts = try JPEG2000Header.codestream(picture, at: 0)
      return
    }
    let all = 0..<PictureBytes.unreachable
    guard let header = try ISOBox.first("jp2h", in: all, of: picture) else {
      throw picture.header("has no header box")
    }
    guard let image = try ISOBox.first("ihdr", in: header.body, of: picture) else {
      throw picture.header("states no size")
    }
    let start = image.body.lowerBound
    let size = Size(width: try picture.u32(start + 4), height: try picture.u32(start))
    let components = try picture.u16(start + 8)
    let depth = try picture.u8(start + 10)
    let color = try ISOBox.first("colr", in: header.body, of: picture)
    var hasProfile = false
    if let color { hasProfile = try picture.u8(color.body.lowerBound) == 2 }
    let palette = try ISOBox.first("pclr", in: header.body, of: picture)
    let channels = try ISOBox.first("cdef", in: header.body, of: picture)
    facts = PictureFacts(
      format: .jpeg2000, size: size, bitsPerSample: depth == 255 ? 8 : (depth & 0x7F) + 1,
      color: palette != nil ? .palette : components < 3 ? .gray : .rgb,
      hasAlpha: channels != nil && (components == 2 || components == 4), hasColorProfile: hasProfile)
  }

  /// The SIZ segment, which comes first.
  private static func codestream(_ picture: PictureBytes, at start: Int) throws(HeaderStop) -> PictureFacts {
    let size = start + 4
    let (right, bottom) = (try picture.u32(size + 4), try picture.u32(size + 8))
    let (left, top) = (try picture.u32(size + 12), try picture.u32(size + 16))
    let components = try picture.u16(size + 36)
    return PictureFacts(
      format: .jpeg2000, size: Size(width: max(0, right - left), height: max(0, bottom - top)),
      bitsPerSample: (try picture.u8(size + 38) & 0x7F) + 1, color: components < 3 ? .gray : .rgb,
      hasAlpha: false)
  }
}
