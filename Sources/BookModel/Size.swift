/// Width and height in pixels.
public struct Size: Hashable, Sendable, CustomStringConvertible {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Width divided by height.
  public var aspect: Double { height == 0 ? 0 : Double(width) / Double(height) }

  /// Pixels in all, `Int.max` where that overflows.
  public var area: Int {
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : product
  }

  public var description: String { "\(width)x\(height)" }
}
