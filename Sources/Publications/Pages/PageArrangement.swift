public import BookModel

/// What pages an item of a fixed layout gives: one, but for an opening with a page on each side of it.
public struct PageArrangement: Sendable, Hashable {
  /// One page, and how it is made of pictures, which go by their numbers among the item's.
  public enum Page: Sendable, Hashable {
    case picture(Int)
    /// Strips of one width, the topmost first.
    case stack([Int])
    /// Two halves of one height.
    case sideBySide(Int, Int)
    case layers(LayeredPage)

    /// The pictures in it.
    public var pictures: [Int] {
      switch self {
      case .picture(let one): [one]
      case .stack(let strips): strips
      case .sideBySide(let left, let right): [left, right]
      case .layers(let page): page.layers.map(\.picture)
      }
    }
  }

  /// Pictures laid on one another, in pixels of the page.
  public struct LayeredPage: Sendable, Hashable {
    public var size: Size
    /// The lowest first.
    public var layers: [PlacedPicture]
  }

  /// In reading order.
  public var pages: [Page]
  /// Pictures that are too small to be pages and lie beside what is one, by their numbers.
  public var decorations: [Int] = []
  /// Pictures that a reader never shows: spacers, those outside the page or below others.
  public var unseen: [Int] = []
  /// Whether the pictures' places could not be told, so that each became a page.
  public var isUnclear = false

  public init(pages: [Page]) { self.pages = pages }
}

/// What is known of a picture where an item is arranged.
public struct ArrangedPicture: Sendable, Hashable {
  public var size: Size
  /// Whether nothing shines through it.
  public var isOpaque: Bool
  /// Tells files with one content apart from others.
  public var identity: Int
  /// How many items of the book show it.
  public var uses: Int

  public init(size: Size, isOpaque: Bool, identity: Int, uses: Int) {
    self.size = size
    self.isOpaque = isOpaque
    self.identity = identity
    self.uses = uses
  }

  /// Whether it is a pixel or two wide or high: it only keeps a place.
  public var isSpacer: Bool { min(size.width, size.height) <= 2 }
}

extension PageArrangement {
  /// Decides what pages an item gives.
  ///
  /// - Parameters:
  ///   - scene: where its pictures lie.
  ///   - pictures: what is known of each; nil where its header tells nothing.
  ///   - direction: the book's.
  ///   - keepsPieces: whether pieces of a page stay pages of their own.
  public init(
    _ scene: PageScene, _ pictures: [ArrangedPicture?], direction: Direction?, keepsPieces: Bool
  ) {
    var arranger = PageArranger(scene, pictures, direction, keepsPieces)
    self = arranger.arranged()
  }

  /// The part of a picture that an item shows as its only one: an opening in one picture, shown half by half.
  ///
  /// - Returns: the page, and what it shows in hundredths of the picture; nil where the picture is shown whole, or it is
  ///   not clear how much of it.
  public static func part(of scene: PageScene, _ picture: ArrangedPicture) -> (
    page: PageArrangement, seen: Frame
  )? {
    let arranger = PageArranger(scene, [picture], nil, false)
    guard arranger.live.count == 1, let one = arranger.live.first, let frame = one.frame, frame.area > 0,
      !one.repeats, let page = arranger.page, let visible = one.visible(on: page),
      (0.2..<0.8).contains(visible.area / frame.area)
    else { return nil }
    let seen = visible.mapped(
      100 / frame.width, 100 / frame.height, -frame.x * 100 / frame.width, -frame.y * 100 / frame.height)
    return (PageArrangement(pages: [.layers(arranger.layered([one]))]), seen)
  }
}
