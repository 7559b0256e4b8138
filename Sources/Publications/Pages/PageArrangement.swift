public import BookModel

/// What pages an item of a fixed layout gives: one, but for an opening with a page on each side of it.
public struct PageArrangement: Sendable, Hashable {
  /// One page, and how it is made of pictures, which go by their numbers among the item's.
  public enum Page: Sendable, Hashable {
    case picture(Int)
    /// Strips of one width, the topmost first.
    case stack([Int])
    /// Two halves of one height.
    case sideBySide(Int, Int)
    case layers(LayeredPage)

    /// The pictures in it.
    public var pictures: [Int] {
      switch self {
      case .picture(let one): [one]
      case .stack(let strips): strips
      case .sideBySide(let left, let right): [left, right]
      case .layers(let page): page.layers.map(\.picture)
      }
    }
  }

  /// Pictures laid on one another, in pixels of the page.
  public struct LayeredPage: Sendable, Hashable {
    public var size: Size
    /// The lowest first.
    public var layers: [PlacedPicture]
  }

  /// In reading order.
  public var pages: [Page]
  /// Pictures that are too small to be pages and lie beside what is one, by their numbers.
  public var decorations: [Int] = []
  /// Pictures that a reader never shows: spacers, those outside the page or below others.
  public var unseen: [Int] = []
  /// Whether the pictures' places could not be told, so that each became a page.
  public var isUnclear = false

  public init(pages: [Page]) { self.pages = pages }
}

/// What is known of a picture where an item is arranged.
public struct ArrangedPicture: Sendable, Hashable {
  public var size: Size
  /// Whether nothing shines through it.
  public var isOpaque: Bool
  /// Tells files with one content apart from others.
  public var identity: Int
  /// How many items of the book show it.
  public var uses: Int

  public init(size: Size, isOpaque: Bool, identity: Int, uses: Int) {
    self.size = size
    self.isOpaque = isOpaque
    self.identity = identity
    self.uses = uses
  }

  /// Whether it is a pixel or two wide or high: it only keeps a place.
  public var isSpacer: Bool { min(size.width, size.height) <= 2 }
}

extension PageArrangement {
  /// Decides what pages an item gives.
  ///
  /// - Parameters:
  ///   - scene: where its pictures lie.
  ///   - pictures: what is known of each; nil where its header tells nothing.
  ///   - direction: the book's.
  ///   - keepsPieces: whether pieces of a page stay pages of their own.
  public init(
    _ scene: PageScene, _ pictures: [ArrangedPicture?], direction: Direction?, keepsPieces: Bool
  ) {
    var arranger = PageArranger(scene, pictures, direction, keepsPieces)
    self = arranger.arranged()
  }
}

/// The decision's working state.
private struct PageArranger {
  let scene: PageScene
  let pictures: [ArrangedPicture?]
  let direction: Direction?
  let keepsPieces: Bool
  var result = PageArrangement(pages: [])
  /// What is left of the pictures, the lowest first.
  var live: [PlacedPicture]
  /// The part of the page that is looked at.
  var page: Frame?

  /// A part of the page that is hardly more than nothing.
  private static let tolerance = 0.01
  /// A picture with less of the page than this is an ornament beside one that fills it.
  private static let ornament = 0.05
  /// A picture with more of the page than this is what the page shows.
  private static let main = 0.25

  init(_ scene: PageScene, _ pictures: [ArrangedPicture?], _ direction: Direction?, _ keepsPieces: Bool) {
    self.scene = scene
    self.pictures = pictures
    self.direction = direction
    self.keepsPieces = keepsPieces
    live = scene.placements { pictures.indices.contains($0) ? pictures[$0]?.size : nil }
    page = scene.viewport.map { Frame(x: 0, y: 0, width: Double($0.width), height: Double($0.height)) }
  }

  mutating func arranged() -> PageArrangement {
    dropUnseen()
    dropRepeats()
    guard !finishesEarly() else { return result }
    guard live.allSatisfy(isKnown) else { return unclear() }
    let whole = page ?? live.compactMap(\.frame).reduce(nil) { $0?.union($1) ?? $1 }
    guard let whole, whole.area > 0 else { return unclear() }
    page = whole
    dropCovered(whole)
    dropTextures(whole)
    dropOrnaments(whole)
    guard !finishesEarly() else { return result }
    if keepsPieces, !overlaps() {
      result.pages = live.sorted { $0.picture < $1.picture }.map { .picture($0.picture) }
      return result
    }
    let sides = opening(whole)
    result.pages = sides.map { side in compose(side) }
    return result
  }

