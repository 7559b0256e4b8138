public import BookModel

/// The pixels along one vertical edge of a page, reduced to what shows whether the drawing continues on the
/// facing page.
public struct GutterEdge: Hashable, Sendable {
  /// Red, green and blue averages of the strip, one color after another, with `GutterEdge.rows` values each.
  private let colors: [[Float]]
  private let luma: [Float]

  /// The number of steps in which pages of any height are compared.
  static let rows = 256

  /// - Parameter side: which edge of the page to take; a left page meets the gutter at its right edge.
  public init(of raster: Raster, at side: PageSide) {
    let width = raster.size.width
    // Two thirds of a percent of the width, about as much as a scan loses or blurs at the fold.
    let strip = min(width, max(2, width / 150))
    let columns = side == .left ? 0..<strip : (width - strip)..<width
    let lines = GutterEdge.averages(of: raster, columns)
    let colors = lines.map { GutterEdge.reduced($0) }
    luma = colors[0].indices.map { 0.299 * colors[0][$0] + 0.587 * colors[1][$0] + 0.114 * colors[2][$0] }
    self.colors = colors
  }

  /// The confidence, 0 to 1, that one drawing continues from this edge to the facing one.
  ///
  /// Both edges must contain art (a margin of one color proves nothing); they must match as a whole and in
  /// their outlines, and match far better than when one is shifted along the other. Measured on pages cut at
  /// arbitrary columns, and on cuts of pages that do not belong together: the latter stay below 0.5, three
  /// quarters of the exact cuts with art reach 0.9, and a fifth of those do that lost one percent of the
  /// width.
  public func continues(into other: GutterEdge) -> Double {
    let slack = GutterEdge.rows / 64
    let reach = GutterEdge.rows / 4
    var differences: [Float] = []
    var best = (shift: 0, difference: Float.infinity)
    for shift in -reach...reach {
      let difference = difference(to: other, shift)
      if abs(shift) <= slack, difference < best.difference { best = (shift, difference) }
      if abs(shift) > 2 * slack { differences.append(difference) }
    }
    let elsewhere = differences.sorted()[differences.count / 2]
    let (one, two) = overlap(luma, other.luma, best.shift)
    let spread = min(GutterEdge.deviation(one), GutterEdge.deviation(two))
    guard spread > 14 else { return 0 }
    let (steps, otherSteps) = (GutterEdge.steps(one), GutterEdge.steps(two))
    let edges = min(GutterEdge.edgeCount(one), GutterEdge.edgeCount(two))
    let art = min(1, (spread - 14) / 10) * min(1, Float(edges) / 10)
    let whole = GutterEdge.ramp(GutterEdge.correlation(one, two), 0.45, 0.8)
    let outlines = GutterEdge.ramp(GutterEdge.correlation(steps, otherSteps), 0.15, 0.5)
    let sharpness = GutterEdge.ramp(elsewhere / max(1, best.difference), 1.3, 2.2)
    return Double(art * min(whole, outlines, sharpness))
  }

  // MARK: Reducing

  /// The average color of each row's pixels within a range of columns.
  private static func averages(of raster: Raster, _ columns: Range<Int>) -> [[Float]] {
    let height = raster.size.height
    let bytes = raster.layout.bytesPerPixel
    var lines = [[Float]](repeating: [Float](repeating: 0, count: height), count: 3)
    raster.samples.withUnsafeBufferPointer { samples in
      for y in 0..<height {
        for channel in 0..<3 {
          var sum = 0
          let start = y * raster.size.width * bytes + (bytes == 1 ? 0 : channel)
          for x in columns { sum += Int(samples[start + x * bytes]) }
          lines[channel][y] = Float(sum) / Float(max(1, columns.count))
        }
      }
    }
    return lines
  }

  /// The averages of `rows` equal parts.
  private static func reduced(_ line: [Float]) -> [Float] {
    guard !line.isEmpty else { return [Float](repeating: 0, count: rows) }
    var sums: [Double] = [0]
    for value in line { sums.append((sums.last ?? 0) + Double(value)) }
    func sum(upTo position: Double) -> Double {
      let whole = min(line.count - 1, Int(position))
      return sums[whole] + (position - Double(whole)) * Double(line[whole])
    }
    let step = Double(line.count) / Double(rows)
    return (0..<rows).map { Float((sum(upTo: Double($0 + 1) * step) - sum(upTo: Double($0) * step)) / step) }
  }

  // MARK: Comparing

  /// The parts of two lines that face each other when the second is moved up by `shift`.
  private func overlap(_ one: [Float], _ two: [Float], _ shift: Int) -> (ArraySlice<Float>, ArraySlice<Float>)
  {
    (one[max(0, shift)..<(one.count + min(0, shift))], two[max(0, -shift)..<(two.count + min(0, -shift))])
  }

  /// The mean, over all rows, of the largest difference in any color.
  private func difference(to other: GutterEdge, _ shift: Int) -> Float {
    let count = GutterEdge.rows - abs(shift)
    let (start, otherStart) = (max(0, shift), max(0, -shift))
    var sum: Float = 0
    for row in 0..<count {
      var largest: Float = 0
      for channel in 0..<3 {
        largest = max(largest, abs(colors[channel][start + row] - other.colors[channel][otherStart + row]))
      }
      sum += largest
    }
    return sum / Float(count)
  }

  /// Differences from row to row, capped so that a few strong lines do not dominate (such as the gaps in a
  /// grid of panels, which are at the same heights on every page).
  private static func steps(_ line: ArraySlice<Float>) -> ArraySlice<Float> {
    zip(line.dropFirst(), line).map { min(24, max(-24, $0 - $1)) }[...]
  }

  private static func edgeCount(_ line: ArraySlice<Float>) -> Int {
    zip(line.dropFirst(), line).count { abs($0 - $1) > 12 }
  }

  private static func mean(_ line: ArraySlice<Float>) -> Float {
    line.reduce(0, +) / Float(max(1, line.count))
  }

  private static func deviation(_ line: ArraySlice<Float>) -> Float {
    let mean = mean(line)
    return (line.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(max(1, line.count))).squareRoot()
  }

  /// Pearson correlation; 0 if one of the lines is flat.
  private static func correlation(_ one: ArraySlice<Float>, _ two: ArraySlice<Float>) -> Float {
    let (mean, otherMean) = (mean(one), Self.mean(two))
    var (product, square, otherSquare) = (Float(0), Float(0), Float(0))
    for (left, right) in zip(one, two) {
      product += (left - mean) * (right - otherMean)
      square += (left - mean) * (left - mean)
      otherSquare += (right - otherMean) * (right - otherMean)
    }
    let scale = (square * otherSquare).squareRoot()
    return scale > 0 ? product / scale : 0
  }

  private static func ramp(_ value: Float, _ low: Float, _ high: Float) -> Float {
    min(1, max(0, (value - low) / (high - low)))
  }
}
