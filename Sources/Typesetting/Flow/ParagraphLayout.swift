import BookModel
import Diagnostics

/// Paragraphs in a flow: shaped, broken into lines, and each line a strip.
extension FlowLayout {
  func addParagraph(
    _ content: InlineContent, _ style: ComputedStyle, x: Extent, width: Extent
  ) throws(Diagnostic) {
    guard !content.bytes.isEmpty else {
      for float in content.floats { try addFloatOrBlock(float.box, x: x, width: width, beside: style) }
      anchors += content.anchors.map(\.id)
      return
    }
    let paragraph = try Paragraph(
      content, style, measures, objects: objects(of: content, style, width: width))
    var setting = try ParagraphSetting(paragraph, self, x: x, width: width)
    try setting.run()
  }

  /// What pictures and gaps take in lines of a width.
  func objects(of content: InlineContent, _ style: ComputedStyle, width: Extent) throws(Diagnostic) -> [Int:
    InlineObject]
  {
    guard !content.objects.isEmpty else { return [:] }
    let strut = try measures.strut(style)
    let isAlone = content.isPictureAlone
    return content.objects.mapValues { object in
      switch object {
      case .space(let units): return InlineObject(advance: min(units, width / 2), ascent: 0, descent: 0)
      case .picture(let box):
        let height = isAlone ? pageHeight : max(Extent.pixel, pageHeight - strut.below)
        let size = pictureSize(box, in: (width, height))
        let font = style.type.isVertical || box.style.box.verticalAlign == .middle
        // In the middle of the line, which for small pictures is that of its letters.
        let below = font ? max(0, size.height / 2 - strut.above / 3) : 0
        return InlineObject(advance: size.width, ascent: size.height - below, descent: below)
      }
    }
  }

  /// Hangs list marks that wait beside a strip's baseline.
  func attachMarkers(to strip: inout Strip, baseline: Extent) {
    defer { markers.removeAll() }
    for waiting in markers {
      let style = waiting.marker.style
      let bytes = Array(waiting.marker.text.utf8)
      let content = InlineContent(
        bytes: bytes, runs: [InlineContent.Run(range: 0..<bytes.count, style: style, isGenerated: true)])
      guard let paragraph = try? Paragraph(content, style, measures, objects: [:]),
        var setter = try? LineSetter(paragraph, measures),
        let line = try? setter.set(
          BrokenLine(clusters: 0..<paragraph.clusters.count, width: 0, isLast: true), from: 0, width: 0, .left
        )
      else { continue }
      let isRightToLeft = style.type.direction == .rightToLeft
      let gap = Extent.pixels(style.fontSize * 0.4)
      let x =
        isRightToLeft
        ? min(waiting.right + gap, measure - line.width) : max(0, waiting.left - line.width - gap)
      strip.marks += line.marks.map { $0.moved(x: x, y: baseline) }
    }
  }
}

extension InlineContent {
  /// Whether there is nothing in the lines but pictures.
  var isPictureAlone: Bool {
    runs.allSatisfy { run in
      var place = run.range.lowerBound
      while place < run.range.upperBound {
        switch bytes[place] {
        case 0x20, 0x0A: place += 1
        case 0xEF where place + 2 < bytes.count && bytes[place + 1] == 0xBF && bytes[place + 2] == 0xBC:
          place += 3
        default: return false
        }
      }
      return true
    }
  }
}

/// One paragraph on its way into a flow.
struct ParagraphSetting {
  private let paragraph: Paragraph
  private let layout: FlowLayout
  private let x: Extent
  private let width: Extent
  private var breaker: LineBreaker
  private var setter: LineSetter
  private let alignment: LineSetter.Alignment
  /// Strips of its lines; they learn how many there are when all are set.
  private var strips: [Strip] = []
  private var nextFloat = 0
  private var nextAnchor = 0
  private var nextNote = 0

  init(_ paragraph: Paragraph, _ layout: FlowLayout, x: Extent, width: Extent) throws(Diagnostic) {
    self.paragraph = paragraph
    self.layout = layout
    self.x = x
    self.width = width
    let settings = layout.measures.settings
    let isVerse = layout.isInVerse || ParagraphSetting.isVerse(paragraph, width: width)
    alignment = ParagraphSetting.alignment(of: paragraph, settings, isVerse: isVerse)
    // What stands in the middle or at the wrong side is a title or a name.
    let start = paragraph.direction == .rightToLeft ? LineSetter.Alignment.right : .left
    let isText = alignment == .justified || alignment == start
    let hyphenator = settings.hyphenates && !isVerse && isText ? layout.hyphenator : nil
    breaker = LineBreaker(paragraph, hyphenator: hyphenator, isJustified: alignment == .justified)
    setter = try LineSetter(paragraph, layout.measures)
  }

  // MARK: - How it is set

  private static func alignment(of paragraph: Paragraph, _ settings: TypesetSettings, isVerse: Bool)
    -> LineSetter.Alignment
  {
    let type = paragraph.style.type
    let isRightToLeft = paragraph.direction == .rightToLeft
    let start = isRightToLeft ? LineSetter.Alignment.right : .left
    switch type.align {
    case .left: return .left
    case .right: return .right
    case .center: return .center
    case .start: return start
    case .end: return isRightToLeft ? .left : .right
    case .unstated, .justify:
      let isJustified =
        settings.justification != .off && type.isJustifiable && !isVerse
      return isJustified ? .justified : start
    }
  }

