import Diagnostics

/// A stretch of time as users write it: `10s`, `5m`, `1h`, `2d`; a plain number is seconds.
public struct TimeSpan: OptionValue, Hashable, Comparable {
  /// Whole seconds, never negative.
  public var seconds: Int

  public init(seconds: Int) { self.seconds = seconds }

  public static let optionKind = OptionKind.text

  public static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.seconds < right.seconds }

  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> TimeSpan? {
    if let text = node.scalar, let value = TimeSpan(text: text) { return value }
    let given = node.isNull ? node.kindName : node.scalar.map { "'\($0.shortened())'" } ?? node.kindName
    decoder.report(
      .optionValue, "\(decoder.subject) takes a time such as 10s, 5m or 1h, not \(given)", at: node.range)
    return nil
  }

  /// Reads a whole number with an optional unit; nil for anything else, and for more than a thousand years.
  public init?(text: String) {
    let trimmed = text.trimmingSpaces
    let digits = trimmed.prefix { $0.isASCII && $0.isNumber }
    let factors = ["": 1, "s": 1, "m": 60, "min": 60, "h": 3_600, "d": 86_400]
    guard let number = Int(digits), number < 1 << 35,
      let factor = factors[trimmed.dropFirst(digits.count).trimmingSpaces.lowercased()]
    else { return nil }
    seconds = number * factor
  }

  public var optionText: String {
    for (unit, size) in [("d", 86_400), ("h", 3_600), ("m", 60)] where seconds != 0 && seconds % size == 0 {
      return "\(seconds / size)\(unit)"
    }
    return "\(seconds)s"
  }
}
