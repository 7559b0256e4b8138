import BookModel
import Markup
import Publications

/// Tables as rows of cells (CSS Tables 3); what stands in a table outside of cells gets a cell of its own.
extension BoxBuilder {
  func tableBox(_ node: ElementNode, _ style: ComputedStyle) -> Box {
    var reading = TableReading()
    readRows(of: node, style, &reading)
    reading.closeRow()
    var table = reading.table
    let heads = reading.headRows + reading.bodyRows + reading.footRows
    table.rows = heads
    table.headCount = reading.headRows.count
    if table.headCount == table.rows.count { table.headCount = 0 }
    return Box(style: style, content: .table(table))
  }

  private struct TableReading {
    var table = TableBox()
    var headRows: [[TableCell]] = []
    var bodyRows: [[TableCell]] = []
    var footRows: [[TableCell]] = []
    /// Cells that stand in no row.
    var looseCells: [TableCell] = []

    mutating func closeRow() {
      if !looseCells.isEmpty { bodyRows.append(looseCells) }
      looseCells = []
    }
  }

  private enum RowGroup { case head, body, foot }

  private func readRows(
    of node: ElementNode, _ style: ComputedStyle, _ reading: inout TableReading, group: RowGroup = .body
  ) {
    var elements = node.children.makeIterator()
    for child in node.element.children {
      switch child {
      case .comment: break
      case .text(let text):
        guard text.utf8.contains(where: { $0 > 0x20 }) else { continue }
        var context = BlockContext(styles.anonymous(in: style, .cell))
        add(text, style, &context)
        reading.looseCells.append(TableCell(box: finish(&context)))
      case .element:
        guard let element = elements.next() else { continue }
        let own = styles.style(of: element, parent: style)
        guard own.box.display != .none, own.box.display != .column, !own.type.isHidden else { continue }
        switch own.box.display {
        case .headerGroup: read(element, own, &reading, .head)
        case .footerGroup: read(element, own, &reading, .foot)
        case .rowGroup: read(element, own, &reading, .body)
        case .row:
          reading.closeRow()
          let cells = cells(of: element, own)
          guard !cells.isEmpty else { continue }
          switch group {
          case .head: reading.headRows.append(cells)
          case .body: reading.bodyRows.append(cells)
          case .foot: reading.footRows.append(cells)
          }
        case .cell: reading.looseCells.append(cell(element, own))
        case .caption:
          var context = BlockContext(own)
          fill(element, own, &context)
          reading.table.captions.append(finish(&context))
        default:
          var context = BlockContext(styles.anonymous(in: style, .cell))
          visit(element, parent: style, &context)
          if !context.children.isEmpty || !context.line.isEmpty {
            reading.closeRow()
            reading.looseCells.append(TableCell(box: finish(&context)))
            reading.closeRow()
          }
        }
      }
    }
  }

  private func read(
    _ element: ElementNode, _ style: ComputedStyle, _ reading: inout TableReading, _ group: RowGroup
  ) {
    reading.closeRow()
    if let id = element.element.attribute("id") { pendingAnchors.append(id) }
    if depth < BoxBuilder.deepest {
      depth += 1
      readRows(of: element, style, &reading, group: group)
      depth -= 1
    } else {
      var context = BlockContext(styles.anonymous(in: style, .cell))
      flatten(element.element, style, &context)
      reading.looseCells.append(TableCell(box: finish(&context)))
    }
    reading.closeRow()
  }

  private func cells(of row: ElementNode, _ style: ComputedStyle) -> [TableCell] {
    if let id = row.element.attribute("id") { pendingAnchors.append(id) }
    var cells: [TableCell] = []
    var elements = row.children.makeIterator()
    for child in row.element.children {
      switch child {
      case .comment: break
      case .text(let text):
        guard text.utf8.contains(where: { $0 > 0x20 }) else { continue }
        var context = BlockContext(styles.anonymous(in: style, .cell))
        add(text, style, &context)
        cells.append(TableCell(box: finish(&context)))
      case .element:
        guard let element = elements.next() else { continue }
        let own = styles.style(of: element, parent: style)
        guard own.box.display != .none, !own.type.isHidden else { continue }
        if own.box.display == .cell {
          cells.append(cell(element, own))
        } else {
          var context = BlockContext(styles.anonymous(in: style, .cell))
          visit(element, parent: style, &context)
          if !context.children.isEmpty || !context.line.isEmpty {
            cells.append(TableCell(box: finish(&context)))
          }
        }
      }
    }
    return cells
  }

  /// HTML has at most 1,000 columns in one cell, and here no more rows than that.
  private func cell(_ node: ElementNode, _ style: ComputedStyle) -> TableCell {
    if let id = node.element.attribute("id") { pendingAnchors.append(id) }
    var context = BlockContext(style)
    fill(node, style, &context)
    var cell = TableCell(box: finish(&context))
    if let columns = node.element.attribute("colspan").flatMap({ Int($0.trimmed) }) {
      cell.columns = min(max(columns, 1), 1000)
    }
    if let rows = node.element.attribute("rowspan").flatMap({ Int($0.trimmed) }) {
      cell.rows = min(max(rows, 1), 1000)
    }
    return cell
  }
}
