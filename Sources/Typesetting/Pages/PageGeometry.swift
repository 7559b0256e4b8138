import BookModel

/// Where a page's text stands, and how the flow's sides lie on the page.
struct PageGeometry {
  let size: Size
  /// The text's area.
  let area: MarkArea
  /// Whether lines run from top to bottom and follow each other from the right.
  let isVertical: Bool

  init(_ settings: TypesetSettings, isVertical: Bool) {
    let side = TypesetSettings.pageSides
    size = Size(
      width: min(max(settings.page.width, side.lowerBound), side.upperBound),
      height: min(max(settings.page.height, side.lowerBound), side.upperBound))
    self.isVertical = isVertical
    // Margins never take more than two thirds of a page.
    func margins(_ first: Int, _ second: Int, of side: Int) -> (Int, Int) {
      let (first, second) = (min(max(0, first), side), min(max(0, second), side))
      let most = side * 2 / 3
      guard first + second > most else { return (first, second) }
      return (first * most / (first + second), second * most / (first + second))
    }
    let running = settings.runningLineHeight
    let top = settings.hasHeadLine ? max(settings.margins.top, running) : settings.margins.top
    let bottom = settings.hasFootLine ? max(settings.margins.bottom, running) : settings.margins.bottom
    let (left, right) = margins(settings.margins.left, settings.margins.right, of: size.width)
    let (above, below) = margins(top, bottom, of: size.height)
    area = MarkArea(
      x: left * .pixel, y: above * .pixel, width: (size.width - left - right) * .pixel,
      height: (size.height - above - below) * .pixel)
  }

  /// How long lines may be.
  var measure: Extent { isVertical ? area.height : area.width }
  /// How far lines may follow each other.
  var depth: Extent { isVertical ? area.width : area.height }

  /// A mark of the flow, whose strip begins at a depth, on the page.
  func placed(_ mark: PageMark, at depth: Extent) -> PageMark {
    guard isVertical else { return mark.moved(x: area.x, y: area.y + depth) }
    switch mark {
    case .glyphs(var mark):
      (mark.x, mark.y) = (area.x + area.width - depth - mark.y, area.y + mark.x)
      return .glyphs(mark)
    case .fill(let mark, let color): return .fill(placed(mark, at: depth), color)
    case .picture(let entry, let mark): return .picture(entry, placed(mark, at: depth))
    }
  }

  func placed(_ mark: MarkArea, at depth: Extent) -> MarkArea {
    guard isVertical else {
      return MarkArea(x: area.x + mark.x, y: area.y + depth + mark.y, width: mark.width, height: mark.height)
    }
    return MarkArea(
      x: area.x + area.width - depth - mark.y - mark.height, y: area.y + mark.x, width: mark.height,
      height: mark.width)
  }
}

extension TypesetSettings {
  /// Of title and number, in pixels.
  var runningFontSize: Double { fontSize * 0.65 }

  /// The margin a head or foot line needs, in pixels.
  var runningLineHeight: Int { Int((runningFontSize * 2.2).rounded(.up)) }
}
