public import Options

/// One opening of a book: what is seen at once when it lies open.
public struct Opening: Hashable, Sendable {
  /// One or two pages, as indices into the book's, in reading order.
  public var pages: [Int]
  /// Where each of them lies; `center` for one that fills the opening.
  public var sides: [PageSide]
  /// What says that its two pages carry one drawing.
  public var spread: SpreadEvidence?
  /// Why it is so, for plans.
  public var reason: String

  public init(_ pages: [Int], _ sides: [PageSide], spread: SpreadEvidence? = nil, reason: String) {
    self.pages = pages
    self.sides = sides
    self.spread = spread
    self.reason = reason
  }

  /// The page on a side; nil where that side is empty.
  public func page(on side: PageSide) -> Int? { sides.firstIndex(of: side).map { pages[$0] } }
}

/// What a user says of one page's place.
public enum PagePlacement: String, OptionEnumeration, Hashable {
  /// Nothing faces it.
  case alone
  case left, right
  /// It and the page behind it carry one drawing.
  case spread
}

extension Book {
  /// The openings that the pages name; empty where nothing has paired the book.
  public var openings: [Opening] {
    var openings: [Opening] = []
    for (index, page) in pages.enumerated() {
      guard let place = page.opening else { continue }
      if let last = openings.indices.last, let before = openings[last].pages.last, before == index - 1,
        place.first == pages[before].opening?.first
      {
        openings[last].pages.append(index)
        openings[last].sides.append(page.side ?? .center)
      } else {
        openings.append(
          Opening([index], [page.side ?? .center], spread: place.spread, reason: place.reason))
      }
    }
    return openings
  }

  /// Writes openings to the pages they are of.
  public mutating func place(_ openings: [Opening]) {
    for opening in openings {
      guard let first = opening.pages.first, pages.indices.contains(first) else { continue }
      let place = PageOpening(first: pages[first].id, spread: opening.spread, reason: opening.reason)
      for (index, side) in zip(opening.pages, opening.sides) where pages.indices.contains(index) {
        pages[index].opening = place
        pages[index].side = side
      }
    }
  }
}
