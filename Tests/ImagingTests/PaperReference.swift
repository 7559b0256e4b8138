import BookModel
import Glibc
import Imaging

/// The paper effect as its formulas are written, in Double, a pixel at a time. Slow and plain: what the program's
/// own way of computing it is held to.
struct PaperReference {
  var paper: PaperSettings
  var seed: UInt32 = 0
  var originX = 0
  var originY = 0

  // MARK: The grain

  /// Fractional Brownian motion: five octaves of value noise, amplitude halving, frequency times 2.02, each rotated
  /// by the 3-4-5 rotation against the one before, the first against the pixels.
  ///
  /// - Parameter isRotated: false for what the rule warns of: a lattice along the pixels.
  static func grain(x: Double, y: Double, seed: UInt32, isRotated: Bool = true) -> Double {
    var (u, v) = (x, y)
    var sum = 0.0
    var amplitude = 0.5
    for octave in 0..<5 {
      if isRotated { (u, v) = (0.8 * u - 0.6 * v, 0.6 * u + 0.8 * v) }
      if octave > 0 { (u, v) = (u * 2.02, v * 2.02) }
      sum += amplitude * noise(u, v, octaveSeed(seed, octave))
      amplitude /= 2
    }
    return sum
  }

  private static func noise(_ u: Double, _ v: Double, _ seed: UInt32) -> Double {
    let (column, row) = (floor(u), floor(v))
    let (s, t) = (smooth(u - column), smooth(v - row))
    func value(_ right: Int, _ down: Int) -> Double {
      let place =
        seed &+ UInt32(truncatingIfNeeded: Int(column) + right) &* 0x9E37_79B1
        &+ UInt32(truncatingIfNeeded: Int(row) + down) &* 0x27D4_EB2F
      return Double(lowbias32(place) >> 8) / 16_777_216
    }
    let above = value(0, 0) * (1 - s) + value(1, 0) * s
    let below = value(0, 1) * (1 - s) + value(1, 1) * s
    return above * (1 - t) + below * t
  }

  private static func smooth(_ t: Double) -> Double { 3 * t * t - 2 * t * t * t }

  private static func octaveSeed(_ seed: UInt32, _ octave: Int) -> UInt32 {
    lowbias32(lowbias32(seed) &+ UInt32(octave + 1) &* 0x9E37_79B9)
  }

  private static func lowbias32(_ value: UInt32) -> UInt32 {
    var x = value
    x ^= x >> 16
    x &*= 0x21F0_AAAD
    x ^= x >> 15
    x &*= 0x735A_2D97
    x ^= x >> 15
    return x
  }

  // MARK: A pixel

  /// What becomes of red, green and blue, 0 to 1, at a pixel of the page.
  func pixel(_ color: [Double], x: Int, y: Int) -> [Double] {
    func between(_ neutral: Double, _ warm: [Double]) -> [Double] {
      warm.map { neutral * (1 - paper.warmth) + $0 * paper.warmth }
    }
    let floor = between(0.145, [0.16, 0.14, 0.11]).map { $0 * paper.blackLift }
    let ceiling = between(0.93, [0.96, 0.92, 0.82])
    let tint = between(0.92, [0.95, 0.90, 0.78])
    // Tone.
    var rgb = (0..<3).map { color[$0] * (ceiling[$0] - floor[$0]) + floor[$0] }
    // Ease.
    let gray = luma(rgb)
    rgb = rgb.map { gray + ($0 - gray) * 0.92 }
    rgb = rgb.map { ($0 - 0.5) * 0.96 + 0.5 }
    // Grain: the body, then what shows through.
    let g = PaperReference.grain(
      x: Double(x + originX) / paper.fiberScale, y: Double(y + originY) / paper.fiberScale, seed: seed)
    let weight = smoothstep(0.10, 0.55, luma(rgb))
    rgb = rgb.map { $0 * (1 + (g - 0.5) * paper.grain * weight) }
    rgb = (0..<3).map { 1 - (1 - rgb[$0]) * (1 - tint[$0] * pow(g, 2.2) * paper.showThrough) }
    return rgb.map { min(1, max(0, $0)) }
  }

  private func luma(_ rgb: [Double]) -> Double { 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2] }

  private func smoothstep(_ low: Double, _ high: Double, _ x: Double) -> Double {
    let t = min(1, max(0, (x - low) / (high - low)))
    return t * t * (3 - 2 * t)
  }

  // MARK: A page

  /// The largest difference, in levels of 255, between a page and what this makes of the page it was.
  func largestDifference(of page: Raster, from source: Raster) -> Double {
    var largest = 0.0
    for y in 0..<source.size.height {
      for x in 0..<source.size.width {
        let index = y * source.size.width + x
        let expected = pixel(PaperReference.color(source, index), x: x, y: y)
        let found = PaperReference.color(page, index)
        for channel in 0..<3 { largest = max(largest, abs(found[channel] - expected[channel]) * 255) }
      }
    }
    return largest
  }

  private static func color(_ raster: Raster, _ index: Int) -> [Double] {
    if raster.layout == .gray { return [Double](repeating: Double(raster.samples[index]) / 255, count: 3) }
    return (0..<3).map { Double(raster.samples[index * 4 + $0]) / 255 }
  }
}
