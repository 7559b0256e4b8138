public import BookModel
public import Diagnostics

/// Reads BMP: 1 to 32 bits per pixel, run lengths, bit fields, rows from either end.
public enum BMPCodec: ImageCodec {
  public static let format = ImageFormat.bmp

  /// RGBA if the header has a mask for alpha, otherwise RGB.
  public static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(Diagnostic) -> Raster {
    let picture = PictureBytes(bytes: bytes, isWhole: true, format: .bmp)
    do throws(HeaderStop) {
      let bitmap = try Bitmap(picture)
      guard bitmap.size == request.storedSize else { throw picture.header("states two sizes") }
      var raster = try bitmap.raster(hasAlpha: request.facts.hasAlpha)
      if request.facts.hasAlpha { raster.dropEmptyAlpha() }
      return raster
    } catch {
      switch error {
      case .bad(let diagnostic): throw diagnostic
      case .short: throw .pictureData(.bmp, "they end too early")
      }
    }
  }
}

extension Raster {
  /// Many programs write alpha 0 everywhere but mean opaque.
  fileprivate mutating func dropEmptyAlpha() {
    let isEmpty = stride(from: 3, to: samples.count, by: 4).allSatisfy { samples[$0] == 0 }
    if isEmpty { makeOpaque() }
  }
}

/// The headers and palette of a BMP, checked, with its pixels still packed.
private struct Bitmap {
  let picture: PictureBytes
  let header: BMPHeader
  let size: Size
  private let headerSize: Int
  private let isTopDown: Bool
  /// 256 colors of four bytes each; colors missing from the palette are black.
  private var colors = [UInt8](repeating: 0, count: 1024)

  init(_ picture: PictureBytes) throws(HeaderStop) {
    self.picture = picture
    header = try BMPHeader(picture)
    size = header.facts.size
    headerSize = try picture.u32(14, .little)
    let height = try picture.u32(22, .little)
    isTopDown = headerSize >= 40 && Int32(truncatingIfNeeded: height) < 0
    guard [0, 1, 2, 3, 6].contains(header.compression), headerSize != 64 || header.compression < 3 else {
      throw .bad(.unsupported(.bmp, "with compression \(header.compression)"))
    }
    guard header.pixelOffset >= 14 + headerSize, header.pixelOffset <= picture.count else {
      throw .bad(.pictureData(.bmp, "their place is stated as byte \(header.pixelOffset)"))
    }
    for index in 0..<256 { colors[index * 4 + 3] = 255 }
    if header.bitsPerPixel <= 8 { try readPalette() }
  }

  /// Entries are blue first, with three bytes after the oldest headers and four after all others.
  private mutating func readPalette() throws(HeaderStop) {
    let start = 14 + headerSize
    let width = headerSize < 16 ? 3 : 4
    let count = min(1 << header.bitsPerPixel, (header.pixelOffset - start) / width)
    try picture.require(upTo: start + count * width)
    for index in 0..<count {
      for channel in 0..<3 {
        colors[index * 4 + channel] = picture.bytes[start + index * width + 2 - channel]
      }
    }
  }

  func raster(hasAlpha: Bool) throws(HeaderStop) -> Raster {
    let layout = hasAlpha ? Raster.Layout.rgba : .rgb
    switch (header.compression, header.bitsPerPixel) {
    case (1, 8), (2, 4):
      return paint(try RunLengths(picture, header, size).indices(), layout)
    case (0, 1...8):
      try requirePixels()
      return paint(unpackedIndices(), layout)
    case (0, 16), (0, 24), (0, 32), (3, 16), (3, 32), (6, 16), (6, 32):
      try requirePixels()
      let fields = try BitFields(picture, header, headerSize: headerSize, hasAlpha: hasAlpha)
      return Raster(size: size, layout: layout) { out in
        for row in 0..<size.height { copy(row, fields, to: out) }
      }
    default:
      throw .bad(
        .pictureData(
          .bmp, "compression \(header.compression) is none for \(header.bitsPerPixel) bits a pixel"))
    }
  }

  private func requirePixels() throws(HeaderStop) {
    let (end, overflow) = (header.pixelBytes ?? .max).addingReportingOverflow(header.pixelOffset)
    guard !overflow, end <= picture.count else {
      throw .bad(.pictureData(.bmp, "they end too early"))
    }
  }

  private var rowBytes: Int { (size.width * header.bitsPerPixel + 31) / 32 * 4 }

  /// The position of a row of the file, counted from the top.
  private func target(of row: Int) -> Int { isTopDown ? row : size.height - 1 - row }

  /// Palette indices of uncompressed pixels, with rows in the file's order and the first pixel in the highest
  /// bits.
  private func unpackedIndices() -> [UInt8] {
    let bits = header.bitsPerPixel
    return [UInt8](unsafeUninitializedCapacity: size.area) { out, count in
      picture.bytes.withUnsafeBufferPointer { bytes in
        for row in 0..<size.height {
          let start = header.pixelOffset + row * rowBytes
          for x in 0..<size.width {
            let bit = x &* bits
            let shift = 8 &- bits &- (bit & 7)
            out[row &* size.width &+ x] = bytes[start &+ bit >> 3] >> UInt8(shift) & UInt8((1 << bits) - 1)
          }
        }
      }
      count = size.area
    }
  }

