public import BookModel

/// A document set as pages.
public struct SetSection: Sendable {
  public var pages: [Page]
  /// The page, counted from 0, on which each element with an id begins.
  public var anchors: [String: Int]
  /// The title its document states.
  public var title: String?
  /// Pictures that are shown, in the order of their names.
  public var pictures: [EntryReference]
  /// What the document asks for that isn't done, by name, in order.
  public var unsupported: [String]
  /// Whether lines run from top to bottom.
  public var isVertical: Bool

  /// One of its pages, and what stands on it.
  public struct Page: Sendable {
    public var page: SetPage
    public var lines: [PlacedLine]
    /// The source's text on it, without white space that only ends lines: for checks that nothing is lost.
    public var text: String
    /// Whether it is a picture from edge to edge, which takes no running lines.
    public var isFullPicture = false
  }
}
