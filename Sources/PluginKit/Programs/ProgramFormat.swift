public import BookModel
public import Options

/// A picture format that programs read or write.
public enum ProgramFormat: String, OptionEnumeration, Hashable {
  case keep, jpeg, png, webp, avif, jxl, gif, tiff, bmp

  /// Nil for `keep`.
  public var imageFormat: ImageFormat? { ImageFormat(rawValue: rawValue) }
}
