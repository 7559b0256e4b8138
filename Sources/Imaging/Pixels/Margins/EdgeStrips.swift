/// The strips that a scanner leaves along the edges of paper: its lid, the next page, a shadow.
///
/// A strip is thin, runs from one corner of the picture to the next, and has paper between itself and the drawing all
/// along. A panel's frame that lies on the edge of the picture does not: it ends at the panel's corner, where the
/// frame's next side leaves at a right angle. Frames of one panel that fills the page meet in all corners as strips
/// do, but are equally thick at opposite edges.
struct EdgeStrips {
  private var strips: [EdgeStrip]

  /// Whatever of the marked cells is such a strip.
  init(in cells: MarkedCells) {
    let deepest = max(1, min(cells.rows, cells.columns) / 25)
    strips = PageEdge.allCases.compactMap { EdgeStrip(at: $0, of: cells, deepest: deepest) }
    // One that turns out to be none no longer explains what crosses the ends of the others.
    var count = 5
    while strips.count < count {
      count = strips.count
      let edges = Set(strips.map(\.edge))
      strips.removeAll { $0.runsIntoDrawing(besides: edges) }
    }
    if isFrame { strips = [] }
  }

  private var isFrame: Bool {
    strips.contains { strip in
      strips.contains { $0.edge == strip.edge.opposite && abs($0.thickness - strip.thickness) <= 1 }
    }
  }

  /// Empties them.
  ///
  /// - Returns: how deep they are, in pixels.
  func remove(from cells: inout MarkedCells) -> EdgePixels {
    var depths = EdgePixels()
    for strip in strips {
      let depth = strip.depth(besides: Set(strips.map(\.edge)))
      for (place, run) in strip.runs.enumerated() {
        for step in 0..<min(run, depth) { cells.empty(cells.index(from: strip.edge, place, step)) }
      }
      depths[strip.edge] = depth * cells.side
    }
    return depths
  }
}

extension MarkedCells {
  /// Cells along an edge.
  fileprivate func length(of edge: PageEdge) -> Int { edge == .left || edge == .right ? rows : columns }

  /// The cell so many steps inward from a place along an edge.
  fileprivate func index(from edge: PageEdge, _ place: Int, _ step: Int) -> Int {
    switch edge {
    case .left: place * columns + step
    case .right: place * columns + columns - 1 - step
    case .top: step * columns + place
    case .bottom: (rows - 1 - step) * columns + place
    }
  }
}

/// What may be a strip: nearly all of an edge is marked, both its corners among it.
private struct EdgeStrip {
  let edge: PageEdge
  /// The most cells that a strip is deep.
  let deepest: Int
  /// Marked cells one behind the other from each place along the edge inward, at most one more than the deepest.
  let runs: [Int]
  /// How deep it is on average, in pixels.
  let thickness: Double

  init?(at edge: PageEdge, of cells: MarkedCells, deepest: Int) {
    let length = cells.length(of: edge)
    let within = min(deepest + 1, cells.length(of: edge.neighbors.0))
    func count(_ place: Int, _ step: Int) -> Int { cells.counts[cells.index(from: edge, place, step)] }
    let runs = (0..<length).map { place in (0..<within).first { count(place, $0) == 0 } ?? within }
    guard runs.count(where: { $0 > 0 }) * 10 >= length * 9,
      runs.prefix(2).contains(where: { $0 > 0 }), runs.suffix(2).contains(where: { $0 > 0 })
    else { return nil }
    let places = runs.indices.filter { runs[$0] <= deepest }
    let ink = places.reduce(0) { sum, place in (0..<runs[place]).reduce(sum) { $0 + count(place, $1) } }
    thickness = Double(ink) / Double(max(1, places.count * cells.side))
    (self.edge, self.deepest, self.runs) = (edge, deepest, runs)
  }

  /// The places along the edge where no strip at a neighboring edge lies across.
  private func places(besides edges: Set<PageEdge>) -> Range<Int> {
    let start = edges.contains(edge.neighbors.0) ? deepest + 1 : 0
    let end = runs.count - (edges.contains(edge.neighbors.1) ? deepest + 1 : 0)
    return start..<max(start, end)
  }

  func runsIntoDrawing(besides edges: Set<PageEdge>) -> Bool {
    places(besides: edges).contains { runs[$0] > deepest }
  }

  /// Its cells where it is deepest.
  func depth(besides edges: Set<PageEdge>) -> Int { places(besides: edges).map { runs[$0] }.max() ?? 0 }
}
