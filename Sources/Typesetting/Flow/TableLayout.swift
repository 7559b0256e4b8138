import BookModel
import Diagnostics

/// Tables in a flow: rows of cells side by side, each a flow of its own (CSS Tables 3).
extension FlowLayout {
  /// Rows whose cells are measured to find how wide columns are.
  static let rowsMeasured = 300

  /// Adds a table.
  ///
  /// - Returns: where the table stands.
  func add(_ table: TableBox, _ style: ComputedStyle, x: Extent, width: Extent) throws(Diagnostic)
    -> (x: Extent, width: Extent)
  {
    var stretch = (x: x, width: width)
    for caption in table.captions where !caption.style.type.captionIsBelow {
      try add(caption, x: x, width: width)
      keepWithNext()
    }
    let (grid, columns) = try fitted(table, style, width: width)
    if let columns {
      var setting = TableSetting(self, grid, style, columns, x: x, width: width)
      try setting.run(headCount: table.headCount)
      stretch = setting.stretch
    } else {
      if grid.columnCount > 1 { unsupported.insert("tables that are wider than a page") }
      for row in table.rows {
        for cell in row { try add(cell.box, x: x, width: width) }
      }
    }
    for caption in table.captions where caption.style.type.captionIsBelow {
      avoidBreak()
      try add(caption, x: x, width: width)
    }
    return stretch
  }

  /// A table's grid, in smaller type where words would be divided otherwise; without columns where it is laid out as
  /// plain blocks.
  private func fitted(_ table: TableBox, _ style: ComputedStyle, width: Extent) throws(Diagnostic)
    -> (grid: TableGrid, columns: [Extent]?)
  {
    let em = Extent.pixels(style.fontSize)
    let mostColumns = max(1, width / em)
    let grid = TableGrid(table.rows, mostColumns: mostColumns)
    guard grid.columnCount > 1, grid.columnCount * em * 3 / 2 <= width else { return (grid, nil) }
    let widths = try self.widths(of: grid, style, width: width)
    let room = room(for: grid, style, width: width)
    let fills = style.box.width != .auto
    guard widths.leastSum > room else { return (grid, widths.widths(in: room, fills: fills, floor: 2 * em)) }
    let factor = max(FlowLayout.leastTableScale, Double(room) / Double(widths.leastSum) * 0.98)
    let smaller = TableGrid(
      table.rows.map { $0.map { $0.scaled(by: factor, measures) } }, mostColumns: mostColumns)
    let fitted = try self.widths(of: smaller, style, width: width)
    return (smaller, fitted.widths(in: room, fills: fills, floor: 2 * em))
  }

  /// What type may be scaled to in a table that is too wide.
  private static let leastTableScale = 0.7

  private func room(for grid: TableGrid, _ style: ComputedStyle, width: Extent) -> Extent {
    width - TableSetting.spacing(style) * (grid.columnCount + 1)
  }

  private func widths(of grid: TableGrid, _ style: ComputedStyle, width: Extent) throws(Diagnostic)
    -> ColumnWidths
  {
    var widths = ColumnWidths(grid.columnCount)
    let spacing = TableSetting.spacing(style)
    let room = room(for: grid, style, width: width)
    for isWide in [false, true] {
      for place in grid.places
      where place.row < FlowLayout.rowsMeasured && (place.columns > 1) == isWide {
        var own = try self.widths(of: place.cell.box, in: room, pageHeight: pageHeight)
        if case .percent(let part) = place.cell.box.style.box.width {
          let asked = Extent.clamped(Double(room) * min(max(part, 0), 100) / 100)
          own.most = max(own.least, asked)
        }
        let gaps = spacing * (place.columns - 1)
        widths.fit(
          place.column..<place.column + place.columns, least: own.least - gaps, most: own.most - gaps)
      }
    }
    return widths
  }
}

extension TableCell {
  /// The cell in other type.
  fileprivate func scaled(by factor: Double, _ measures: TypeMeasures) -> TableCell {
    var cell = self
    cell.box = box.scaled(by: factor, measures)
    return cell
  }
}

