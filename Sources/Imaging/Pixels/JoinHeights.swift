public import Options

/// How pages of unequal height become equally high. Those that differ by at most 1 percent are always padded.
public enum JoinHeights: String, OptionEnumeration, Hashable {
  /// The smaller page is enlarged.
  case scale
  /// The smaller page is centered on its own edge color.
  case pad
  /// The larger page loses as much above as below.
  case crop

  /// Rows that may be missing of a height for a page to be padded with its last row.
  static func paddable(_ height: Int) -> Int { height / 100 }
}
