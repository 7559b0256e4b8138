/// A rectangle on a page, in CSS pixels or any other unit.
public struct Frame: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
  public var area: Double { max(0, width) * max(0, height) }

  /// What both have in common: no area where they lie apart.
  public func intersection(_ other: Frame?) -> Frame {
    guard let other else { return self }
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Frame(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  public func union(_ other: Frame) -> Frame {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Frame(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The frame in a system whose unit is another and whose origin lies elsewhere.
  func mapped(_ scaleX: Double, _ scaleY: Double, _ offsetX: Double, _ offsetY: Double) -> Frame {
    Frame(
      x: x * scaleX + offsetX, y: y * scaleY + offsetY, width: width * scaleX, height: height * scaleY)
  }

  /// The largest frame of a shape inside this one, or the smallest around it; placed by hundredths of what is left.
  func fitted(_ width: Double, _ height: Double, covers: Bool, _ alignX: Double = 50, _ alignY: Double = 50)
    -> Frame
  {
    guard width > 0, height > 0 else { return self }
    let scales = [self.width / width, self.height / height]
    let scale = covers ? max(scales[0], scales[1]) : min(scales[0], scales[1])
    let (w, h) = (width * scale, height * scale)
    return Frame(
      x: x + (self.width - w) * alignX / 100, y: y + (self.height - h) * alignY / 100, width: w, height: h)
  }
}
