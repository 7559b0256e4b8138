import BookModel

/// What stands beside the lines (CSS 2.2, section 9.5).
struct FloatSet {
  private struct Placed {
    var isLeft: Bool
    /// Its edge on the side of the lines.
    var edge: Extent
    var bottom: Extent
  }

  private var placed: [Placed] = []
  /// How far down the lowest goes.
  private(set) var reach: Extent = 0

  var isEmpty: Bool { placed.isEmpty }
  var count: Int { placed.count }

  mutating func add(isLeft: Bool, edge: Extent, bottom: Extent) {
    placed.append(Placed(isLeft: isLeft, edge: edge, bottom: bottom))
    reach = max(reach, bottom)
  }

  /// Forgets those that end above a place.
  mutating func drop(above y: Extent) {
    guard !placed.isEmpty else { return }
    placed.removeAll { $0.bottom <= y }
  }

  /// What is left of a stretch at a height.
  func room(_ x: Extent, _ width: Extent, at y: Extent) -> (x: Extent, width: Extent) {
    var (left, right) = (x, x + width)
    for float in placed where float.bottom > y {
      if float.isLeft { left = max(left, float.edge) } else { right = min(right, float.edge) }
    }
    return (left, max(0, right - left))
  }

  /// Where the next of them ends below a height.
  func nextBottom(below y: Extent) -> Extent? { placed.map(\.bottom).filter { $0 > y }.min() }

  /// Where those of some sides end.
  func bottom(left: Bool, right: Bool) -> Extent {
    placed.filter { $0.isLeft ? left : right }.map(\.bottom).max() ?? 0
  }
}
