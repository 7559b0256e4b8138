import BookModel
import Imaging

/// Whether two rasters of nearly one shape show the same picture: both are reduced to a small grid of mean
/// brightness, whose fields may differ a little from encoding and scaling, but not in sum.
func looksAlike(_ a: Raster, _ b: Raster) -> Bool {
  let (left, right) = (brightness(a), brightness(b))
  let differences = zip(left, right).map { abs($0 - $1) }
  let mean = differences.reduce(0, +) / Double(max(1, differences.count))
  return mean <= 4 && differences.allSatisfy { $0 <= 40 }
}

private let side = 24

private func brightness(_ raster: Raster) -> [Double] {
  let channels = raster.layout.channels
  return (0..<side * side).map { field in
    let columns = range(field % side, of: raster.size.width)
    let rows = range(field / side, of: raster.size.height)
    var sum = 0
    for row in rows {
      for column in columns {
        let pixel = (row * raster.size.width + column) * channels
        // Green alone stands for the brightness of colors: it carries most of it.
        sum += Int(raster.samples[channels == 1 ? pixel : pixel + 1])
      }
    }
    return Double(sum) / Double(max(1, rows.count * columns.count))
  }
}

private func range(_ index: Int, of length: Int) -> Range<Int> {
  let start = index * length / side
  return min(start, length - 1)..<max(min(start, length - 1) + 1, (index + 1) * length / side)
}
