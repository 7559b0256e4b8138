import BookModel

/// A line's share of a paragraph.
struct BrokenLine: Hashable {
  var clusters: Range<Int>
  /// Without white space at its end.
  var width: Extent
  var isHyphenated = false
  /// Whether a break was forced behind it, or nothing follows.
  var isLast = false
}

/// Breaks a paragraph into lines, each as full as it can be.
struct LineBreaker {
  let paragraph: Paragraph
  let hyphenator: (any Hyphenating)?
  /// Whether lines are stretched to the measure: wide gaps are worse than hyphens there.
  let isJustified: Bool
  /// Lines in a row that end in hyphens.
  private var hyphenatedLines = 0

  private static let mostHyphenatedLines = 2
  /// Longer words aren't looked at for places to divide them.
  private static let longestWord = 100

  init(_ paragraph: Paragraph, hyphenator: (any Hyphenating)?, isJustified: Bool) {
    self.paragraph = paragraph
    self.hyphenator = hyphenator
    self.isJustified = isJustified
  }

  /// Where a line may end.
  private struct Candidate {
    /// The cluster the next line begins with.
    var next: Int
    /// Without white space at the end.
    var width: Extent
    /// With it.
    var full: Extent
    var spaces: Int
    var isHyphenated = false
  }

  /// The line that begins with a cluster; it holds one cluster at least.
  mutating func line(from start: Int, width: Extent) -> BrokenLine {
    var full = 0
    var visible = 0
    var spaces = 0
    var last: Candidate?
    var lastUnwanted: Candidate?
    var index = start
    let clusters = paragraph.clusters
    while index < clusters.count {
      let cluster = clusters[index]
      if index > start, cluster.breakBefore != .forbidden, !paragraph.joined.contains(index) {
        if cluster.breakBefore == .required { return finish(start..<index, visible, isLast: true) }
        if var candidate = candidate(index, visible, full, spaces, width) {
          if isUnwanted(index) {
            lastUnwanted = candidate
          } else {
            candidate.spaces = spaces
            last = candidate
          }
        }
      }
      if paragraph.isLineFeed(index) { return finish(start..<index + 1, visible, isLast: true) }
      let advance = paragraph.advances[index]
      if cluster.isSpace {
        spaces += 1
      } else {
        if full + advance > width, index > start {
          return overflow(start, at: index, last, lastUnwanted, full: full, width)
        }
        visible = full + advance
      }
      full += advance
      index += 1
    }
    return finish(start..<clusters.count, visible, isLast: true)
  }

  private func candidate(_ index: Int, _ visible: Extent, _ full: Extent, _ spaces: Int, _ width: Extent)
    -> Candidate?
  {
    guard paragraph.isSoftHyphen(index - 1) else {
      return Candidate(next: index, width: visible, full: full, spaces: spaces)
    }
    guard paragraph.style.type.hyphens != .none else { return nil }
    let hyphen = paragraph.shaped.hyphenAdvance(before: paragraph.clusters[index].range.lowerBound)
    guard visible + hyphen <= width else { return nil }
    return Candidate(next: index, width: visible + hyphen, full: full, spaces: spaces, isHyphenated: true)
  }

  /// Whether the text there asks not to be broken.
  private func isUnwanted(_ cluster: Int) -> Bool {
    guard paragraph.content.runs.count > 1 else { return false }
    let place = paragraph.clusters[cluster].range.lowerBound
    return !(paragraph.content.style(at: place)?.type.whiteSpace.wraps ?? true)
      && !(paragraph.content.style(at: place - 1)?.type.whiteSpace.wraps ?? true)
  }

  private mutating func overflow(
    _ start: Int, at index: Int, _ last: Candidate?, _ unwanted: Candidate?, full: Extent, _ width: Extent
  ) -> BrokenLine {
    if let hyphenated = hyphenated(start, at: index, last, width) {
      hyphenatedLines += 1
      return BrokenLine(clusters: start..<hyphenated.next, width: hyphenated.width, isHyphenated: true)
    }
    hyphenatedLines = 0
    if let end = last ?? unwanted {
      if end.isHyphenated { hyphenatedLines = 1 }
      return BrokenLine(clusters: start..<end.next, width: end.width, isHyphenated: end.isHyphenated)
    }
    // Nothing fits: the text is divided anywhere rather than lost beyond the margin.
    return BrokenLine(clusters: start..<index, width: full)
  }

