public import BookModel
import CKernels
public import Diagnostics

/// Finds a page's black and white point by its histogram, and spreads the levels between them.
///
/// The points are the luma that a hundredth of the pixels is darker or lighter than; where nothing is white and
/// the lightest of it is paper, the paper's own level, since noise and halos are lighter. One that lies further from
/// the end of the scale than the limit is no ink or no paper, and left alone: a dark page is not blown up, a pale
/// one not blackened. All colors are put through the same curve, so that none gets a cast.
public struct AutomaticLevelsOperation: PixelOperation {
  public static let name = "levels"

  /// Fixed points; nil to find them.
  public let black: Int?
  public let white: Int?
  public let gamma: Double
  /// How far a point that is found may lie from black or white.
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

  /// The histogram of a reduced picture, or of luma alone, does as well.
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

  /// The level of a page's paper: a tenth of all pixels have it, or nearly so, and hardly anything is lighter.
  private func paper(in histogram: [Int], below lightest: Int) -> Int? {
    guard lightest < 250 else { return nil }
    let levels = max(0, lightest - 16)...lightest
    guard let peak = levels.max(by: { histogram[$0] < histogram[$1] }) else { return nil }
    let near = histogram[max(0, peak - 3)...min(255, peak + 3)].reduce(0, +)
    // A little below, so that its noise turns white too.
    return near * 10 >= histogram.reduce(0, +) ? peak - 2 : nil
  }

  /// Between the points of a page that has both ink and paper lie at least this many levels.
  private static let narrowestRange = 96
}

extension Raster {
  /// How many pixels have each luma; of large pictures every other row. Pixels that are rather transparent do
  /// not count.
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
