public import BookModel
public import Diagnostics

/// Keeps the left or right half of a double page whose size is not known yet, cut in the fold.
public struct HalfOperation: PixelOperation {
  public static let name = "half"

  /// Left or right.
  public let side: PageSide
  /// The number of columns beyond the middle.
  public let overlap: Int

  public init(_ side: PageSide, overlap: Int = 0) {
    self.side = side
    self.overlap = overlap
  }

  public var parameters: String { side.rawValue + (overlap > 0 ? ", overlap \(overlap)" : "") }
  public var keepsSamples: Bool { true }

  private func part(of size: Size, fold: Int) -> Rectangle {
    let halves = HalfOperation.cut(size, at: fold, overlap, unit: 1)
    return side == .left ? halves.left : halves.right
  }

  public func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    guard let input = inputs.first, inputs.count == 1 else { return nil }
    return input.reworked(part(of: input.size, fold: input.size.width / 2).size)
  }

  public func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed {
    DecodeNeed(grayOnly: need.grayOnly)
  }

  public func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    guard raster.crop(to: part(of: raster.size, fold: raster.foldColumn)) else { return .unchanged }
    raster.fold = nil
    return .changed
  }

  /// Both halves of a double page. The right half begins at the nearest multiple of `unit`, and the cut moves
  /// accordingly.
  ///
  /// - Parameters:
  ///   - fold: the column behind the fold; nil: the middle.
  ///   - overlap: columns that each half shows beyond the cut.
  public static func cut(
    _ size: Size, at fold: Int? = nil, _ overlap: Int, unit: Int
  ) -> (left: Rectangle, right: Rectangle) {
    guard size.width > 1 else { return (Rectangle(of: size), Rectangle(of: size)) }
    let fold = fold ?? size.width / 2
    let overlap = min(overlap, fold - 1, size.width - fold - 1)
    let wanted = fold - max(0, overlap)
    var start = (wanted + unit / 2) / unit * unit
    if start < 1 || start >= size.width { start = wanted }
    let end = min(size.width, start + 2 * max(0, overlap))
    return (
      Rectangle(x: 0, y: 0, size: Size(width: end, height: size.height)),
      Rectangle(x: start, y: 0, size: Size(width: size.width - start, height: size.height))
    )
  }
}

extension Raster {
  /// The column behind the fold of a double page.
  var foldColumn: Int {
    guard let fold, (1..<max(1, size.width)).contains(fold) else { return size.width / 2 }
    return fold
  }
}
