import BookModel

/// What the image header of a JPEG XL says (ISO/IEC 18181-1 §6 and annexes), in a bare codestream or a file.
struct JXLHeader {
  let facts: PictureFacts

  init(_ picture: PictureBytes) throws(HeaderStop) {
    var bits = try JXLBits(picture, at: JXLHeader.codestream(picture))
    let stored = try bits.size()
    var facts = PictureFacts(format: .jxl, size: stored)
    if try !bits.flag() {
      try JXLHeader.readMetadata(&bits, into: &facts)
    }
    facts.size = ExifOrientation.upright(stored, facts.orientation)
    self.facts = facts
  }

  private static let boxSignature = "\u{0}\u{0}\u{0}\u{C}JXL "

  /// The offset after the codestream's signature.
  private static func codestream(_ picture: PictureBytes) throws(HeaderStop) -> Int {
    if picture.matches(boxSignature, at: 0) {
      let all = 0..<PictureBytes.unreachable
      // `jxlc` contains all of it; the first `jxlp` contains its beginning after a counter.
      var offset = all.lowerBound
      while true {
        if picture.isWhole, offset + 8 > picture.count { throw picture.header("holds no codestream") }
        let box = try ISOBox(picture, at: offset, before: all.upperBound)
        if box.type == "jxlc" { return try signed(picture, at: box.body.lowerBound) }
        if box.type == "jxlp" { return try signed(picture, at: box.body.lowerBound + 4) }
        offset = box.end
      }
    }
    return try signed(picture, at: 0)
  }

  /// Whether there is a box with the data for restoring a JPEG; it comes before the codestream.
  private static func holdsJPEG(_ picture: PictureBytes) throws(HeaderStop) -> Bool {
    guard picture.matches(boxSignature, at: 0) else { return false }
    var offset = 0
    while true {
      let box = try ISOBox(picture, at: offset, before: PictureBytes.unreachable)
      if box.type == "jbrd" { return true }
      if box.type == "jxlc" || box.type == "jxlp" { return false }
      offset = box.end
    }
  }

  private static func signed(_ picture: PictureBytes, at offset: Int) throws(HeaderStop) -> Int {
    guard try picture.u16(offset) == 0xFF0A else { throw picture.header("has no codestream signature") }
    return offset + 2
  }

  private static func readMetadata(_ bits: inout JXLBits, into facts: inout PictureFacts) throws(HeaderStop) {
    if try bits.flag() {
      facts.orientation = try bits.take(3) + 1
      if try bits.flag() { _ = try bits.size() }
      if try bits.flag() { try bits.skipPreview() }
      if try bits.flag() {
        facts.isAnimated = true
        try bits.skipAnimation()
      }
    }
    facts.bitsPerSample = min(16, try bits.depth())
    _ = try bits.flag()
    let extraChannels = try bits.choice((0, 0), (1, 0), (2, 4), (1, 12))
    for _ in 0..<extraChannels where try bits.extraChannelIsAlpha() { facts.hasAlpha = true }
    // XYB samples are quantized; others are not, unless they come from a JPEG.
    if try !bits.flag(), try !JXLHeader.holdsJPEG(bits.picture) { facts.fidelity = .lossless }
    if try !bits.flag() {
      facts.hasColorProfile = try bits.flag()
      if try bits.enumeration() == 1 { facts.color = .gray }
    }
  }
}

/// Reads a codestream's fields, with the least significant bit first.
private struct JXLBits {
  let picture: PictureBytes
  let start: Int
  var position = 0

  init(_ picture: PictureBytes, at start: Int) throws(HeaderStop) {
    self.picture = picture
    self.start = start
  }

  mutating func take(_ count: Int) throws(HeaderStop) -> Int {
    var value = 0
    for bit in 0..<count {
      let byte = try picture.u8(start + position >> 3)
      value |= (byte >> (position & 7) & 1) << bit
      position += 1
    }
    return value
  }

  mutating func flag() throws(HeaderStop) -> Bool { try take(1) == 1 }

  /// A number in one of four codings, each given by an addend and a number of bits.
  mutating func choice(
    _ first: (Int, Int), _ second: (Int, Int), _ third: (Int, Int), _ fourth: (Int, Int)
  ) throws(HeaderStop) -> Int {
    let (base, bits) = [first, second, third, fourth][try take(2)]
    return base + (try take(bits))
  }

  mutating func enumeration() throws(HeaderStop) -> Int { try choice((0, 0), (1, 0), (2, 4), (18, 6)) }

  /// SizeHeader.
  mutating func size() throws(HeaderStop) -> Size {
    let isSmall = try flag()
    let height = try side(isSmall)
    if let width = try width(to: height) { return Size(width: width, height: height) }
    return Size(width: try side(isSmall), height: height)
  }

  private mutating func side(_ isSmall: Bool) throws(HeaderStop) -> Int {
    isSmall ? (try take(5) + 1) * 8 : try choice((1, 9), (1, 13), (1, 18), (1, 30))
  }

  /// The width by one of the predefined aspect ratios; nil if it is stated explicitly.
  private mutating func width(to height: Int) throws(HeaderStop) -> Int? {
    switch try take(3) {
    case 1: height
    case 2: height * 12 / 10
    case 3: height * 4 / 3
    case 4: height * 3 / 2
    case 5: height * 16 / 9
    case 6: height * 5 / 4
    case 7: height * 2
    default: nil
    }
  }

  mutating func skipPreview() throws(HeaderStop) {
    let inEights = try flag()
    func side(_ bits: inout JXLBits) throws(HeaderStop) -> Int {
      inEights
        ? try bits.choice((16, 0), (32, 0), (1, 5), (33, 9))
        : try bits.choice((1, 6), (65, 8), (321, 10), (1345, 12))
    }
    let height = try side(&self)
    if try width(to: height) == nil { _ = try side(&self) }
  }

  mutating func skipAnimation() throws(HeaderStop) {
    _ = try choice((100, 0), (1000, 0), (1, 10), (1, 30))
    _ = try choice((1, 0), (1001, 0), (1, 8), (1, 10))
    _ = try choice((0, 0), (0, 3), (0, 16), (0, 32))
    _ = try flag()
  }

  /// BitDepth: the number of bits in a sample.
  mutating func depth() throws(HeaderStop) -> Int {
    if try flag() {
      let bits = try choice((32, 0), (16, 0), (24, 0), (1, 6))
      _ = try take(4)
      return bits
    }
    return try choice((8, 0), (10, 0), (12, 0), (1, 6))
  }

  /// ExtraChannelInfo: whether it is an alpha channel.
  mutating func extraChannelIsAlpha() throws(HeaderStop) -> Bool {
    if try flag() { return true }
    let type = try enumeration()
    _ = try depth()
    _ = try choice((0, 0), (3, 0), (4, 0), (1, 3))
    let nameLength = try choice((0, 0), (0, 4), (16, 5), (48, 10))
    position += nameLength * 8
    switch type {
    case 0: _ = try flag()
    case 2: position += 64
    case 5: _ = try choice((1, 0), (0, 2), (3, 4), (19, 8))
    default: break
    }
    return type == 0
  }
}
