public import Diagnostics

extension Rule {
  public static let epubIncomplete = Rule(
    "epub-incomplete", .input,
    "A file that should be an EPUB lacks META-INF/container.xml or its package document.",
    advice: "Download the file again. If it is a plain ZIP of pictures, name it .cbz.")
  public static let protected = Rule(
    "drm", .input, "A book is protected: its contents are encrypted for the software of one shop or library.",
    advice: "Read the book with that software. Protected books cannot be converted.")
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
    advice: "Nothing, if the first rendition is the one you want.", isLoss: true)
  public static let mediaTypeWrong = Rule(
    "media-type-wrong", .input, "A file of an EPUB is of another kind than its package document says.",
    advice: "Nothing: the file was read as what it is.")
  public static let sharedID = Rule(
    "duplicate-id", .input, "Several items of an EPUB's package document have one id.",
    advice: "Compare the pages with the book in a reading program: one of the items may be missing.")
}

extension Rule {
  /// The rules that Publications declares.
  public static let publications: [Rule] = [
    .epubIncomplete, .protected, .missingResource, .remoteResource, .inexactReference, .foreignResource,
    .severalRenditions, .packageMalformed, .mediaTypeWrong, .sharedID,
  ]
}
