import BookModel

/// Pictures in the boxes that show them.
extension SceneLayout {
  /// Places a picture in its box, or the pictures of a document shown in it.
  mutating func add(_ number: Int, _ box: Frame?, _ style: BoxStyle, _ around: Surroundings) {
    switch scene.subjects[number] {
    case nil: return
    case .picture(let picture):
      var frame = box
      var clip: Frame?
      if let whole = box, let size = size(picture), style.fit != .fill {
        let (width, height) = (Double(size.width), Double(size.height))
        switch style.fit {
        case .fill: break
        case .contain: frame = whole.fitted(width, height, covers: false)
        case .cover: (frame, clip) = (whole.fitted(width, height, covers: true), whole)
        case .none:
          frame = Frame(
            x: whole.x + (whole.width - width) / 2, y: whole.y + (whole.height - height) / 2, width: width,
            height: height)
          clip = whole
        }
      }
      enter(picture, frame, clip, around, multiplies: style.multiplies)
    case .scene(let inner, let first):
      add(inner, first, box, around)
    }
  }

  private mutating func enter(
    _ picture: Int, _ frame: Frame?, _ clip: Frame?, _ around: Surroundings, opacity: Double = 1,
    multiplies: Bool = false
  ) {
    counter += 1
    var one = PlacedPicture(picture: picture, frame: around.isUnclear ? nil : frame)
    one.clip = clip
    one.opacity = around.opacity * opacity
    one.multiplies = multiplies
    one.isInFlow = around.isInFlow
    placed.append(Entry(picture: one, order: around.path + [PaintKey(z: 0, order: counter)]))
  }

  /// A document in a document: its pictures, moved to where it lies.
  private mutating func add(_ inner: PageScene, _ first: Int, _ box: Frame?, _ around: Surroundings) {
    guard depth < SceneLayout.deepest else { return }
    let size = size
    let pictures = SceneLayout.placements(of: inner, { size($0 + first) }, depth: depth + 1)
    counter += 1
    let whole = inner.viewport.map { Frame(x: 0, y: 0, width: Double($0.width), height: Double($0.height)) }
    let fitted = whole.flatMap { whole in box?.fitted(whole.width, whole.height, covers: false) }
    for (place, one) in pictures.enumerated() {
      var moved = one
      moved.picture += first
      moved.opacity *= around.opacity
      moved.isInFlow = around.isInFlow
      if let whole, let fitted, !around.isUnclear {
        moved.scale(fitted.width / whole.width, fitted.height / whole.height, fitted.x, fitted.y)
      } else if pictures.count == 1, !around.isUnclear {
        (moved.frame, moved.clip) = (box, nil)
      } else {
        moved.frame = nil
      }
      let key = PaintKey(z: 0, order: counter)
      placed.append(Entry(picture: moved, order: around.path + [key, PaintKey(z: 0, order: place)]))
    }
  }

  /// The pictures of an SVG, by its view box (SVG 2, section 8.6).
  mutating func add(_ drawing: VectorScene, _ box: Frame?, _ around: Surroundings) {
    let view = drawing.viewBox
    var fitted = box
    if let view, let box, !drawing.stretches {
      fitted = box.fitted(view.width, view.height, covers: drawing.covers)
    }
    for item in drawing.items {
      var frame = item.frame
      if let view, let fitted, view.width > 0, view.height > 0 {
        let (x, y) = (fitted.width / view.width, fitted.height / view.height)
        frame = frame?.mapped(x, y, fitted.x - view.x * x, fitted.y - view.y * y)
      } else if let fitted {
        frame = frame?.mapped(1, 1, fitted.x, fitted.y)
      } else {
        frame = nil
      }
      var clip = box
      if let whole = frame, !item.stretches, case .picture(let picture)? = scene.subjects[item.picture],
        let size = size(picture)
      {
        frame = whole.fitted(Double(size.width), Double(size.height), covers: item.covers)
        if item.covers { clip = whole.intersection(clip) }
      }
      if case .scene(let inner, let first)? = scene.subjects[item.picture] {
        add(inner, first, frame, around)
      } else if case .picture(let picture)? = scene.subjects[item.picture] {
        enter(picture, frame, clip, around, opacity: item.opacity)
      }
    }
  }

  // MARK: - Backgrounds

  /// Enters a box's backgrounds, to be settled when its size is known; the lowest layer first.
  mutating func addBackgrounds(_ box: PageBox, _ around: Surroundings) -> Range<Int> {
    let start = placed.count
    for number in box.backgrounds {
      guard case .picture(let picture)? = scene.subjects[number] else { continue }
      counter += 1
      var one = PlacedPicture(picture: picture, frame: nil)
      one.isBackground = true
      one.opacity = around.opacity
      one.isInFlow = around.isInFlow
      // The background of what makes a stacking context lies below everything in that.
      let isLowest = box.isCanvas || box.style.isPositioned && box.style.zIndex != nil
      let key = PaintKey(z: isLowest ? .min : 0, order: counter)
      placed.append(Entry(picture: one, order: around.path + [key]))
    }
    return start..<placed.count
  }