extension Box {
  /// The box in other type, with all that is in it.
  fileprivate func scaled(by factor: Double, _ measures: TypeMeasures) -> Box {
    var box = self
    box.style = measures.scaled(style, by: factor)
    box.marker?.style = measures.scaled(style, by: factor)
    switch content {
    case .blocks(let boxes): box.content = .blocks(boxes.map { $0.scaled(by: factor, measures) })
    case .lines(let content): box.content = .lines(content.mapStyles { measures.scaled($0, by: factor) })
    case .table(var table):
      table.rows = table.rows.map { $0.map { $0.scaled(by: factor, measures) } }
      table.captions = table.captions.map { $0.scaled(by: factor, measures) }
      box.content = .table(table)
    case .picture, .empty: break
    }
    return box
  }
}

/// One table on its way into a flow.
private struct TableSetting {
  private let layout: FlowLayout
  private let grid: TableGrid
  private let style: ComputedStyle
  private let columns: [Extent]
  /// Where each column begins, and behind the last.
  private let edges: [Extent]
  private let spacing: Extent
  /// What there is for the table.
  private let x: Extent
  private let width: Extent

  init(
    _ layout: FlowLayout, _ grid: TableGrid, _ style: ComputedStyle, _ columns: [Extent], x: Extent,
    width: Extent
  ) {
    self.layout = layout
    self.grid = grid
    self.style = style
    self.columns = columns
    self.x = x
    self.width = width
    spacing = TableSetting.spacing(style)
    let sum = columns.reduce(0, +) + spacing * (columns.count + 1)
    let slack = max(0, width - sum)
    var start = x + spacing
    switch (style.box.margin.left, style.box.margin.right, style.type.direction) {
    case (.auto, .auto, _): start += slack / 2
    case (.auto, _, _), (_, _, .rightToLeft): start += slack
    default: break
    }
    var edges: [Extent] = []
    for column in columns {
      edges.append(start)
      start += column + spacing
    }
    self.edges = edges
  }

  static func spacing(_ style: ComputedStyle) -> Extent {
    style.type.collapsesBorders ? 0 : style.type.cellSpacing
  }

  /// A cell laid out.
  private struct SetCell {
    var place: TableGrid.Place
    var layout: FlowLayout
    /// The cell's own box.
    var x: Extent
    var width: Extent
    var top: Extent = 0
    var height: Extent = 0
    /// From the cell's upper edge to its content.
    var inset: Extent
    var content: Extent
    var contentX: Extent

    /// Where the strips of its content stand, from the rows' top.
    var places: [Range<Extent>] = []
    /// How many of them are in strips already.
    var shown = 0

    /// What the cell takes with its padding and borders.
    var wanted: Extent {
      let box = place.cell.box.style.box
      return inset + content + box.border.bottom.width + max(0, box.padding.bottom.resolved(of: width) ?? 0)
    }

    /// Finds where its content stands, when it is known how high it is.
    mutating func settle() {
      let slack = max(0, height - wanted)
      var depth = top + inset
      switch place.cell.box.style.box.verticalAlign {
      case .middle: depth += slack / 2
      case .bottom: depth += slack
      case .top, .baseline: break
      }
      places = layout.flow.strips.enumerated().map { number, strip in
        depth += number == 0 ? 0 : strip.space
        defer { depth += strip.height }
        return depth..<depth + max(strip.extent, 0)
      }
    }
  }

  /// Where the table stands.
  var stretch: (x: Extent, width: Extent) {
    (edges[0] - spacing, edges[edges.count - 1] + columns[columns.count - 1] + 2 * spacing - edges[0])
  }

