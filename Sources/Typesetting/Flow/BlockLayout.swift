import BookModel
import Diagnostics

/// Blocks in a flow (CSS 2.2, section 9.4.1), with margins that leave enough of a small page.
extension FlowLayout {
  /// Lays a box out in a stretch of the measure.
  func add(_ box: Box, x: Extent, width: Extent) throws(Diagnostic) {
    let style = box.style.box
    if style.breakBefore == .page { forceBreak() }
    if style.breakBefore == .avoid { avoidBreak() }
    clear(style.clear)
    if style.float != .none, try addFloat(box, x: x, width: width) { return }
    addMargin(vertical(style.margin.top, of: width))
    var (inner, edges) = stretch(of: box, x: x, width: width)
    let first = stripCount
    let isDecorated = edges.isVisible
    if isDecorated || edges.top > 0 { openEdge(edges.top) }
    let wasInHeading = isInHeading
    isInHeading = isInHeading || style.breakAfter == .avoid
    if let marker = box.marker {
      markers.append(WaitingMarker(marker: marker, left: inner.x, right: inner.x + inner.width))
    }
    switch box.content {
    case .blocks(let boxes):
      let wasInVerse = isInVerse
      isInVerse = isVerse(boxes, width: inner.width)
      for child in boxes { try add(child, x: inner.x, width: inner.width) }
      isInVerse = wasInVerse
    case .lines(let content): try addParagraph(content, box.style, x: inner.x, width: inner.width)
    case .picture(let picture): try add(picture, x: inner.x, width: inner.width)
    case .table(let table):
      let place = try add(table, box.style, x: inner.x, width: inner.width)
      edges.x += place.x - inner.x
      edges.width += place.width - inner.width
    case .empty(let ids):
      anchors += ids
      try addEmpty(box)
    }
    try settleMarker(of: box, style: box.style)
    isInHeading = wasInHeading
    if isDecorated || edges.bottom > 0 { closeEdge(edges.bottom) }
    if isDecorated {
      decorate(
        Decoration(
          strips: first..<stripCount, x: edges.x, width: edges.width, ground: style.background,
          border: edges.border))
    }
    if style.avoidsBreakInside { keepTogether(first..<stripCount) }
    addMargin(vertical(style.margin.bottom, of: width))
    if style.breakAfter == .avoid, stripCount > first { keepWithNext() }
    if style.breakAfter == .page { forceBreak() }
  }

  /// Whether blocks are lines of verse: many, none of which runs over much, and most of which fit in a line.
  private func isVerse(_ boxes: [Box], width: Extent) -> Bool {
    guard boxes.count >= 4 else { return false }
    var (lines, long) = (0, 0)
    for box in boxes {
      switch box.content {
      case .empty: continue
      case .lines(let content):
        // Half an em a letter, three bytes of which are an ideograph of one em.
        let length = Extent.pixels(box.style.fontSize * 0.45) * content.bytes.count
        guard length < width * 2, content.objects.isEmpty else { return false }
        lines += 1
        if length > width { long += 1 }
      default: return false
      }
    }
    return lines >= 4 && long * 2 < lines
  }

  private func clear(_ clear: BoxStyle.Clear) {
    guard clear.left || clear.right else { return }
    let end = floats.bottom(left: clear.left, right: clear.right)
    if end > nextTop { addMargin(end - bottom) }
  }

  /// Margins above and below, percentages being of the width.
  private func vertical(_ length: ComputedLength, of width: Extent) -> Extent {
    length.resolved(of: width) ?? 0
  }

  // MARK: - Sides

  /// The edges of a box: padding and borders above and below, and where its borders stand.
  struct Edges {
    var x: Extent
    var width: Extent
    var top: Extent
    var bottom: Extent
    var border: Sides<BoxStyle.Border>
    var ground: InkColor?

    var isVisible: Bool {
      ground != nil || border.top.width + border.right.width + border.bottom.width + border.left.width > 0
    }
  }

