import BookModel

/// Where the cells of a table stand (HTML Standard, section 4.9.12.1).
struct TableGrid {
  struct Place {
    var cell: TableCell
    var row: Int
    var column: Int
    var rows: Int
    var columns: Int
  }

  /// By rows, from left to right.
  private(set) var places: [Place] = []
  private(set) var rowCount: Int
  private(set) var columnCount = 0

  init(_ rows: [[TableCell]], mostColumns: Int) {
    rowCount = rows.count
    /// How many rows down each column is taken.
    var taken: [Int] = []
    for (number, row) in rows.enumerated() {
      var column = 0
      for cell in row {
        while column < taken.count, taken[column] > number { column += 1 }
        let columns = min(cell.columns, max(1, mostColumns - column))
        let height = min(cell.rows, rows.count - number)
        places.append(Place(cell: cell, row: number, column: column, rows: height, columns: columns))
        for taking in column..<column + columns {
          if taking < taken.count { taken[taking] = number + height } else { taken.append(number + height) }
        }
        column += columns
      }
      columnCount = max(columnCount, column)
    }
  }

  /// Rows in groups that no cell reaches over the border of.
  var rowGroups: [Range<Int>] {
    var reach = [Int](repeating: 0, count: rowCount)
    for place in places { reach[place.row] = max(reach[place.row], place.row + place.rows) }
    var groups: [Range<Int>] = []
    var start = 0
    var end = 0
    for row in 0..<rowCount {
      end = max(end, reach[row], row + 1)
      if end == row + 1 {
        groups.append(start..<end)
        start = end
      }
    }
    return groups
  }
}

/// How wide the columns of a table are (CSS 2.2, section 17.5.2.2).
struct ColumnWidths {
  private var least: [Extent]
  private var most: [Extent]

  init(_ count: Int) {
    least = Array(repeating: 0, count: count)
    most = least
  }

  /// What all columns take at least.
  var leastSum: Extent { least.reduce(0, +) }

  /// Lets the columns of a cell be wide enough for it.
  mutating func fit(_ columns: Range<Int>, least cellLeast: Extent, most cellMost: Extent) {
    func fit(_ widths: inout [Extent], _ wanted: Extent) {
      let missing = wanted - widths[columns].reduce(0, +)
      guard missing > 0 else { return }
      for (number, column) in columns.enumerated() {
        widths[column] += missing * (number + 1) / columns.count - missing * number / columns.count
      }
    }
    fit(&least, cellLeast)
    fit(&most, max(cellLeast, cellMost))
  }

  /// Widths that come to a sum, or to less where nothing needs it; nil where columns would be too narrow for words.
  ///
  /// - Parameters:
  ///   - fills: whether all of the sum is to be taken.
  ///   - floor: what no column may fall below.
  func widths(in sum: Extent, fills: Bool, floor: Extent) -> [Extent]? {
    let (leastSum, mostSum) = (least.reduce(0, +), most.reduce(0, +))
    if mostSum <= sum {
      guard fills, mostSum > 0 else { return most }
      return ColumnWidths.scaled(most, to: sum)
    }
    if leastSum <= sum {
      let spare = mostSum - leastSum
      return zip(least, most).map { low, high in
        low + Extent.clamped(Double(sum - leastSum) * Double(high - low) / Double(max(1, spare)))
      }
    }
    // Words will be broken: the narrow columns keep what they need, the wide ones share the rest.
    guard floor * least.count <= sum else { return nil }
    let needs = least.map { min($0, floor) }
    let rest = sum - needs.reduce(0, +)
    let wishes = zip(least, needs).map { $0 - $1 }
    let total = max(1, wishes.reduce(0, +))
    return zip(needs, wishes).map { $0 + Extent.clamped(Double(rest) * Double($1) / Double(total)) }
  }

  private static func scaled(_ widths: [Extent], to sum: Extent) -> [Extent] {
    let total = widths.reduce(0, +)
    return widths.map { Extent.clamped((Double($0) * Double(sum) / Double(total)).rounded(.down)) }
  }
}
