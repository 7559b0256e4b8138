public import Diagnostics

/// Rules reported by more than one reader.
extension Rule {
  public static let noPages = Rule(
    "no-pages", .input, "An input holds no pictures to make pages of.",
    advice: "Check that the file is a book of pictures.")
}
