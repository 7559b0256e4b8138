public import Options

/// How the pages of a book come to lie in openings: a function from what is known of the pages to openings.
///
/// An opening has two places in reading order; the first is left where a book is read from the left. Pages fill
/// places one after another. A page that fills both ends a run of pages, and the next run begins a fresh opening.
public struct PairingRule: Hashable, Sendable {
  public var direction = Direction.leftToRight
  public var first = First.alone
  public var last = Last.auto
  public var anchor = Anchor.spreads
  /// Places left empty before the first run of pages that can face each other; nil: none, or what `anchor` asks for.
  public var offset: Int?

  public init() {}

  /// What becomes of the first page.
  public enum First: String, OptionEnumeration, Hashable {
    /// It is a cover: alone, on the second place.
    case alone
    case paired
  }

  /// What becomes of the last page.
  public enum Last: String, OptionEnumeration, Hashable {
    /// As the pages before it leave it; a back cover is alone.
    case auto
    case alone
    /// Beside the page before it where there is one that can face it.
    case paired
  }

  /// What a run with an odd number of pages does that ends at a page or pair that fills an opening.
  public enum Anchor: String, OptionEnumeration, Hashable {
    /// The odd page out comes first: what is missing is usually the page behind the cover.
    case spreads
    /// The odd page out comes last.
    case front
  }

  /// What the rule must know of a page.
  public struct PageFacts: Hashable, Sendable {
    public var shape: PageShape
    /// The side the source states.
    public var side: PageSide?
    /// What the user says of it.
    public var placement: PagePlacement?
    /// What says that it and the page behind it carry one drawing.
    public var spread: SpreadEvidence?
    public var isFrontCover: Bool
    public var isBackCover: Bool

    public init(
      _ shape: PageShape, side: PageSide? = nil, placement: PagePlacement? = nil,
      spread: SpreadEvidence? = nil,
      isFrontCover: Bool = false, isBackCover: Bool = false
    ) {
      self.shape = shape
      self.side = side
      self.placement = placement
      self.spread = spread
      self.isFrontCover = isFrontCover
      self.isBackCover = isBackCover
    }
  }

  /// The openings, every page in exactly one, in reading order.
  public func openings(of pages: [PageFacts]) -> [Opening] {
    var walk = PairingWalk(rule: self, pages: pages)
    return walk.openings()
  }

  /// The side of a place in reading order.
  public func side(of position: Position) -> PageSide {
    (position == .first) == (direction == .leftToRight) ? .left : .right
  }

  /// A place in an opening, in reading order.
  public enum Position: Hashable, Sendable { case first, second }
}
