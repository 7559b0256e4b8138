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

/// How to treat blank items of the spine.
public enum BlankPolicy: String, OptionEnumeration, Hashable {
  /// Kept as a blank page if the book has a fixed layout and assigns its pages to sides; otherwise dropped.
  case auto
  case keep, drop
}

/// How to treat pictures that tile a page.
public enum TilePolicy: String, OptionEnumeration, Hashable {
  /// They become one page, joined in their original arrangement.
  case stack
  /// Each is a page.
  case separate
}

/// How to treat items that show something other than pictures.
public enum UndrawablePolicy: String, OptionEnumeration, Hashable {
  /// The book fails, but individual text items are left out with a warning.
  case fail
  /// They are left out with a warning that names them.
  case skip
  /// A blank page replaces each of them.
  case blank
}