  private mutating func finishesEarly() -> Bool {
    guard live.count <= 1 else { return false }
    result.pages = live.map { .picture($0.picture) }
    return true
  }

  // MARK: - What is no part of the page

  private mutating func drop(_ isDropped: (PlacedPicture) -> Bool) -> [Int] {
    let gone = live.filter(isDropped)
    live.removeAll(where: isDropped)
    return gone.map(\.picture)
  }

  private mutating func dropUnseen() {
    let page = page
    let known = pictures
    let all = live
    result.unseen += drop { one in
      if known[one.picture]?.isSpacer == true || one.opacity < 0.02 { return true }
      guard let frame = one.frame else { return false }
      if let clip = one.clip, clip.area <= 0 || frame.intersection(clip).area <= 0 && !one.repeats {
        return true
      }
      if one.isBackground, frame.area <= 0 { return true }
      // What the flow carries beyond the page was hardly meant to be lost.
      return !one.isInFlow && one.visible(on: page).map { $0.area <= 0 } ?? false
    }
    guard live.isEmpty else { return }
    // A page on which nothing can be seen is one that was misread here.
    live = all.filter { known[$0.picture]?.isSpacer != true && $0.opacity >= 0.02 }
    result.unseen.removeAll { number in live.contains { $0.picture == number } }
  }

  /// A picture shown again (panel views magnify it) is one picture: the one that is shown whole.
  private mutating func dropRepeats() {
    var best: [Int: Int] = [:]
    for (place, one) in live.enumerated() {
      guard let identity = pictures[one.picture]?.identity else { continue }
      guard let other = best[identity] else {
        best[identity] = place
        continue
      }
      if shown(one) > shown(live[other]) + PageArranger.tolerance { best[identity] = place }
    }
    let kept = Set(best.values)
    let repeated = live.indices.filter { pictures[live[$0].picture] != nil && !kept.contains($0) }
    live = live.indices.filter { !repeated.contains($0) }.map { live[$0] }
  }

  /// How much of a picture is seen, 1 for all of it.
  private func shown(_ one: PlacedPicture) -> Double {
    guard let frame = one.frame, frame.area > 0 else { return 0 }
    return (one.visible(on: page)?.area ?? 0) / frame.area
  }

  /// Whether its place is known and lies on the page.
  private func isKnown(_ one: PlacedPicture) -> Bool {
    guard let frame = one.frame, frame.area > 0, pictures[one.picture] != nil else { return false }
    guard one.isInFlow, !one.isBackground, one.clip == nil, let page else { return true }
    return frame.intersection(page).area >= frame.area * 0.75
  }

  private func isOpaque(_ one: PlacedPicture) -> Bool {
    pictures[one.picture]?.isOpaque == true && one.opacity > 0.98 && !one.multiplies
  }

  /// Pictures that lie wholly below others.
  private mutating func dropCovered(_ page: Frame) {
    let layers = live
    var covered: Set<Int> = []
    for (place, one) in layers.enumerated() {
      guard let own = one.visible(on: page), own.area > 0 else { continue }
      let above = layers[(place + 1)...].filter(isOpaque).compactMap {
        $0.visible(on: page)?.intersection(own).area
      }
      // Those above are taken not to overlap: pieces of one page.
      if above.contains(where: { $0 >= own.area * 0.98 }) || above.reduce(0, +) >= own.area * 0.98,
        above.reduce(0, +) <= own.area * 1.02 || above.contains(where: { $0 >= own.area * 0.98 })
      {
        covered.insert(place)
      }
    }
    result.unseen += covered.sorted().map { layers[$0].picture }
    live = layers.indices.filter { !covered.contains($0) }.map { layers[$0] }
  }

  /// A ground that other items have, too, with the page's own picture on it.
  private mutating func dropTextures(_ page: Frame) {
    let layers = live
    let art = layers.indices.filter { place in
      isOpaque(layers[place]) && (layers[place].visible(on: page)?.area ?? 0) >= page.area * PageArranger.main
        && pictures[layers[place].picture]?.uses == 1
    }
    guard let highest = art.last else { return }
    let grounds = Set(layers[..<highest].filter { (pictures[$0.picture]?.uses ?? 1) > 1 }.map(\.picture))
    result.unseen += drop { grounds.contains($0.picture) }
  }

