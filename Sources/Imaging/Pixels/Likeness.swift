public import BookModel
public import Diagnostics
import Options

/// Whether two pictures show the same to somebody who looks at them: copies at other sizes, in other formats
/// and qualities do; another picture, other lettering or other colors do not.
///
/// Both are reduced to 64 by 96 cells (96 by 64 for wide ones), smoothed, and compared in luma and chroma.
/// Where the aspects differ by more than 1 %, they are not alike. See `PictureSketch` for the thresholds.
public func looksAlike(_ first: Raster, _ second: Raster) -> Bool {
  guard first.size.area > 0, second.size.area > 0, aspectsAgree(first.size, second.size) else { return false }
  let grid = PictureSketch.grid(for: first.size, second.size)
  return PictureSketch(first, grid).isLike(PictureSketch(second, grid))
}

/// The same for encoded pictures, decoded no larger than needed.
///
/// - Throws: what `decodePicture` throws.
public func looksAlike(
  _ first: [UInt8], _ second: [UInt8], limits: Limits = Limits()
) throws(Diagnostic) -> Bool {
  guard case .facts(let facts) = try probeHeader(first, isWhole: true, limits: limits),
    case .facts(let others) = try probeHeader(second, isWhole: true, limits: limits),
    aspectsAgree(facts.size, others.size)
  else { return false }
  let grid = PictureSketch.grid(for: facts.size, others.size)
  return try PictureSketch(first, facts, grid, limits).isLike(PictureSketch(second, others, grid, limits))
}

/// Whether two sizes are one shape, to 1 %.
private func aspectsAgree(_ first: Size, _ second: Size) -> Bool {
  abs(first.aspect - second.aspect) <= 0.01 * max(first.aspect, second.aspect)
}

/// A picture reduced to what a glance takes in.
///
/// The thresholds come from 77 pictures of the corpus against themselves: at widths from 160 pixels, JPEG
/// quality from 30, 256 colors, 3 % brighter (the largest difference of luma 16, the mean of chroma 4), and
/// against copies that bear a word 4 % of the height (luma 33 and more), another volume number of 6 % (16 and
/// more, 18 for nineteen in twenty), no color or another hue (mean chroma 6 and more).
struct PictureSketch {
  static let longSide = 96
  static let shortSide = 64
  /// The largest difference of one cell's luma between pictures that are alike, in levels of 255.
  static let lumaLimit: Float = 18
  /// The largest difference of one cell's chroma: lettering of the ground's own luma goes beyond it.
  static let chromaLimit: Float = 36
  /// The largest mean difference of chroma.
  static let meanChromaLimit: Float = 5

  /// Luma, blue and red chroma (BT.601), cell by cell.
  private let planes: [[Float]]

  static func grid(for first: Size, _ second: Size) -> Size {
    first.width + second.width > first.height + second.height
      ? Size(width: longSide, height: shortSide) : Size(width: shortSide, height: longSide)
  }

  /// The sketch of an encoded picture, decoded no larger than needed.
  init(_ bytes: [UInt8], _ facts: PictureFacts, _ grid: Size, _ limits: Limits) throws(Diagnostic) {
    // Twice the grid, so that the decoder's reduction does not show. It fills the last pixel of a row or
    // column with what is left of the picture, which only in an unturned one lies where it is expected.
    let smallest = Size(width: grid.width * 2, height: grid.height * 2)
    let raster = try decodePicture(
      bytes, limits: limits, smallestSize: facts.orientation == 1 ? smallest : nil)
    let divisor = [1, 2, 4, 8].first { (facts.size.width + $0 - 1) / $0 == raster.size.width } ?? 1
    let extent = Raster.Extent(
      width: Double(facts.size.width) / Double(divisor), height: Double(facts.size.height) / Double(divisor))
    self.init(raster, grid, covering: extent)
  }

  init(_ raster: Raster, _ grid: Size, covering extent: Raster.Extent? = nil) {
    let flat = raster.laid(on: .white)
    let averages = flat.areaAverages(grid, covering: extent)
    var (luma, blue, red) = ([Float](), [Float](), [Float]())
    for cell in 0..<grid.area {
      if flat.layout == .gray {
        luma.append(averages[cell])
        blue.append(0)
        red.append(0)
      } else {
        let (r, g, b) = (averages[cell * 4], averages[cell * 4 + 1], averages[cell * 4 + 2])
        let y = 0.299 * r + 0.587 * g + 0.114 * b
        luma.append(y)
        blue.append(0.564 * (b - y))
        red.append(0.713 * (r - y))
      }
    }
    planes = [luma, blue, red].map { PictureSketch.smoothed($0, grid) }
  }

  func isLike(_ other: PictureSketch) -> Bool {
    var chromaSum: Float = 0
    for (plane, (mine, theirs)) in zip(planes, other.planes).enumerated() {
      let limit = plane == 0 ? PictureSketch.lumaLimit : PictureSketch.chromaLimit
      for (one, two) in zip(mine, theirs) {
        let difference = abs(one - two)
        if difference > limit { return false }
        if plane > 0 { chromaSum += difference }
      }
    }
    return chromaSum <= PictureSketch.meanChromaLimit * Float(planes[1].count * 2)
  }

  /// Each cell with its neighbors, weighted 1 2 1 both ways: resampling shifts edges by parts of a cell.
  private static func smoothed(_ plane: [Float], _ grid: Size) -> [Float] {
    func pass(_ cells: [Float], _ step: Int, _ position: (Int) -> Int, _ count: Int) -> [Float] {
      cells.indices.map { index in
        let at = position(index)
        let before = cells[at > 0 ? index - step : index]
        let after = cells[at < count - 1 ? index + step : index]
        return (before + 2 * cells[index] + after) / 4
      }
    }
    let across = pass(plane, 1, { $0 % grid.width }, grid.width)
    return pass(across, grid.width, { $0 / grid.width }, grid.height)
  }
}
