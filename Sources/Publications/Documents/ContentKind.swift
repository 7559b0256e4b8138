import BookModel

/// What a file of an EPUB is to those who show it.
public enum ContentKind: Hashable, Sendable {
  /// A picture made of pixels.
  case raster
  case svg
  /// XHTML, and the older forms of it: HTML, OEB 1 documents, DTBook.
  case page

  /// Nil for what cannot be shown as a page.
  public init?(mediaType: String) {
    let bare = mediaType.prefix { $0 != ";" }.trimmed.lowercased()
    switch bare {
    case "image/svg+xml": self = .svg
    case "application/xhtml+xml", "text/html", "text/x-oeb1-document", "application/x-dtbook+xml", "text/xml",
      "application/xml":
      self = .page
    default:
      guard ImageFormat(mediaType: bare) != nil else { return nil }
      self = .raster
    }
  }

  /// - Parameter fileExtension: in lower case.
  public init?(fileExtension: String) {
    switch fileExtension {
    case "svg": self = .svg
    case "xhtml", "html", "htm", "xml": self = .page
    default:
      guard ImageFormat(fileExtension: fileExtension) != nil else { return nil }
      self = .raster
    }
  }
}
