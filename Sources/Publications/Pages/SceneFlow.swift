/// What stands in a block one after the other, and what is taken out of that.
extension SceneLayout {
  struct Flow {
    let area: Area
    let align: BoxStyle.Side?
    /// How far below the top the current line begins; nil behind something of unknown height.
    var depth: Double? = 0
    var isRightToLeft = false
    var lineX = 0.0
    var lineRight = 0.0
    var lineHeight: Double? = 0
    var lineStart: Int
    /// What stands in a line from right to left: what was placed, where, and how wide it is.
    var turned: [(placed: Range<Int>, x: Double, width: Double)] = []

    init(_ area: Area, _ align: BoxStyle.Side?, _ start: Int) {
      self.area = area
      self.align = align
      lineStart = start
    }

    var y: Double? { depth.flatMap { depth in area.y.map { $0 + depth } } }
  }

  /// - Returns: how high the content is.
  mutating func flow(
    _ children: [PageBox], in area: Area, _ style: BoxStyle, _ around: Surroundings
  ) -> Double? {
    var flow = Flow(area, style.align, placed.count)
    flow.isRightToLeft = style.isRightToLeft
    if style.isVertical { flow.depth = nil }
    for child in children { add(child, to: &flow, isRow: style.isRow, around) }
    closeLine(&flow)
    return flow.depth
  }

  private mutating func add(_ child: PageBox, to flow: inout Flow, isRow: Bool, _ around: Surroundings) {
    let style = child.style
    if style.isOutOfFlow {
      let here = Area(x: plus(flow.area.x, flow.lineX), y: flow.y, width: flow.area.width, height: nil)
      placeAbsolutely(child, at: here, around)
      return
    }
    switch child.content {
    case .text:
      // How many lines it takes is not known; what comes below it lies somewhere.
      flow.lineHeight = nil
    case .container(let children) where style.display == .inline && !isRow && style.float == nil:
      var around = around
      counter += 1
      enter(style, &around)
      around.opacity *= style.opacity
      around.isUnclear = around.isUnclear || style.isUnclear
      if style.isPositioned {
        around.positioned = Area(
          x: plus(flow.area.x, flow.lineX), y: flow.y, width: flow.area.width, height: flow.area.height)
      }
      // How large the background of a piece of a line is, only the line can tell.
      _ = addBackgrounds(child, around)
      for child in children { add(child, to: &flow, isRow: false, around) }
    default:
      let isBeside = style.display != .block || isRow || style.float != nil
      if isBeside { addBeside(child, to: &flow, around) } else { addBelow(child, to: &flow, around) }
    }
  }

  private mutating func addBelow(_ child: PageBox, to flow: inout Flow, _ around: Surroundings) {
    closeLine(&flow)
    let area = Area(x: flow.area.x, y: flow.y, width: flow.area.width, height: flow.area.height)
    let size = place(child, in: area, around)
    flow.depth = flow.depth.flatMap { depth in size.height.map { depth + $0 } }
    // Without a stated page nobody knows how much of what follows lies on it.
    if scene.viewport == nil, (size.height ?? 1) > 0 { flow.depth = nil }
    flow.lineStart = placed.count
  }

  private mutating func addBeside(_ child: PageBox, to flow: inout Flow, _ around: Surroundings) {
    var child = child
    let width = preferredWidth(child, flow.area)
    child.style.width = .length(.pixels(width))
    let left = pixels(child.style.marginLeft, of: flow.area.width) ?? 0
    let outer = width + left + (pixels(child.style.marginRight, of: flow.area.width) ?? 0)
    let isFull = outer > flow.area.width - flow.lineX - flow.lineRight + 1
    if isFull, flow.lineX + flow.lineRight > 0 { closeLine(&flow) }
    // Lines from right to left are set from the left and turned over when they are full.
    let isRight = child.style.float == .right
    let isInLine = child.style.float == nil
    let start = placed.count
    let x = isRight ? flow.area.width - flow.lineRight - outer : flow.lineX
    let area = Area(x: plus(flow.area.x, x), y: flow.y, width: flow.area.width, height: flow.area.height)
    let size = place(child, in: area, around)
    if isRight { flow.lineRight += outer } else { flow.lineX += outer }
    if flow.isRightToLeft, isInLine { flow.turned.append((start..<placed.count, x, outer)) }
    flow.lineHeight = flow.lineHeight.flatMap { line in size.height.map { max(line, $0) } }
    if scene.viewport == nil, (size.height ?? 1) > 0 { flow.lineHeight = nil }
  }

