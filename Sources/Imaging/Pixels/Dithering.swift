import BookModel
import CKernels

extension Raster {
  /// Whether every color or gray sample has one of these levels.
  func hasOnly(_ levels: [UInt8]) -> Bool {
    var isLevel = [Bool](repeating: false, count: 256)
    for level in levels { isLevel[Int(level)] = true }
    let isGray = layout == .gray
    return samples.withUnsafeBufferPointer { samples in
      var index = 0
      while index < samples.count {
        if !isLevel[Int(samples[index])], isGray || index & 3 != 3 { return false }
        index &+= 1
      }
      return true
    }
  }

  mutating func ditherByDiffusion(_ operation: QuantizeOperation) {
    let nearest = (-128...383).map { operation.nearest($0) }
    let clean = (0...255).map { UInt8(operation.isClean($0) ? 1 : 0) }
    let gaps = zip(operation.levels.dropFirst(), operation.levels).map { Int($0) - Int($1) }
    let jitter = QuantizeOperation.jitter(amplitude: (gaps.min() ?? 0) / 6)
    let (size, isGray) = (size, layout == .gray)
    let channels = isGray ? 1 : 3
    var carry = [Int16](repeating: 0, count: (size.width + 2) * channels)
    samples.withUnsafeMutableBufferPointer { samples in
      guard var row = samples.baseAddress else { return }
      jitter.withUnsafeBufferPointer { jitter in
        for y in 0..<size.height {
          if y & 63 == 0, Task.isCancelled { break }
          let thresholds = jitter.baseAddress.map { $0 + (y & 63) * 64 }
          let step: Int32 = y & 1 == 0 ? 1 : -1
          if isGray {
            kernel_diffuse_gray(row, size.width, step, &carry, nearest, clean, thresholds)
          } else {
            kernel_diffuse_colors(row, size.width, step, &carry, nearest, clean, thresholds)
          }
          row += size.width * (isGray ? 1 : 4)
        }
      }
    }
  }

  mutating func ditherOrdered(_ operation: QuantizeOperation) {
    // One table of levels for each position in the matrix.
    let tables = QuantizeOperation.bayer.map { threshold in
      (0...255).map { operation.level(of: $0, threshold: threshold) }
    }
    let (size, isGray) = (size, layout == .gray)
    samples.withUnsafeMutableBufferPointer { samples in
      for y in 0..<size.height {
        if y & 63 == 0, Task.isCancelled { break }
        for column in 0..<8 {
          tables[(y & 7) * 8 + column].withUnsafeBufferPointer { table in
            var x = column
            while x < size.width {
              let index = y &* size.width &+ x
              if isGray {
                samples[index] = table[Int(samples[index])]
              } else {
                for channel in index &* 4..<index &* 4 &+ 3 {
                  samples[channel] = table[Int(samples[channel])]
                }
              }
              x &+= 8
            }
          }
        }
      }
    }
  }
}

extension QuantizeOperation {
  /// The level below or above a sample, depending on whether its position between them is below or above a
  /// threshold of 1 to 127 128ths.
  fileprivate func level(of sample: Int, threshold: Int) -> UInt8 {
    guard !isClean(sample), let index = levels.firstIndex(where: { Int($0) > sample }), index > 0 else {
      return nearest(sample)
    }
    let (below, above) = (Int(levels[index - 1]), Int(levels[index]))
    return (sample - below) * 128 > threshold * (above - below) ? UInt8(above) : UInt8(below)
  }

  /// Bayer's 8 by 8 matrix (1973), in odd 128ths.
  fileprivate static let bayer: [Int] = (0..<64).map { place in
    let (x, y) = (place % 8, place / 8)
    var rank = 0
    for bit in 0..<3 {
      let (a, b) = (x >> bit & 1, y >> bit & 1)
      rank |= ((a ^ b) << 1 | b) << (2 * (2 - bit))
    }
    return rank * 2 + 1
  }

  /// 64 by 64 even random numbers from -amplitude to amplitude, the same in every run.
  fileprivate static func jitter(amplitude: Int) -> [Int8] {
    (0..<4096).map { place in
      // A step of SplitMix64 (Steele, Lea, Flood 2014).
      var bits = UInt64(place) &* 0x9E37_79B9_7F4A_7C15
      bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
      return Int8(Int((bits ^ bits >> 31) >> 33) % (2 * amplitude + 1) - amplitude)
    }
  }
}
