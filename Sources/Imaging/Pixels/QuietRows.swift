public import BookModel

/// The rows of a strip that contain no art, where it can be cut.
public struct QuietRows: Hashable, Sendable {
  /// Stretches of rows, from the top.
  public private(set) var bands: [Range<Int>] = []
  public let size: Size

  /// A row is quiet if neighboring pixels hardly differ: this includes paper, flat color and slow gradients,
  /// but not lines and screentone.
  ///
  /// - Parameter tolerance: the number of levels by which adjacent pixels may differ.
  public init(_ raster: Raster, tolerance: Int = 10) {
    size = raster.size
    let (width, bytes) = (raster.size.width, raster.layout.bytesPerPixel)
    // Dust: one pixel in five hundred may differ.
    let allowed = width / 500
    var start: Int?
    raster.samples.withUnsafeBufferPointer { samples in
      for y in 0..<raster.size.height {
        let row = UnsafeBufferPointer(rebasing: samples[y * width * bytes..<(y + 1) * width * bytes])
        if QuietRows.isQuiet(row, bytes, tolerance, allowed) {
          start = start ?? y
        } else if let first = start {
          bands.append(first..<y)
          start = nil
        }
      }
    }
    if let start { bands.append(start..<raster.size.height) }
    // A row or two may be quiet by chance.
    bands.removeAll { $0.count < max(4, width / 100) }
  }

  private static func isQuiet(
    _ row: UnsafeBufferPointer<UInt8>, _ bytes: Int, _ tolerance: Int, _ allowed: Int
  ) -> Bool {
    var loud = 0
    // Compares pixels two apart, so that the soft edges of scans and JPEGs count as edges.
    var index = 2 &* bytes
    while index < row.count {
      var difference = 0
      for channel in 0..<min(3, bytes) {
        difference = max(
          difference, abs(Int(row[index &+ channel]) &- Int(row[index &- 2 &* bytes &+ channel])))
      }
      if difference > tolerance {
        loud &+= 1
        if loud > allowed { return false }
      }
      index &+= bytes
    }
    return true
  }

  /// Where to cut into screens of about a given height: rows within quiet bands, from the top.
  ///
  /// Among bands between a half and one and a quarter screens away, the cut nearest to a whole screen is
  /// used, with wide bands preferred; if there are none, the next band below. Nothing is cut when no band is
  /// left. If possible, the row is a multiple of `alignment`, so that JPEGs can be cut without loss.
  public func cuts(height: Int, alignment: Int = 16) -> [Int] {
    var cuts: [Int] = []
    var top = 0
    while size.height - top > height + height / 4 {
      let usual = (top + height / 2)...(top + height + height / 4)
      let rows = bands.compactMap { band -> (row: Int, width: Int)? in
        // The last band reaches the edge: nothing below it needs another screen.
        guard band.lowerBound > top, band.upperBound < size.height else { return nil }
        return (QuietRows.row(in: band, near: top + height, alignment), band.count)
      }
      let near = rows.filter { usual.contains($0.row) }
      let best = near.max { left, right in
        (min(left.width, height / 20), -abs(left.row - top - height))
          < (min(right.width, height / 20), -abs(right.row - top - height))
      }
      guard let cut = best?.row ?? rows.first(where: { $0.row > usual.upperBound })?.row else { break }
      cuts.append(cut)
      top = cut
    }
    return cuts
  }

  /// The middle of a band or, in a long band, the row nearest to a position; aligned if possible.
  private static func row(in band: Range<Int>, near place: Int, _ alignment: Int) -> Int {
    let margin = min(band.count / 2, 24)
    let row = min(max(place, band.lowerBound + margin), band.upperBound - 1 - min(margin, band.count - 1))
    let below = row / alignment * alignment
    for candidate in [below, below + alignment].sorted(by: { abs($0 - row) < abs($1 - row) })
    where band.contains(candidate) { return candidate }
    return row
  }
}
