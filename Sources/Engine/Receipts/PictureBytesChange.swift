public import Diagnostics

/// Bytes of encoded pictures before a book was written and after.
public struct PictureBytesChange: Sendable, Hashable {
  public var before = 0
  public var after = 0

  public init(before: Int = 0, after: Int = 0) {
    self.before = before
    self.after = after
  }

  public mutating func add(_ other: PictureBytesChange) {
    before += other.before
    after += other.after
  }

  /// `3.1 MB → 5.6 MB`.
  public var summary: String { "\(megabytes(before)) → \(megabytes(after))" }

  public var json: JSON { .members(("before", .integer(before)), ("after", .integer(after))) }

  private func megabytes(_ bytes: Int) -> String {
    guard bytes >= 100_000 else { return "\((bytes + 999) / 1000) kB" }
    let tenths = (bytes + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) MB"
  }
}

extension Rule {
  static let picturesGrew = Rule(
    "pictures-grew", .output, "Re-encoded pictures take more than twice the bytes of their sources.",
    advice: "Choose a lower quality or another format with 'encode', or leave the pixels unchanged.")
}
