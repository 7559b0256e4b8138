/// The opening a page lies in, once something has paired the book. Travels with the page; `Page.side` says
/// which side of it the page fills.
public struct PageOpening: Hashable, Sendable {
  /// The first page of the opening in reading order. Pages that share it face each other; a page whose own id
  /// it is, and that shares it with none, has its opening to itself.
  public var first: PageID
  /// What says that the two pages carry one drawing; nil where they merely face each other.
  public var spread: SpreadEvidence?
  /// Why the page lies there, for plans: `cover`, `follows the wide page 4`.
  public var reason: String

  public init(first: PageID, spread: SpreadEvidence? = nil, reason: String) {
    self.first = first
    self.spread = spread
    self.reason = reason
  }
}

/// What says that two facing pages carry one drawing.
public enum SpreadEvidence: Hashable, Sendable {
  /// The user, an override, or a page that was cut in two.
  case stated
  /// The pictures themselves; the confidence is from 0 to 1.
  case detected(confidence: Double)
}
