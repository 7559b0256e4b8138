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
    var sweep = DecorationSweep(flow)
    var start = 0
    while start < flow.strips.count || foot.hasNotes {
      let end = start < flow.strips.count ? pageEnd(from: start, foot) : start
      var page = PageAssembly(geometry, paper: paper)
      page.add(
        flow, start..<end, head: start < end ? head(before: start) : [], sweep.decorations(of: start..<end))
      page.addFoot(
        foot.take(for: flow.strips[start..<end], free: geometry.depth - page.depth), notes, gap: noteGap, ink)
      for id in page.anchors where anchors[id] == nil { anchors[id] = pages.count }
      pages.append(page.page)
      start = end
    }
    return (pages, anchors)
  }

  /// The strip the next page begins with: as many as fit are taken, but for what should not be parted.
  private func pageEnd(from start: Int, _ foot: PageFoot) -> Int {
    var room = foot.begin()
    var used = head(before: start).reduce(0) { $0 + $1.height }
    var best: (end: Int, kind: StripBreak)?
    var next = start
    while next < flow.strips.count {
      let strip = flow.strips[next]
      if next > start {
        if strip.breakBefore == .forced { return next }
        if best == nil || strip.breakBefore <= (best?.kind ?? .avoided) { best = (next, strip.breakBefore) }
      }
      let top = used + (next == start && !strip.keepsSpace ? 0 : strip.space)
      let more = foot.room(room, adding: strip.notes, free: geometry.depth - top - strip.extent)
      if let more {
        room = more
      } else if next > start {
        // What should stay together is parted where it must be.
        guard let best else { return next }
        return best.kind == .avoided && isShort(start..<best.end) ? next : best.end
      }
      used = top + strip.height
      next += 1
    }
    return next
  }

  /// Whether breaking before what should stay together would leave most of a page empty.
  private func isShort(_ strips: Range<Int>) -> Bool {
    flow.strips[strips].reduce(0) { $0 + $1.space + $1.height } < geometry.depth / 3
  }

  /// The head of a table that goes on, which is repeated above its next row.
  private func head(before start: Int) -> [Strip] {
    guard start > 0, let head = flow.strips[start].tableHead, flow.strips[start - 1].tableHead == head else {
      return []
    }
    return flow.tableHeads[head]
  }
}
