// What tells a dark margin from a dark drawing that runs to the edges of its page.

extension MarkedCells {
  /// Whether marks are spread outside the contents, as stars are over a night sky: a few specks are dirt.
  ///
  /// - Parameter contents: nil where nothing but specks was found.
  func areScattered(outside contents: Patch?) -> Bool {
    let outside = patches.filter { patch in
      guard let contents else { return true }
      return patch.right <= contents.left || patch.left >= contents.right || patch.bottom <= contents.top
        || patch.top >= contents.bottom
    }
    // However many there are in one section of the page, they count once.
    let sections = Set(outside.map { $0.top * 8 / rows * 8 + $0.left * 8 / columns })
    return sections.count >= 4
  }

  /// The edges at which the contents end in something straight, as the frames of panels are: what a margin lies
  /// around. Where they don't, the ground belongs to the drawing.
  func straightEdges(of contents: Patch) -> [PageEdge] {
    let columns = contents.left..<contents.right
    let rows = contents.top..<contents.bottom
    func isMarked(_ x: Int, _ y: Int) -> Bool { counts[y * self.columns + x] > 0 }
    // A scan is seldom quite upright.
    func isStraight(across outermost: Range<Int>) -> Bool {
      rows.count { y in outermost.contains { isMarked($0, y) } } * 5 >= self.rows
    }
    func isStraight(down outermost: Range<Int>) -> Bool {
      columns.count { x in outermost.contains { isMarked(x, $0) } } * 5 >= self.columns
    }
    return PageEdge.allCases.filter { edge in
      switch edge {
      case .left: isStraight(across: columns.prefix(2))
      case .top: isStraight(down: rows.prefix(2))
      case .right: isStraight(across: columns.suffix(2))
      case .bottom: isStraight(down: rows.suffix(2))
      }
    }
  }
}