  /// What is left of the measure inside of a box. Sides take a third of it at most, so that there is room for words
  /// however deep boxes lie in each other.
  private func stretch(of box: Box, x: Extent, width: Extent) -> (
    inner: (x: Extent, width: Extent), edges: Edges
  ) {
    let style = box.style.box
    let em = Extent.pixels(box.style.fontSize)
    var left = max(-x, style.margin.left.resolved(of: width) ?? 0)
    var right = max(-(measure - x - width), style.margin.right.resolved(of: width) ?? 0)
    let border = (left: style.border.left.width, right: style.border.right.width)
    var padding = (
      left: max(0, style.padding.left.resolved(of: width) ?? 0),
      right: max(0, style.padding.right.resolved(of: width) ?? 0)
    )
    // As much as leaves room for eight letters or so, or for a third of the page.
    let least = min(width, max(8 * em, measure / 3))
    let borders = border.left + border.right
    let wanted = max(0, left) + max(0, right) + padding.left + padding.right
    let most = max(0, width - least - borders)
    if wanted > most {
      func scaled(_ length: Extent) -> Extent {
        length <= 0 ? length : Extent.clamped(Double(length) * Double(most) / Double(wanted))
      }
      (left, right) = (scaled(left), scaled(right))
      padding = (scaled(padding.left), scaled(padding.right))
    }
    var outer = (x: x + left, width: width - left - right)
    place(&outer, of: style, in: (x, width), least: least, frame: borders + padding.left + padding.right)
    let innerWidth = max(em, outer.width - borders - padding.left - padding.right)
    let inner = (x: outer.x + border.left + padding.left, width: innerWidth)
    let edges = Edges(
      x: outer.x, width: outer.width,
      top: style.border.top.width + vertical(capped(style.padding.top), of: width),
      bottom: style.border.bottom.width + vertical(capped(style.padding.bottom), of: width),
      border: style.border,
      ground: style.background)
    return (inner, edges)
  }

  private func capped(_ padding: ComputedLength) -> ComputedLength {
    if case .fixed(let units) = padding { .fixed(min(units, pageHeight / 4)) } else { padding }
  }

  /// A width that is asked for, and where margins that adjust themselves put the box.
  private func place(
    _ outer: inout (x: Extent, width: Extent), of style: BoxStyle, in room: (x: Extent, width: Extent),
    least: Extent, frame: Extent
  ) {
    var width = outer.width
    let isEmptyRule = style.border.top.width > 0 && style.width != .auto
    let floor = isEmptyRule ? 0 : least
    if let asked = style.width.resolved(of: room.width) { width = min(width, max(asked + frame, floor)) }
    if let most = style.maxWidth.resolved(of: room.width) { width = min(width, max(most + frame, floor)) }
    guard width < outer.width else { return }
    let slack = outer.width - width
    switch (style.margin.left, style.margin.right) {
    case (.auto, .auto): outer.x += slack / 2
    case (.auto, _): outer.x += slack
    default: break
    }
    outer.width = width
  }

  // MARK: - Edges and empty boxes

  private func openEdge(_ height: Extent) {
    append(Strip(height: height))
    avoidBreak()
  }

  private func closeEdge(_ height: Extent) {
    avoidBreak()
    append(Strip(height: height))
  }

  /// A box without content: room of the height it states.
  private func addEmpty(_ box: Box) throws(Diagnostic) {
    let style = box.style.box
    let height = style.height.resolved(of: pageHeight) ?? style.minHeight.resolved(of: pageHeight) ?? 0
    guard height > 0 else { return }
    // A ground without anything on it is a rule.
    if style.background != nil {
      append(Strip(height: min(height, pageHeight / 4)))
    } else {
      addMargin(nextTop - bottom + min(height, pageHeight / 2))
    }
  }

  /// A mark whose item has no line gets one.
  private func settleMarker(of box: Box, style: ComputedStyle) throws(Diagnostic) {
    guard let marker = box.marker, let waiting = markers.last, waiting.marker.style === marker.style,
      waiting.marker.text == marker.text
    else { return }
    var strip = Strip(height: measures.lineHeight(style))
    let extent = try measures.strut(style)
    attachMarkers(to: &strip, baseline: extent.above)
    append(strip)
  }
}
