import BookModel

/// Gray samples in fewer than 8 bits, where nothing is lost by it: levels a depth spreads evenly over the
/// range, as decoders spread them back (PNG third edition §12.5, §13.12).
enum GrayDepth {
  /// The bits, 1, 2, 4 or 8, that all the samples take.
  static func needed(by samples: [UInt8]) -> Int {
    samples.withUnsafeBufferPointer { samples in
      bitsOfLevel.withUnsafeBufferPointer { bits in
        var all: UInt8 = 1
        var start = 0
        // Most pages show in their first rows that they have all levels.
        while start < samples.count {
          let end = min(start &+ 4096, samples.count)
          var index = start
          while index < end {
            all |= bits[Int(samples[index])]
            index &+= 1
          }
          if all & 8 != 0 { return 8 }
          start = end
        }
        return all & 4 != 0 ? 4 : all & 2 != 0 ? 2 : 1
      }
    }
  }

  private static let bitsOfLevel: [UInt8] = (0...255).map { level in
    level % 255 == 0 ? 1 : level % 85 == 0 ? 2 : level % 17 == 0 ? 4 : 8
  }

  /// Rows behind a zero (no filter), the leftmost pixel in the highest bits.
  static func packedRows(of raster: Raster, bits: Int) -> [UInt8] {
    let (width, rows) = (raster.size.width, raster.size.height)
    let stride = (width * bits + 7) / 8 + 1
    // Levels of 8 bits to those of fewer: their highest bits.
    let drop = 8 - bits
    return [UInt8](unsafeUninitializedCapacity: stride * rows) { out, count in
      out.initialize(repeating: 0)
      raster.samples.withUnsafeBufferPointer { samples in
        for row in 0..<rows {
          let (from, to) = (row &* width, row &* stride &+ 1)
          var column = 0
          while column < width {
            let place = column &* bits
            let level = samples[from &+ column] &>> UInt8(drop)
            out[to &+ place / 8] |= level &<< UInt8(drop &- place & 7)
            column &+= 1
          }
        }
      }
      count = stride * rows
    }
  }
}
