import BookModel

/// Works out where boxes lie: positions in pixels and hundredths, blocks below each other, pictures and floats beside
/// each other (CSS 2.2, sections 9 and 10, as far as pages of pictures use them). Whatever depends on how high text is
/// stays unknown.
struct SceneLayout {
  let scene: PageScene
  let size: (Int) -> Size?
  let depth: Int
  /// The page; its height is unknown where no viewport is stated.
  let page: Area
  var placed: [Entry] = []
  var counter = 0
  /// Boxes that may still be laid out again once their height is known.
  private var repetitions = 64

  struct Entry {
    var picture: PlacedPicture
    var order: [PaintKey]
  }

  /// A box to be filled: what nobody knows is nil.
  struct Area {
    var x: Double?
    var y: Double?
    var width: Double
    var height: Double?

    var frame: Frame? {
      guard let x, let y, let height else { return nil }
      return Frame(x: x, y: y, width: width, height: height)
    }
  }

  /// Where something is painted among its siblings in one stacking context (CSS 2.2, appendix E).
  struct PaintKey: Comparable {
    var z: Int
    var isPositioned = false
    var order: Int

    static func < (left: PaintKey, right: PaintKey) -> Bool {
      if left.z != right.z { return left.z < right.z }
      if left.isPositioned != right.isPositioned { return right.isPositioned }
      return left.order < right.order
    }
  }

  /// What a box hands down to those in it.
  struct Surroundings {
    /// The stacking context it belongs to, and its place in that.
    var context: [PaintKey] = []
    var path: [PaintKey] = []
    /// What absolute positions count from.
    var positioned: Area
    var opacity = 1.0
    var isUnclear = false
    var isInFlow = true
  }

  /// Documents in documents.
  static let deepest = 3

  static func placements(of scene: PageScene, _ size: @escaping (Int) -> Size?, depth: Int) -> [PlacedPicture]
  {
    var layout = SceneLayout(scene, size, depth)
    _ = layout.place(scene.root, in: layout.page, Surroundings(positioned: layout.page))
    let sorted = layout.placed.sorted { $0.order.lexicographicallyPrecedes($1.order) }
    return sorted.map {
      $0.picture.isReasonable ? $0.picture : PlacedPicture(picture: $0.picture.picture, frame: nil)
    }
  }

  private init(_ scene: PageScene, _ size: @escaping (Int) -> Size?, _ depth: Int) {
    self.scene = scene
    self.size = size
    self.depth = depth
    if let viewport = scene.viewport {
      page = Area(x: 0, y: 0, width: Double(viewport.width), height: Double(viewport.height))
    } else {
      let widths = scene.subjects.compactMap { subject -> Int? in
        if case .picture(let number) = subject { size(number)?.width } else { nil }
      }
      page = Area(x: 0, y: 0, width: Double(widths.max() ?? 600), height: nil)
    }
  }

  // MARK: - Boxes

  /// Places a box whose outer corner is at the area's and which may be as wide as that.
  ///
  /// - Returns: its outer size; nil for a height that is not known.
  mutating func place(_ box: PageBox, in area: Area, _ around: Surroundings) -> (
    width: Double, height: Double?
  ) {
    let style = box.style
    var around = around
    around.isUnclear = around.isUnclear || style.isUnclear
    around.opacity *= style.isCutAway ? 0 : style.opacity
    counter += 1
    enter(style, &around)
    let (left, right) = (
      pixels(style.marginLeft, of: area.width) ?? 0, pixels(style.marginRight, of: area.width) ?? 0
    )
    let (top, bottom) = (
      pixels(style.marginTop, of: area.width) ?? 0, pixels(style.marginBottom, of: area.width) ?? 0
    )
    let room = max(0, area.width - left - right)
    let fitted = fittedSize(box, room: room, area)
    var inner = Area(
      x: plus(area.x, left), y: plus(area.y, top), width: fitted.width ?? room, height: fitted.height)
    if box.isCanvas { inner.height = inner.height ?? page.height }
    if style.centers, style.display == .block, !style.isOutOfFlow {
      inner.x = plus(inner.x, max(0, (room - inner.width) / 2))
    }
    if style.position == .relative { shift(&inner, style, area) }
    let size = fill(box, &inner, around)
    return (size.width + left + right, size.height.map { $0 + top + bottom })
  }

  /// Places what a box holds. Where its height comes from that, what hangs on it is worked out once more.
  private mutating func fill(
    _ box: PageBox, _ inner: inout Area, _ around: Surroundings
  ) -> (width: Double, height: Double?) {
    let (start, count) = (placed.count, counter)
    while true {
      var around = around
      if box.style.isPositioned { around.positioned = inner }
      let behind = addBackgrounds(box, around)
      let content = placeContent(box, inner, around)
      if inner.height == nil, let content, box.style.isPositioned, repetitions > 0 {
        repetitions -= 1
        (placed, counter) = (Array(placed[..<start]), count)
        inner.height = content
        continue
      }
      inner.height = inner.height ?? content
      finish(box, inner, from: start, behind)
      return (inner.width, inner.height)
    }
  }

