public import Options

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

extension Size: OptionValue {
  public static var optionKind: OptionKind { .size }

  /// Reads `1072x1448`; nil for anything else and for sides of no pixel or more than a picture can have.
  public init?(text: String) {
    let sides = text.lowercased().split(
      separator: text.contains("×") ? "×" : "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int(sides[0].trimmed), let height = Int(sides[1].trimmed),
      (1...1_000_000).contains(width), (1...1_000_000).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> Size? {
    if let text = node.scalar, let size = Size(text: text) { return size }
    decoder.reportMismatch(.size, node)
    return nil
  }

  public var optionText: String { description }
}
