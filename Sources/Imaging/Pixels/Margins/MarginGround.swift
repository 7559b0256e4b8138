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

  /// The ground of a part of a page by what the pixels near its edges have most; nil where they have nothing in
  /// common, or something that is no paper: a picture that fills the page.
  init?(of raster: Raster, in part: Rectangle, tolerance: Int) {
    let band = MarginBand(of: raster, in: part)
    guard band.count > 0 else { return nil }
    let light = MarginGround.peak(band.histogram, in: 160...255)
    let dark = MarginGround.peak(band.histogram, in: 0...64)
    let darkWithin = MarginGround.peak(band.innerHistogram, in: 0...64).count
    // Black has to run around most of the page, deeper than a thick frame would. Any side with a margin of paper
    // decides for paper; but a thin line of it around what is black is a frame.
    let peak: Int
    if dark.count * 10 >= band.count * 7 {
      (peak, isDark) = (dark.level, true)
    } else if light.count * 8 >= band.count, darkWithin * 10 < band.innerCount * 7 {
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

  /// Grounds that are looked for on one another: a lid, paper on it, a black page printed there.
  static let most = 4

  /// Whether it is the paper that lay around what is looked at now, so that there is nothing more to find. What is
  /// dark is looked at again: whether it is a margin depends on the whole page.
  func isKnown(from last: MarginGround?) -> Bool {
    guard let last, !isDark, !last.isDark else { return false }
    return zip(color, last.color).allSatisfy { abs(Int($0) - Int($1)) <= 32 }
  }

  /// The commonest level, with those beside it, and how many pixels have them.
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

/// The pixels near the edges of a part of a raster: some rows and columns of the outermost twentieth.
private struct MarginBand {
  /// How many have each luma; and of those of its inner half.
  private(set) var histogram = [Int](repeating: 0, count: 256)
  private(set) var innerHistogram = [Int](repeating: 0, count: 256)
  private(set) var innerCount = 0
  private var pixels: [(luma: UInt8, red: UInt8, green: UInt8, blue: UInt8)] = []

  var count: Int { pixels.count }

  /// Rows and columns looked at on each side.
  private static let lines = 6

  init(of raster: Raster, in part: Rectangle) {
    let (width, height) = (part.size.width, part.size.height)
    let (deep, wide) = (max(1, height / 20), max(1, width / 20))
    let bytes = raster.layout.bytesPerPixel
    raster.samples.withUnsafeBufferPointer { samples in
      func take(_ x: Int, _ y: Int, _ line: Int) {
        let place = ((part.y + y) * raster.size.width + part.x + x) * bytes
        let (second, third) = bytes == 1 ? (0, 0) : (1, 2)
        let (red, green, blue) = (samples[place], samples[place + second], samples[place + third])
        let luma = (19595 * UInt32(red) + 38470 * UInt32(green) + 7471 * UInt32(blue) + 32768) >> 16
        histogram[Int(luma)] += 1
        if line * 2 >= MarginBand.lines {
          innerHistogram[Int(luma)] += 1
          innerCount += 1
        }
        pixels.append((UInt8(luma), red, green, blue))
      }
      let (acrossStep, downStep) = (max(1, width / 256), max(1, height / 256))
      for line in 0..<MarginBand.lines {
        let (y, x) = (line * deep / MarginBand.lines, line * wide / MarginBand.lines)
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
