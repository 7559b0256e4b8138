public import BookModel

/// Where a picture's bytes are.
public enum PictureSource: Hashable, Sendable {
  /// A file of the container, by its index.
  case file(Int)
  /// An address that holds the picture itself, by its number in the book.
  case data(Int)
}

/// What one place in the reading order shows.
public struct SpineContents: Sendable {
  /// One picture.
  public struct Shown: Sendable {
    public var source: PictureSource
    /// Whether it lies behind what the item shows, rather than be part of that.
    public var isBackground = false
  }

  /// Place in the spine, from 0.
  public var index: Int
  /// The document's or picture's path, for people; the id where there is no file.
  public var name: String
  /// The file it is, by its index.
  public var file: Int?
  public var isLinear = true
  public var isFixedLayout = false
  /// Whether it is the navigation document, whose text becomes the outline.
  public var isNavigation = false
  public var side: PageSide?

  /// In document order; where there is a scene, a picture is there as often as it is shown.
  public var pictures: [Shown] = []
  /// Where the pictures lie, of an item of a fixed layout.
  public var scene: PageScene?
  /// What pages become of them; nil: each is one.
  public var arrangement: PageArrangement?
  public var text = TextAmount()
  public var hasDrawing = false
  /// References to pictures that lead nowhere, as written or resolved.
  public var missing: [String] = []
  /// Ids, with the number of pictures that stand before them.
  public var anchors: [String: Int] = [:]
  public var viewport: Size?
  /// The language its document states.
  public var language: String?

  /// How many pages its pictures give.
  public var pageCount: Int { arrangement?.pages.count ?? pictures.count }

  /// What it comes to.
  public enum Substance: Hashable, Sendable {
    case pictures
    /// Nothing at all.
    case blank
    case text
    /// Vector drawings, perhaps with text, and no picture.
    case drawing
    /// A picture that is not there.
    case missing
  }

  public var substance: Substance {
    if !pictures.isEmpty { return .pictures }
    if !missing.isEmpty { return .missing }
    if hasDrawing { return .drawing }
    return text.isNone ? .blank : .text
  }
}
