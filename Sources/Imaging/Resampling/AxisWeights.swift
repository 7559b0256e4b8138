import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// For every pixel along one axis of the result, the source pixels it is made from and their weights.
struct AxisWeights: Sendable {
  /// The number of source pixels for each pixel of the result.
  let taps: Int
  /// The first of them for each pixel of the result, in non-decreasing order.
  let starts: [Int32]
  /// `taps` weights for each pixel of the result, which add up to 1.
  let weights: [Float]

  var count: Int { starts.count }

  /// A part of a row or column, in pixels from its beginning.
  struct Stretch: Hashable {
    var start: Double
    var length: Double

    /// Multiplies first, so that scaling the whole of one length gives exactly the whole of another.
    mutating func scale(by part: Int, of whole: Int) {
      start = start * Double(part) / Double(whole)
      length = length * Double(part) / Double(whole)
    }
  }

  /// - Parameters:
  ///   - count: the number of pixels in the source.
  ///   - stretch: the part of the source that fills the result.
  ///   - target: the number of pixels in the result.
  init(count: Int, _ stretch: Stretch, to target: Int, _ kernel: ResamplingKernel) {
    guard stretch != Stretch(start: 0, length: Double(target)) || count != target else {
      self.init(taps: 1, starts: (0..<Int32(count)).map { $0 }, weights: [Float](repeating: 1, count: count))
      return
    }
    let kernel = kernel.resolved(from: stretch.length, to: target)
    let step = stretch.length / Double(target)
    let widening = max(step, 1)
    self.init(
      count: count, centers: (0..<target).map { stretch.start + (Double($0) + 0.5) * step },
      reach: kernel.support * widening
    ) { kernel.weight(at: $0 / widening) }
  }

  /// A Gaussian blur of `count` pixels, cut off at three deviations.
  init(blurring count: Int, deviation: Double) {
    self.init(count: count, centers: (0..<count).map { Double($0) + 0.5 }, reach: max(3 * deviation, 0.5)) {
      exp(-$0 * $0 / (2 * deviation * deviation))
    }
  }

  /// - Parameters:
  ///   - centers: the position in the source for each pixel of the result.
  ///   - reach: how far from there pixels count; those beyond an edge are left out.
  private init(count: Int, centers: [Double], reach: Double, _ weight: (Double) -> Double) {
    let ranges = centers.map { center in
      let low = min(max(0, Int((center - reach + 0.5).rounded(.down))), count - 1)
      return low..<max(low + 1, min(count, Int((center + reach + 0.5).rounded(.down))))
    }
    let taps = ranges.reduce(1) { max($0, $1.count) }
    var weights = [Float](repeating: 0, count: taps * centers.count)
    var starts: [Int32] = []
    starts.reserveCapacity(centers.count)
    var own: [Double] = []
    for (index, range) in ranges.enumerated() {
      own.removeAll(keepingCapacity: true)
      for pixel in range { own.append(weight(Double(pixel) + 0.5 - centers[index])) }
      let sum = own.reduce(0, +)
      let start = min(range.lowerBound, count - taps)
      for (offset, value) in own.enumerated() {
        weights[index * taps + range.lowerBound - start + offset] =
          Float(sum == 0 ? 1 / Double(own.count) : value / sum)
      }
      starts.append(Int32(start))
    }
    self.init(taps: taps, starts: starts, weights: weights)
  }

  private init(taps: Int, starts: [Int32], weights: [Float]) {
    self.taps = taps
    self.starts = starts
    self.weights = weights
  }
}

// MARK: Remembered

extension AxisWeights {
  private struct Key: Hashable {
    var count: Int
    var stretch: Stretch
    var target: Int
    var kernel: ResamplingKernel
  }

  /// The most recent ones, newest last: the pages of a book have only a few sizes.
  private static let remembered = Mutex<[(key: Key, weights: AxisWeights)]>([])

  static func cached(count: Int, _ stretch: Stretch, to target: Int, _ kernel: ResamplingKernel)
    -> AxisWeights
  {
    let key = Key(count: count, stretch: stretch, target: target, kernel: kernel)
    if let known = remembered.withLock({ $0.first { $0.key == key }?.weights }) { return known }
    let weights = AxisWeights(count: count, stretch, to: target, kernel)
    remembered.withLock { list in
      if list.count >= 16 { list.removeFirst() }
      list.append((key, weights))
    }
    return weights
  }
}
