public import Options
import Publications

/// How an EPUB is read as a comic.
public struct EPUBSettings: OptionGroup, Hashable {
  public var asComic = false
  public var blanks = BlankPolicy.auto
  public var tiles = TilePolicy.stack
  public var undrawable = UndrawablePolicy.fail

  public init() {}

  public static let options: [Option<EPUBSettings>] = [
    Option(
      "asComic", \.asComic,
      "Take the pictures of a book that looks like text: a flowing one of which most items hold more than \(TextAmount.mostLettersOfCaption) letters a picture, or \(TextAmount.mostIdeographsOfCaption) in Chinese, Japanese or Korean."
    ),
    Option(
      "blanks", \.blanks,
      "What to do with pages without a picture, text or drawing; auto keeps those with a side."),
    Option("tiles", \.tiles, "Whether pictures that are pieces of one page become one."),
    Option(
      "undrawable", \.undrawable, "What to do with pages that are text or vector drawings without a picture."),
  ]
}

/// What becomes of items of the spine that are blank.
public enum BlankPolicy: String, OptionEnumeration, Hashable {
  /// Kept as a blank page where the book has a fixed layout and places its pages on sides; else dropped.
  case auto
  case keep, drop
}

/// What becomes of pictures that tile a page.
public enum TilePolicy: String, OptionEnumeration, Hashable {
  /// They become one page, put together as they lie.
  case stack
  /// Each is a page.
  case separate
}

/// What becomes of items that show something, but no picture.
public enum UndrawablePolicy: String, OptionEnumeration, Hashable {
  /// The book fails; single items of text are left out with a warning.
  case fail
  /// They are left out, with a warning that names them.
  case skip
  /// A blank page stands for each.
  case blank
}
