public import Diagnostics

extension Rule {
  public static let textBook = Rule(
    "text-book", .input, "A book is text, with or without illustrations; setting text as pages is planned.")
  public static let undrawable = Rule(
    "undrawable", .input,
    "Pages of a comic hold text, vector drawings or missing pictures instead of a picture.")
  public static let letteringLost = Rule(
    "lettering-lost", .input, "Text or vector drawings lie beside or over a page's picture and are not drawn."
  )
  public static let blankPages = Rule(
    "blank-pages", .input, "Items of the spine are blank: no picture, no text, no drawing.")
  public static let coverKept = Rule(
    "cover-merged", .input, "A book's declared cover was compared with its first page.")
  public static let contentsEntryLost = Rule(
    "contents-entry-lost", .metadata, "An entry of a book's contents leads to no page of it.")
}
