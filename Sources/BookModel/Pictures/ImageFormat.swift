/// A picture's file format, as told by its first bytes.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  case jpeg, png, gif, webp, avif, heic, jxl, tiff, bmp, jpeg2000

  /// The extension written behind names.
  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .tiff: "tif"
    case .jpeg2000: "jp2"
    default: rawValue
    }
  }

  /// Extensions files of this format are met under, in lower case.
  public var fileExtensions: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
    case .png: ["png", "apng"]
    case .tiff: ["tif", "tiff"]
    case .heic: ["heic", "heif"]
    case .avif: ["avif", "avifs"]
    case .jpeg2000: ["jp2", "j2k", "jpx", "jpf"]
    default: [rawValue]
    }
  }

  /// The media type (IANA), as EPUB manifests declare it.
  public var mediaType: String {
    switch self {
    case .jpeg2000: "image/jp2"
    default: "image/\(rawValue)"
    }
  }

  /// The format an extension stands for, in any case; nil for anything that is no picture.
  public init?(fileExtension: String) {
    let lower = fileExtension.lowercased()
    guard let format = ImageFormat.allCases.first(where: { $0.fileExtensions.contains(lower) }) else {
      return nil
    }
    self = format
  }

  /// The format a media type stands for, parameters ignored.
  public init?(mediaType: String) {
    let lower = mediaType.split(separator: ";").first.map { $0.lowercased() } ?? ""
    let bare = String(lower.filter { !$0.isWhitespace })
    if bare == "image/jpg" || bare == "image/pjpeg" {
      self = .jpeg
    } else if bare == "image/heif" {
      self = .heic
    } else if let format = ImageFormat.allCases.first(where: { $0.mediaType == bare }) {
      self = format
    } else {
      return nil
    }
  }
}
