import BookModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes a raster as PNG: each row is filtered in the way that leaves the least, then compressed in one zlib
/// stream. Gray pages of 2, 4 or 16 evenly spaced levels are written with as few bits as these need, packed
/// and unfiltered (PNG §12.7).
struct PNGWriter {
  let raster: Raster
  /// libdeflate's level, 1 to 12.
  let level: Int32

  init(_ raster: Raster, level: Int32 = 6) {
    self.raster = raster
    self.level = level
  }

  /// The complete file; the raster's sides must be 1 to 2³¹ - 1.
  var bytes: [UInt8] {
    let size = raster.size
    let bits = raster.layout == .gray ? GrayDepth.needed(by: raster.samples) : 8
    let rows = bits < 8 ? GrayDepth.packedRows(of: raster, bits: bits) : filterRows()
    let packed = rows.deflated(level: level)
    var file = [UInt8].pngSignature
    file.reserveCapacity(packed.count + 64)
    let colorType: UInt8
    switch raster.layout {
    case .gray: colorType = 0
    case .rgb: colorType = 2
    case .rgba: colorType = 6
    }
    var header: [UInt8] = []
    header.append(bigEndian: size.width)
    header.append(bigEndian: size.height)
    header += [UInt8(bits), colorType, 0, 0, 0]
    file.append(chunk: "IHDR", header[...])
    // A chunk holds less than 2 GiB.
    for start in stride(from: 0, to: packed.count, by: 1 << 30) {
      file.append(chunk: "IDAT", packed[start..<min(packed.count, start + 1 << 30)])
    }
    file.append(chunk: "IEND", [])
    return file
  }

  /// Every row after the byte that names its filter: none, Sub or Up, whichever has the smallest sum of
  /// absolute differences (PNG §12.7).
  private func filterRows() -> [UInt8] {
    let isPadded = raster.layout == .rgb
    let channels = isPadded ? 3 : raster.layout.bytesPerPixel
    let width = raster.size.width * channels
    let rows = raster.size.height
    return [UInt8](unsafeUninitializedCapacity: (width + 1) * rows) { out, count in
      raster.samples.withUnsafeBufferPointer { samples in
        var filter = RowFilter(width: width, channels: channels)
        guard let source = samples.baseAddress, let target = out.baseAddress else { return }
        // Two rows of triples, this one and the one above, if the raster pads its pixels.
        var packed = [UInt8](repeating: 0, count: isPadded ? width * 2 : 0)
        packed.withUnsafeMutableBufferPointer { packed in
          for row in 0..<rows {
            if row & 63 == 0, Task.isCancelled { break }
            let current: UnsafePointer<UInt8>
            let above: UnsafePointer<UInt8>
            if isPadded, let packed = packed.baseAddress {
              let own = packed + (row & 1) * width
              pack(source + row * raster.size.width * 4, to: own, pixels: raster.size.width)
              current = UnsafePointer(own)
              above = UnsafePointer(packed + (row & 1 ^ 1) * width)
            } else {
              current = source + row * width
              above = current - width
            }
            filter.write(current, above: row > 0 ? above : nil, to: target + row * (width + 1))
          }
        }
      }
      count = (width + 1) * rows
    }
  }

  private func pack(_ row: UnsafePointer<UInt8>, to out: UnsafeMutablePointer<UInt8>, pixels: Int) {
    var pixel = 0
    while pixel < pixels {
      out[pixel &* 3] = row[pixel &* 4]
      out[pixel &* 3 &+ 1] = row[pixel &* 4 &+ 1]
      out[pixel &* 3 &+ 2] = row[pixel &* 4 &+ 2]
      pixel &+= 1
    }
  }
}

/// Filters one row at a time, trying each filter in reusable scratch space.
private struct RowFilter {
  let width: Int
  let channels: Int
  private var best: [UInt8]
  private var candidate: [UInt8]

  init(width: Int, channels: Int) {
    self.width = width
    self.channels = channels
    best = [UInt8](repeating: 0, count: width)
    candidate = [UInt8](repeating: 0, count: width)
  }

  mutating func write(
    _ row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>?, to out: UnsafeMutablePointer<UInt8>
  ) {
    // Rows of zero width have no base address and need no filter.
    guard width > 0 else { return }
    var (least, kind) = (Int.max, UInt8(0))
    func consider(_ filter: UInt8) {
      let sum = candidate.withUnsafeBufferPointer {
        RowFilter.magnitude($0.baseAddress.unsafelyUnwrapped, width)
      }
      if sum < least {
        (least, kind) = (sum, filter)
        swap(&best, &candidate)
      }
    }
    _ = candidate.withUnsafeMutableBufferPointer { memcpy($0.baseAddress.unsafelyUnwrapped, row, width) }
    consider(0)
    sub(row)
    consider(1)
    if let above {
      up(row, above)
      consider(2)
    }
    out[0] = kind
    _ = best.withUnsafeBufferPointer { memcpy(out + 1, $0.baseAddress.unsafelyUnwrapped, width) }
  }

  private mutating func sub(_ row: UnsafePointer<UInt8>) {
    let (width, channels) = (width, channels)
    candidate.withUnsafeMutableBufferPointer { out in
      let target = out.baseAddress.unsafelyUnwrapped
      for index in 0..<min(channels, width) { target[index] = row[index] }
      var index = channels
      while index < width {
        target[index] = row[index] &- row[index &- channels]
        index &+= 1
      }
    }
  }

  private mutating func up(_ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>) {
    let width = width
    candidate.withUnsafeMutableBufferPointer { out in
      let target = out.baseAddress.unsafelyUnwrapped
      var index = 0
      while index < width {
        target[index] = row[index] &- above[index]
        index &+= 1
      }
    }
  }

  /// The sum of the bytes' absolute values, interpreted as signed.
  private static func magnitude(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var sum = 0
    var start = 0
    // 32-bit sums of short runs vectorize; 65536 bytes cannot overflow them.
    while start < count {
      let end = min(count, start &+ 65_536)
      var part: UInt32 = 0
      var index = start
      while index < end {
        let byte = bytes[index]
        part &+= UInt32(min(byte, 0 &- byte))
        index &+= 1
      }
      sum &+= Int(part)
      start = end
    }
    return sum
  }
}
