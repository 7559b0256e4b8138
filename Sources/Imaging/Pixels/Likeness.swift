public import BookModel
public import Diagnostics
import Options

/// Whether two pictures look the same to a person. Copies in other sizes, formats and qualities do; a
/// different picture, lettering or coloring does not.
///
/// Both are reduced to 64 by 96 cells (96 by 64 for wide ones), smoothed, and compared in luma and chroma. If
/// the aspect ratios differ by more than 1 %, they are not alike. See `PictureSketch` for the thresholds.
public func looksAlike(_ first: Raster, _ second: Raster) -> Bool {
  guard first.size.area > 0, second.size.area > 0, aspectsAgree(first.size, second.size) else { return false }
  let grid = PictureSketch.grid(for: first.size, second.size)
  return PictureSketch(first, grid).isLike(PictureSketch(second, grid))
}

/// The same for encoded pictures, decoded no larger than needed.
///
/// - Throws: whatever `decodePicture` throws.
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

/// Whether two sizes have the same shape, to within 1 %.
private func aspectsAgree(_ first: Size, _ second: Size) -> Bool {
  abs(first.aspect - second.aspect) <= 0.01 * max(first.aspect, second.aspect)
}

/// A picture reduced to what can be seen at a glance.
///
/// The thresholds come from 77 pictures of the corpus. They were compared with variants of themselves: widths
/// from 160 pixels, JPEG quality from 30, 256 colors, 3 % brighter (largest luma difference 16, mean chroma
/// difference 4). They were also compared with altered copies: a word 4 % of the height (luma 33 and more), a
/// different volume number of 6 % (16 and more, 18 in nineteen cases out of twenty), no color or another hue
/// (mean chroma 6 and more).
struct PictureSketch {
  static let longSide = 96
  static let shortSide = 64
  /// The largest luma difference of a single cell between pictures that are alike, in levels of 255.
  static let lumaLimit: Float = 18
  /// The largest chroma difference of a single cell: exceeded by lettering with the same luma as its ground.
  static let chromaLimit: Float = 36
  /// The largest mean chroma difference.
  static let meanChromaLimit: Float = 5

  /// Luma, blue and red chroma (BT.601), cell by cell.
  private let planes: [[Float]]

  static func grid(for first: Size, _ second: Size) -> Size {
    first.width + second.width > first.height + second.height
      ? Size(width: longSide, height: shortSide) : Size(width: shortSide, height: longSide)
  }

  /// The sketch of an encoded picture, decoded no larger than needed.
  init(_ bytes: [UInt8], _ facts: PictureFacts, _ grid: Size, _ limits: Limits) throws(Diagnostic) {
    // Twice the grid, so that the decoder's reduction is not visible. It fills the last pixel of a row or
    // column with the remainder of the picture, which is in the expected place only if the picture is not
    // turned.
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

  /// Each cell averaged with its neighbors, weighted 1 2 1 in both directions: resampling shifts edges by
  /// fractions of a cell.
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