  /// What is small and lies beside the page's picture, or is on every other item as well: logos, buttons, rules.
  private mutating func dropOrnaments(_ page: Frame) {
    let areas = live.map { $0.visible(on: page)?.area ?? 0 }
    guard let largest = areas.max(), largest >= page.area * PageArranger.main else { return }
    let large = live.indices.filter { areas[$0] >= page.area * PageArranger.ornament }
    let frames = large.compactMap { live[$0].visible(on: page) }
    var small: Set<Int> = []
    for place in live.indices where areas[place] < page.area * PageArranger.ornament {
      guard let own = live[place].visible(on: page) else { continue }
      let isAlone = frames.allSatisfy { $0.intersection(own).area < own.area * 0.5 }
      if isAlone || (pictures[live[place].picture]?.uses ?? 1) > 2 { small.insert(live[place].picture) }
    }
    result.decorations += drop { small.contains($0.picture) }
  }

  // MARK: - What could not be told

  private mutating func unclear() -> PageArrangement {
    let known = live.filter { pictures[$0.picture] != nil }
    // What is tiny beside the largest is an ornament wherever it lies.
    let largest = known.compactMap { pictures[$0.picture]?.size.area }.max() ?? 0
    let small = known.filter { (pictures[$0.picture]?.size.area ?? 0) * 20 < largest }.map(\.picture)
    result.decorations += drop { small.contains($0.picture) }
    guard !finishesEarly() else { return result }
    let inOrder = live.sorted { $0.picture < $1.picture }.map(\.picture)
    if !keepsPieces, areStrips(inOrder) {
      result.pages = [.stack(inOrder)]
      return result
    }
    result.pages = inOrder.map { .picture($0) }
    result.isUnclear = !keepsPieces
    return result
  }

  /// Whether pictures of one width are together of the page's shape, margins at two sides allowed.
  private func areStrips(_ numbers: [Int]) -> Bool {
    let sizes = numbers.compactMap { pictures[$0]?.size }
    guard sizes.count == numbers.count, let width = sizes.first?.width, let page, page.height > 0,
      live.allSatisfy({ $0.isInFlow && !$0.isBackground }), sizes.allSatisfy({ $0.width == width })
    else { return false }
    // Pictures side by side would make a stack far too tall: a quarter of the page's aspect for two.
    let stack = Size(width: width, height: sizes.reduce(0) { $0 + $1.height })
    let fit = stack.aspect / (page.width / page.height)
    return (0.7...1 / 0.7).contains(fit)
  }

  // MARK: - One page or two

  private func overlaps() -> Bool {
    let frames = live.compactMap { $0.visible(on: page) }
    for (place, one) in frames.enumerated() {
      for other in frames[(place + 1)...]
      where one.intersection(other).area > min(one.area, other.area) * PageArranger.tolerance * 2 {
        return true
      }
    }
    return false
  }

  /// The pictures of the page, or of the two pages that lie side by side on a wide one, in reading order.
  private func opening(_ page: Frame) -> [[PlacedPicture]] {
    let used = live.compactMap { $0.visible(on: page) }.reduce(nil) { $0?.union($1) ?? $1 } ?? page
    // Margins around both pages are none of theirs; a wide page is one that is wider than high.
    let middle = used.x + used.width / 2
    let slack = used.width * PageArranger.tolerance
    guard used.width > used.height else { return [live] }
    let left = live.filter { ($0.visible(on: page)?.maxX ?? .infinity) <= middle + slack }
    let right = live.filter { ($0.visible(on: page)?.x ?? -.infinity) >= middle - slack }
    guard left.count + right.count == live.count, !left.isEmpty, !right.isEmpty else { return [live] }
    let half = Frame(x: 0, y: 0, width: used.width / 2, height: used.height)
    let fill = [left, right].allSatisfy { side in
      let frames = side.compactMap { $0.visible(on: page) }
      return frames.reduce(nil as Frame?) { $0?.union($1) ?? $1 }.map { $0.area >= half.area * 0.5 } ?? false
    }
    // Halves that are wider than high are no pages: a wide picture in pieces.
    guard fill, half.width <= half.height * 1.05 else { return [live] }
    return direction == .rightToLeft ? [right, left] : [left, right]
  }

  // MARK: - Composing