  private mutating func finish(_ clusters: Range<Int>, _ width: Extent, isLast: Bool) -> BrokenLine {
    hyphenatedLines = 0
    return BrokenLine(clusters: clusters, width: width, isLast: isLast)
  }

  // MARK: - Hyphens

  /// The last place where the word that doesn't fit may be divided, if the line would be much too loose without.
  private func hyphenated(_ start: Int, at index: Int, _ last: Candidate?, _ width: Extent) -> Candidate? {
    guard let hyphenator, hyphenatedLines < LineBreaker.mostHyphenatedLines,
      paragraph.style.type.hyphens == .auto
    else { return nil }
    if let last {
      let em = Extent.pixels(paragraph.style.fontSize)
      let slack = width - last.width
      // The space behind the last word that fits is none of the line's.
      let gaps = max(1, last.spaces - 1)
      guard isJustified ? slack > gaps * em / 4 : slack > width / 5 else { return nil }
    }
    let first = last?.next ?? start
    var sum = last?.full ?? 0
    guard
      let word = HyphenatedWord(around: index, from: first, in: paragraph, longest: LineBreaker.longestWord)
    else {
      return nil
    }
    let breaks = word.breaks(hyphenator)
    guard !breaks.isEmpty else { return nil }
    var best: Candidate?
    var place = first
    for next in breaks where next > first {
      guard next <= index else { break }
      while place < next {
        sum += paragraph.advances[place]
        place += 1
      }
      let hyphen = paragraph.shaped.hyphenAdvance(before: paragraph.clusters[next].range.lowerBound)
      guard sum + hyphen <= width else { break }
      best = Candidate(next: next, width: sum + hyphen, full: sum, spaces: 0, isHyphenated: true)
    }
    return best
  }
}

/// A word in a paragraph, without punctuation around it.
struct HyphenatedWord {
  private let paragraph: Paragraph
  private let bytes: Range<Int>

  /// The word that holds a cluster, looked for from a place where a line may begin.
  init?(around index: Int, from first: Int, in paragraph: Paragraph, longest: Int) {
    self.paragraph = paragraph
    let clusters = paragraph.clusters
    var end = index
    while end < clusters.count, end - first <= longest, !clusters[end].isSpace, !paragraph.isLineFeed(end),
      end == index || clusters[end].breakBefore == .forbidden
    { end += 1 }
    guard end - first <= longest, end > first else { return nil }
    let piece = clusters[first].range.lowerBound..<clusters[end - 1].range.upperBound
    guard let letters = HyphenatedWord.letters(piece, paragraph.content.bytes) else { return nil }
    bytes = letters
  }

  /// The letters of a piece of text, from the first to the last; nil where anything else stands between.
  private static func letters(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int>? {
    var (first, end): (Int?, Int) = (nil, 0)
    var place = range.lowerBound
    var isOver = false
    while place < range.upperBound, let scalar = UTF8Text.scalar(at: place, bytes) {
      if isLetter(scalar.value) {
        if isOver { return nil }
        first = first ?? place
        end = place + scalar.length
      } else if first != nil {
        isOver = true
      }
      place += scalar.length
    }
    guard let first, end - first >= 4 else { return nil }
    return first..<end
  }

  private static func isLetter(_ value: UInt32) -> Bool {
    if value < 0x80 { return (0x41...0x5A).contains(value & ~0x20) }
    guard let scalar = Unicode.Scalar(value) else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark:
      return true
    default: return false
    }
  }

  /// The clusters before which the word may be divided.
  func breaks(_ hyphenator: any Hyphenating) -> [Int] {
    let style = paragraph.content.style(at: bytes.lowerBound)
    guard style?.type.hyphens == .auto else { return [] }
    let word = String(decoding: paragraph.content.bytes[bytes], as: UTF8.self)
    return hyphenator.breaks(in: word, language: style?.type.text.language).compactMap { offset in
      let place = bytes.lowerBound + offset
      guard offset > 0, place < bytes.upperBound else { return nil }
      let cluster = paragraph.cluster(at: place)
      return paragraph.clusters[cluster].range.lowerBound == place ? cluster : nil
    }
  }
}

extension InlineContent {
  /// The style of a byte.
  func style(at place: Int) -> ComputedStyle? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.upperBound <= place { low = middle + 1 } else { high = middle }
    }
    return low < runs.count ? runs[low].style : nil
  }
}
