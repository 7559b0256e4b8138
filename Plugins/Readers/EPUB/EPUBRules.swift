public import Diagnostics

extension Rule {
  public static let textBook = Rule(
    "text-book", .input,
    "A book is text, with or without illustrations, and text cannot be set as pages yet.",
    advice: "If it is a comic after all, read it as one: --as-comic.")
  public static let undrawable = Rule(
    "undrawable", .input,
    "Pages of a comic hold text, vector drawings or missing pictures instead of a picture.",
    advice: "Choose with --undrawable: skip leaves such pages out, blank puts blank pages in their place.",
    isLoss: true)
  public static let letteringLost = Rule(
    "lettering-lost", .input, "Text or vector drawings beside or over a page's picture are not drawn.",
    advice: "Compare the page with the original: what lies over its picture is missing from the result.",
    isLoss: true)
  public static let blankPages = Rule(
    "blank-pages", .input, "Items of the spine are blank: no picture, no text, no drawing.",
    advice: "Usually nothing. --blanks keep or --blanks drop decides it for all of them.")
  public static let coverKept = Rule(
    "cover-merged", .input, "A book's declared cover was compared with its first page.",
    advice: "Nothing: the message says whether the two are the same picture.")
  public static let contentsEntryLost = Rule(
    "contents-entry-lost", .metadata, "An entry of a book's table of contents leads to none of its pages.",
    advice: "Usually nothing: the entry led to text, or to a page that was left out.")
  public static let itemsUnclear = Rule(
    "items-unclear", .input,
    "An item of a fixed layout shows several pictures, and their positions on its page could not be determined.",
    advice:
      "Compare these pages with the book in a reading program; --tiles separate keeps the pictures apart.")
  public static let decorationLost = Rule(
    "decoration-lost", .input, "A small picture beside the one that fills a page is not shown.",
    advice: "Usually nothing: it is a logo, a button or an ornament in the margin.",
    isLoss: true)
}
