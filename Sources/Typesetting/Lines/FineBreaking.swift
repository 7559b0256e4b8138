import BookModel

/// Breaks a paragraph so that the squares of what its spaces are stretched by are least in all (after D. E. Knuth and
/// M. F. Plass, "Breaking Paragraphs into Lines", 1981).
struct FineBreaking {
  private let paragraph: Paragraph
  private let hyphenator: (any Hyphenating)?
  private let em: Extent

  /// Longer paragraphs are broken line by line.
  private static let longest = 20_000

  /// Where a line may end.
  private struct Place {
    /// The cluster the next line begins with.
    var next: Int
    /// The width of all up to here, without white space at the end but with a hyphen.
    var end: Extent
    var isHyphenated = false
    /// Spaces, and gaps between ideographs, up to here.
    var spaces = 0
    var gaps = 0
    /// Spaces up to where the next line begins.
    var spacesWithEnd = 0
  }

  /// The best way to a place.
  private struct Way {
    var cost: Double
    var from: Int
  }

  init(_ paragraph: Paragraph, hyphenator: (any Hyphenating)?) {
    self.paragraph = paragraph
    self.hyphenator = hyphenator
    em = .pixels(paragraph.style.fontSize)
  }

  /// The lines; nil where no way of breaking fits, or breaks are forced.
  func lines(first: Extent, width: Extent) -> [BrokenLine]? {
    guard paragraph.clusters.count <= FineBreaking.longest, !paragraph.content.hasForcedBreak else {
      return nil
    }
    let (places, starts) = places()
    var ways = [Way?](repeating: nil, count: places.count)
    ways[0] = Way(cost: 0, from: 0)
    // No line to a later place begins before this one: it would be too long.
    var earliest = 0
    for place in places.indices.dropFirst() {
      let isLast = place == places.count - 1
      while earliest < place, places[place].end - starts[earliest] > (earliest == 0 ? first : width) {
        earliest += 1
      }
      for from in earliest..<place {
        guard let way = ways[from] else { continue }
        let slack = (from == 0 ? first : width) - (places[place].end - starts[from])
        guard slack >= 0 else { continue }
        let cost = way.cost + cost(of: slack, places[from], places[place], isLast: isLast)
        if cost < ways[place]?.cost ?? .infinity { ways[place] = Way(cost: cost, from: from) }
      }
    }
    return lines(places, starts, ways)
  }

  private func lines(_ places: [Place], _ starts: [Extent], _ ways: [Way?]) -> [BrokenLine]? {
    var lines: [BrokenLine] = []
    var place = places.count - 1
    while place > 0 {
      guard let way = ways[place] else { return nil }
      lines.append(
        BrokenLine(
          clusters: places[way.from].next..<places[place].next, width: places[place].end - starts[way.from],
          isHyphenated: places[place].isHyphenated, isLast: place == places.count - 1))
      place = way.from
    }
    return lines.isEmpty ? nil : lines.reversed()
  }

  private func cost(of slack: Extent, _ from: Place, _ to: Place, isLast: Bool) -> Double {
    if isLast { return 0 }
    let (spaces, gaps) = (to.spaces - from.spacesWithEnd, to.gaps - from.gaps)
    // A space may well grow by a quarter of an em, a gap between ideographs by a tenth.
    let stretch = max(em / 8, spaces * em / 4 + gaps * em / 10)
    let ratio = Double(slack) / Double(stretch)
    var cost = ratio * ratio
    if to.isHyphenated { cost += from.isHyphenated ? 2 : 0.4 }
    return cost
  }

  /// Where lines may end, the first being the beginning; and the width of all before each line that begins there.
  private func places() -> (places: [Place], starts: [Extent]) {
    var places = [Place(next: 0, end: 0)]
    var starts = [0]
    var (sum, visible, spaces, gaps) = (0, 0, 0, 0)
    /// Spaces that count once something stands behind them.
    var openSpaces = 0
    var hyphens: [Int] = []
    for (number, cluster) in paragraph.clusters.enumerated() {
      let mayBreak = number > 0 && cluster.breakBefore != .forbidden && !paragraph.joined.contains(number)
      if mayBreak {
        let isSoft = paragraph.isSoftHyphen(number - 1)
        let hyphen = isSoft ? paragraph.shaped.hyphenAdvance(before: cluster.range.lowerBound) : 0
        places.append(
          Place(
            next: number, end: visible + hyphen, isHyphenated: isSoft, spaces: spaces, gaps: gaps,
            spacesWithEnd: spaces + openSpaces))
        starts.append(sum)
      }
      if mayBreak || number == 0 {
        hyphens =
          hyphenator.flatMap { divider in
            HyphenatedWord(around: number, from: number, in: paragraph, longest: 100)?.breaks(divider)
          } ?? []
      } else if let next = hyphens.first, next == number {
        hyphens.removeFirst()
        let hyphen = paragraph.shaped.hyphenAdvance(before: cluster.range.lowerBound)
        places.append(
          Place(
            next: number, end: visible + hyphen, isHyphenated: true, spaces: spaces, gaps: gaps,
            spacesWithEnd: spaces))
        starts.append(sum)
      }
      sum += paragraph.advances[number]
      if cluster.isSpace {
        openSpaces += 1
      } else {
        spaces += openSpaces
        openSpaces = 0
        visible = sum
        if cluster.isIdeographic { gaps += 1 }
      }
    }
    places.append(Place(next: paragraph.clusters.count, end: visible, spaces: spaces, gaps: gaps))
    starts.append(sum)
    return (places, starts)
  }
}
