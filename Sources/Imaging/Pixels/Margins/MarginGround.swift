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

  /// The ground by what the pixels near the edges have most; nil where they have nothing in common, or
  /// something that is no paper: a picture that fills the page.
  init?(of raster: Raster, tolerance: Int) {
    let band = MarginBand(of: raster)
    guard band.count > 0 else { return nil }
    let dark = MarginGround.peak(band.histogram, in: 0...64, reach: 12)
    let darkWithin = MarginGround.peak(band.innerHistogram, in: 0...64, reach: 12)
    let light = MarginGround.peak(band.innerHistogram, in: 160...255, reach: 6)
    // Black has to run around most of the page. Any side with a margin of paper decides for paper. Both have to be
    // deeper than a thick frame is that lies on the edge of the page.
    let peak: Int
    if dark.count * 10 >= band.count * 7 {
      (peak, isDark) = (dark.level, true)
    } else if light.count * 8 >= band.innerCount, darkWithin.count * 10 < band.innerCount * 7 {
      (peak, isDark) = (light.level, false)
    } else {
      return nil
    }
    color = band.meanColor(near: peak)
    let place = BlockColor(red: Float(color[0]), green: Float(color[1]), blue: Float(color[2]))
    if PaperTint.isBeyondPaper(place, by: 12) { return nil }
    self.tolerance = UInt8(min(96, max(tolerance, Int(4 * band.spread(around: peak)))))
  }

  /// The same with so much more tolerance that no noise of the ground reaches beyond it.
  var beyondNoise: MarginGround {
    var ground = self
    ground.tolerance += tolerance / 2
    return ground
  }

  /// The commonest level of a range, and how many pixels have it or one within reach.
  private static func peak(
    _ histogram: [Int], in range: ClosedRange<Int>, reach: Int
  ) -> (level: Int, count: Int) {
    func around(_ level: Int) -> ClosedRange<Int> { max(0, level - reach)...min(255, level + reach) }
    var best = (level: range.lowerBound, count: 0)
    for level in range {
      let count = histogram[around(level)].reduce(0, +)
      if count > best.count { best = (level, count) }
    }
    // The middle of a plateau, not its beginning.
    return (around(best.level).max { histogram[$0] < histogram[$1] } ?? best.level, best.count)
  }
}

/// The pixels near a raster's edges: some rows and columns of the outermost twentieth of its shorter side.
private struct MarginBand {
  /// How many have each luma; and of those of its inner half.
  private(set) var histogram = [Int](repeating: 0, count: 256)
  private(set) var innerHistogram = [Int](repeating: 0, count: 256)
  private(set) var innerCount = 0
  private(set) var count = 0
  private var lines: [[Pixel]] = []

  private typealias Pixel = (luma: UInt8, red: UInt8, green: UInt8, blue: UInt8)

  /// Rows and columns looked at on each side.
  private static let deep = 6

  init(of raster: Raster) {
    let (width, height) = (raster.size.width, raster.size.height)
    let depth = max(1, min(width, height) / 20)
    let bytes = raster.layout.bytesPerPixel
    raster.samples.withUnsafeBufferPointer { samples in
      func pixel(_ x: Int, _ y: Int) -> Pixel {
        let place = (y * width + x) * bytes
        let (second, third) = bytes == 1 ? (0, 0) : (1, 2)
        let (red, green, blue) = (samples[place], samples[place + second], samples[place + third])
        let luma = (19595 * UInt32(red) + 38470 * UInt32(green) + 7471 * UInt32(blue) + 32768) >> 16
        return (UInt8(luma), red, green, blue)
      }
      let across = stride(from: 0, to: width, by: max(1, width / 256))
      let down = stride(from: 0, to: height, by: max(1, height / 256))
      for line in 0..<MarginBand.deep {
        let inward = line * depth / MarginBand.deep
        let around = [
          across.map { pixel($0, inward) }, across.map { pixel($0, height - 1 - inward) },
          down.map { pixel(inward, $0) }, down.map { pixel(width - 1 - inward, $0) },
        ]
        for pixel in around.joined() { histogram[Int(pixel.luma)] += 1 }
        if line * 2 >= MarginBand.deep {
          for pixel in around.joined() { innerHistogram[Int(pixel.luma)] += 1 }
        }
        lines += around
      }
    }
    count = histogram.reduce(0, +)
    innerCount = innerHistogram.reduce(0, +)
  }

  func meanColor(near level: Int) -> [UInt8] {
    var (sums, found) = ([0, 0, 0], 0)
    for pixel in lines.joined() where abs(Int(pixel.luma) - level) <= 6 {
      sums[0] += Int(pixel.red)
      sums[1] += Int(pixel.green)
      sums[2] += Int(pixel.blue)
      found += 1
    }
    return sums.map { found == 0 ? UInt8(level) : UInt8(($0 + found / 2) / found) }
  }

  /// The standard deviation of the levels around a peak, by their median distance (of a normal distribution), on the
  /// middle one of the lines that the ground fills for the most part: others show more of the drawing than of noise.
  func spread(around level: Int) -> Double {
    let medians = lines.compactMap { line -> Int? in
      let distances = line.map { abs(Int($0.luma) - level) }.filter { $0 <= 48 }.sorted()
      return distances.count * 4 >= line.count * 3 ? distances[distances.count / 2] : nil
    }
    return medians.isEmpty ? 0 : Double(medians.sorted()[medians.count / 2]) * 1.4826
  }
}
