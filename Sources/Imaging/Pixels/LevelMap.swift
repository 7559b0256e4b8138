import BookModel

extension Raster {
  /// Puts `levels[sample]` in place of every gray, red, green and blue sample.
  ///
  /// - Parameter levels: 256 of them.
  /// - Returns: whether any sample changed.
  public mutating func mapLevels(_ levels: [UInt8]) -> Bool {
    precondition(levels.count == 256, "every level has its own")
    guard levels.enumerated().contains(where: { $0.offset != Int($0.element) }) else { return false }
    let isGray = layout == .gray
    return samples.withUnsafeMutableBufferPointer { samples in
      levels.withUnsafeBufferPointer { levels in
        var difference: UInt8 = 0
        var index = 0
        while index < samples.count {
          if isGray || index & 3 != 3 {
            let level = levels[Int(samples[index])]
            difference |= level ^ samples[index]
            samples[index] = level
          }
          index &+= 1
        }
        return difference != 0
      }
    }
  }
}
