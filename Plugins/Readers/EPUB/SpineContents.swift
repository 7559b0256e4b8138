import BookModel

/// Where a picture's bytes are.
enum PictureSource: Hashable {
  /// A file of the container, by its index.
  case file(Int)
  /// An address that holds the picture itself, by its number in the book.
  case data(Int)
}

/// What one place in the reading order shows.
struct SpineContents {
  struct Shown {
    var source: PictureSource
    /// Where an inline style puts it.
    var top: Double?
    var left: Double?
  }

  /// Place in the spine, from 0.
  var index: Int
  /// The document's or picture's path, for people; the id where there is no file.
  var name: String
  /// The file it is, by its index.
  var file: Int?
  var isLinear = true
  var isFixedLayout = false
  /// Whether it is the navigation document, whose text becomes the outline.
  var isNavigation = false
  var side: PageSide?

  var pictures: [Shown] = []
  var textLength = 0
  var hasDrawing = false
  /// References to pictures that lead nowhere, as written or resolved.
  var missing: [String] = []
  /// Ids, with the number of pictures that stand before them.
  var anchors: [String: Int] = [:]
  var viewport: Size?
  /// The language its document states.
  var language: String?

  enum Substance: Hashable {
    case pictures
    /// Nothing at all.
    case blank
    case text
    /// Vector drawings, perhaps with text, and no picture.
    case drawing
    /// A picture that is not there.
    case missing
  }

  var substance: Substance {
    if !pictures.isEmpty { return .pictures }
    if !missing.isEmpty { return .missing }
    if hasDrawing { return .drawing }
    return textLength > 0 ? .text : .blank
  }
}
