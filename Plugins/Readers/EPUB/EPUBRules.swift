public import Diagnostics

extension Rule {
  public static let epubIncomplete = Rule(
    "epub-incomplete", .input,
    "A file that should be an EPUB lacks META-INF/container.xml or its package document.",
    advice: "Download the file again. If it is a plain ZIP of pictures, name it .cbz.")
  public static let protected = Rule(
    "drm", .input, "A book is protected: its contents are encrypted for the software of one shop or library.",
    advice: "Read the book with that software. Protected books cannot be converted.")
  public static let textBook = Rule(
    "text-book", .input,
    "A book is text, with or without illustrations, and text cannot be set as pages yet.",
    advice: "If it is a comic after all, read it as one: --as-comic.")
  public static let undrawable = Rule(
    "undrawable", .input,
    "Pages of a comic hold text, vector drawings or missing pictures instead of a picture.",
    advice: "Choose with --undrawable: skip leaves such pages out, blank puts blank pages in their place.")
  public static let letteringLost = Rule(
    "lettering-lost", .input, "Text or vector drawings beside or over a page's picture are not drawn.",
    advice: "Compare the page with the original: what lies over its picture is missing from the result.")
  public static let blankPages = Rule(
    "blank-pages", .input, "Items of the spine are blank: no picture, no text, no drawing.",
    advice: "Usually nothing. --blanks keep or --blanks drop decides it for all of them.")
  public static let missingResource = Rule(
    "missing-resource", .input, "A document of an EPUB names a file that is not in the EPUB.",
    advice: "Download the book again: one of its files is missing.")
  public static let remoteResource = Rule(
    "remote-resource", .input,
    "A document of an EPUB refers to something on the network, which is never fetched.",
    advice: "Nothing: nothing is ever fetched from the network.")
  public static let inexactReference = Rule(
    "inexact-reference", .input, "A file of an EPUB was found only under a differently spelled name.",
    advice: "Nothing: the right file was found.")
  public static let foreignResource = Rule(
    "foreign-resource", .input,
    "A picture is in a format that EPUB readers need not support; its fallback was used.",
    advice: "Usually nothing: the fallback is what most readers show.")
  public static let severalRenditions = Rule(
    "several-renditions", .input, "An EPUB holds several renditions of the book; the first was used.",
    advice: "Nothing, if the first rendition is the one you want.")
  public static let coverKept = Rule(
    "cover-merged", .input, "A book's declared cover was compared with its first page.",
    advice: "Nothing: the message says whether the two are the same picture.")
  public static let contentsEntryLost = Rule(
    "contents-entry-lost", .metadata, "An entry of a book's table of contents leads to none of its pages.",
    advice: "Usually nothing: the entry led to text, or to a page that was left out.")
}
