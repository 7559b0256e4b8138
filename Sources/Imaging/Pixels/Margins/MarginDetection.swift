import BookModel
import Options

extension Raster {
  /// The page's empty margins: white, yellowed or black, with JPEG noise, specks and the dark strips that
  /// scanners leave along the edges. A picture that fills its page has none; a blank page is nil.
  ///
  /// What is left is looked at again, so that a page has no margins any more once they are cut off: paper may lie on a
  /// scanner's black lid, with margins of its own.
  public func margins(by search: MarginSearch) -> PageMargins? {
    var found = PageMargins(empty: EdgePixels())
    var inner = layout == .rgba ? laid(on: .white) : self
    var search = search
    for round in 0..<5 {
      guard inner.size.width >= 16, inner.size.height >= 16,
        let ground = MarginGround(of: inner, tolerance: search.tolerance)
      else { break }
      guard let margins = inner.margins(on: ground, by: search) else { return round == 0 ? nil : found }
      let isLittle = margins.empty.rectangle(in: inner.size).size == inner.size
      if isLittle, round > 0 { break }
      // Padding brings back nothing of a margin that lies beyond another.
      found.strips = round == 0 ? margins.strips : found.empty.combined(with: margins.strips, +)
      found.empty = found.empty.combined(with: margins.empty, +)
      if isLittle { break }
      // What stands alone now is no page number.
      search.keepsPageNumbers = true
      _ = inner.crop(to: margins.empty.part(of: inner.size))
    }
    return found
  }

  /// What lies around the contents on one ground; nil where there are no contents.
  private func margins(on ground: MarginGround, by search: MarginSearch) -> PageMargins? {
    var cells = MarkedCells(self, ground: ground)
    let strips = ground.isDark ? EdgePixels() : EdgeStrips(in: cells).remove(from: &cells)
    let contents = contents(of: cells, by: search)
    if ground.isDark {
      let spots = MarkedCells(self, ground: ground.beyondNoise, countsSpots: true)
      if spots.areScattered(outside: contents) { return PageMargins(empty: EdgePixels()) }
    }
    guard let contents else { return nil }
    var empty = margins(around: contents, cells.side, ground)
    if ground.isDark {
      let straight = cells.straightEdges(of: contents)
      // What is thinner may be the frame of panels.
      let least = min(size.width, size.height) / 40
      for edge in PageEdge.allCases where !straight.contains(edge) || empty[edge] < least { empty[edge] = 0 }
    }
    return PageMargins(empty: empty, strips: strips.combined(with: empty, min))
  }

  private func contents(of cells: MarkedCells, by search: MarginSearch) -> MarkedCells.Patch? {
    let shortSide = min(size.width, size.height)
    let speck = max(4, shortSide * shortSide / 40_000)
    var patches = cells.patches.filter { $0.ink > speck }
    if !search.keepsPageNumbers { patches = cells.withoutPageNumbers(patches) }
    guard var contents = patches.first else { return nil }
    for patch in patches.dropFirst() { contents.unite(patch) }
    return contents
  }

  /// From cells to pixels: the outermost row or column of cells is searched for its first marked pixel.
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
  /// Without small marks that stand alone above or below everything else, in the outermost eighth of the page.
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
