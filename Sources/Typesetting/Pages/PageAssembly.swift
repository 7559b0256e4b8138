import BookModel

/// Puts the marks of some strips on a page.
struct PageAssembly {
  private(set) var page: SetSection.Page
  private(set) var anchors: [String] = []
  private let geometry: PageGeometry

  init(
    _ flow: Flow, _ strips: Range<Int>, _ foot: [Strip], _ geometry: PageGeometry, paper: InkColor,
    ink: InkColor
  ) {
    self.geometry = geometry
    page = SetSection.Page(
      page: SetPage(size: geometry.size, background: paper), lines: [], text: "")
    var tops: [Extent] = []
    var depth = 0
    for number in strips {
      let strip = flow.strips[number]
      depth += number == strips.lowerBound && !strip.keepsSpace ? 0 : strip.space
      tops.append(depth)
      depth += strip.height
    }
    decorate(flow, strips, tops)
    for (number, top) in zip(strips, tops) { add(flow.strips[number], at: top) }
    page.text = flow.strips[strips].filter { !$0.text.isEmpty }
      .map { String(decoding: flow.text[$0.text], as: UTF8.self) }.joined(separator: "\n")
  }

  private mutating func add(_ strip: Strip, at top: Extent) {
    for mark in strip.marks { page.page.marks.append(geometry.placed(mark, at: top)) }
    if var line = strip.line {
      line.area = geometry.placed(line.area, at: top)
      page.lines.append(line)
    }
    anchors += strip.anchors
  }

  // MARK: - Grounds and borders

  private mutating func decorate(_ flow: Flow, _ strips: Range<Int>, _ tops: [Extent]) {
    for decoration in flow.decorations where decoration.strips.overlaps(strips) {
      let shown = decoration.strips.clamped(to: strips)
      guard !shown.isEmpty else { continue }
      let top = tops[shown.lowerBound - strips.lowerBound]
      let last = shown.upperBound - 1
      let bottom = tops[last - strips.lowerBound] + flow.strips[last].height
      draw(
        decoration, from: top, to: bottom, isFirst: shown.lowerBound == decoration.strips.lowerBound,
        isLast: shown.upperBound == decoration.strips.upperBound)
    }
  }

  private mutating func draw(
    _ box: Decoration, from top: Extent, to bottom: Extent, isFirst: Bool, isLast: Bool
  ) {
    func fill(_ area: MarkArea, _ color: InkColor) {
      guard area.width > 0, area.height > 0 else { return }
      page.page.marks.append(.fill(geometry.placed(area, at: 0), color))
    }
    let height = bottom - top
    if let ground = box.ground { fill(MarkArea(x: box.x, y: top, width: box.width, height: height), ground) }
    let border = box.border
    if isFirst {
      fill(MarkArea(x: box.x, y: top, width: box.width, height: border.top.width), border.top.color)
    }
    if isLast {
      fill(
        MarkArea(x: box.x, y: bottom - border.bottom.width, width: box.width, height: border.bottom.width),
        border.bottom.color)
    }
    fill(MarkArea(x: box.x, y: top, width: border.left.width, height: height), border.left.color)
    fill(
      MarkArea(x: box.x + box.width - border.right.width, y: top, width: border.right.width, height: height),
      border.right.color)
  }
}
