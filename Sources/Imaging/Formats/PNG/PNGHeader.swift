import BookModel

/// One chunk of a PNG (PNG third edition §5.3).
struct PNGChunk {
  let type: String
  /// Where its length field begins.
  let offset: Int
  let data: Range<Int>
  /// The offset after its checksum.
  var end: Int { data.upperBound + 4 }

  /// The chunk at an offset; its data may extend beyond the available bytes.
  init(_ picture: PictureBytes, at offset: Int) throws(HeaderStop) {
    let length = try picture.u32(offset)
    type = try picture.tag(offset + 4)
    self.offset = offset
    guard length < 1 << 31, type.utf8.allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }) else {
      throw picture.structure("there is no chunk at byte \(offset)")
    }
    data = offset + 8..<offset + 8 + length
  }

  /// A chunk that decoders may ignore: its type begins with a lower-case letter.
  var isAncillary: Bool { type.utf8.first.map { $0 & 0x20 != 0 } ?? false }
}

/// What a PNG's chunks say up to its image data. An eXIf or iCCP chunk after the data is ignored, as it is by
/// common decoders.
struct PNGHeader {
  let facts: PictureFacts
  let storedSize: Size
  let colorType: Int
  let bitDepth: Int
  let isInterlaced: Bool

  static let signatureLength = 8

  init(_ picture: PictureBytes) throws(HeaderStop) {
    let first = try PNGChunk(picture, at: PNGHeader.signatureLength)
    guard first.type == "IHDR", first.data.count == 13 else {
      throw picture.header("does not begin with IHDR")
    }
    let start = first.data.lowerBound
    storedSize = Size(width: try picture.u32(start), height: try picture.u32(start + 4))
    bitDepth = try picture.u8(start + 8)
    colorType = try picture.u8(start + 9)
    isInterlaced = try picture.u8(start + 12) == 1
    let depths: [Int]
    switch colorType {
    case 0: depths = [1, 2, 4, 8, 16]
    case 3: depths = [1, 2, 4, 8]
    case 2, 4, 6: depths = [8, 16]
    default: depths = []
    }
    guard depths.contains(bitDepth) else {
      throw picture.header("combines color type \(colorType) with \(bitDepth) bits")
    }
    var orientation: Int?
    var (hasTransparency, hasProfile, isAnimated) = (colorType & 4 != 0, false, false)
    var offset = first.end
    while true {
      let chunk = try PNGChunk(picture, at: offset)
      if chunk.type == "IDAT" { break }
      switch chunk.type {
      case "tRNS": hasTransparency = true
      case "iCCP": hasProfile = true
      case "acTL": isAnimated = true
      case "eXIf" where chunk.data.count <= 1 << 20:
        try picture.require(upTo: chunk.data.upperBound)
        orientation = orientation ?? ExifOrientation.read(picture.bytes[chunk.data])
      case "IEND": throw picture.header("ends without image data")
      default: break
      }
      offset = chunk.end
    }
    facts = PictureFacts(
      format: .png, size: ExifOrientation.upright(storedSize, orientation ?? 1), bitsPerSample: bitDepth,
      color: colorType == 3 ? .palette : colorType & 2 != 0 ? .rgb : .gray, hasAlpha: hasTransparency,
      orientation: orientation ?? 1, hasColorProfile: hasProfile, isAnimated: isAnimated,
      fidelity: .lossless)
  }

  /// The number of samples in a pixel as stored.
  var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1 }

  /// The size of the pixels in bytes before compression, without filter bytes; `Int.max` on overflow.
  var rawByteCount: Int {
    let (rowBits, rowOverflow) = storedSize.width.multipliedReportingOverflow(by: channels * bitDepth)
    let (total, overflow) = ((rowBits + 7) / 8).multipliedReportingOverflow(by: storedSize.height)
    return rowOverflow || overflow ? .max : total
  }
}
