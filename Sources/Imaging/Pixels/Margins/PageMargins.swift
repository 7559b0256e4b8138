public import BookModel
public import Options

/// How to find the empty margins of a page and how much of them to cut.
public struct MarginSearch: Hashable, Sendable {
  /// How far, in levels, a sample may differ from the margin's color.
  public var tolerance: Int
  /// The most to cut off any edge.
  public var limit: Length
  /// How much of the margin to leave around the contents.
  public var padding: Length
  /// Whether a small, isolated mark in the top or bottom margin counts as contents.
  public var keepsPageNumbers: Bool

  public init(
    tolerance: Int = 32, limit: Length = .percent(10), padding: Length = .zero, keepsPageNumbers: Bool = true
  ) {
    self.tolerance = tolerance
    self.limit = limit
    self.padding = padding
    self.keepsPageNumbers = keepsPageNumbers
  }

  var parameters: String {
    "auto \(tolerance) \(limit.optionText) \(padding.optionText) \(keepsPageNumbers ? "numbers" : "")"
  }
}

/// The number of pixels at each edge of a page.
public struct EdgePixels: Hashable, Sendable {
  public var left = 0
  public var top = 0
  public var right = 0
  public var bottom = 0

  public init(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }
}

/// The space around the contents of one page.
public struct PageMargins: Hashable, Sendable {
  /// The distance from each edge to the contents.
  public var empty: EdgePixels
  /// The part of it that is a dark strip, which padding must not restore.
  public var strips: EdgePixels

  public init(empty: EdgePixels, strips: EdgePixels = EdgePixels()) {
    self.empty = empty
    self.strips = strips
  }

  /// What to cut off a page of a given size, leaving the padding and cutting no edge by more than the limit.
  public func cut(of size: Size, by search: MarginSearch) -> EdgePixels {
    func cut(_ margin: Int, _ strip: Int, _ side: Int) -> Int {
      min(max(strip, margin - search.padding.pixels(of: side)), search.limit.pixels(of: side))
    }
    return EdgePixels(
      left: cut(empty.left, strips.left, size.width), top: cut(empty.top, strips.top, size.height),
      right: cut(empty.right, strips.right, size.width), bottom: cut(empty.bottom, strips.bottom, size.height)
    )
  }
}

extension EdgePixels {
  /// What is left of a page after the cut; all of it if the cut is less than a hundredth in both directions,
  /// which is not worth re-encoding the page.
  public func rectangle(in size: Size) -> Rectangle {
    let (width, height) = (size.width - left - right, size.height - top - bottom)
    let isLittle = (left + right) * 100 < size.width && (top + bottom) * 100 < size.height
    guard width > 0, height > 0, !isLittle else { return Rectangle(of: size) }
    return Rectangle(x: left, y: top, size: Size(width: width, height: height))
  }
}

extension Raster {
  /// The page's empty margins: white, yellowed or black, possibly with JPEG noise, specks and the dark strips
  /// that scanners leave along the edges. Zero for a picture that fills its page; nil for a blank page.
  public func margins(by search: MarginSearch) -> PageMargins? {
    guard size.width >= 16, size.height >= 16 else { return PageMargins(empty: EdgePixels()) }
    let page = layout == .rgba ? laid(on: .white) : self
    guard let ground = MarginGround(of: page, tolerance: search.tolerance) else {
      return PageMargins(empty: EdgePixels())
    }
    var cells = MarkedCells(page, ground: ground)
    let strips = ground.isDark ? EdgePixels() : cells.removeEdgeStrips()
    let shortSide = min(size.width, size.height)
    let speck = max(4, shortSide * shortSide / 40_000)
    var patches = cells.patches.filter { $0.ink > speck }
    if !search.keepsPageNumbers { patches = cells.withoutPageNumbers(patches) }
    guard var contents = patches.first else { return nil }
    for patch in patches.dropFirst() { contents.unite(patch) }
    return PageMargins(empty: page.margins(around: contents, cells.side, ground), strips: strips)
  }

  /// Refines cells to pixels by searching the outermost row or column of cells for its first marked pixel.
  private func margins(around contents: MarkedCells.Patch, _ side: Int, _ ground: MarginGround) -> EdgePixels
  {
    let (left, top) = (contents.left * side, contents.top * side)
    let (right, bottom) = (min(size.width, contents.right * side), min(size.height, contents.bottom * side))
    let columns = left..<right
    let rows = top..<bottom
    let firstRow = rows.prefix(side).first { y in columns.contains { isMarked($0, y, ground) } } ?? top
    let lastRow = rows.suffix(side).last { y in columns.contains { isMarked($0, y, ground) } } ?? bottom - 1
    let firstColumn = columns.prefix(side).first { x in rows.contains { isMarked(x, $0, ground) } } ?? left
    let lastColumn = columns.suffix(side).last { x in rows.contains { isMarked(x, $0, ground) } } ?? right - 1
    return EdgePixels(
      left: firstColumn, top: firstRow, right: size.width - 1 - lastColumn, bottom: size.height - 1 - lastRow)
  }

  private func isMarked(_ x: Int, _ y: Int, _ ground: MarginGround) -> Bool {
    let bytes = layout.bytesPerPixel
    let place = (y * size.width + x) * bytes
    for channel in 0..<min(3, bytes)
    where abs(Int(samples[place + channel]) - Int(ground.color[channel])) > Int(ground.tolerance) {
      return true
    }
    return false
  }
}

extension MarkedCells {
  /// The patches without small, isolated marks above or below everything else in the outermost eighth of the
  /// page.
  fileprivate func withoutPageNumbers(_ patches: [Patch]) -> [Patch] {
    func mayBeNumber(_ patch: Patch) -> Bool {
      let isSmall = (patch.bottom - patch.top) * 30 <= rows && (patch.right - patch.left) * 7 <= columns
      return isSmall && (patch.bottom * 8 <= rows || patch.top * 8 >= rows * 7)
    }
    let rest = patches.filter { !mayBeNumber($0) }
    guard let top = rest.map(\.top).min(), let bottom = rest.map(\.bottom).max() else { return patches }
    return patches.filter { !mayBeNumber($0) || ($0.bottom > top && $0.top < bottom) }
  }
}
