import BookModel

/// How the pictures of one page are put together.
extension PageArranger {
  func compose(_ layers: [PlacedPicture]) -> PageArrangement.Page {
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
  /// As many times that a layer may have, what of it lies outside the page included.
  private static let mostOfLayer = 4.0

  func layered(_ layers: [PlacedPicture]) -> PageArrangement.LayeredPage {
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
    // What is magnified to show a piece of it is scaled as a whole.
    let widest = layers.map { $0.repeats ? 0 : ($0.frame?.area ?? 0) / PageArranger.mostOfLayer }.max() ?? 0
    let area = max(whole.area, widest) * x * y
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
