/// A part of a picture, in pixels from its top left corner.
public struct Rectangle: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var size: Size

  public init(x: Int, y: Int, size: Size) {
    self.x = x
    self.y = y
    self.size = size
  }

  /// All of a picture.
  public init(of size: Size) { self.init(x: 0, y: 0, size: size) }

  /// As much of it as lies within a picture; at least one pixel of any picture.
  public func clamped(to size: Size) -> Rectangle {
    let left = min(max(0, x), max(0, size.width - 1))
    let top = min(max(0, y), max(0, size.height - 1))
    return Rectangle(
      x: left, y: top,
      size: Size(
        width: max(1, min(x + self.size.width, size.width) - left),
        height: max(1, min(y + self.size.height, size.height) - top)))
  }
}
