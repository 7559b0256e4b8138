import BookModel

/// Stores gray samples in fewer than 8 bits if nothing is lost: the levels must be those that a depth spreads
/// evenly over the range, as decoders do (PNG third edition §12.5, §13.12).
enum GrayDepth {
  /// The number of bits, 1, 2, 4 or 8, that the samples need.
  static func needed(by samples: [UInt8]) -> Int {
    samples.withUnsafeBufferPointer { samples in
      bitsOfLevel.withUnsafeBufferPointer { bits in
        var all: UInt8 = 1
        var start = 0
        // The first rows of most pages already use all levels.
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

  /// Rows after a zero byte (no filter), with the leftmost pixel in the highest bits.
  static func packedRows(of raster: Raster, bits: Int) -> [UInt8] {
    let (width, rows) = (raster.size.width, raster.size.height)
    let stride = (width * bits + 7) / 8 + 1
    // Reducing an 8-bit level to fewer bits keeps its highest bits.
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
