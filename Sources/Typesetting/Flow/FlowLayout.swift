import BookModel
import Diagnostics

/// Lays boxes out one below the other, as strips of a flow without end.
final class FlowLayout {
  let measures: TypeMeasures
  let hyphenator: (any Hyphenating)?
  /// What a page holds, along the lines and across.
  let measure: Extent
  let pageHeight: Extent
  private(set) var flow = Flow()

  /// How far down the flow goes.
  private(set) var bottom: Extent = 0
  /// Room before the next strip: of margins that meet only the largest counts (CSS 2.2, section 8.3.1).
  private var margin = CollapsedMargin()
  /// How the next strip may be parted from the last one.
  private var nextBreak = StripBreak.forced
  private var keepsNextSpace = true
  /// Whether there is anything to be seen since the last break that was asked for.
  private var isPageBegun = false
  /// Strips that stay with what follows: headings.
  private var stripsToKeep = 0
  /// List marks that wait for a line.
  var markers: [WaitingMarker] = []
  var floats = FloatSet()
  /// Floats that wait for the strip they begin at.
  var waitingFloats: [WaitingFloat] = []
  /// Ids that wait for a strip.
  var anchors: [String] = []
  var paragraphCount: Int
  let isNote: Bool
  /// What isn't done, by name.
  var unsupported: Set<String> = []
  var isInHeading = false
  /// Whether the blocks around are lines of verse, each a block of its own.
  var isInVerse = false

  struct WaitingMarker {
    var marker: ListMarker
    /// The left side of its item, and the item's right one.
    var left: Extent
    var right: Extent
  }

  init(
    _ measures: TypeMeasures, _ hyphenator: (any Hyphenating)?, measure: Extent, pageHeight: Extent,
    firstParagraph: Int = 0, isNote: Bool = false
  ) {
    self.measures = measures
    self.hyphenator = hyphenator
    self.measure = measure
    self.pageHeight = pageHeight
    self.isNote = isNote
    paragraphCount = firstParagraph
  }

  // MARK: - Strips

  /// Adds room, which falls together with other room that it meets.
  func addMargin(_ length: Extent) {
    margin.add(min(max(length, -pageHeight / 2), pageHeight / 2))
  }

  /// A page begins here.
  func forceBreak() {
    // Nothing to be seen makes no page of its own.
    guard isPageBegun || !waitingFloats.isEmpty else { return }
    nextBreak = .forced
    keepsNextSpace = true
    isPageBegun = false
  }

  /// What follows stays with what is there.
  func avoidBreak(_ kind: StripBreak = .avoided) {
    if nextBreak != .forced { nextBreak = max(nextBreak, kind) }
  }

  /// What is there is the heading of what follows: two strips of that at least.
  func keepWithNext() {
    avoidBreak()
    stripsToKeep = 2
  }

  func append(_ strip: Strip) {
    var strip = strip
    strip.space += margin.length
    margin = CollapsedMargin()
    strip.keepsSpace = keepsNextSpace
    keepsNextSpace = false
    strip.breakBefore = nextBreak == .forced ? .forced : max(strip.breakBefore, nextBreak)
    if stripsToKeep > 0, strip.breakBefore != .forced {
      strip.breakBefore = .avoided
    }
    if !strip.lines.isEmpty || !strip.marks.isEmpty { stripsToKeep = max(0, stripsToKeep - 1) }
    if floats.reach > bottom + strip.space {
      strip.breakBefore = strip.breakBefore == .forced ? .forced : max(strip.breakBefore, .discouraged)
    }
    nextBreak = .allowed
    if !anchors.isEmpty {
      strip.anchors = anchors + strip.anchors
      anchors.removeAll()
    }
    attachFloats(to: &strip, at: bottom + strip.space)
    isPageBegun = isPageBegun || !strip.marks.isEmpty
    bottom += strip.space + strip.height
    flow.strips.append(strip)
  }

  /// Where the next strip begins.
  var nextTop: Extent { bottom + margin.length }

  /// Adds the source's text of a strip.
  func addText(_ add: (inout [UInt8]) -> Void) -> Range<Int> {
    let start = flow.text.count
    add(&flow.text)
    return start..<flow.text.count
  }

  func nextParagraph() -> Int {
    defer { paragraphCount += 1 }
    return paragraphCount
  }

  var stripCount: Int { flow.strips.count }

  func decorate(_ decoration: Decoration) { flow.decorations.append(decoration) }

  /// Lets strips stay together, if they can.
  func keepTogether(_ strips: Range<Int>) {
    for strip in strips.dropFirst() where flow.strips[strip].breakBefore == .allowed {
      flow.strips[strip].breakBefore = .discouraged
    }
  }

  func addTableHead(_ strips: [Strip]) -> Int {
    flow.tableHeads.append(strips)
    return flow.tableHeads.count - 1
  }

  /// Tells the lines of a paragraph how many there are, and keeps its first and its last ones together.
  func settle(paragraph: Int, strips: Range<Int>, lines: Int, _ style: ComputedStyle) {
    for number in strips {
      guard let line = flow.strips[number].lines.first, line.paragraph == paragraph else { continue }
      flow.strips[number].lines[0].count = lines
      let isOrphan = line.line > 0 && line.line < style.type.orphans
      let isWidow = line.line > 0 && lines - line.line < style.type.widows
      if isOrphan || isWidow, flow.strips[number].breakBefore != .forced {
        flow.strips[number].breakBefore = .avoided
      }
      if isInHeading, line.line > 0 { flow.strips[number].breakBefore = .avoided }
    }
  }

  /// Puts what still waits at the flow's end.
  func finish() {
    if !anchors.isEmpty || !waitingFloats.isEmpty || floats.reach > bottom {
      let height = max(0, floats.reach - bottom)
      margin = CollapsedMargin()
      avoidBreak()
      var strip = Strip(height: floats.isEmpty ? 0 : height)
      strip.breakBefore = .avoided
      append(strip)
    }
    margin = CollapsedMargin()
  }
}

/// Margins that meet: the largest of those above nothing and the smallest of those below.
struct CollapsedMargin {
  private var most: Extent = 0
  private var least: Extent = 0

  mutating func add(_ length: Extent) {
    most = max(most, length)
    least = min(least, length)
  }

  /// Never less than nothing: lines would lie on one another.
  var length: Extent { max(0, most + least) }
}
