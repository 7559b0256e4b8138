import BookModel
import Diagnostics

/// A float whose place is known, and that is drawn with the strip it begins at.
struct WaitingFloat {
  var drawn: DrawnFlow
  /// In the flow.
  var x: Extent
  var y: Extent
  var text: Range<Int>
}

/// Boxes beside lines: letters, pictures, narrow notes (CSS 2.2, section 9.5).
extension FlowLayout {
  /// A float, or a plain block where it can't be one.
  func addFloatOrBlock(_ box: Box, x: Extent, width: Extent, beside lines: ComputedStyle) throws(Diagnostic) {
    if box.style.fontSize >= lines.fontSize * 1.5, let letter = box.dropCap, !lines.type.isVertical {
      return try addDropCap(letter, box.style, x: x, width: width, beside: lines)
    }
    try add(box, x: x, width: width)
  }

  /// How many boxes may stand beside lines at once.
  private static let mostFloats = 32

  /// Puts a box beside the lines that follow.
  ///
  /// - Returns: false where it would leave no room for them, or is nearly as high as a page: it is to be laid out as
  ///   a block.
  func addFloat(_ box: Box, x: Extent, width: Extent) throws(Diagnostic) -> Bool {
    guard floats.count < FlowLayout.mostFloats else { return false }
    let style = box.style.box
    let em = Extent.pixels(measures.settings.fontSize)
    let margin = (
      top: max(0, style.margin.top.resolved(of: width) ?? 0),
      bottom: max(0, style.margin.bottom.resolved(of: width) ?? 0),
      left: max(style.float == .right ? em / 2 : 0, style.margin.left.resolved(of: width) ?? 0),
      right: max(style.float == .left ? em / 2 : 0, style.margin.right.resolved(of: width) ?? 0)
    )
    let asked = style.width.resolved(of: width)
    let most = width * 2 / 3 - margin.left - margin.right
    var inner = box
    inner.style = box.style.unfloated
    let wanted: Extent
    if let asked {
      wanted = asked
    } else {
      wanted = try widths(of: inner, in: width, pageHeight: pageHeight).most
    }
    guard wanted > 0, wanted <= most else { return false }
    let layout = sublayout(measure: wanted)
    try layout.add(inner, x: 0, width: wanted)
    layout.finish()
    let drawn = layout.flow.drawn()
    let height = margin.top + drawn.height + margin.bottom
    guard height <= pageHeight * 3 / 5 else { return false }
    var y = nextTop
    let whole = wanted + margin.left + margin.right
    var room = floats.room(x, width, at: y)
    while room.width < whole, let next = floats.nextBottom(below: y) {
      y = next
      room = floats.room(x, width, at: y)
    }
    let isLeft = style.float == .left
    let left = isLeft ? room.x + margin.left : room.x + room.width - wanted - margin.right
    floats.add(
      isLeft: isLeft, edge: isLeft ? left + wanted + margin.right : left - margin.left, bottom: y + height)
    let text = adopt(layout)
    waitingFloats.append(WaitingFloat(drawn: drawn, x: left, y: y + margin.top, text: text))
    return true
  }

  /// A letter that goes through several lines: it stands on the last one's baseline and is as high as they are.
  private func addDropCap(
    _ content: InlineContent, _ style: ComputedStyle, x: Extent, width: Extent, beside lines: ComputedStyle
  ) throws(Diagnostic) {
    let height = measures.lineHeight(lines)
    let strut = try measures.strut(lines)
    // Capitals of most types are about seven tenths of its size.
    let capitals = 0.7
    let rise = capitals * (style.fontSize - lines.fontSize) * Double(Extent.pixel)
    let count = max(2, Int((rise / Double(height)).rounded()) + 1)
    let exact = lines.fontSize + Double((count - 1) * height) / capitals / Double(Extent.pixel)
    let scale = min(max(exact / style.fontSize, 0.8), 1.25)
    let content = content.mapStyles { measures.scaled($0, by: scale) }
    let paragraph = try Paragraph(content, measures.scaled(style, by: scale), measures, objects: [:])
    var setter = try LineSetter(paragraph, measures)
    let line = try setter.set(
      BrokenLine(clusters: 0..<paragraph.clusters.count, width: 0, isLast: true), from: 0, width: 0, .left)
    let gap = Extent.pixels(lines.fontSize * 0.12)
    let y = nextTop
    let room = floats.room(x, width, at: y)
    let isLeft = style.box.float == .left
    let left = isLeft ? room.x : room.x + room.width - line.width
    floats.add(
      isLeft: isLeft, edge: isLeft ? left + line.width + gap : left - gap,
      bottom: y + count * height - height / 4)
    var drawn = DrawnFlow()
    drawn.marks = line.marks.map { $0.moved(x: 0, y: (count - 1) * height + strut.above) }
    drawn.height = count * height
    drawn.anchors = content.anchors.map(\.id)
    let text = addText { paragraph.appendSourceText(0..<content.bytes.count, to: &$0) }
    waitingFloats.append(WaitingFloat(drawn: drawn, x: left, y: y, text: text))
  }

