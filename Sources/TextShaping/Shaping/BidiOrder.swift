#if Typesetting
  /// The order in which parts of a line stand from left to right.
  enum BidiOrder {
    /// Reverses every sequence of a level and higher ones, from the highest to the lowest odd level (UAX #9, rule L2).
    ///
    /// - Parameter levels: of the parts in the order of reading.
    /// - Returns: the places of the parts, from left to right.
    static func visual(_ levels: [Int]) -> [Int] {
      var order = Array(levels.indices)
      let odd = levels.filter { $0 & 1 == 1 }
      guard let lowest = odd.min(), let highest = levels.max() else { return order }
      var level = highest
      while level >= lowest {
        var start = 0
        while start < order.count {
          guard levels[order[start]] >= level else {
            start += 1
            continue
          }
          var end = start + 1
          while end < order.count, levels[order[end]] >= level { end += 1 }
          order[start..<end].reverse()
          start = end
        }
        level -= 1
      }
      return order
    }

    /// Marks of direction, which count as white space where they stand among it (UAX #9, rules L1 and X9).
    static func isIgnoredAtLineEnd(_ character: UInt32) -> Bool {
      switch character {
      case 0x200B, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }
#endif
