import BookModel

/// One of a page's four edges.
enum PageEdge: CaseIterable {
  case left, top, right, bottom

  var opposite: PageEdge {
    switch self {
    case .left: .right
    case .top: .bottom
    case .right: .left
    case .bottom: .top
    }
  }

  /// The edges it meets in its corners: at its beginning, which is left or at the top, and at its end.
  var neighbors: (PageEdge, PageEdge) {
    switch self {
    case .left, .right: (.top, .bottom)
    case .top, .bottom: (.left, .right)
    }
  }

  fileprivate var pixels: WritableKeyPath<EdgePixels, Int> {
    switch self {
    case .left: \.left
    case .top: \.top
    case .right: \.right
    case .bottom: \.bottom
    }
  }
}

extension EdgePixels {
  subscript(edge: PageEdge) -> Int {
    get { self[keyPath: edge.pixels] }
    set { self[keyPath: edge.pixels] = newValue }
  }

  /// These and others, edge by edge.
  func combined(with other: EdgePixels, _ combine: (Int, Int) -> Int) -> EdgePixels {
    var combined = self
    for edge in PageEdge.allCases { combined[edge] = combine(self[edge], other[edge]) }
    return combined
  }

  /// What these leave of a picture.
  func part(of size: Size) -> Rectangle {
    Rectangle(
      x: left, y: top, size: Size(width: size.width - left - right, height: size.height - top - bottom))
  }
}
