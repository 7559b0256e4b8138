public import Diagnostics

/// Rules that more than one reader reports.
extension Rule {
  public static let noPages = Rule(
    "no-pages", .input, "An input holds no picture to make a page of.")
}
