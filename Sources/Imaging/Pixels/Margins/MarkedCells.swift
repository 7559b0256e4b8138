import BookModel
import CKernels

/// A page reduced to cells, each with the number of its pixels that are not margin.
struct MarkedCells {
  /// Pixels along a cell's side.
  let side: Int
  let columns: Int
  let rows: Int
  private(set) var counts: [Int]

  /// - Parameter countsSpots: whether a single pixel counts, as a star on a sky does; else a few in a cell are noise.
  init(_ raster: Raster, ground: MarginGround, countsSpots: Bool = false) {
    side = max(2, min(8, min(raster.size.width, raster.size.height) / 150))
    columns = (raster.size.width + side - 1) / side
    rows = (raster.size.height + side - 1) / side
    counts = [Int](repeating: 0, count: columns * rows)
    let width = raster.size.width
    let bytes = raster.layout.bytesPerPixel
    var marks = [UInt8](repeating: 0, count: width)
    raster.samples.withUnsafeBufferPointer { samples in
      guard let samples = samples.baseAddress else { return }
      for row in 0..<rows {
        for index in marks.indices { marks[index] = 0 }
        for y in row * side..<min(raster.size.height, (row + 1) * side) {
          let line = samples + y * width * bytes
          if bytes == 1 {
            kernel_mark_gray(line, ground.color[0], ground.tolerance, &marks, width)
          } else {
            kernel_mark_colors(line, ground.color, ground.tolerance, &marks, width)
          }
        }
        var (cell, left) = (row * columns, side)
        for mark in marks {
          counts[cell] &+= Int(mark)
          left &-= 1
          if left == 0 {
            cell &+= 1
            left = side
          }
        }
      }
    }
    let few = countsSpots ? 1 : max(1, side * side / 16)
    for index in counts.indices where counts[index] < few { counts[index] = 0 }
  }

  mutating func empty(_ cell: Int) { counts[cell] = 0 }

  /// A group of marked cells with at most two empty cells between neighbors.
  struct Patch {
    var left: Int
    var top: Int
    /// The column after the last.
    var right: Int
    var bottom: Int
    /// The number of marked pixels.
    var ink: Int

    mutating func unite(_ other: Patch) {
      (left, top) = (min(left, other.left), min(top, other.top))
      (right, bottom) = (max(right, other.right), max(bottom, other.bottom))
      ink += other.ink
    }
  }

  var patches: [Patch] {
    var isSeen = [Bool](repeating: false, count: counts.count)
    var patches: [Patch] = []
    var waiting: [Int] = []
    for start in counts.indices where counts[start] > 0 && !isSeen[start] {
      var patch = Patch(left: columns, top: rows, right: 0, bottom: 0, ink: 0)
      isSeen[start] = true
      waiting.append(start)
      while let cell = waiting.popLast() {
        let (x, y) = (cell % columns, cell / columns)
        patch.unite(Patch(left: x, top: y, right: x + 1, bottom: y + 1, ink: counts[cell]))
        for row in max(0, y - 2)...min(rows - 1, y + 2) {
          for column in max(0, x - 2)...min(columns - 1, x + 2) {
            let near = row * columns + column
            if counts[near] > 0, !isSeen[near] {
              isSeen[near] = true
              waiting.append(near)
            }
          }
        }
      }
      patches.append(patch)
    }
    return patches
  }
}
