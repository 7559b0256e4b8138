import BookModel
import CKernels

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The color of a page's margins: white or yellowed paper, or black.
struct MarginGround: Equatable {
  var color: [UInt8]
  /// How far, in any channel, a pixel of the margin may differ from the color: the requested tolerance, or
  /// more if the ground is noisy.
  var tolerance: UInt8
  var isDark: Bool

  /// The ground, from the most common level of the pixels near the edges; nil if they have nothing in common
  /// or their color is not that of paper, as in a picture that fills the page.
  init?(of raster: Raster, tolerance: Int) {
    let band = MarginBand(of: raster)
    guard band.count > 0 else { return nil }
    let light = MarginGround.peak(band.histogram, in: 160...255)
    let dark = MarginGround.peak(band.outermost, in: 0...64)
    // Black must run around most of the page. If any side has a paper margin, the ground is paper.
    let peak: Int
    if dark.count * 10 >= band.outermost.reduce(0, +) * 7 {
      (peak, isDark) = (dark.level, true)
    } else if light.count * 8 >= band.count {
      (peak, isDark) = (light.level, false)
    } else {
      return nil
    }
    color = band.meanColor(near: peak)
    let place = BlockColor(red: Float(color[0]), green: Float(color[1]), blue: Float(color[2]))
    if PaperTint.isBeyondPaper(place, by: 12) { return nil }
    self.tolerance = UInt8(min(96, max(tolerance, Int(4 * band.spread(around: peak)))))
  }

  /// The most common level together with its neighbors, and the number of pixels that have them.
  private static func peak(_ histogram: [Int], in range: ClosedRange<Int>) -> (level: Int, count: Int) {
    var best = (level: range.lowerBound, count: 0)
    for level in range {
      let count = histogram[max(0, level - 6)...min(255, level + 6)].reduce(0, +)
      if count > best.count { best = (level, count) }
    }
    // Use the middle of a plateau rather than its beginning.
    let around = max(0, best.level - 6)...min(255, best.level + 6)
    return (around.max { histogram[$0] < histogram[$1] } ?? best.level, best.count)
  }
}

/// The pixels near a raster's edges: some rows and columns of the outermost twentieth.
private struct MarginBand {
  /// The number of pixels with each luma, and the same for those within a hundredth of the edge.
  private(set) var histogram = [Int](repeating: 0, count: 256)
  private(set) var outermost = [Int](repeating: 0, count: 256)
  private(set) var count = 0
  private var pixels: [(luma: UInt8, red: UInt8, green: UInt8, blue: UInt8)] = []

  init(of raster: Raster) {
    let (width, height) = (raster.size.width, raster.size.height)
    let (deep, wide) = (max(1, height / 20), max(1, width / 20))
    let bytes = raster.layout.bytesPerPixel
    raster.samples.withUnsafeBufferPointer { samples in
      func take(_ x: Int, _ y: Int, _ line: Int) {
        let place = (y * width + x) * bytes
        let (second, third) = bytes == 1 ? (0, 0) : (1, 2)
        let (red, green, blue) = (samples[place], samples[place + second], samples[place + third])
        let luma = (19595 * UInt32(red) + 38470 * UInt32(green) + 7471 * UInt32(blue) + 32768) >> 16
        histogram[Int(luma)] += 1
        if line < 2 { outermost[Int(luma)] += 1 }
        pixels.append((UInt8(luma), red, green, blue))
      }
      let (acrossStep, downStep) = (max(1, width / 256), max(1, height / 256))
      for line in 0..<6 {
        let (y, x) = (line * deep / 6, line * wide / 6)
        for across in stride(from: 0, to: width, by: acrossStep) {
          take(across, y, line)
          take(across, height - 1 - y, line)
        }
        for down in stride(from: 0, to: height, by: downStep) {
          take(x, down, line)
          take(width - 1 - x, down, line)
        }
      }
    }
    count = pixels.count
  }

  func meanColor(near level: Int) -> [UInt8] {
    var (sums, found) = ([0, 0, 0], 0)
    for pixel in pixels where abs(Int(pixel.luma) - level) <= 6 {
      sums[0] += Int(pixel.red)
      sums[1] += Int(pixel.green)
      sums[2] += Int(pixel.blue)
      found += 1
    }
    return sums.map { found == 0 ? UInt8(level) : UInt8(($0 + found / 2) / found) }
  }

  /// The standard deviation of the levels around a peak, estimated from their median distance (for a normal
  /// distribution).
  func spread(around level: Int) -> Double {
    let distances = pixels.map { abs(Int($0.luma) - level) }.filter { $0 <= 48 }.sorted()
    return distances.isEmpty ? 0 : Double(distances[distances.count / 2]) * 1.4826
  }
}
