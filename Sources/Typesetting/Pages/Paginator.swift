import BookModel

/// Divides a flow into pages.
struct Paginator {
  let geometry: PageGeometry
  let paper: InkColor
  let ink: InkColor
  private let flow: Flow
  /// The bodies of notes, by number.
  private let notes: [Int: Flow]
  private let noteGap: Extent

  init(
    _ flow: Flow, notes: [Int: Flow], geometry: PageGeometry, paper: InkColor, ink: InkColor, noteGap: Extent
  ) {
    self.flow = flow
    self.notes = notes
    self.geometry = geometry
    self.paper = paper
    self.ink = ink
    self.noteGap = noteGap
  }

  /// The pages, and the page of each anchor.
  func pages() -> (pages: [SetSection.Page], anchors: [String: Int]) {
    var pages: [SetSection.Page] = []
    var anchors: [String: Int] = [:]
    var foot = PageFoot(notes, gap: noteGap, depth: geometry.depth)
    var start = 0
    while start < flow.strips.count || foot.hasNotes {
      let end = start < flow.strips.count ? pageEnd(from: start, &foot) : start
      let page = PageAssembly(
        flow, start..<end, foot.take(for: flow.strips[start..<end]), geometry, paper: paper, ink: ink)
      for id in page.anchors where anchors[id] == nil { anchors[id] = pages.count }
      pages.append(page.page)
      start = end
    }
    return (pages, anchors)
  }

  /// The strip the next page begins with: as many as fit are taken, but for what should not be parted.
  private func pageEnd(from start: Int, _ foot: inout PageFoot) -> Int {
    var room = foot.begin()
    var used = head(before: start)
    var best: (end: Int, kind: StripBreak)?
    var next = start
    while next < flow.strips.count {
      let strip = flow.strips[next]
      if next > start {
        if strip.breakBefore == .forced { return next }
        if best == nil || strip.breakBefore <= (best?.kind ?? .avoided) { best = (next, strip.breakBefore) }
      }
      let space = next == start && !strip.keepsSpace ? 0 : strip.space
      let top = used + space
      let reserved = foot.reserved(for: strip.notes, beside: room)
      if next > start, top + strip.extent + reserved > geometry.depth {
        // What should stay together is parted where it must be.
        guard let best else { return next }
        return best.kind == .avoided && isShort(start..<best.end) ? next : best.end
      }
      room = foot.add(strip.notes, to: room)
      used = top + strip.height
      next += 1
    }
    return next
  }

  /// Whether breaking before what should stay together would leave most of a page empty.
  private func isShort(_ strips: Range<Int>) -> Bool {
    flow.strips[strips].reduce(0) { $0 + $1.space + $1.height } < geometry.depth / 3
  }

  /// What a table's head takes that is repeated above a row.
  private func head(before start: Int) -> Extent {
    0
  }
}