  /// Gives a background its size and place in a box (CSS Backgrounds 3, sections 3.6 to 3.9).
  ///
  /// - Parameter layer: its number as written: the topmost comes first.
  mutating func settle(_ index: Int, _ style: BoxStyle, layer: Int, _ box: Frame?) {
    let picture = placed[index].picture.picture
    guard !style.isUnclear, let box, box.area > 0, let natural = size(picture) else { return }
    let (width, height) = (Double(natural.width), Double(natural.height))
    func stated(_ list: [String]) -> [String] {
      list.isEmpty ? [] : StyleText.words(list[layer % list.count])
    }
    var frame = Frame(x: box.x, y: box.y, width: width, height: height)
    let sizes = stated(style.backgroundSize)
    switch sizes.first ?? "auto" {
    case "cover": frame = box.fitted(width, height, covers: true)
    case "contain": frame = box.fitted(width, height, covers: false)
    default:
      let wide = StyleLength(sizes.first ?? "auto").flatMap { pixels(.length($0), of: box.width) }
      let high = StyleLength(sizes.count > 1 ? sizes[1] : "auto").flatMap {
        pixels(.length($0), of: box.height)
      }
      if let wide { (frame.width, frame.height) = (wide, high ?? wide * height / width) }
      if wide == nil, let high { (frame.width, frame.height) = (high * width / height, high) }
    }
    let places = SceneLayout.places(stated(style.backgroundPosition))
    frame.x = box.x + offset(places.x, box.width - frame.width)
    frame.y = box.y + offset(places.y, box.height - frame.height)
    let tiling = stated(style.backgroundRepeat)
    let isWhole = frame.intersection(box).area >= box.area * 0.98
    placed[index].picture.frame = frame
    placed[index].picture.clip = box
    placed[index].picture.repeats = tiling != ["no-repeat"] && !isWhole && frame.area > 0
  }

  /// Where along an axis, from two words in any order.
  private static func places(_ words: [String]) -> (x: StyleLength, y: StyleLength) {
    var (x, y): (StyleLength?, StyleLength?) = (nil, nil)
    for word in words.prefix(2) {
      switch word {
      case "left": x = .percent(0)
      case "right": x = .percent(100)
      case "top": y = .percent(0)
      case "bottom": y = .percent(100)
      case "center": if x == nil, word == words.first { x = .percent(50) } else { y = y ?? .percent(50) }
      default:
        guard let length = StyleLength(word) else { continue }
        if x == nil, word == words.first || y != nil { x = length } else { y = length }
      }
    }
    return (x ?? .percent(words.isEmpty ? 0 : 50), y ?? .percent(words.isEmpty ? 0 : 50))
  }

  private func offset(_ place: StyleLength, _ free: Double) -> Double {
    if case .percent(let percent) = place { return free * percent / 100 }
    return pixels(.length(place), of: free) ?? 0
  }

  // MARK: - Transforms

  /// Moves and scales what was placed since `start` about a point of a box (CSS Transforms 1).
  mutating func transform(_ transform: BoxTransform, _ box: Frame, from start: Int) {
    switch transform {
    case .none: return
    case .unclear: for index in start..<placed.count { placed[index].picture.frame = nil }
    case .moves(let steps, let origin):
      let x = origin.first.flatMap { pixels(.length($0), of: box.width) } ?? box.width / 2
      let y = origin.count > 1 ? pixels(.length(origin[1]), of: box.height) ?? 0 : box.height / 2
      let (originX, originY) = (box.x + x, box.y + y)
      // The last step written is done first.
      for index in start..<placed.count {
        placed[index].picture.move(-originX, -originY)
        for step in steps.reversed() {
          switch step {
          case .move(let right, let down):
            placed[index].picture.move(
              pixels(.length(right), of: box.width) ?? 0, pixels(.length(down), of: box.height) ?? 0)
          case .scale(let x, let y): placed[index].picture.scale(x, y, 0, 0)
          }
        }
        placed[index].picture.move(originX, originY)
      }
    }
  }
}

extension PlacedPicture {
  mutating func move(_ x: Double, _ y: Double) { scale(1, 1, x, y) }

  mutating func scale(_ x: Double, _ y: Double, _ offsetX: Double, _ offsetY: Double) {
    frame = frame?.mapped(x, y, offsetX, offsetY)
    clip = clip?.mapped(x, y, offsetX, offsetY)
  }
}
