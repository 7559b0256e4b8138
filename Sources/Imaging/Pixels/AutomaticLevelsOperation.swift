public import BookModel
import CKernels
public import Diagnostics

/// Finds a page's black and white points from its histogram, and spreads the levels between them.
///
/// The points are the luma values that a hundredth of the pixels are darker or lighter than. If nothing is
/// white and the lightest area is paper, the white point is the paper's own level, since noise and halos are
/// lighter. A point further from its end of the scale than the limit is not ink or paper and is left alone,
/// so that a dark page is not washed out and a pale one not blackened. All color channels use the same curve,
/// so that none gets a cast.
public struct AutomaticLevelsOperation: PixelOperation {
  public static let name = "levels"

  /// Fixed points; nil to find them.
  public let black: Int?
  public let white: Int?
  public let gamma: Double
  /// How far a detected point may be from black or white.
  public let limit: Int

  public init(black: Int? = nil, white: Int? = nil, gamma: Double = 1, limit: Int = 64) {
    self.black = black
    self.white = white
    self.gamma = gamma
    self.limit = limit
  }

  public var parameters: String {
    let points = [black, white].map { $0.map(String.init) ?? "auto" }
    return "\(points[0]) \(points[1]) \(gamma) \(limit)"
  }

  public var dependsOnContent: Bool { true }

  public func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    inputs.count == 1 ? inputs.first?.reworked(inputs[0].size) : nil
  }

  /// The histogram of a reduced picture, or of luma alone, is good enough.
  public func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed { need }

  public func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    let found = points(of: raster.lumaHistogram)
    let curve = LevelsOperation.curve(black: found.black, white: found.white, gamma: gamma)
    return raster.mapLevels(curve) ? .changed : .unchanged
  }

  func points(of histogram: [Int]) -> (black: Int, white: Int) {
    let count = histogram.reduce(0, +)
    // A hundredth of a page, at least one pixel.
    let part = max(1, count / 100)
    func level(_ levels: some Sequence<Int>) -> Int? {
      var sum = 0
      return levels.first {
        sum += histogram[$0]
        return sum >= part
      }
    }
    let (darkest, lightest) = (level(0...255) ?? 0, level((0...255).reversed()) ?? 255)
    // A page of one tone has neither ink nor paper.
    let isFlat = lightest - darkest < AutomaticLevelsOperation.narrowestRange
    let foundBlack = isFlat || darkest > limit ? 0 : darkest
    let foundWhite =
      isFlat || lightest < 255 - limit ? 255 : paper(in: histogram, below: lightest) ?? lightest
    let black = black ?? min(foundBlack, (white ?? 255) - 1)
    return (black, max(white ?? foundWhite, black + 1))
  }

  /// The level of a page's paper: at least a tenth of all pixels are at or near it, and hardly any are
  /// lighter.
  private func paper(in histogram: [Int], below lightest: Int) -> Int? {
    guard lightest < 250 else { return nil }
    let levels = max(0, lightest - 16)...lightest
    guard let peak = levels.max(by: { histogram[$0] < histogram[$1] }) else { return nil }
    let near = histogram[max(0, peak - 3)...min(255, peak + 3)].reduce(0, +)
    // Slightly below the peak, so that the paper's noise becomes white, too.
    return near * 10 >= histogram.reduce(0, +) ? peak - 2 : nil
  }

  /// The black and white points of a page with both ink and paper are at least this many levels apart.
  private static let narrowestRange = 96
}

extension Raster {
  /// The number of pixels with each luma; in large pictures, every other row is counted. Mostly transparent
  /// pixels are ignored.
  var lumaHistogram: [Int] {
    var histogram = [Int](repeating: 0, count: 256)
    var luma = [UInt8](repeating: 0, count: size.width)
    let bytes = layout.bytesPerPixel
    histogram.withUnsafeMutableBufferPointer { histogram in
      samples.withUnsafeBufferPointer { samples in
        guard let samples = samples.baseAddress else { return }
        for y in stride(from: 0, to: size.height, by: size.area > 1 << 18 ? 2 : 1) {
          let row = samples + y * size.width * bytes
          if layout == .gray {
            for x in 0..<size.width { histogram[Int(row[x])] &+= 1 }
          } else {
            kernel_luma(row, &luma, size.width)
            for x in 0..<size.width where row[x &* 4 &+ 3] >= 128 { histogram[Int(luma[x])] &+= 1 }
          }
        }
      }
    }
    return histogram
  }
}