  /// How wide a box is that is no wider than what it holds.
  private func preferredWidth(_ box: PageBox, _ area: Area) -> Double {
    if let width = fittedSize(box, room: area.width, area).width { return width }
    guard case .container(let children) = box.content else { return area.width }
    var (widest, line) = (0.0, 0.0)
    for child in children where !child.style.isOutOfFlow {
      let width = preferredWidth(child, area)
      line = child.style.display == .block && child.style.float == nil ? 0 : line + width
      widest = max(widest, line, width)
    }
    return min(widest, area.width)
  }

  private mutating func closeLine(_ flow: inout Flow) {
    let rest = flow.area.width - flow.lineX
    for one in flow.turned {
      let x = flow.lineX - one.x - one.width
      for index in one.placed where placed[index].picture.isInFlow {
        placed[index].picture.move(x - one.x, 0)
      }
    }
    flow.turned = []
    if flow.lineX > 0, rest > 0, flow.lineRight == 0, let align = flow.align {
      let shift = align == .center ? rest / 2 : align == .right ? rest : 0
      for index in flow.lineStart..<placed.count where placed[index].picture.isInFlow {
        placed[index].picture.move(shift, 0)
      }
    }
    flow.depth = flow.depth.flatMap { depth in flow.lineHeight.map { depth + $0 } }
    (flow.lineX, flow.lineRight, flow.lineHeight) = (0, 0, 0)
    flow.lineStart = placed.count
  }

  // MARK: - Absolute positions

  /// - Parameter flow: where it would stand if nothing were said of that.
  private mutating func placeAbsolutely(_ box: PageBox, at flow: Area, _ around: Surroundings) {
    let style = box.style
    let base = style.position == .fixed ? page : around.positioned
    let size = fittedSize(box, room: base.width, base)
    let across = Span(
      from: (style.left, style.right), margins: (style.marginLeft, style.marginRight), size: size.width,
      of: base.width, flow: flow.x, base: base.x, self)
    let down = Span(
      from: (style.top, style.bottom), margins: (style.marginTop, style.marginBottom), size: size.height,
      of: base.height, flow: flow.y, base: base.y, self)
    var sized = box
    if let width = across.size { sized.style.width = .length(.pixels(width)) }
    if let height = down.size { sized.style.height = .length(.pixels(height)) }
    let area = Area(x: across.start, y: down.start, width: base.width, height: base.height)
    _ = place(sized, in: area, around)
  }

  /// One axis of an absolute position (CSS 2.2, section 10.3.7): where the margin begins, and the size.
  private struct Span {
    var start: Double?
    var size: Double?

    init(
      from ends: (BoxStyle.Dimension, BoxStyle.Dimension), margins: (BoxStyle.Dimension, BoxStyle.Dimension),
      size: Double?, of whole: Double?, flow: Double?, base: Double?, _ layout: SceneLayout
    ) {
      self.size = size
      let (near, far) = (layout.pixels(ends.0, of: whole), layout.pixels(ends.1, of: whole))
      let outer = (layout.pixels(margins.0, of: whole) ?? 0) + (layout.pixels(margins.1, of: whole) ?? 0)
      if size == nil, let near, let far, let whole { self.size = max(0, whole - near - far - outer) }
      if let near {
        var free = 0.0
        if margins.0.isAuto, margins.1.isAuto, let far, let whole, let size {
          free = max(0, whole - near - far - size) / 2
        }
        start = layout.plus(base, near + free)
      } else if let far, let whole, let size = self.size {
        start = layout.plus(base, whole - far - size - outer)
      } else if ends.0.isAuto, ends.1.isAuto {
        start = flow
      }
    }
  }
}
