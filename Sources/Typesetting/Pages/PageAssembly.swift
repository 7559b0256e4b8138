import BookModel

/// Puts the marks of strips on a page.
struct PageAssembly {
  private(set) var page: SetSection.Page
  private(set) var anchors: [String] = []
  /// How far down the page is filled.
  private(set) var depth: Extent = 0
  private let geometry: PageGeometry

  init(_ geometry: PageGeometry, paper: InkColor) {
    self.geometry = geometry
    page = SetSection.Page(page: SetPage(size: geometry.size, background: paper), lines: [], text: "")
  }

  /// Adds the page's text.
  ///
  /// - Parameter head: the head of a table that is repeated.
  mutating func add(_ flow: Flow, _ strips: Range<Int>, head: [Strip], _ decorations: [Decoration]) {
    for strip in head {
      add(marks: strip.marks, at: depth)
      depth += strip.height
    }
    var tops: [Extent] = []
    for number in strips {
      let strip = flow.strips[number]
      depth += number == strips.lowerBound && !strip.keepsSpace ? 0 : strip.space
      tops.append(depth)
      depth += strip.height
    }
    add(marks: flow.marks(of: decorations, strips, tops: tops), at: 0)
    for (number, top) in zip(strips, tops) {
      add(flow.strips[number], of: flow, at: top)
      depth = max(depth, top + flow.strips[number].extent)
    }
  }

  /// Adds notes at the page's foot, with a line above them.
  mutating func addFoot(
    _ strips: [PageFoot.Waiting], _ notes: [Int: Flow], gap: Extent, _ ink: InkColor
  ) {
    guard !strips.isEmpty else { return }
    let height = strips.enumerated().reduce(0) { sum, next in
      sum + (next.offset == 0 ? 0 : next.element.strip.space) + next.element.strip.height
    }
    var top = max(depth + gap, geometry.depth - height)
    let line = MarkArea(x: 0, y: -gap / 2, width: geometry.measure / 4, height: Extent.pixel)
    add(marks: [.fill(line, ink.mixed(with: page.page.background, 0.4))], at: top)
    for (number, waiting) in strips.enumerated() {
      guard let flow = notes[waiting.note] else { continue }
      top += number == 0 ? 0 : waiting.strip.space
      add(waiting.strip, of: flow, at: top)
      top += waiting.strip.height
    }
  }

  private mutating func add(marks: [PageMark], at top: Extent) {
    for mark in marks { page.page.marks.append(geometry.placed(mark, at: top)) }
  }

  private mutating func add(_ strip: Strip, of flow: Flow, at top: Extent) {
    add(marks: strip.marks, at: top)
    for var line in strip.lines {
      line.area = geometry.placed(line.area, at: top)
      page.lines.append(line)
    }
    anchors += strip.anchors
    for range in [strip.floatText, strip.text] where !range.isEmpty {
      if !page.text.isEmpty { page.text += "\n" }
      page.text += String(decoding: flow.text[range], as: UTF8.self)
    }
  }
}
