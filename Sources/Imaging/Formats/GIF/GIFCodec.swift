public import BookModel
public import Diagnostics

/// Reads GIF: the first frame on its screen (GIF89a).
public enum GIFCodec: ImageCodec {
  public static let format = ImageFormat.gif

  /// RGBA if the first frame states a transparent color, otherwise RGB.
  public static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(Diagnostic) -> Raster {
    let frame: GIFFrame
    do throws(HeaderStop) {
      frame = try GIFFrame(PictureBytes(bytes: bytes, isWhole: true, format: .gif))
    } catch {
      switch error {
      case .bad(let diagnostic): throw diagnostic
      case .short: throw .pictureData(.gif, "they end too early")
      }
    }
    let screen = request.storedSize
    let place = frame.place
    guard place.left + place.size.width <= screen.width, place.top + place.size.height <= screen.height else {
      throw .pictureData(.gif, "its first frame leaves the screen")
    }
    let indices = try frame.indices()
    return Raster(size: screen, layout: request.facts.hasAlpha ? .rgba : .rgb) { out in
      frame.lay(indices, on: screen, out)
    }
  }
}

/// The first frame of a GIF, still compressed.
private struct GIFFrame {
  let place: GIFBlocks.Rectangle
  /// 256 colors of four bytes each; colors missing from the palette are black.
  private var colors = [UInt8](repeating: 0, count: 1024)
  /// What the screen shows around the frame.
  private var ground: [UInt8]
  private let isInterlaced: Bool
  private let codeSize: Int
  /// The frame's data without the division into blocks.
  private let packed: [UInt8]

  init(_ picture: PictureBytes) throws(HeaderStop) {
    var blocks = try GIFBlocks(picture)
    var transparent: Int?
    while true {
      let start = blocks.offset
      switch try blocks.next() {
      case .graphicControl(let isTransparent):
        transparent = isTransparent ? try picture.u8(start + 6) : nil
      case .other: continue
      case .trailer, .unknown, .end: throw picture.structure("it has no frame")
      case .frame(let place):
        self.place = place
        let flags = try picture.u8(start + 9)
        isInterlaced = flags & 0x40 != 0
        let hasOwnPalette = flags & 0x80 != 0
        let screenFlags = try picture.u8(10)
        guard hasOwnPalette || screenFlags & 0x80 != 0 else {
          throw .bad(.pictureData(.gif, "its first frame has no palette"))
        }
        let palette = hasOwnPalette ? start + 10..<blocks.offset : try GIFFrame.screenPalette(picture)
        for (index, offset) in stride(from: palette.lowerBound, to: palette.upperBound, by: 3).enumerated() {
          for channel in 0..<3 { colors[index * 4 + channel] = UInt8(try picture.u8(offset + channel)) }
        }
        for index in 0..<256 { colors[index * 4 + 3] = 255 }
        if let transparent { colors[transparent * 4 + 3] = 0 }
        ground = transparent != nil ? [0, 0, 0, 0] : try GIFFrame.background(picture)
        codeSize = try picture.u8(blocks.offset)
        packed = try GIFFrame.joinedBlocks(picture, at: blocks.offset + 1)
        return
      }
    }
  }

  private static func screenPalette(_ picture: PictureBytes) throws(HeaderStop) -> Range<Int> {
    let flags = try picture.u8(10)
    return 13..<13 + (flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1))
  }

  /// The screen's background if the palette has that color, otherwise white.
  private static func background(_ picture: PictureBytes) throws(HeaderStop) -> [UInt8] {
    let palette = try screenPalette(picture)
    let offset = palette.lowerBound + (try picture.u8(11)) * 3
    guard offset + 3 <= palette.upperBound else { return [255, 255, 255, 255] }
    try picture.require(upTo: offset + 3)
    return picture.bytes[offset..<offset + 3] + [255]
  }

  private static func joinedBlocks(_ picture: PictureBytes, at start: Int) throws(HeaderStop) -> [UInt8] {
    var (offset, joined) = (start, [UInt8]())
    while true {
      let length = try picture.u8(offset)
      if length == 0 { return joined }
      try picture.require(upTo: offset + 1 + length)
      joined += picture.bytes[offset + 1..<offset + 1 + length]
      offset += 1 + length
    }
  }

  /// The palette index of every pixel, in the order of the data.
  func indices() throws(Diagnostic) -> [UInt8] {
    guard (1...8).contains(codeSize) else { throw .pictureData(.gif, "their codes have \(codeSize) bits") }
    let total = place.size.area
    var count = 0
    let indices = [UInt8](unsafeUninitializedCapacity: total) { out, initialized in
      count = LZWExpansion(codeSize: codeSize).expand(packed, into: out)
      initialized = count
    }
    guard count == total else { throw .pictureData(.gif, "only \(count) of \(total) pixels are there") }
    return indices
  }

  /// Fills the screen and draws the frame's pixels on it.
  func lay(_ indices: [UInt8], on screen: Size, _ out: UnsafeMutableBufferPointer<UInt8>) {
    if place.size != screen {
      for offset in 0..<out.count { out[offset] = ground[offset & 3] }
    }
    let rows = isInterlaced ? GIFFrame.interlaced(place.size.height) : Array(0..<place.size.height)
    indices.withUnsafeBufferPointer { indices in
      colors.withUnsafeBufferPointer { colors in
        var source = 0
        for row in rows {
          var target = ((place.top + row) * screen.width + place.left) * 4
          for _ in 0..<place.size.width {
            let color = Int(indices[source]) &* 4
            out[target] = colors[color]
            out[target &+ 1] = colors[color &+ 1]
            out[target &+ 2] = colors[color &+ 2]
            out[target &+ 3] = colors[color &+ 3]
            source &+= 1
            target &+= 4
          }
        }
      }
    }
  }

  /// Every eighth row, the rows between them, and so on (GIF89a appendix E).
  private static func interlaced(_ height: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
  }
}
