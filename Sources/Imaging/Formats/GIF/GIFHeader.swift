import BookModel

/// What a GIF says about its screen and its first frame (GIF89a).
struct GIFHeader {
  let facts: PictureFacts

  init(_ picture: PictureBytes) throws(HeaderStop) {
    let screen = Size(width: try picture.u16(6, .little), height: try picture.u16(8, .little))
    var walk = try GIFBlocks(picture)
    var (frames, isTransparent) = (0, false)
    var size = screen
    // Only a second frame means that it is animated: files with a single frame may also state a loop count.
    scan: while frames < 2 {
      switch try walk.next() {
      case .frame(let rectangle):
        frames += 1
        guard frames == 1 else { continue }
        guard rectangle.size.width > 0, rectangle.size.height > 0 else {
          throw picture.header("has a first frame of \(rectangle.size) pixels")
        }
        // If the first frame extends beyond the screen, browsers enlarge the screen.
        size = Size(
          width: max(screen.width, rectangle.left + rectangle.size.width),
          height: max(screen.height, rectangle.top + rectangle.size.height))
        try walk.skipFrameData()
      case .graphicControl(let transparent): if frames == 0 { isTransparent = transparent }
      case .other: continue
      case .trailer, .unknown, .end: break scan
      }
    }
    guard frames > 0 else { throw picture.header("has no frame") }
    guard screen.width > 0, screen.height > 0 else {
      throw picture.header("states a screen of \(screen) pixels")
    }
    facts = PictureFacts(
      format: .gif, size: size, color: .palette, hasAlpha: isTransparent, isAnimated: frames > 1,
      fidelity: .lossless)
  }
}

/// Walks a GIF from block to block.
struct GIFBlocks {
  enum Block {
    /// A frame's position; its data follows and must be skipped before the next block.
    case frame(Rectangle)
    case graphicControl(isTransparent: Bool)
    case other
    case trailer
    /// Bytes that do not begin a block.
    case unknown
    /// The data ends where a block could begin.
    case end
  }

  struct Rectangle {
    var left: Int
    var top: Int
    var size: Size
  }

  let picture: PictureBytes
  private(set) var offset: Int

  init(_ picture: PictureBytes) throws(HeaderStop) {
    self.picture = picture
    offset = 13 + GIFBlocks.paletteBytes(try picture.u8(10))
    try picture.require(upTo: offset)
  }

  private static func paletteBytes(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1) }

  mutating func next() throws(HeaderStop) -> Block {
    if picture.isWhole, offset == picture.count { return .end }
    switch try picture.u8(offset) {
    case 0x3B:
      offset += 1
      return .trailer
    case 0x2C:
      let place = Rectangle(
        left: try picture.u16(offset + 1, .little), top: try picture.u16(offset + 3, .little),
        size: Size(width: try picture.u16(offset + 5, .little), height: try picture.u16(offset + 7, .little)))
      offset += 10 + GIFBlocks.paletteBytes(try picture.u8(offset + 9))
      return .frame(place)
    case 0x21:
      let body = offset + 2
      var block = Block.other
      if try picture.u8(offset + 1) == 0xF9 {
        block = .graphicControl(isTransparent: try picture.u8(body + 1) & 1 != 0)
      }
      offset = body
      try skipSubBlocks()
      return block
    default:
      return .unknown
    }
  }

  /// Skips a frame's compressed data.
  mutating func skipFrameData() throws(HeaderStop) {
    offset += 1
    guard try picture.u8(offset) > 0 else {
      throw picture.structure("the frame at byte \(offset) has no data")
    }
    try skipSubBlocks()
  }

  private mutating func skipSubBlocks() throws(HeaderStop) {
    while true {
      let length = try picture.u8(offset)
      offset += 1 + length
      if length == 0 { return }
    }
  }
}
