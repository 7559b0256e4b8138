public import BookModel
public import Diagnostics

extension Rule {
  public static let notAPicture = Rule(
    "not-a-picture", .damage, "The bytes of a page are not those of any known picture format.",
    advice: "Check what the entry is; --on-damage skip leaves it out.")
  public static let pictureHeader = Rule(
    "picture-header", .damage, "A picture's header contradicts itself or states an impossible size.",
    advice:
      "Get a fresh copy of the book, or choose what happens to such pages: --on-damage skip, blank or keep.")
  public static let pictureTooLarge = Rule(
    "picture-too-large", .damage, "A picture states more pixels than the limit allows.",
    advice: "If you trust the book, raise the limit: --max-pixels.")
  public static let tooManyScans = Rule(
    "too-many-scans", .damage, "A JPEG is made of more scans than the limit allows.",
    advice: "If you trust the book, raise the limit: --max-scans.")
  public static let pictureTruncated = Rule(
    "picture-truncated", .damage, "A picture's file ends too early.",
    advice:
      "Get a fresh copy of the book, or choose what happens to such pages: --on-damage skip, blank or keep.")
  public static let pictureStructure = Rule(
    "picture-structure", .damage,
    "The parts of a picture's file do not fit together, or a checksum is wrong.",
    advice:
      "Get a fresh copy of the book, or choose what happens to such pages: --on-damage skip, blank or keep.")
  public static let pictureData = Rule(
    "picture-data", .damage, "A picture's compressed data cannot be decoded completely.",
    advice:
      "Get a fresh copy of the book, or choose what happens to such pages: --on-damage skip, blank or keep.")

  public static let pictureTrailingBytes = Rule(
    "picture-trailing-bytes", .input, "A picture's file has extra bytes in or behind the picture.",
    advice: "Usually nothing; they are copied with the page.")
  public static let pictureEndMissing = Rule(
    "picture-end-missing", .input, "A picture is complete, but its file lacks the mark at its end.",
    advice: "Usually nothing; the whole picture is there.")
  public static let pictureSidePart = Rule(
    "picture-side-part", .input, "A part of a picture that readers may ignore is faulty or oversized.",
    advice: "Usually nothing: a profile or a thumbnail is faulty, not the picture.")

  public static let codecMissing = Rule(
    "codec-missing", .input, "This version can copy pictures of this format, but not decode or encode them.",
    advice: "Build the program with the trait for that format, or leave such pages unchanged.")
  public static let codecUnsupported = Rule(
    "codec-unsupported", .input, "A picture uses a variant of its format that cannot be decoded.",
    advice: "Convert the picture with another program, or leave the page unchanged so that it is copied.")
  public static let libraryMissing = Rule(
    "codec-library-missing", .input,
    "The library that reads and writes a format of pictures is not installed.",
    advice: "Install the library that is named, or leave such pages unchanged so that they are copied.")
  public static let pictureAnimated = Rule(
    "picture-animated", .input, "Only the first frame of an animated picture is used.",
    advice: "Nothing, unless you need the animation: pages are still pictures.", isLoss: true)
  public static let pictureScans = Rule(
    "picture-scans", .input, "A file holds several pictures, of which only the first is a page.",
    advice: "Name the file '.tif', so that each of them becomes a page, or split it with another program.",
    isLoss: true)
  public static let pictureUnencodable = Rule(
    "picture-unencodable", .output, "A picture is too large for the format it is to be written in.",
    advice: "Choose another format with 'encode', or make the page smaller with 'resize'.")
  public static let stackWidths = Rule(
    "stack-widths", .input, "Pictures of different widths cannot be stacked into one.",
    advice: "Set --tiles separate for this book.")
}

extension Diagnostic {
  /// What is lost if a file of several pictures is treated as one page.
  public static func severalScans(_ facts: PictureFacts) -> Diagnostic {
    .warning(
      .pictureScans,
      "the \(facts.format.displayName) file holds \(facts.scanCount) pictures; only the first is shown",
      remedy: "name the file '.tif', so that each becomes a page, or split it")
  }

  /// What is lost if the pixels of an animated picture are changed.
  public static func animated(_ facts: PictureFacts) -> Diagnostic {
    .warning(
      .pictureAnimated, "the \(facts.format.displayName) picture is animated; only its first frame is used",
      remedy: "leave the page out of the stages that change pixels to keep all of it")
  }
}

extension Rule {
  /// The rules declared by Imaging.
  public static let imaging: [Rule] = [
    .joinCount, .notAPicture, .pictureHeader, .pictureTooLarge, .tooManyScans, .pictureTruncated,
    .pictureStructure,
    .pictureData, .pictureTrailingBytes, .pictureEndMissing, .pictureSidePart, .codecMissing,
    .codecUnsupported, .libraryMissing, .pictureAnimated, .pictureScans, .pictureUnencodable, .stackWidths,
    .interrupted,
  ]
}