  mutating func run(headCount: Int) throws(Diagnostic) {
    var head: Int?
    var heads: [Strip] = []
    var next = grid.places.startIndex
    for group in grid.rowGroups {
      var cells: [SetCell] = []
      while next < grid.places.endIndex, group.contains(grid.places[next].row) {
        cells.append(try set(grid.places[next]))
        next += 1
      }
      let isHead = group.upperBound <= headCount
      if !isHead, head == nil, !heads.isEmpty, heads.reduce(0, { $0 + $1.height }) <= layout.pageHeight / 3 {
        head = layout.addTableHead(heads)
        heads = []
      }
      guard let strips = strips(of: group, &cells) else {
        // Lines that never end at one height: the cells stand one below the other.
        layout.unsupported.insert("rows of tables that are higher than a page")
        for cell in cells { try layout.add(cell.place.cell.box, x: x, width: width) }
        continue
      }
      for var strip in strips {
        strip.tableHead = head
        layout.append(strip)
        if isHead {
          heads.append(strip)
          layout.avoidBreak()
        }
      }
    }
  }

  // MARK: - Cells

  private func set(_ place: TableGrid.Place) throws(Diagnostic) -> SetCell {
    let isRightToLeft = style.type.direction == .rightToLeft
    let last = place.column + place.columns - 1
    let span = columns[place.column...last].reduce(0, +) + spacing * (place.columns - 1)
    // Columns of a table from right to left begin at the right.
    let first =
      isRightToLeft
      ? edges[0] + (edges[edges.count - 1] + columns[columns.count - 1]) - edges[place.column] - span
      : edges[place.column]
    let box = place.cell.box.style.box
    let padding = (
      left: max(0, box.padding.left.resolved(of: span) ?? 0),
      right: max(0, box.padding.right.resolved(of: span) ?? 0)
    )
    let frame = box.border.left.width + box.border.right.width
    // Padding never leaves a cell without room for its words.
    let least = span / 2
    let sides = min(padding.left + padding.right, max(0, span - frame - least))
    let left =
      padding.left + padding.right == 0
      ? 0 : Extent.clamped(Double(sides) * Double(padding.left) / Double(padding.left + padding.right))
    let inner = max(Extent.pixel, span - frame - sides)
    let sub = layout.sublayout(measure: inner)
    var content = place.cell.box
    content.style = content.style.bare
    try sub.add(content, x: 0, width: inner)
    sub.finish()
    layout.paragraphCount = sub.paragraphCount
    let height = sub.flow.drawn().height
    return SetCell(
      place: place, layout: sub, x: first, width: span,
      inset: box.border.top.width + max(0, box.padding.top.resolved(of: span) ?? 0), content: height,
      contentX: first + box.border.left.width + left)
  }

  // MARK: - Rows

  /// The strips of some rows that hang together: one if they are low enough for a page, else as many as they can be
  /// divided into; nil where no division makes them low enough.
  private func strips(of rows: Range<Int>, _ cells: inout [SetCell]) -> [Strip]? {
    let height = settle(rows, &cells)
    let slices = RowSlices(cells.map(\.places), height: height, most: layout.pageHeight)
    guard slices.ranges.allSatisfy({ $0.upperBound - $0.lowerBound <= layout.pageHeight }) else { return nil }
    var strips: [Strip] = []
    for (number, slice) in slices.ranges.enumerated() {
      var strip = strip(of: slice, &cells, isLast: number == slices.ranges.count - 1)
      if number == 0 { strip.space = spacing }
      strips.append(strip)
    }
    return strips
  }

  /// Finds how high rows are, and so where cells and their lines stand.
  private func settle(_ rows: Range<Int>, _ cells: inout [SetCell]) -> Extent {
    var heights = [Extent](repeating: 0, count: rows.count)
    func span(_ cell: SetCell) -> ClosedRange<Int> {
      let first = cell.place.row - rows.lowerBound
      return first...max(first, min(rows.count, first + cell.place.rows) - 1)
    }
    for cell in cells where cell.place.rows == 1 {
      let row = span(cell).lowerBound
      heights[row] = max(heights[row], cell.wanted)
    }
    for cell in cells where cell.place.rows > 1 {
      let span = span(cell)
      let there = heights[span].reduce(0, +) + spacing * (span.count - 1)
      heights[span.upperBound] += max(0, cell.wanted - there)
    }
    var tops: [Extent] = []
    var top = 0
    for height in heights {
      tops.append(top)
      top += height + spacing
    }
    for number in cells.indices {
      let span = span(cells[number])
      cells[number].top = tops[span.lowerBound]
      cells[number].height = tops[span.upperBound] + heights[span.upperBound] - tops[span.lowerBound]
      cells[number].settle()
    }
    return max(0, top - spacing)
  }

