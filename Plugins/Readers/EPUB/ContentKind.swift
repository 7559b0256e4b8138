import BookModel

/// What a file of an EPUB is to a reader of pages.
enum ContentKind: Hashable {
  /// A picture made of pixels.
  case raster
  case svg
  /// XHTML, and the older forms of it: HTML, OEB 1 documents, DTBook.
  case page

  init?(mediaType: String) {
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

  init?(fileExtension: String) {
    switch fileExtension {
    case "svg": self = .svg
    case "xhtml", "html", "htm", "xml": self = .page
    default:
      guard ImageFormat(fileExtension: fileExtension) != nil else { return nil }
      self = .raster
    }
  }
}
