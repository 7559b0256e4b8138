/// A number of bytes as users write it: `4096`, `512KiB`, `1.5GB`. Decimal and binary units (IEC 80000-13).
public struct ByteCount: OptionValue, Hashable, Comparable {
  public var bytes: Int

  public init(_ bytes: Int) { self.bytes = bytes }

  public static let optionKind = OptionKind.byteCount

  public static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }

  public static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> ByteCount? {
    if let text = node.scalar, let value = ByteCount(text: text) { return value }
    decoder.reportMismatch(.byteCount, node)
    return nil
  }

  /// Reads a number with an optional unit; nil for anything else, for negative and for immense values.
  public init?(text: String) {
    let trimmed = text.trimmingSpaces
    let digits = trimmed.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = trimmed.dropFirst(digits.count).trimmingSpaces.lowercased()
    let factors: [String: Double] = [
      "": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "k": 1024, "m": 1_048_576,
      "g": 1_073_741_824,
      "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824, "tib": 1_099_511_627_776,
    ]
    guard let number = Double(digits), let factor = factors[unit], number * factor < 1e18 else { return nil }
    bytes = Int(number * factor)
  }

  public var optionText: String {
    for (unit, size) in [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    where bytes != 0 && bytes % size == 0 {
      return "\(bytes / size)\(unit)"
    }
    return String(bytes)
  }
}