  private func strip(of slice: Range<Extent>, _ cells: inout [SetCell], isLast: Bool) -> Strip {
    var strip = Strip(height: slice.upperBound - slice.lowerBound)
    for cell in cells { addFrame(of: cell, in: slice, to: &strip) }
    let start = layout.flow.text.count
    for number in cells.indices {
      let flow = cells[number].layout.flow
      let x = cells[number].contentX
      let first = cells[number].shown
      var next = first
      while next < flow.strips.count, isLast || cells[number].places[next].lowerBound < slice.upperBound {
        next += 1
      }
      cells[number].shown = next
      let tops = cells[number].places[first..<next].map { $0.lowerBound - slice.lowerBound }
      strip.marks += flow.decorations(of: first..<next, tops: tops).map { $0.moved(x: x, y: 0) }
      for (inner, top) in zip(flow.strips[first..<next], tops) {
        strip.marks += inner.marks.map { $0.moved(x: x, y: top) }
        strip.lines += inner.lines.map { $0.moved(x: x, y: top) }
        strip.anchors += inner.anchors
        strip.notes += inner.notes
        _ = layout.addText { $0 += flow.text[inner.floatText] + flow.text[inner.text] + [0x0A] }
      }
    }
    strip.text = start..<layout.flow.text.count
    return strip
  }

  /// The ground and the borders of a cell, or of the part of it that a slice shows.
  private func addFrame(of cell: SetCell, in slice: Range<Extent>, to strip: inout Strip) {
    let top = max(cell.top, slice.lowerBound)
    let bottom = min(cell.top + cell.height, slice.upperBound)
    guard top < bottom else { return }
    let own = cell.place.cell.box.style
    var border = own.box.border
    if style.type.collapsesBorders {
      // Where two cells meet, the border of the second is the one that is drawn.
      if cell.place.column + cell.place.columns < grid.columnCount { border.right.width = 0 }
      if cell.place.row + cell.place.rows < grid.rowCount { border.bottom.width = 0 }
    }
    let ground = own.box.background ?? (own.type.ground == style.type.ground ? nil : own.type.ground)
    let area = MarkArea(x: cell.x, y: top - slice.lowerBound, width: cell.width, height: bottom - top)
    strip.marks += Decoration.marks(
      area, ground, border, isFirst: top == cell.top, isLast: bottom == cell.top + cell.height)
  }
}

/// Divides rows that are too high for a page at heights where no line of any cell is cut.
struct RowSlices {
  private(set) var ranges: [Range<Extent>] = []

  /// - Parameters:
  ///   - cells: the strips of each cell.
  ///   - most: what a page holds.
  init(_ cells: [[Range<Extent>]], height: Extent, most: Extent) {
    guard height > most / 3 else {
      ranges = [0..<height]
      return
    }
    // All strips from top to bottom: where the next begins below all before it, there is a gap.
    let strips = cells.joined().filter { !$0.isEmpty }.sorted {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    }
    var start = 0
    var reach = 0
    for strip in strips {
      if strip.lowerBound >= reach, strip.lowerBound > start, reach > start {
        ranges.append(start..<strip.lowerBound)
        start = strip.lowerBound
      }
      reach = max(reach, strip.upperBound)
    }
    ranges.append(start..<max(height, start))
  }
}

extension ComputedStyle {
  /// The same box without edges, which its cell has instead.
  fileprivate var bare: ComputedStyle {
    var box = box
    box.margin = Sides(all: .zero)
    box.padding = Sides(all: .zero)
    box.border = Sides(all: BoxStyle.Border())
    box.background = nil
    (box.width, box.maxWidth, box.height, box.minHeight) = (.auto, .auto, .auto, .auto)
    (box.float, box.breakBefore, box.breakAfter) = (.none, .auto, .auto)
    return ComputedStyle(type: type, box: box, custom: custom, number: number)
  }
}
