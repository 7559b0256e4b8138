/// One way through a book's pages, from front to back.
struct PairingWalk {
  let rule: PairingRule
  let pages: [PairingRule.PageFacts]
  private var isFirstRun = true

  init(rule: PairingRule, pages: [PairingRule.PageFacts]) {
    self.rule = rule
    self.pages = pages
  }

  /// An opening whose pages are settled without looking at their neighbors.
  private struct Block {
    var opening: Opening
    /// Whether it fills both places, so that the pages before it are counted back from it.
    var isAnchor = false
  }

  mutating func openings() -> [Opening] {
    var openings: [Opening] = []
    var index = 0
    while index < pages.count {
      if let block = block(at: index) {
        openings.append(block.opening)
        index += block.opening.pages.count
        continue
      }
      var end = index + 1
      while end < pages.count, block(at: end) == nil { end += 1 }
      openings += run(index..<end)
      isFirstRun = false
      index = end
    }
    return openings
  }

  // MARK: Pages that are settled by themselves

  private func block(at index: Int) -> Block? {
    let page = pages[index]
    switch page.placement {
    case .alone?: return alone(index, "stated in 'pages'")
    case .left?, .right?: return nil
    case .spread?:
      guard index + 1 < pages.count else { return alone(index, "no page after it to form a spread with") }
      return pair(index, .stated, "a spread, stated in 'pages'")
    case nil: break
    }
    if let spread = page.spread, isFree(index), isFree(index + 1) {
      switch spread {
      case .stated: return pair(index, spread, "two halves of one page")
      case .detected(let confidence):
        return pair(index, spread, "one drawing across the gutter, detected with \(percent(confidence))")
      }
    }
    return block(byShape: page, at: index) ?? block(byRole: page, at: index)
  }

  private func block(byShape page: PairingRule.PageFacts, at index: Int) -> Block? {
    switch page.shape {
    case .wide:
      Block(opening: Opening([index], [.center], reason: "a wide page fills both sides"), isAnchor: true)
    case .landscape: alone(index, "wider than tall, as the book's pages are")
    case .strip: alone(index, "a strip is never paired")
    case .single where page.side == .center:
      Block(opening: Opening([index], [.center], reason: "the source centers it"), isAnchor: true)
    case .single: nil
    }
  }

  private func block(byRole page: PairingRule.PageFacts, at index: Int) -> Block? {
    if rule.first == .alone, index == 0, place(of: page) != .first {
      return alone(0, "the first page stands alone")
    }
    if rule.first == .alone, index > 0, page.isFrontCover, page.side == nil {
      return alone(index, "a front cover stands alone", on: .second)
    }
    if page.isBackCover { return alone(index, "a back cover stands alone") }
    if rule.last == .alone, index > 0, index == pages.count - 1 {
      return alone(index, "the last page stands alone")
    }
    return nil
  }

  /// A page with nothing beside it: on the side stated, else on the first place, the book's first page on the second.
  private func alone(_ index: Int, _ reason: String, on usual: PairingRule.Position? = nil) -> Block {
    let page = pages[index]
    if page.shape != .single {
      return Block(opening: Opening([index], [.center], reason: reason), isAnchor: page.shape == .wide)
    }
    let place = place(of: page) ?? usual ?? (index == 0 ? .second : .first)
    return Block(opening: Opening([index], [rule.side(of: place)], reason: reason))
  }

  private func pair(_ index: Int, _ spread: SpreadEvidence?, _ reason: String) -> Block {
    Block(opening: facing(index, index + 1, spread: spread, reason), isAnchor: true)
  }

  /// Whether nothing but evidence of a drawing says where a page belongs.
  private func isFree(_ index: Int) -> Bool {
    guard pages.indices.contains(index) else { return false }
    return pages[index].placement == nil && pages[index].shape == .single
  }

  // MARK: Runs of pages that can face each other

  /// - Parameter range: pages that no block is made of.
  private func run(_ range: Range<Int>) -> [Opening] {
    let (start, why) = start(of: range)
    var openings: [Opening] = []
    var waiting: Int?
    var next = start
    for index in range {
      let place = place(of: pages[index]) ?? (waiting == nil ? next : .second)
      next = .first
      if place == .first {
        if let waiting { openings.append(left(waiting, why: "the next page lies on the same side")) }
        waiting = index
      } else if let partner = waiting {
        openings.append(facing(partner, index, spread: nil, reason(partner, index, in: range)))
        waiting = nil
      } else {
        let isStated = self.place(of: pages[index]) != nil
        openings.append(
          Opening([index], [rule.side(of: .second)], reason: isStated ? statement(pages[index]) : why))
      }
    }
    if let waiting {
      let isEnd = range.upperBound == pages.count
      openings.append(
        left(waiting, why: isEnd ? "no page is left to face it" : "left over before the next opening"))
    }
    return openings
  }

  /// Where a run begins, and why where that is not the first place.
  private func start(of range: Range<Int>) -> (PairingRule.Position, String) {
    let isOdd = range.count % 2 == 1
    if isFirstRun, let offset = rule.offset {
      return (offset % 2 == 0 ? .first : .second, "moved by 'offset'")
    }
    if range.contains(where: { place(of: pages[$0]) != nil }) { return (.first, "") }
    if isOdd, rule.anchor == .spreads, range.upperBound < pages.count,
      block(at: range.upperBound)?.isAnchor == true
    {
      return (.second, "odd page out before a wide opening, put first: a page is missing before it")
    }
    if isOdd, range.count > 1, rule.last == .paired, range.upperBound == pages.count {
      return (.second, "odd page out, put first so that the last page is paired")
    }
    return (.first, "")
  }

  private func left(_ index: Int, why: String) -> Opening {
    let isStated = place(of: pages[index]) != nil
    return Opening([index], [rule.side(of: .first)], reason: isStated ? statement(pages[index]) : why)
  }

  private func facing(_ one: Int, _ other: Int, spread: SpreadEvidence?, _ reason: String) -> Opening {
    Opening([one, other], [rule.side(of: .first), rule.side(of: .second)], spread: spread, reason: reason)
  }

  private func reason(_ one: Int, _ other: Int, in range: Range<Int>) -> String {
    for page in [pages[one], pages[other]] where page.placement != nil { return statement(page) }
    for page in [pages[one], pages[other]] where page.side != nil { return statement(page) }
    return one == range.lowerBound && one > 0 && !isFirstRun ? "pairing starts over" : "facing pages"
  }

  private func statement(_ page: PairingRule.PageFacts) -> String {
    page.placement == nil ? "the source states the side" : "stated in 'pages'"
  }

  /// The place a stated side is; nil where none is stated.
  private func place(of page: PairingRule.PageFacts) -> PairingRule.Position? {
    let side: PageSide? =
      switch page.placement {
      case .left?: .left
      case .right?: .right
      default: page.side
      }
    guard let side, side != .center else { return nil }
    return side == rule.side(of: .first) ? .first : .second
  }

  private func percent(_ confidence: Double) -> String { "\(Int((confidence * 100).rounded())) %" }
}
