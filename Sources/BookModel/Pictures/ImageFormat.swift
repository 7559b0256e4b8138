/// A picture's file format, recognized by its first bytes.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  case jpeg, png, gif, webp, avif, heic, jxl, tiff, bmp, jpeg2000

  /// What each format is called: by people, behind names of files, by media types (IANA). What is written comes
  /// first, what else is met behind it.
  private typealias Names = (display: String, extensions: [String], mediaTypes: [String])

  private static let names: [ImageFormat: Names] = [
    .jpeg: ("JPEG", ["jpg", "jpeg", "jpe", "jfif"], ["image/jpeg", "image/jpg", "image/pjpeg"]),
    .png: ("PNG", ["png", "apng"], ["image/png"]),
    .gif: ("GIF", ["gif"], ["image/gif"]),
    .webp: ("WebP", ["webp"], ["image/webp"]),
    .avif: ("AVIF", ["avif", "avifs"], ["image/avif"]),
    .heic: ("HEIC", ["heic", "heif"], ["image/heic", "image/heif"]),
    .jxl: ("JPEG XL", ["jxl"], ["image/jxl"]),
    .tiff: ("TIFF", ["tif", "tiff"], ["image/tiff"]),
    .bmp: ("BMP", ["bmp"], ["image/bmp"]),
    .jpeg2000: ("JPEG 2000", ["jp2", "j2k", "jpx", "jpf"], ["image/jp2"]),
  ]

  private var names: Names {
    ImageFormat.names[self] ?? (rawValue.uppercased(), [rawValue], ["image/\(rawValue)"])
  }

  /// The name people know the format by.
  public var displayName: String { names.display }

  /// The extension written behind names.
  public var fileExtension: String { names.extensions[0] }

  /// Extensions files of this format are met under, in lower case.
  public var fileExtensions: [String] { names.extensions }

  /// The media type (IANA), as EPUB manifests declare it.
  public var mediaType: String { names.mediaTypes[0] }

  private static let byExtension = table(\.extensions)
  private static let byMediaType = table(\.mediaTypes)

  private static func table(_ words: KeyPath<Names, [String]>) -> [String: ImageFormat] {
    Dictionary(
      allCases.flatMap { format in format.names[keyPath: words].map { ($0, format) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The format an extension stands for, in any case; nil for anything that isn't a picture.
  public init?(fileExtension: String) {
    guard let format = ImageFormat.byExtension[fileExtension.lowercased()] else { return nil }
    self = format
  }

  /// The format a media type stands for, parameters ignored.
  public init?(mediaType: String) {
    let lower = mediaType.split(separator: ";").first.map { $0.lowercased() } ?? ""
    guard let format = ImageFormat.byMediaType[String(lower.filter { !$0.isWhitespace })] else { return nil }
    self = format
  }
}
