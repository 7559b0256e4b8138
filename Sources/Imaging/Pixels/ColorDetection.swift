import BookModel
import CKernels
import Options

/// What counts as color on a page.
public struct ColorThreshold: Hashable, Sendable {
  /// How far, in levels of chroma, a color must be from all grays and from all shades of the page's paper.
  public var tolerance: Double
  /// The share of the page, 0 to 1, that must be that colorful.
  public var share: Double

  public init(tolerance: Double = 12, share: Double = 0.001) {
    self.tolerance = tolerance
    self.share = share
  }
}

extension Raster {
  /// Whether the page contains color rather than gray, JPEG noise, or black ink on yellowed paper.
  ///
  /// Judged by the mean chroma of blocks of 8 by 8 pixels, in which noise and the fringes of scanned lines
  /// cancel out. Ink on tinted paper has a chroma anywhere between none and the paper's, which does not count
  /// as color.
  public func carriesColor(beyond threshold: ColorThreshold) -> Bool {
    guard layout != .gray else { return false }
    let opaque = layout == .rgba ? laid(on: .white) : self
    guard let blocks = opaque.blockChroma(threshold) else { return true }
    let tint = PaperTint(of: blocks)
    let limit = max(1, Int(threshold.share * Double(blocks.count)))
    var colored = 0
    for block in blocks where !tint.explains(block, within: threshold.tolerance) {
      colored += 1
      if colored >= limit { return true }
    }
    return false
  }

  /// The mean luma and chroma of every block; nil as soon as enough of them are more colorful than any paper.
  private func blockChroma(_ threshold: ColorThreshold) -> [BlockColor]? {
    let (columns, rows) = (max(1, size.width / 8), max(1, size.height / 8))
    guard size.width >= 8, size.height >= 8 else { return pixelColors }
    let limit = max(1, Int(threshold.share * Double(columns * rows)))
    var blocks: [BlockColor] = []
    blocks.reserveCapacity(columns * rows)
    var certain = 0
    var sums = [UInt32](repeating: 0, count: columns * 2)
    for row in 0..<rows {
      for index in sums.indices { sums[index] = 0 }
      // Two of the eight lines are enough.
      for line in [row * 8 + 2, row * 8 + 6] {
        samples.withUnsafeBufferPointer { samples in
          guard let pixels = samples.baseAddress else { return }
          kernel_add_blocks(pixels + line * size.width * 4, &sums, columns)
        }
      }
      for column in 0..<columns {
        let (even, odd) = (sums[column * 2], sums[column * 2 + 1])
        let block = BlockColor(
          red: Float(even & 0xFFFF) / 16, green: Float(odd & 0xFFFF) / 16, blue: Float(even >> 16) / 16)
        if PaperTint.isBeyondPaper(block, by: threshold.tolerance) { certain += 1 }
        blocks.append(block)
      }
      if certain >= limit { return nil }
    }
    return blocks
  }

  /// For pictures smaller than a block: pixel by pixel.
  private var pixelColors: [BlockColor] {
    stride(from: 0, to: samples.count, by: 4).map {
      BlockColor(red: Float(samples[$0]), green: Float(samples[$0 + 1]), blue: Float(samples[$0 + 2]))
    }
  }
}

/// Luma and chroma (JFIF 1.02) of a block.
struct BlockColor {
  var luma: Float
  var blueness: Float
  var redness: Float

  init(red: Float, green: Float, blue: Float) {
    luma = 0.299 * red + 0.587 * green + 0.114 * blue
    blueness = 0.564 * (blue - luma)
    redness = 0.713 * (red - luma)
  }
}

/// The chroma of a page's paper: old paper between cream and brown, or a scanner's slight cast.
struct PaperTint {
  private(set) var blueness: Float = 0
  private(set) var redness: Float = 0

  /// The most common chroma among the lightest blocks, if it can be that of paper.
  init(of blocks: [BlockColor]) {
    guard !blocks.isEmpty else { return }
    var histogram = [Int](repeating: 0, count: 256)
    for block in blocks { histogram[min(255, max(0, Int(block.luma)))] += 1 }
    var (light, above) = (255, 0)
    while light > 0, above + histogram[light] < blocks.count / 20 {
      above += histogram[light]
      light -= 1
    }
    let floor = Float(light) - 32
    // Cells of 4 by 4 chroma levels.
    var cells = [Int](repeating: 0, count: 64 * 64)
    func cell(_ block: BlockColor) -> Int {
      let (x, y) = (Int(block.blueness + 128) >> 2, Int(block.redness + 128) >> 2)
      return min(63, max(0, y)) * 64 + min(63, max(0, x))
    }
    for block in blocks where block.luma >= floor { cells[cell(block)] += 1 }
    guard let most = cells.indices.max(by: { cells[$0] < cells[$1] }) else { return }
    var (sumB, sumR, count): (Float, Float, Float) = (0, 0, 0)
    for block in blocks where block.luma >= floor && cell(block) == most {
      sumB += block.blueness
      sumR += block.redness
      count += 1
    }
    guard count > 0, !PaperTint.isBeyondPaper(blueness: sumB / count, redness: sumR / count, by: 0) else {
      return
    }
    (blueness, redness) = (sumB / count, sumR / count)
  }

  /// Whether a block's color is between gray and the paper's tint, or not far from that range. Stains and
  /// edges are somewhat browner than the rest.
  func explains(_ place: BlockColor, within tolerance: Double) -> Bool {
    let length = blueness * blueness + redness * redness
    let dot = place.blueness * blueness + place.redness * redness
    let along = length > 0 ? min(1.5, max(0, dot / length)) : 0
    let (x, y) = (place.blueness - along * blueness, place.redness - along * redness)
    return x * x + y * y <= Float(tolerance * tolerance)
  }

  static func isBeyondPaper(_ place: BlockColor, by tolerance: Double) -> Bool {
    isBeyondPaper(blueness: place.blueness, redness: place.redness, by: Float(tolerance))
  }

  /// The colors of papers lie in a sector of the chroma plane from gray towards cream, tan and brown.
  private static func isBeyondPaper(blueness: Float, redness: Float, by tolerance: Float) -> Bool {
    let warmth = -blueness
    // Any slight cast is accepted; a strong one must be that of paper.
    if blueness * blueness + redness * redness <= (8 + tolerance) * (8 + tolerance) { return false }
    return warmth < -tolerance || warmth > 60 + tolerance || redness < -0.25 * warmth - tolerance
      || redness > 1.2 * warmth + tolerance
  }
}
