import BookModel

/// Ground and borders of a box, from the strip of its upper edge to that of its lower one.
struct Decoration {
  var strips: Range<Int>
  var x: Extent
  var width: Extent
  var ground: InkColor?
  var border: Sides<BoxStyle.Border>

  /// The marks of a part of it.
  ///
  /// - Parameters:
  ///   - isFirst: whether its upper edge belongs to the part.
  ///   - isLast: whether its lower edge does.
  func marks(from top: Extent, to bottom: Extent, isFirst: Bool, isLast: Bool) -> [PageMark] {
    Decoration.marks(
      MarkArea(x: x, y: top, width: width, height: bottom - top), ground, border, isFirst: isFirst,
      isLast: isLast)
  }

  static func marks(
    _ area: MarkArea, _ ground: InkColor?, _ border: Sides<BoxStyle.Border>, isFirst: Bool = true,
    isLast: Bool = true
  ) -> [PageMark] {
    var marks: [PageMark] = []
    func fill(_ x: Extent, _ y: Extent, _ width: Extent, _ height: Extent, _ color: InkColor) {
      guard width > 0, height > 0 else { return }
      marks.append(.fill(MarkArea(x: x, y: y, width: width, height: height), color))
    }
    if let ground { fill(area.x, area.y, area.width, area.height, ground) }
    if isFirst { fill(area.x, area.y, area.width, min(border.top.width, area.height), border.top.color) }
    if isLast {
      let width = min(border.bottom.width, area.height)
      fill(area.x, area.y + area.height - width, area.width, width, border.bottom.color)
    }
    fill(area.x, area.y, border.left.width, area.height, border.left.color)
    fill(
      area.x + area.width - border.right.width, area.y, border.right.width, area.height, border.right.color)
    return marks
  }
}

extension Flow {
  /// The ground and borders of some strips, whose tops are known.
  func decorations(of strips: Range<Int>, tops: [Extent]) -> [PageMark] {
    marks(of: decorations.filter { $0.strips.overlaps(strips) }, strips, tops: tops)
  }

  /// The marks of decorations, outer ones first.
  func marks(of decorations: [Decoration], _ strips: Range<Int>, tops: [Extent]) -> [PageMark] {
    let ordered = decorations.sorted {
      ($0.strips.lowerBound, $1.strips.upperBound) < ($1.strips.lowerBound, $0.strips.upperBound)
    }
    return ordered.flatMap { decoration -> [PageMark] in
      let shown = decoration.strips.clamped(to: strips)
      guard let first = shown.first, let last = shown.last else { return [] }
      let bottom = tops[last - strips.lowerBound] + self.strips[last].height
      return decoration.marks(
        from: tops[first - strips.lowerBound], to: bottom, isFirst: first == decoration.strips.lowerBound,
        isLast: last == decoration.strips.upperBound - 1)
    }
  }

  /// The whole of a flow that stands in a line or a cell: what is drawn, as of its own top.
  func drawn() -> DrawnFlow {
    var drawn = DrawnFlow()
    var tops: [Extent] = []
    for (number, strip) in strips.enumerated() {
      let top = drawn.height + (number == 0 ? 0 : strip.space)
      tops.append(top)
      drawn.height = top + strip.height
      drawn.reach = max(drawn.reach, top + strip.extent)
    }
    drawn.marks = decorations(of: strips.indices, tops: tops)
    for (strip, top) in zip(strips, tops) {
      drawn.marks += strip.marks.map { $0.moved(x: 0, y: top) }
      drawn.lines += strip.lines.map { $0.moved(x: 0, y: top) }
      drawn.anchors += strip.anchors
      drawn.notes += strip.notes
    }
    drawn.height = max(drawn.height, drawn.reach)
    return drawn
  }
}

/// Finds the decorations of page after page, going once through all.
struct DecorationSweep {
  /// By their upper edges.
  private let decorations: [Decoration]
  private var next = 0
  /// Those that reach into the page that was looked at last.
  private var open: [Decoration] = []

  init(_ flow: Flow) { decorations = flow.decorations.sorted { $0.strips.lowerBound < $1.strips.lowerBound } }

  /// Those of a page that lies behind all that were asked for.
  mutating func decorations(of strips: Range<Int>) -> [Decoration] {
    while next < decorations.count, decorations[next].strips.lowerBound < strips.upperBound {
      open.append(decorations[next])
      next += 1
    }
    open.removeAll { $0.strips.upperBound <= strips.lowerBound }
    return open
  }
}

/// A flow as it is drawn in one piece.
struct DrawnFlow {
  var marks: [PageMark] = []
  var lines: [PlacedLine] = []
  var anchors: [String] = []
  var notes: [Int] = []
  var height: Extent = 0
  fileprivate(set) var reach: Extent = 0

  /// How far to the right its marks go.
  var right: Extent { lines.map { $0.area.x + $0.area.width }.max() ?? 0 }
}

extension PlacedLine {
  func moved(x: Extent, y: Extent) -> PlacedLine {
    var line = self
    line.area.x += x
    line.area.y += y
    return line
  }
}
