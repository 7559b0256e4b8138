import BookModel

/// The first image file directory of a TIFF, or of an EXIF block, which is one (TIFF 6.0 §2, Exif 2.32 §4.6).
struct TIFFDirectory {
  let picture: PictureBytes
  let order: ByteOrder
  /// BigTIFF has offsets and counts of 8 bytes.
  let isBig: Bool
  /// The offset of its first entry, and the number of entries.
  let start: Int
  let count: Int

  /// The size of an entry in bytes.
  var stride: Int { isBig ? 20 : 12 }
  private var offsetWidth: Int { isBig ? 8 : 4 }

  /// The directory at an offset; nil for the one that the file's header points to.
  init(_ picture: PictureBytes, at offset: Int? = nil) throws(HeaderStop) {
    self.picture = picture
    switch try picture.u16(0) {
    case 0x4949: order = .little
    case 0x4D4D: order = .big
    default: throw picture.header("names no byte order")
    }
    switch try picture.u16(2, order) {
    case 42: isBig = false
    case 43: isBig = true
    default: throw picture.header("has no TIFF version")
    }
    let position: Int
    if let offset {
      position = offset
    } else {
      position = isBig ? try picture.u64(8, order) : try picture.u32(4, order)
    }
    count = isBig ? try picture.u64(position, order) : try picture.u16(position, order)
    start = position + (isBig ? 8 : 2)
    guard count > 0, count <= 65_535 else { throw picture.header("has a directory of \(count) entries") }
  }

  /// The offset of the next directory; 0 after the last.
  func next() throws(HeaderStop) -> Int {
    let position = start + count * stride
    return isBig ? try picture.u64(position, order) : try picture.u32(position, order)
  }

  /// The offset of the entry with a tag.
  func entry(_ tag: Int) throws(HeaderStop) -> Int? {
    try picture.require(upTo: start + count * stride)
    for index in 0..<count where try picture.u16(start + index * stride, order) == tag {
      return start + index * stride
    }
    return nil
  }

  /// The number of values in an entry.
  func valueCount(_ entry: Int) throws(HeaderStop) -> Int {
    isBig ? try picture.u64(entry + 4, order) : try picture.u32(entry + 4, order)
  }

  /// One of an entry's whole numbers (BYTE, SHORT, LONG, LONG8); nil if it has none at that index.
  func value(_ entry: Int, _ index: Int = 0) throws(HeaderStop) -> Int? {
    let width: Int
    switch try picture.u16(entry + 2, order) {
    case 1: width = 1
    case 3: width = 2
    case 4, 13: width = 4
    case 16, 18: width = 8
    default: return nil
    }
    let count = try valueCount(entry)
    guard index >= 0, index < count else { return nil }
    let inline = entry + 4 + offsetWidth
    var position = inline
    if count > offsetWidth / width {
      position = isBig ? try picture.u64(inline, order) : try picture.u32(inline, order)
    }
    position += index * width
    switch width {
    case 1: return try picture.u8(position)
    case 2: return try picture.u16(position, order)
    case 4: return try picture.u32(position, order)
    default: return try picture.u64(position, order)
    }
  }

  /// The range of an entry's bytes (BYTE, UNDEFINED); nil for other types.
  func bytes(of entry: Int) throws(HeaderStop) -> Range<Int>? {
    guard [1, 7].contains(try picture.u16(entry + 2, order)) else { return nil }
    let count = try valueCount(entry)
    let inline = entry + 4 + offsetWidth
    guard count > offsetWidth else { return inline..<inline + count }
    let start = isBig ? try picture.u64(inline, order) : try picture.u32(inline, order)
    return start..<start + count
  }

  /// The first value of a tag; nil if the tag is missing.
  func first(_ tag: Int) throws(HeaderStop) -> Int? {
    guard let entry = try entry(tag) else { return nil }
    return try value(entry)
  }

  static func colorProfile(_ picture: PictureBytes) throws(HeaderStop) -> [UInt8]? {
    let directory = try TIFFDirectory(picture)
    guard let entry = try directory.entry(TIFFHeader.Tag.colorProfile) else { return nil }
    return ColorProfile.copy(try directory.bytes(of: entry), of: picture)
  }
}
