import BookModel

/// A box of an ISO base media file (ISO/IEC 14496-12 §4.2); JPEG 2000 and JPEG XL files use the same.
struct ISOBox {
  let type: String
  let offset: Int
  /// The contents; they may end beyond the available bytes.
  let body: Range<Int>
  /// Whether the box states no size and extends to the end of the file.
  let isOpenEnded: Bool

  var end: Int { body.upperBound }

  init(_ picture: PictureBytes, at offset: Int, before limit: Int) throws(HeaderStop) {
    self.offset = offset
    type = try picture.tag(offset + 4)
    var size = try picture.u32(offset)
    var start = offset + 8
    if size == 1 {
      size = try picture.u64(offset + 8)
      start = offset + 16
    }
    isOpenEnded = size == 0
    if size == 0 { size = limit - offset }
    guard size >= start - offset, size <= limit - offset else {
      throw picture.structure("the box at byte \(offset) states a size of \(size) bytes")
    }
    body = start..<offset + size
  }

  /// The boxes that fill a range, all of whose bytes must be available.
  static func all(in range: Range<Int>, of picture: PictureBytes) throws(HeaderStop) -> [ISOBox] {
    var boxes: [ISOBox] = []
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound {
      let box = try ISOBox(picture, at: offset, before: range.upperBound)
      boxes.append(box)
      offset = box.end
    }
    return boxes
  }

  /// The first box of a type in a range; no more bytes are requested than necessary.
  static func first(_ type: String, in range: Range<Int>, of picture: PictureBytes) throws(HeaderStop)
    -> ISOBox?
  {
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound {
      if picture.isWhole, offset + 8 > picture.count { return nil }
      let box = try ISOBox(picture, at: offset, before: range.upperBound)
      if box.type == type { return box }
      offset = box.end
    }
    return nil
  }
}

/// The brands that a `ftyp` box names (ISO/IEC 23008-12, AVIF 1.1 §6).
struct ISOBrands {
  private var brands: [String] = []

  init(_ head: FirstBytes) {
    guard head.begin(with: "ftyp", at: 4) else { return }
    let bytes = head.bytes
    let stated = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
    let end = min(bytes.count, max(stated, 12))
    for offset in stride(from: 8, to: end - 3, by: 4) where offset != 12 {
      brands.append(String(decoding: bytes[offset..<offset + 4], as: UTF8.self))
    }
  }

  /// AVIF or HEIC, whichever the first matching brand belongs to.
  var format: ImageFormat? {
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
