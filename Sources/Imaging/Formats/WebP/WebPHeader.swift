import BookModel

/// One chunk of a RIFF file.
struct RIFFChunk {
  let type: String
  let data: Range<Int>
  /// The offset after the byte that pads it to an even length.
  var end: Int { data.upperBound + (data.count & 1) }

  init(_ picture: PictureBytes, at offset: Int) throws(HeaderStop) {
    type = try picture.tag(offset)
    data = offset + 8..<offset + 8 + (try picture.u32(offset + 4, .little))
  }
}

/// What a WebP's first chunk says, how its first frame is encoded, and its EXIF chunk, wherever that is (RFC
/// 9649).
struct WebPHeader {
  let facts: PictureFacts

  private enum Flag {
    static let animation = 0x02
    static let exif = 0x08
    static let alpha = 0x10
    static let colorProfile = 0x20
  }

  /// The quality assumed for frames that do not state theirs.
  private static let usualQuality = 85

  init(_ picture: PictureBytes) throws(HeaderStop) {
    let first = try RIFFChunk(picture, at: 12)
    switch first.type {
    case "VP8X":
      facts = try WebPHeader.extended(picture, first)
    case "VP8 ":
      facts = PictureFacts(
        format: .webp, size: try WebPHeader.lossySize(picture, first),
        fidelity: try WebPHeader.lossy(picture, first))
    case "VP8L":
      let start = first.data.lowerBound
      guard try picture.u8(start) == 0x2F else { throw picture.header("has no lossless signature") }
      let bits = try picture.u32(start + 1, .little)
      facts = PictureFacts(
        format: .webp, size: Size(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1),
        hasAlpha: bits >> 28 & 1 == 1, fidelity: .lossless)
    default:
      throw picture.header("begins with an unknown chunk")
    }
  }

  /// Width and height of a VP8 key frame (RFC 6386 §9.1).
  private static func lossySize(_ picture: PictureBytes, _ chunk: RIFFChunk) throws(HeaderStop) -> Size {
    let start = chunk.data.lowerBound
    guard try picture.u24(start, .little) & 1 == 0, try picture.u24(start + 3, .big) == 0x9D012A else {
      throw picture.header("does not begin with a key frame")
    }
    return Size(
      width: try picture.u16(start + 6, .little) & 0x3FFF,
      height: try picture.u16(start + 8, .little) & 0x3FFF)
  }

  private static func lossy(
    _ picture: PictureBytes, _ chunk: RIFFChunk
  ) throws(HeaderStop) -> PictureFacts.Fidelity {
    .lossy(quality: try VP8Header(picture, chunk.data).quality, sampling: nil)
  }

  private static func extended(_ picture: PictureBytes, _ first: RIFFChunk) throws(HeaderStop) -> PictureFacts
  {
    let start = first.data.lowerBound
    let flags = try picture.u8(start)
    let size = Size(
      width: try picture.u24(start + 4, .little) + 1, height: try picture.u24(start + 7, .little) + 1)
    let fidelity = try fidelity(picture, behind: first)
    let orientation = flags & Flag.exif == 0 ? 1 : try exifOrientation(picture, behind: first)
    return PictureFacts(
      format: .webp, size: ExifOrientation.upright(size, orientation), hasAlpha: flags & Flag.alpha != 0,
      orientation: orientation, hasColorProfile: flags & Flag.colorProfile != 0,
      isAnimated: flags & Flag.animation != 0, fidelity: fidelity)
  }

  /// How the first frame is encoded. Alpha comes before the colors of a lossy frame and may be long, so
  /// nothing after it is examined.
  private static func fidelity(
    _ picture: PictureBytes, behind first: RIFFChunk
  ) throws(HeaderStop) -> PictureFacts.Fidelity? {
    let isThere = { (end: Int) in !picture.isWhole || end <= picture.count }
    var offset = first.end
    while isThere(offset + 8) {
      let chunk = try RIFFChunk(picture, at: offset)
      switch chunk.type {
      case "VP8L": return .lossless
      case "VP8 ": return try lossy(picture, chunk)
      case "ALPH": return .lossy(quality: usualQuality, sampling: nil)
      // A frame's position and duration, followed by its own chunks.
      case "ANMF": offset = chunk.data.lowerBound + 16
      default: offset = chunk.end
      }
    }
    return nil
  }

  /// Walks the chunks, usually past the pixels, to the EXIF block. One that is announced but missing is no
  /// reason to reject the picture.
  private static func exifOrientation(_ picture: PictureBytes, behind first: RIFFChunk) throws(HeaderStop)
    -> Int
  {
    let end = 8 + (try picture.u32(4, .little))
    var offset = first.end
    while offset + 8 <= end {
      if picture.isWhole, offset + 8 > picture.count { break }
      let chunk = try RIFFChunk(picture, at: offset)
      if chunk.type == "EXIF" {
        if picture.isWhole, chunk.data.upperBound > picture.count { break }
        try picture.require(upTo: chunk.data.upperBound)
        return ExifOrientation.read(picture.bytes[chunk.data]) ?? 1
      }
      offset = chunk.end
    }
    return 1
  }
}
