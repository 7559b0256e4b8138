public import BookModel

/// Where a picture is placed when it is resized: arithmetic only.
public struct ResizeGeometry: Hashable, Sendable {
  /// The visible part of the source, in its pixels; all of it unless `fill` cuts.
  public var window: Window
  /// The size that part is scaled to.
  public var scaled: Size
  /// The size of the result; larger than `scaled` if `pad` adds a border.
  public var canvas: Size

  public struct Window: Hashable, Sendable {
    public var left: Double
    public var top: Double
    public var width: Double
    public var height: Double
  }

  /// - Parameters:
  ///   - source: the source's size, at least one pixel.
  ///   - box: the requested size.
  ///   - enlarge: whether the picture may be shown larger than it is.
  public init(_ source: Size, in box: Size, _ mode: ResizeMode, enlarge: Bool) {
    window = Window(left: 0, top: 0, width: Double(source.width), height: Double(source.height))
    switch mode {
    case .fit:
      scaled = ResizeGeometry.fitted(source, box, enlarge)
      canvas = scaled
    case .pad:
      scaled = ResizeGeometry.fitted(source, box, enlarge)
      canvas = box
    case .stretch:
      scaled =
        enlarge ? box : Size(width: min(source.width, box.width), height: min(source.height, box.height))
      canvas = scaled
    case .fill:
      // The part of the source with the box's shape or, if smaller than the box, with its own size.
      let shown = ResizeGeometry.fitted(box, source, true)
      scaled = enlarge || (shown.width >= box.width && shown.height >= box.height) ? box : shown
      canvas = scaled
      let isWider = source.width * box.height > source.height * box.width
      let (width, height) = (Double(source.width), Double(source.height))
      if isWider { window.width = height * Double(box.width) / Double(box.height) }
      if !isWider { window.height = width * Double(box.height) / Double(box.width) }
      window.left = (width - window.width) / 2
      window.top = (height - window.height) / 2
    }
  }

  /// The largest size with the shape of `size` that fits into a box.
  private static func fitted(_ size: Size, _ box: Size, _ enlarge: Bool) -> Size {
    if !enlarge, size.width <= box.width, size.height <= box.height { return size }
    // Sides are rounded to the nearest pixel, but are at least one pixel.
    if box.width * size.height <= box.height * size.width {
      let height = (size.height * box.width + size.width / 2) / size.width
      return Size(width: box.width, height: min(box.height, max(1, height)))
    }
    let width = (size.width * box.height + size.height / 2) / size.height
    return Size(width: min(box.width, max(1, width)), height: box.height)
  }

  /// Where a column of the source comes to lie in the part that is scaled.
  func column(_ column: Int) -> Int {
    Int(((Double(column) - window.left) * Double(scaled.width) / window.width).rounded())
  }

  /// Whether the result is the source.
  public func isIdentity(of source: Size) -> Bool {
    canvas == source && scaled == source && window.width == Double(source.width)
      && window.height == Double(source.height)
  }
}
