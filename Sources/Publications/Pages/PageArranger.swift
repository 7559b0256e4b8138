import BookModel

/// The decision's working state.
struct PageArranger {
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
  static let tolerance = 0.01
  /// A picture with less of the page than this is an ornament beside one that fills it.
  private static let ornament = 0.05
  private static let mostMagnified = 400.0
  /// A picture with more of the page than this is what the page shows.
  static let main = 0.25

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
      if frame.area <= 0 { return true }
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
  func shown(_ one: PlacedPicture) -> Double {
    guard let frame = one.frame, frame.area > 0 else { return 0 }
    return (one.visible(on: page)?.area ?? 0) / frame.area
  }

  /// Whether its place is known and lies on the page.
  private func isKnown(_ one: PlacedPicture) -> Bool {
    guard let frame = one.frame, frame.area > 0, pictures[one.picture] != nil else { return false }
    // Nobody magnifies a picture to hundreds of pages to show a piece of it.
    if let page, frame.area > page.area * PageArranger.mostMagnified { return false }
    guard one.isInFlow, !one.isBackground, one.clip == nil, let page else { return true }
    return frame.intersection(page).area >= frame.area * 0.75
  }

  func isOpaque(_ one: PlacedPicture) -> Bool {
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
    let grounds = Set(
      layers.indices.filter { place in
        guard (pictures[layers[place].picture]?.uses ?? 1) > 1, let own = layers[place].visible(on: page)
        else {
          return false
        }
        return art.contains { above in
          guard above > place, let frame = layers[above].visible(on: page) else { return false }
          return own.intersection(frame).area >= frame.area * 0.9
        }
      }.map { layers[$0].picture })
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
}