  /// Draws waiting floats with a strip whose top is known.
  func attachFloats(to strip: inout Strip, at top: Extent) {
    guard !waitingFloats.isEmpty else { return }
    var marks: [PageMark] = []
    for float in waitingFloats {
      let y = max(0, float.y - top)
      marks += float.drawn.marks.map { $0.moved(x: float.x, y: y) }
      strip.lines += float.drawn.lines.map { $0.moved(x: float.x, y: y) }
      strip.anchors += float.drawn.anchors
      strip.notes += float.drawn.notes
      strip.reach = max(strip.reach, y + float.drawn.height)
      let first = strip.floatText.isEmpty ? float.text.lowerBound : strip.floatText.lowerBound
      strip.floatText = first..<float.text.upperBound
    }
    strip.marks = marks + strip.marks
    waitingFloats.removeAll()
  }

  // MARK: - Flows of their own

  /// A flow for what stands in a line or a cell.
  func sublayout(measure: Extent) -> FlowLayout {
    FlowLayout(
      measures, hyphenator, measure: measure, pageHeight: pageHeight, firstParagraph: paragraphCount,
      isNote: isNote)
  }

  /// Takes over the text and the counts of a flow of its own.
  ///
  /// - Returns: the text's place.
  func adopt(_ layout: FlowLayout) -> Range<Int> {
    paragraphCount = layout.paragraphCount
    unsupported.formUnion(layout.unsupported)
    return addText { $0 += layout.flow.text }
  }

  /// How wide a box is at least and at most.
  func widths(of box: Box, in room: Extent, pageHeight: Extent) throws(Diagnostic) -> (
    least: Extent, most: Extent
  ) {
    let style = box.style.box
    func fixed(_ lengths: ComputedLength...) -> Extent {
      lengths.reduce(0) { if case .fixed(let units) = $1 { $0 + max(0, units) } else { $0 } }
    }
    let frame =
      fixed(style.margin.left, style.margin.right, style.padding.left, style.padding.right)
      + style.border.left.width
      + style.border.right.width
    if case .fixed(let asked) = style.width { return (min(asked + frame, room), min(asked + frame, room)) }
    var widths: (least: Extent, most: Extent) = (0, 0)
    switch box.content {
    case .empty: break
    case .picture(let picture):
      let width = pictureSize(picture, in: (room, pageHeight)).width
      // A picture may shrink, though not to nothing.
      widths = (min(width, room / 8), width)
    case .lines(let content):
      guard !content.bytes.isEmpty else { break }
      let paragraph = try Paragraph(
        content, box.style, measures, objects: try objects(of: content, box.style, width: room))
      widths = paragraph.widths
    case .blocks(let boxes):
      for inner in boxes {
        let own = try self.widths(of: inner, in: room, pageHeight: pageHeight)
        widths = (max(widths.least, own.least), max(widths.most, own.most))
      }
    case .table(let table):
      for row in table.rows.prefix(FlowLayout.rowsMeasured) {
        var sum: (least: Extent, most: Extent) = (0, 0)
        for cell in row {
          let own = try self.widths(of: cell.box, in: room, pageHeight: pageHeight)
          sum = (sum.least + own.least, sum.most + own.most)
        }
        widths = (max(widths.least, sum.least), max(widths.most, sum.most))
      }
    }
    // One unit more, lest a line just too long by rounding be broken.
    return (min(widths.least + frame + 1, room), min(widths.most + frame + 1, room))
  }
}

extension Box {
  /// The letters of a box that is nothing else.
  fileprivate var dropCap: InlineContent? {
    guard case .lines(let content) = content, content.objects.isEmpty, content.bytes.count <= 12,
      !content.hasForcedBreak, content.rubies.isEmpty, style.box.background == nil
    else { return nil }
    return content
  }
}

extension ComputedStyle {
  /// The same box in its place rather than beside lines.
  var unfloated: ComputedStyle {
    var box = box
    box.float = .none
    box.margin = Sides(all: .zero)
    box.width = .auto
    return ComputedStyle(type: type, box: box, custom: custom, number: number)
  }
}
