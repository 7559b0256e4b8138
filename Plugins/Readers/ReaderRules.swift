public import Diagnostics

/// Rules that more than one reader reports.
extension Rule {
  public static let noPages = Rule(
    "no-pages", .input, "An input holds no picture to make a page of.")
  static let tooManyPages = Rule("too-many-pages", .limit, "A book has more pages than the limit allows.")
}