  /// Whether breaks are forced so often that the lines are the author's own: verse, addresses.
  private static func isVerse(_ paragraph: Paragraph, width: Extent) -> Bool {
    paragraph.content.hasForcedBreak && paragraph.widths.most < 5 * width / 2
  }

  // MARK: - Lines

  /// Sets all lines and adds them to the flow.
  mutating func run() throws(Diagnostic) {
    let number = layout.nextParagraph()
    let first = layout.stripCount
    let indent = indent
    let fine = fineLines(indent: indent)
    var cluster = 0
    var line = 0
    while cluster < paragraph.clusters.count {
      try placeFloats(before: paragraph.clusters[cluster].range.lowerBound + 1)
      let room = makeRoom(isFirst: line == 0)
      let shift = line == 0 ? indent : 0
      let isRightToLeft = paragraph.direction == .rightToLeft
      let width = max(Extent.pixel, room.width - shift)
      let broken = fine.map { $0[line] } ?? breaker.line(from: cluster, width: width)
      let set = try setter.set(broken, from: room.x + (isRightToLeft ? 0 : shift), width: width, alignment)
      try add(set, broken, line: line, paragraph: number, room: room)
      cluster = max(broken.clusters.upperBound, cluster + 1)
      line += 1
    }
    layout.settle(paragraph: number, strips: first..<layout.stripCount, lines: line, paragraph.style)
  }

  private var indent: Extent {
    let type = paragraph.style.type
    guard let indent = type.indent.resolved(of: width) else { return 0 }
    if type.align == .center { return 0 }
    // Never beyond the margin, nor so far in that no word fits.
    return min(max(indent, -x), width / 2)
  }

  /// Lines broken for the paragraph as a whole, where it is asked for and it stands beside nothing.
  private func fineLines(indent: Extent) -> [BrokenLine]? {
    guard layout.measures.settings.justification == .fine, alignment == .justified, layout.floats.isEmpty,
      layout.waitingFloats.isEmpty, paragraph.content.floats.isEmpty
    else { return nil }
    return FineBreaking(paragraph, hyphenator: breaker.hyphenator).lines(first: width - indent, width: width)
  }

  /// Finds the room for a line beside floats; below them where there is hardly any.
  private func makeRoom(isFirst: Bool) -> (x: Extent, width: Extent) {
    let layout = layout
    guard !layout.floats.isEmpty else { return (x, width) }
    layout.floats.drop(above: layout.nextTop)
    let least = min(width, Extent.pixels(paragraph.style.fontSize * 5))
    while true {
      let top = layout.nextTop
      let room = layout.floats.room(x, width, at: top)
      if room.width >= least { return room }
      guard let next = layout.floats.nextBottom(below: top) else { return (x, width) }
      layout.addMargin(next - layout.bottom)
    }
  }

  private mutating func placeFloats(before end: Int) throws(Diagnostic) {
    let floats = paragraph.content.floats
    while nextFloat < floats.count, floats[nextFloat].place < end {
      try layout.addFloatOrBlock(floats[nextFloat].box, x: x, width: width, beside: paragraph.style)
      nextFloat += 1
    }
  }

  private mutating func add(
    _ set: SetLine, _ broken: BrokenLine, line: Int, paragraph number: Int, room: (x: Extent, width: Extent)
  ) throws(Diagnostic) {
    let bytes = paragraph.bytes(of: broken.clusters)
    var strip = Strip(height: set.extent.height)
    strip.marks = set.marks.map { $0.moved(x: 0, y: set.extent.above) }
    strip.lines = [
      PlacedLine(
        paragraph: number, line: line, count: 0,
        area: MarkArea(x: set.start, y: 0, width: set.width, height: set.extent.height),
        isNote: layout.isNote,
        isHeading: layout.isInHeading)
    ]
    strip.text = layout.addText { paragraph.appendSourceText(bytes, to: &$0) }
    let isLast = broken.clusters.upperBound >= paragraph.clusters.count
    while nextAnchor < paragraph.content.anchors.count,
      isLast || paragraph.content.anchors[nextAnchor].place < bytes.upperBound
    {
      strip.anchors.append(paragraph.content.anchors[nextAnchor].id)
      nextAnchor += 1
    }
    while nextNote < paragraph.content.notes.count,
      isLast || paragraph.content.notes[nextNote].place < bytes.upperBound
    {
      strip.notes.append(paragraph.content.notes[nextNote].note)
      nextNote += 1
    }
    if !layout.markers.isEmpty { layout.attachMarkers(to: &strip, baseline: set.extent.above) }
    layout.append(strip)
  }
}

extension PageMark {
  /// The same mark elsewhere.
  func moved(x: Extent, y: Extent) -> PageMark {
    switch self {
    case .glyphs(var mark):
      mark.x += x
      mark.y += y
      return .glyphs(mark)
    case .fill(var area, let color):
      area.x += x
      area.y += y
      return .fill(area, color)
    case .picture(let entry, var area):
      area.x += x
      area.y += y
      return .picture(entry, area)
    }
  }
}
