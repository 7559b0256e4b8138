public import BookModel
public import Diagnostics

/// Keeps only a few levels in each channel: the grays that a screen can show.
///
/// A gray page is reduced in gray, a color page channel by channel. Samples within 4 of 255, and within a
/// quarter of a step, of the darkest or lightest level become exactly that level and are not dithered: white
/// stays white and black stays black, even with JPEG noise.
public struct QuantizeOperation: PixelOperation {
  public static let name = "quantize"

  public enum Dither: String, Hashable, Sendable, CaseIterable {
    /// Each sample becomes the nearest level.
    case none
    /// Uses an 8 by 8 Bayer matrix: consistent from page to page, and small as PNG.
    case ordered
    /// Errors are diffused (Floyd and Steinberg, in alternating directions, with slightly uneven thresholds
    /// against patterns).
    case diffusion
  }

  /// In ascending order, without repeats.
  public let levels: [UInt8]
  public let dither: Dither

  /// - Parameter levels: at least two, in any order.
  public init(levels: [UInt8], dither: Dither) {
    let levels = Set(levels).sorted()
    precondition(levels.count >= 2, "a picture needs two levels at least")
    self.levels = levels
    self.dither = dither
  }

  /// - Parameter count: 2 to 256 levels, evenly spaced from black to white.
  public init(count: Int, dither: Dither) {
    precondition((2...256).contains(count), "samples have 2 to 256 levels")
    self.init(levels: QuantizeOperation.evenLevels(count), dither: dither)
  }

  private static func evenLevels(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(($0 * 255 + (count - 1) / 2) / (count - 1)) }
  }

  public var parameters: String {
    let isEven = levels == QuantizeOperation.evenLevels(levels.count)
    return (isEven ? "\(levels.count)" : levels.map(String.init).joined(separator: ","))
      + " \(dither.rawValue)"
  }

  public func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    guard let input = inputs.first, inputs.count == 1 else { return nil }
    return input.reworked(input.size)
  }

  public func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    guard !raster.hasOnly(levels) else { return .unchanged }
    switch dither {
    case .none: return raster.mapLevels((0...255).map { nearest($0) }) ? .changed : .unchanged
    case .ordered: raster.ditherOrdered(self)
    case .diffusion: raster.ditherByDiffusion(self)
    }
    return .changed
  }

  /// The level nearest to a value; the lower of two equally near ones.
  func nearest(_ value: Int) -> UInt8 {
    var best = levels[0]
    for level in levels where abs(Int(level) - value) < abs(Int(best) - value) { best = level }
    return best
  }

  /// Whether a sample is close enough to the darkest or lightest level to be replaced by it.
  func isClean(_ sample: Int) -> Bool {
    let (darkest, next) = (Int(levels[0]), Int(levels[1]))
    let (lightest, before) = (Int(levels[levels.count - 1]), Int(levels[levels.count - 2]))
    return sample <= darkest + min(4, (next - darkest) / 4)
      || sample >= lightest - min(4, (lightest - before) / 4)
  }
}
