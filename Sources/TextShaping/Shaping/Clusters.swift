#if Typesetting
  import Typesetting

  /// A paragraph's clusters, from the glyphs of its segments.
  struct Clusters {
    private(set) var clusters: [TextCluster] = []
    private let text: [UInt8]
    private let breaks: TextBreaks
    /// The character that `place` is the first byte of.
    private var character = 0
    private var place = 0

    init(_ text: [UInt8], _ segments: [Segment], _ breaks: TextBreaks) {
      self.text = text
      self.breaks = breaks
      clusters.reserveCapacity(text.count)
      for segment in segments { add(segment) }
    }

    private mutating func add(_ segment: Segment) {
      switch segment.content {
      case .nothing:
        var at = segment.range.lowerBound
        while at < segment.range.upperBound {
          let end = at + text.scalar(at: at).width
          add(at..<end, advance: 0, level: segment.level)
          at = end
        }
      case .object(let object): add(segment.range, advance: object.advance, level: segment.level)
      case .text(let font): add(segment, isDivisible: font.script.hasDivisibleLigatures)
      }
    }

    private mutating func add(_ segment: Segment, isDivisible: Bool) {
      let glyphs = segment.glyphs
      let (count, isReversed) = (glyphs.count, segment.isRightToLeft)
      func glyph(_ index: Int) -> ShapedGlyph { glyphs[isReversed ? count - 1 - index : index] }
      var start = segment.range.lowerBound
      var index = 0
      while index < count {
        let cluster = glyph(index).cluster
        var advance = 0
        while index < count, glyph(index).cluster == cluster {
          advance += Int(glyph(index).advance)
          index += 1
        }
        let end = index < count ? Int(glyph(index).cluster) : segment.range.upperBound
        add(start..<max(start, end), advance: advance, level: segment.level, isDivisible: isDivisible)
        start = max(start, end)
      }
      // A font may show nothing of some text at all.
      if start < segment.range.upperBound {
        add(start..<segment.range.upperBound, advance: 0, level: segment.level)
      }
    }

    /// - Parameter isDivisible: whether each letter of it becomes a cluster with its share of the width.
    private mutating func add(_ range: Range<Int>, advance: Int, level: Int, isDivisible: Bool) {
      let borders = isDivisible ? borders(in: range) : [range.lowerBound]
      for (index, border) in borders.enumerated() {
        let end = index + 1 < borders.count ? borders[index + 1] : range.upperBound
        let share = advance * (index + 1) / borders.count - advance * index / borders.count
        add(border..<end, advance: share, level: level)
      }
    }

    /// Where the letters of a range begin.
    private mutating func borders(in range: Range<Int>) -> [Int] {
      var borders = [range.lowerBound]
      guard range.count > 1 else { return borders }
      go(to: range.lowerBound)
      var at = range.lowerBound
      var next = character
      while true {
        at += text.scalar(at: at).width
        next += 1
        guard at < range.upperBound else { return borders }
        if breaks.isBorder(before: next) { borders.append(at) }
      }
    }

    private mutating func add(_ range: Range<Int>, advance: Int, level: Int) {
      guard !range.isEmpty else { return }
      go(to: range.lowerBound)
      let value = text.scalar(at: range.lowerBound).value
      var kind = TextCluster.Break.forbidden
      if range.lowerBound > 0 {
        kind =
          breaks.mustBreak(before: character)
          ? .required : breaks.mayBreak(before: character) ? .allowed : .forbidden
      }
      clusters.append(
        TextCluster(
          range: range, advance: advance, breakBefore: kind, isSpace: TextSpace.isSpace(value),
          isIdeographic: TextSpace.isIdeographic(value), level: level))
    }

    private mutating func go(to byte: Int) {
      while place < byte {
        place += text.scalar(at: place).width
        character += 1
      }
    }
  }

  /// Which characters lines stretch at.
  enum TextSpace {
    /// Spaces that are stretched (CSS Text 4, section 8.3: word separators), and controls that end lines. Those of a
    /// fixed width, such as U+2003 and U+3000, stay as they are.
    static func isSpace(_ character: UInt32) -> Bool {
      switch character {
      case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x2028, 0x2029: true
      default: false
      }
    }

    /// Characters that stand in squares: ideographs, kana and the punctuation among them.
    static func isIdeographic(_ character: UInt32) -> Bool {
      switch character {
      case 0x2E80...0x30FF, 0x3100...0x312F, 0x3190...0x4DBF, 0x4E00...0xA4CF, 0xF900...0xFAFF,
        0xFE30...0xFE4F,
        0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFF:
        true
      default: false
      }
    }
  }
#endif