  private func paint(_ indices: [UInt8], _ layout: Raster.Layout) -> Raster {
    Raster(size: size, layout: layout) { out in
      indices.withUnsafeBufferPointer { indices in
        colors.withUnsafeBufferPointer { colors in
          for row in 0..<size.height {
            let (source, target) = (row &* size.width, target(of: row) &* size.width)
            for x in 0..<size.width {
              let color = Int(indices[source &+ x]) &* 4
              for channel in 0..<4 { out[(target &+ x) &* 4 &+ channel] = colors[color &+ channel] }
            }
          }
        }
      }
    }
  }

  private func copy(_ row: Int, _ fields: BitFields, to out: UnsafeMutableBufferPointer<UInt8>) {
    let width = header.bitsPerPixel / 8
    picture.bytes.withUnsafeBufferPointer { bytes in
      var source = header.pixelOffset + row * rowBytes
      var target = target(of: row) * size.width * 4
      for _ in 0..<size.width {
        var pixel: UInt32 = 0
        for index in 0..<width { pixel |= UInt32(bytes[source &+ index]) &<< UInt32(index &* 8) }
        for channel in 0..<4 { out[target &+ channel] = fields.level(channel, of: pixel) }
        source &+= width
        target &+= 4
      }
    }
  }
}

/// The position of each channel in a pixel's word.
private struct BitFields {
  private var shifts: [UInt32] = []
  private var masks: [UInt32] = []
  /// The 256 levels of each channel, indexed by its highest 8 bits.
  private var levels: [[UInt8]] = []

  init(_ picture: PictureBytes, _ header: BMPHeader, headerSize: Int, hasAlpha: Bool) throws(HeaderStop) {
    var stated = header.bitsPerPixel == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF_0000, 0xFF00, 0xFF, 0]
    if header.compression != 0 || (headerSize >= 56 && hasAlpha) {
      // Inside the header from version 2 on, after it in version 1; the offset is the same.
      let count = hasAlpha ? 4 : 3
      for channel in 0..<count {
        let mask = try picture.u32(54 + channel * 4, .little)
        // Version 4 headers without bit fields state a valid alpha mask beside color masks that do not apply.
        if header.compression != 0 || channel == 3 { stated[channel] = mask }
      }
    }
    for mask in stated {
      let mask = UInt32(truncatingIfNeeded: mask)
      let bits = UInt32.bitWidth - mask.leadingZeroBitCount - (mask == 0 ? 0 : mask.trailingZeroBitCount)
      let shift = mask == 0 ? 0 : mask.trailingZeroBitCount + max(0, bits - 8)
      let top = min(bits, 8)
      shifts.append(UInt32(shift))
      masks.append(mask == 0 ? 0 : UInt32(1 << top) - 1)
      let most = (1 << top) - 1
      levels.append((0..<256).map { most == 0 ? 0 : UInt8(min(255, ($0 * 255 + most / 2) / most)) })
    }
    // A channel without a mask is black; alpha without one is opaque.
    if masks[3] == 0 { levels[3] = [UInt8](repeating: 255, count: 256) }
  }

  func level(_ channel: Int, of pixel: UInt32) -> UInt8 {
    levels[channel][Int(pixel &>> shifts[channel] & masks[channel])]
  }
}

/// Run-length encoded pixels of 8 or 4 bits.
private struct RunLengths {
  let picture: PictureBytes
  let header: BMPHeader
  let size: Size

  init(_ picture: PictureBytes, _ header: BMPHeader, _ size: Size) {
    self.picture = picture
    self.header = header
    self.size = size
  }

  /// Palette indices, with rows in the file's order; skipped pixels are 0.
  func indices() throws(HeaderStop) -> [UInt8] {
    var indices = [UInt8](repeating: 0, count: size.area)
    let isFourBit = header.bitsPerPixel == 4
    var (offset, x, row) = (header.pixelOffset, 0, 0)
    func put(_ index: UInt8) {
      // Runs that continue past the end of a row are cut off.
      if x < size.width, row < size.height { indices[row * size.width + x] = index }
      x += 1
    }
    while true {
      // The end mark may be missing after the last row.
      if offset + 2 > picture.count, row >= size.height || (row == size.height - 1 && x >= size.width) {
        return indices
      }
      let (count, value) = (try picture.u8(offset), UInt8(try picture.u8(offset + 1)))
      offset += 2
      if count > 0 {
        for index in 0..<count { put(isFourBit ? (index & 1 == 0 ? value >> 4 : value & 15) : value) }
        continue
      }
      switch value {
      case 0: (x, row) = (0, row + 1)
      case 1: return indices
      case 2:
        x += try picture.u8(offset)
        row += try picture.u8(offset + 1)
        offset += 2
      default:
        let length = isFourBit ? (Int(value) + 1) / 2 : Int(value)
        try picture.require(upTo: offset + length)
        for index in 0..<Int(value) {
          let byte = picture.bytes[offset + (isFourBit ? index / 2 : index)]
          put(isFourBit ? (index & 1 == 0 ? byte >> 4 : byte & 15) : byte)
        }
        // Padded to an even number of bytes.
        offset += (length + 1) & ~1
      }
    }
  }
}