  private func compose(_ layers: [PlacedPicture]) -> PageArrangement.Page {
    if layers.count == 1 { return .picture(layers[0].picture) }
    return stack(layers) ?? halves(layers) ?? .layers(layered(layers))
  }

  /// Whether a picture is seen whole and as it is: such ones can be joined without a loss.
  private func isPlain(_ one: PlacedPicture) -> Bool {
    isOpaque(one) && !one.repeats && shown(one) > 0.99
  }

  /// Strips below each other, of one width in pixels and on the page.
  private func stack(_ layers: [PlacedPicture]) -> PageArrangement.Page? {
    let strips = layers.sorted { ($0.frame?.y ?? 0) < ($1.frame?.y ?? 0) }
    let frames = strips.compactMap(\.frame)
    let sizes = strips.compactMap { pictures[$0.picture]?.size }
    guard let first = frames.first, let size = sizes.first, strips.allSatisfy(isPlain),
      frames.count == strips.count, sizes.allSatisfy({ $0.width == size.width }),
      haveOneScale(strips)
    else { return nil }
    let slack = max(1.5, first.width * PageArranger.tolerance / 2)
    for (above, below) in zip(frames, frames.dropFirst()) {
      guard abs(above.x - below.x) <= slack, abs(above.width - below.width) <= slack,
        abs(above.maxY - below.y) <= slack
      else { return nil }
    }
    return .stack(strips.map(\.picture))
  }

  /// Two halves beside each other.
  private func halves(_ layers: [PlacedPicture]) -> PageArrangement.Page? {
    let sorted = layers.sorted { ($0.frame?.x ?? 0) < ($1.frame?.x ?? 0) }
    guard sorted.count == 2, sorted.allSatisfy(isPlain), let left = sorted[0].frame,
      let right = sorted[1].frame,
      let first = pictures[sorted[0].picture]?.size, let second = pictures[sorted[1].picture]?.size,
      first.height == second.height, haveOneScale(sorted)
    else { return nil }
    let slack = max(1.5, left.height * PageArranger.tolerance / 2)
    guard abs(left.maxX - right.x) <= slack, abs(left.y - right.y) <= slack,
      abs(left.height - right.height) <= slack
    else { return nil }
    return .sideBySide(sorted[0].picture, sorted[1].picture)
  }

  private func haveOneScale(_ layers: [PlacedPicture]) -> Bool {
    let scales = layers.flatMap { one -> [Double] in
      let (x, y) = scale(one)
      return [x, y]
    }
    guard let least = scales.min(), let most = scales.max(), least > 0 else { return false }
    return most / least <= 1 + 2 * PageArranger.tolerance
  }

  /// Pixels of the picture to a unit of the page.
  private func scale(_ one: PlacedPicture) -> (x: Double, y: Double) {
    guard let frame = one.frame, frame.width > 0, frame.height > 0, let size = pictures[one.picture]?.size
    else {
      return (1, 1)
    }
    return (Double(size.width) / frame.width, Double(size.height) / frame.height)
  }

  /// As many pixels as a page may have on account of its finest layer.
  private static let mostPixels = 60_000_000.0

  private func layered(_ layers: [PlacedPicture]) -> PageArrangement.LayeredPage {
    let seen = layers.map { $0.visible(on: page) ?? Frame(x: 0, y: 0, width: 0, height: 0) }
    let whole = seen.dropFirst().reduce(seen[0]) { $1.area > 0 ? $0.union($1) : $0 }
    let large = layers.indices.filter {
      seen[$0].area >= whole.area * PageArranger.main && !layers[$0].repeats
    }
    let places = large.isEmpty ? Array(layers.indices) : large
    // The finest of the pictures that make up the page keeps its pixels.
    let finest = places.max { scale(layers[$0]).x < scale(layers[$1]).x } ?? 0
    var (x, y) = scale(layers[finest])
    let fillsPage = seen[finest].area >= whole.area * 0.98
    if !fillsPage { y = x }
    let area = whole.area * x * y
    if area > PageArranger.mostPixels {
      let less = (PageArranger.mostPixels / area).squareRoot()
      (x, y) = (x * less, y * less)
    }
    let size = Size(
      width: max(1, Int((whole.width * x).rounded())), height: max(1, Int((whole.height * y).rounded())))
    let moved = layers.map { one in
      var moved = one
      moved.scale(x, y, -whole.x * x, -whole.y * y)
      return moved
    }
    return PageArrangement.LayeredPage(size: size, layers: moved)
  }
}
