public import Diagnostics

extension Rule {
  public static let epubIncomplete = Rule(
    "epub-incomplete", .input,
    "A file that should be an EPUB lacks what makes it one: META-INF/container.xml or the package document.")
  public static let protected = Rule(
    "drm", .input, "A book is protected: its contents are encrypted for one shop's or library's software.")
  public static let missingResource = Rule(
    "missing-resource", .input, "A document of an EPUB names a file that is not in the EPUB.")
  public static let remoteResource = Rule(
    "remote-resource", .input, "A document of an EPUB names something outside it, which is never fetched.")
  public static let inexactReference = Rule(
    "inexact-reference", .input, "A file of an EPUB was found only under a name spelled otherwise.")
  public static let foreignResource = Rule(
    "foreign-resource", .input, "A picture is of a kind readers need not know; its fallback was taken.")
  public static let severalRenditions = Rule(
    "several-renditions", .input, "An EPUB holds the book in several forms; the first was taken.")
}
