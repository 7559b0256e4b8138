import BookModel

/// Determines which pages face each other.
enum Openings {
  typealias Opening = [(page: Page, isLeft: Bool)]

  /// Each page, and whether it is the left one, according to the pages themselves. If nothing has paired
  /// them, their sides are used; without sides, the first page and wide pages stand alone, and the others are
  /// paired in order.
  static func of(_ book: Book, wide: Set<PageID>) -> [Opening] {
    let firstIsLeft = book.direction != .rightToLeft
    var openings: [Opening] = []
    // The first of two facing pages, waiting for the second.
    var waiting: (page: Page, isLeft: Bool)?
    for (index, page) in book.pages.enumerated() {
      let isAlone: Bool
      let leads: Bool
      if let place = page.opening {
        let isFirst = place.first == page.id
        let next = book.pages.indices.contains(index + 1) ? book.pages[index + 1] : nil
        isAlone = isFirst && next?.opening?.first != page.id
        leads = isFirst
      } else {
        isAlone = wide.contains(page.id) || page.side == .center || index == 0 && page.side == nil
        leads = page.side.map { ($0 == .left) == firstIsLeft } ?? (waiting == nil && !isAlone)
      }
      if let first = waiting {
        waiting = nil
        if !isAlone, !leads {
          openings.append([first, (page, !firstIsLeft)])
          continue
        }
        openings.append([first])
      }
      if isAlone || !leads {
        openings.append([(page, page.side.map { $0 == .left } ?? !firstIsLeft)])
      } else {
        waiting = (page, firstIsLeft)
      }
    }
    return openings + (waiting.map { [[$0]] } ?? [])
  }
}
