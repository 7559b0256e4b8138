public import Diagnostics

/// Rules that more than one reader reports.
extension Rule {
  public static let noPages = Rule(
    "no-pages", .input, "An input holds no pictures to make pages of.",
    advice: "Check that the file is a book of pictures.")
}