  func enter(_ style: BoxStyle, _ around: inout Surroundings) {
    let makesContext =
      style.isPositioned && style.zIndex != nil || style.opacity < 1 || style.transform != .none
    if style.isOutOfFlow { around.isInFlow = false }
    guard style.isPositioned || makesContext else { return }
    let key = PaintKey(z: style.isPositioned ? style.zIndex ?? 0 : 0, isPositioned: true, order: counter)
    around.path = around.context + [key]
    if makesContext { around.context = around.path }
  }

  private mutating func placeContent(_ box: PageBox, _ inner: Area, _ around: Surroundings) -> Double? {
    switch box.content {
    case .text: return nil
    case .picture(let number):
      add(number, inner.frame, box.style, around)
      return inner.height
    case .drawing(let drawing):
      add(drawing, inner.frame, around)
      return inner.height
    case .container(let children):
      let left = pixels(box.style.paddingLeft, of: inner.width) ?? 0
      let top = pixels(box.style.paddingTop, of: inner.width) ?? 0
      let content = Area(
        x: plus(inner.x, left), y: plus(inner.y, top), width: inner.width, height: inner.height)
      return flow(children, in: content, box.style, around).map { $0 + top }
    }
  }

  /// Cuts, moves and scales what was placed in a box, now that its size is known.
  private mutating func finish(_ box: PageBox, _ inner: Area, from start: Int, _ behind: Range<Int>) {
    let frame = box.isCanvas ? page.frame ?? inner.frame : inner.frame
    if !box.isCanvas, inner.width <= 0 || inner.height ?? 1 <= 0 {
      // Behind a box of no size nothing shows, wherever it lies.
      let nothing = Frame(x: 0, y: 0, width: 0, height: 0)
      for index in behind { (placed[index].picture.frame, placed[index].picture.clip) = (nothing, nothing) }
    } else {
      for index in behind { settle(index, box.style, layer: behind.upperBound - 1 - index, frame) }
    }
    guard let frame else { return }
    if box.style.clips, !box.isCanvas {
      for index in start..<placed.count where !behind.contains(index) {
        placed[index].picture.clip = frame.intersection(placed[index].picture.clip)
      }
    }
    transform(box.style.transform, frame, from: start)
  }

  // MARK: - Sizes

  func plus(_ coordinate: Double?, _ distance: Double) -> Double? { coordinate.map { $0 + distance } }

  /// A length in pixels; nil for what is automatic or hangs on what is not known.
  func pixels(_ dimension: BoxStyle.Dimension, of whole: Double?) -> Double? {
    guard case .length(let length) = dimension else { return nil }
    let (width, height) = (page.width, page.height)
    switch length {
    case .pixels(let pixels): return pixels
    case .percent(let percent): return whole.map { $0 * percent / 100 }
    case .viewport(let part, let side):
      switch side {
      case .width: return width * part / 100
      case .height: return height.map { $0 * part / 100 }
      case .smaller: return height.map { min(width, $0) * part / 100 }
      case .larger: return height.map { max(width, $0) * part / 100 }
      }
    }
  }

  /// The size a picture has of itself; nil for what is no picture.
  private func naturalSize(_ box: PageBox) -> (width: Double, height: Double)? {
    switch box.content {
    case .picture(let number):
      guard let subject = scene.subjects[number] else { return nil }
      let size: Size? =
        switch subject {
        case .picture(let picture): self.size(picture)
        case .scene(let inner, _): inner.viewport
        }
      return size.map { (Double($0.width), Double($0.height)) }
    case .drawing(let drawing): return drawing.viewBox.map { ($0.width, $0.height) }
    case .container, .text: return nil
    }
  }

  /// The size of a box, its margins left out; nil for a side that nothing states.
  func fittedSize(_ box: PageBox, room: Double, _ area: Area) -> (width: Double?, height: Double?) {
    let style = box.style
    var width = pixels(style.width, of: area.width)
    var height = pixels(style.height, of: area.height)
    guard let natural = naturalSize(box), natural.width > 0, natural.height > 0 else {
      return (width, height)
    }
    let ratio = natural.height / natural.width
    if width == nil, height == nil {
      // An SVG fills the room it has; a picture is as large as it is.
      width = if case .drawing = box.content { room } else { natural.width }
    }
    let isFree = (pixels(style.width, of: area.width) == nil, pixels(style.height, of: area.height) == nil)
    if let width, height == nil { height = width * ratio }
    if let height, width == nil { width = height / ratio }
    if let most = pixels(style.maxWidth, of: area.width), let current = width, current > most {
      width = most
      if isFree.1 { height = most * ratio }
    }
    if let most = pixels(style.maxHeight, of: area.height), let current = height, current > most {
      height = most
      if isFree.0 { width = most / ratio }
    }
    return (width, height)
  }

  private func shift(_ inner: inout Area, _ style: BoxStyle, _ area: Area) {
    let x = pixels(style.left, of: area.width) ?? pixels(style.right, of: area.width).map { -$0 }
    let y = pixels(style.top, of: area.height) ?? pixels(style.bottom, of: area.height).map { -$0 }
    inner.x = plus(inner.x, x ?? 0)
    inner.y = plus(inner.y, y ?? 0)
  }
}
