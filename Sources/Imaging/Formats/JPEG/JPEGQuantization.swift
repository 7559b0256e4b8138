import Synchronization

/// A JPEG's quantization tables (ITU-T T.81 §B.2.4.1), and the quality they correspond to.
struct JPEGQuantization {
  /// Up to four tables of 64 steps in zigzag order, indexed by their number.
  private var tables: [[Int]?] = [nil, nil, nil, nil]

  /// Reads the tables of a DQT segment; a faulty one is ignored, because decoders will report it.
  mutating func read(_ payload: ArraySlice<UInt8>) {
    var rest = payload
    while let first = rest.first {
      let width = first >> 4 == 0 ? 1 : 2
      let number = Int(first & 15)
      let body = rest.dropFirst().prefix(64 * width)
      guard number < tables.count, body.count == 64 * width else { return }
      let start = body.startIndex
      tables[number] = (0..<64).map { index in
        width == 1
          ? Int(body[start + index]) : Int(body[start + index * 2]) << 8 | Int(body[start + index * 2 + 1])
      }
      rest = rest.dropFirst(1 + 64 * width)
    }
  }

  /// The quality, 1 to 100 on libjpeg's scale, whose tables are nearest to these.
  ///
  /// The distance is the sum of the squared ratios of steps, so that all steps count equally in tables from
  /// other encoders, which preserve high frequencies better or worse. For files written by libjpeg itself,
  /// the result is exact, except for neighboring qualities with identical tables.
  ///
  /// - Parameters:
  ///   - luma: the number of the first component's table.
  ///   - chroma: the number of the second's; nil for none. If it is the same, colors are judged by luma.
  /// - Returns: nil if a table is missing.
  func quality(luma: Int, chroma: Int?) -> Int? {
    guard let first = table(luma) else { return nil }
    var pairs = [(first, JPEGQuantization.standardLuma)]
    if let chroma, chroma != luma {
      guard let second = table(chroma) else { return nil }
      pairs.append((second, JPEGQuantization.standardChroma))
    }
    // The pages of a book mostly share their tables, and finding the quality takes longer than reading a
    // header.
    if let known = JPEGQuantization.judged.withLock({ $0.first { $0.tables == pairs.map(\.0) }?.quality }) {
      return known
    }
    let quality = nearestQuality(pairs)
    JPEGQuantization.judged.withLock { judged in
      if judged.count == 8 { judged.removeLast() }
      judged.insert((pairs.map(\.0), quality), at: 0)
    }
    return quality
  }

  /// The most recent results, latest first, each with the tables of luma and then chroma.
  private static let judged = Mutex<[(tables: [[Int]], quality: Int)]>([])

  private func nearestQuality(_ pairs: [(table: [Int], standard: [Int])]) -> Int {
    func distance(_ quality: Int) -> Float {
      pairs.reduce(0) { $0 + JPEGQuantization.distance($1.0, $1.1, quality) }
    }
    func best(_ qualities: some Sequence<Int>) -> Int {
      // The highest of equally near ones.
      qualities.reduce((0, Float.infinity)) { best, quality in
        let distance = distance(quality)
        return distance <= best.1 ? (quality, distance) : best
      }.0
    }
    // The distance has a single minimum, so trying every eighth quality locates it.
    let coarse = best(stride(from: 4, through: 100, by: 8))
    return best(max(1, coarse - 8)...min(100, coarse + 8))
  }

  private func table(_ number: Int) -> [Int]? { tables.indices.contains(number) ? tables[number] : nil }

  /// The squared ratio of each step to the standard table's at a quality (`jpeg_quality_scaling` and
  /// `jpeg_add_quant_table` of libjpeg), summed; 0 for an identical table.
  private static func distance(_ table: [Int], _ standard: [Int], _ quality: Int) -> Float {
    let scale = quality < 50 ? 5000 / quality : 200 - quality * 2
    // Steps end at 255 in baseline tables; a table with larger ones has 16 bits.
    let most = table.contains { $0 > 255 } ? 32_767 : 255
    var sum: Float = 0
    for index in 0..<64 {
      let expected = min(max((standard[index] * scale + 50) / 100, 1), most)
      // A step of 0 is faulty.
      let step = max(table[index], 1)
      let difference = Float(step - expected)
      sum += difference * difference / Float(step * expected)
    }
    return sum
  }

  /// T.81 table K.1, in zigzag order.
  private static let standardLuma = [
    16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40,
    58, 51, 61, 60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104,
    103, 62, 77, 113, 121, 112, 100, 120, 92, 101, 103, 99,
  ]
  /// T.81 table K.2, in zigzag order.
  private static let standardChroma =
    [17, 18, 18, 24, 21, 24, 47, 26, 26, 47, 99, 66, 56, 66] + [Int](repeating: 99, count: 50)
}
