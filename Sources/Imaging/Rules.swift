public import BookModel
public import Diagnostics

extension Rule {
  public static let notAPicture = Rule(
    "not-a-picture", .damage, "The bytes of a page begin like no picture format that is known.")
  public static let pictureHeader = Rule(
    "picture-header", .damage, "A picture's header contradicts itself or states an impossible size.")
  public static let pictureTooLarge = Rule(
    "picture-too-large", .damage, "A picture states more pixels than the limit allows.")
  public static let pictureTruncated = Rule(
    "picture-truncated", .damage, "A picture ends before its format says it may.")
  public static let pictureStructure = Rule(
    "picture-structure", .damage, "The parts of a picture's file do not fit together, or a checksum is wrong."
  )
  public static let pictureData = Rule(
    "picture-data", .damage, "A picture's compressed data cannot be decoded without loss of pixels.")

  public static let pictureTrailingBytes = Rule(
    "picture-trailing-bytes", .input, "Bytes that belong to no part of a picture lie in or behind it.")
  public static let pictureEndMissing = Rule(
    "picture-end-missing", .input, "A picture is complete except for the mark that ends its file.")
  public static let pictureSidePart = Rule(
    "picture-side-part", .input, "A part of a picture that readers may ignore is faulty or out of proportion."
  )

  public static let codecMissing = Rule(
    "codec-missing", .input,
    "Pictures of this format can be copied, but not decoded or encoded by this version.")
  public static let codecUnsupported = Rule(
    "codec-unsupported", .input, "A picture uses a variant of its format that the codec does not decode.")
  public static let pictureAnimated = Rule(
    "picture-animated", .input, "Only the first frame of an animated picture is used.")
  public static let pictureUnencodable = Rule(
    "picture-unencodable", .output, "A picture is too large for the format it is to be written in.")
  public static let stackWidths = Rule(
    "stack-widths", .input, "Pictures of unequal width cannot be stacked into one.")
}

extension Diagnostic {
  /// What is lost where an animated picture's pixels are worked on.
  public static func animated(_ facts: PictureFacts) -> Diagnostic {
    .warning(
      .pictureAnimated, "the \(facts.format.displayName) picture is animated; only its first frame is used",
      remedy: "leave the page out of the stages that change pixels to keep all of it")
  }
}
