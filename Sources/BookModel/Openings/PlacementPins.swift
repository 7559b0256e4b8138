/// What has to be stated for single pages so that pairing comes out as it did, whatever its options: for overrides
/// that can be pasted.
public struct PlacementPins: Sendable {
  /// By the source's page numbers, in their order.
  public private(set) var settled: [(number: Int, placement: PagePlacement)] = []
  /// Spreads that were seen, but not surely enough to keep their pages together.
  public private(set) var proposed: [(number: Int, confidence: Double)] = []

  /// - Parameter minConfidence: from which on a detected spread is settled.
  public init(_ book: Book, minConfidence: Double) {
    let openings = book.openings
    let second = PlacementPins.secondSide(openings, book)
    for (index, opening) in openings.enumerated() {
      guard let first = opening.pages.first, let number = book.sourceNumber(of: book.pages[first].id) else {
        continue
      }
      switch opening.spread {
      case .detected(let confidence)? where confidence < minConfidence: proposed.append((number, confidence))
      case .detected?: settled.append((number, .spread))
      // Halves of one page need no word; a spread said by number has two.
      case .stated?:
        if let last = opening.pages.last, book.sourceNumber(of: book.pages[last].id) != number {
          settled.append((number, .spread))
        }
      case nil:
        guard opening.pages.count == 1, index > 0, index + 1 < openings.count, let side = opening.sides.first,
          side != .center
        else { continue }
        settled.append((number, side == second ? (side == .left ? .left : .right) : .alone))
      }
    }
  }

  /// The side a page lies on that comes second in its opening.
  private static func secondSide(_ openings: [Opening], _ book: Book) -> PageSide {
    if let pair = openings.first(where: { $0.pages.count == 2 }) { return pair.sides[1] }
    return book.direction == .rightToLeft ? .left : .right
  }

  public var isEmpty: Bool { settled.isEmpty && proposed.isEmpty }

  /// `{ 2: right, 5: spread }`; nil where nothing is settled.
  public var settledText: String? {
    settled.isEmpty
      ? nil : "{ " + settled.map { "\($0.number): \($0.placement.rawValue)" }.joined(separator: ", ") + " }"
  }
}
