#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A length on a page: pixels, or a share of one of its sides.
public enum Length: OptionValue, Hashable {
  case pixels(Int)
  /// 0 to 100.
  case percent(Double)

  public static let zero = Length.pixels(0)
  public static let optionKind = OptionKind.length

  /// Reads `12`, `2%` or `2.5 %`; nil for anything else, for less than nothing and for more than all.
  public init?(text: String) {
    guard text.last == "%" else {
      guard let pixels = Int(text), (0...1_000_000).contains(pixels) else { return nil }
      self = .pixels(pixels)
      return
    }
    guard let percent = Double(text.dropLast().trimmingSpaces), (0...100).contains(percent) else {
      return nil
    }
    self = .percent(percent)
  }

  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> Length? {
    if let text = node.scalar, !node.isNull, let length = Length(text: text) { return length }
    decoder.reportMismatch(.length, node)
    return nil
  }

  public var optionText: String {
    switch self {
    case .pixels(let pixels): pixels.optionText
    case .percent(let percent): percent.optionText + "%"
    }
  }

  /// Pixels along a side of so many, to the nearest.
  public func pixels(of side: Int) -> Int {
    switch self {
    case .pixels(let pixels): pixels
    case .percent(let percent): Int((Double(side) * percent / 100).rounded())
    }
  }
}
