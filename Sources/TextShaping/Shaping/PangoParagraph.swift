#if Typesetting
  import Diagnostics
  import Typesetting

  /// A shaped paragraph: what its lines are cut from.
  final class PangoParagraph: ShapedParagraph {
    let clusters: [TextCluster]
    private let paragraph: StyledText
    private let text: ParagraphText
    let segments: [Segment]
    private let shaping: SegmentShaping

    init(
      _ paragraph: StyledText, _ text: ParagraphText, _ segments: [Segment], _ clusters: [TextCluster],
      _ shaping: SegmentShaping
    ) {
      self.paragraph = paragraph
      self.text = text
      self.segments = segments
      self.clusters = clusters
      self.shaping = shaping
    }

    func hyphenAdvance(before end: Int) -> Extent {
      let index = segmentIndex(at: end - 1)
      guard segments.indices.contains(index), case .text(let font) = segments[index].content else { return 0 }
      return font.font.hyphen?.advance ?? 0
    }

    func line(_ range: Range<Int>, isHyphenated: Bool) throws(Diagnostic) -> ShapedLine {
      var pieces = pieces(of: range)
      var hyphen: (place: Int, glyph: Glyph)?
      if isHyphenated, let last = pieces.lastIndex(where: { $0.font != nil }),
        let glyph = pieces[last].font?.font.hyphen
      {
        hyphen = (pieces[last].range.upperBound, glyph)
        pieces[last].isHyphenated = true
      }
      var runs: [GlyphRun] = []
      for index in BidiOrder.visual(pieces.map(\.level)) {
        runs += self.runs(of: pieces[index], hyphen: pieces[index].isHyphenated ? hyphen?.glyph : nil)
      }
      return ShapedLine(runs: runs)
    }

    /// A part of a line from one segment.
    private struct Piece {
      var range: Range<Int>
      var level: Int
      var segment: Segment
      var glyphs: [ShapedGlyph]
      var isHyphenated = false

      var font: SegmentFont? {
        if case .text(let font) = segment.content { return font }
        return nil
      }
    }

    private func pieces(of line: Range<Int>) -> [Piece] {
      var pieces: [Piece] = []
      let base = paragraph.direction == .rightToLeft ? 1 : 0
      let textEnd = lineTextEnd(line)
      var index = segmentIndex(at: line.lowerBound)
      while index < segments.count, segments[index].range.lowerBound < line.upperBound {
        let segment = segments[index]
        index += 1
        let range = segment.range.clamped(to: line)
        guard !range.isEmpty else { continue }
        // White space at a line's end goes in the paragraph's direction (UAX #9, rule L1).
        let border = min(range.upperBound, max(range.lowerBound, textEnd))
        let isLevel = segment.level == base || border == range.upperBound
        for part in isLevel ? [range] : [range.lowerBound..<border, border..<range.upperBound]
        where !part.isEmpty {
          let level = part.lowerBound >= textEnd ? base : segment.level
          pieces.append(
            Piece(
              range: part, level: level, segment: segment,
              glyphs: glyphs(of: segment, part, level: level, in: line)))
        }
      }
      return pieces
    }

    /// The end of a line without the white space there.
    private func lineTextEnd(_ line: Range<Int>) -> Int {
      var end = line.upperBound
      while end > line.lowerBound {
        var start = end - 1
        while start > line.lowerBound, text.bytes[start] & 0xC0 == 0x80 { start -= 1 }
        let value = text.bytes.scalar(at: start).value
        guard TextSpace.isSpace(value) || BidiOrder.isIgnoredAtLineEnd(value) else { break }
        end = start
      }
      return end
    }

    /// The glyphs of a part of a segment: those that are there, unless they depend on what lies beyond the line's ends.
    private func glyphs(of segment: Segment, _ range: Range<Int>, level: Int, in line: Range<Int>)
      -> [ShapedGlyph]
    {
      guard case .text(let font) = segment.content else { return [] }
      // Letters that hold on to each other let go at a line's end, even where that is a segment's, too.
      let isTorn =
        font.script.isCursive && (range.lowerBound == line.lowerBound || range.upperBound == line.upperBound)
      if level == segment.level, !isTorn, let slice = slice(of: segment, range) { return slice }
      return shaping.glyphs(font, level: level, range, in: text, context: line)
    }

    private func slice(of segment: Segment, _ range: Range<Int>) -> [ShapedGlyph]? {
      if range == segment.range { return segment.glyphs }
      let (low, high) = (Int32(range.lowerBound), Int32(range.upperBound))
      let isReversed = segment.isRightToLeft
      let glyphs = segment.glyphs
      // Clusters rise from left to right, or fall.
      let first = isReversed ? glyphs.partition { $0.cluster < high } : glyphs.partition { $0.cluster >= low }
      let last = isReversed ? glyphs.partition { $0.cluster < low } : glyphs.partition { $0.cluster >= high }
      guard first < last else { return nil }
      let slice = glyphs[first..<last]
      let begin = isReversed ? slice[last - 1] : slice[first]
      guard range.lowerBound == segment.range.lowerBound || (begin.cluster == low && !begin.isUnsafe) else {
        return nil
      }
      if range.upperBound < segment.range.upperBound {
        let behind = isReversed ? first - 1 : last
        guard glyphs.indices.contains(behind), glyphs[behind].cluster == high, !glyphs[behind].isUnsafe else {
          return nil
        }
      }
      return Array(slice)
    }

    private func runs(of piece: Piece, hyphen: Glyph?) -> [GlyphRun] {
      switch piece.segment.content {
      case .nothing: return []
      case .object(let object):
        let place = piece.range.lowerBound
        return [
          GlyphRun(
            styleRun: styleRun(at: place), range: piece.range, level: piece.level, font: nil,
            metrics: FontMetrics(ascent: object.ascent, descent: object.descent, xHeight: 0),
            glyphs: [Glyph(id: 0, cluster: place, advance: object.advance)])
        ]
      case .text(let font): return runs(of: piece, font, hyphen: hyphen)
      }
    }

    private func runs(of piece: Piece, _ font: SegmentFont, hyphen: Glyph?) -> [GlyphRun] {
      let isReversed = piece.level & 1 == 1
      var groups: [(styleRun: Int, glyphs: Range<Int>)] = []
      for (index, glyph) in piece.glyphs.enumerated() {
        if let last = groups.last, paragraph.runs[last.styleRun].range.contains(Int(glyph.cluster)) {
          groups[groups.count - 1].glyphs = last.glyphs.lowerBound..<(index + 1)
        } else {
          groups.append((styleRun(at: Int(glyph.cluster)), index..<(index + 1)))
        }
      }
      // A glyph that stands for letters of two styles has the first one's: each run reaches to where the next begins.
      func begin(_ group: Int) -> Int {
        guard group != (isReversed ? groups.count - 1 : 0) else { return piece.range.lowerBound }
        let glyphs = groups[group].glyphs
        return Int(piece.glyphs[isReversed ? glyphs.upperBound - 1 : glyphs.lowerBound].cluster)
      }
      var runs = groups.indices.map { index in
        let behind = isReversed ? index - 1 : index + 1
        let end = groups.indices.contains(behind) ? begin(behind) : piece.range.upperBound
        return GlyphRun(
          styleRun: groups[index].styleRun, range: begin(index)..<end, level: piece.level,
          font: font.font.reference,
          metrics: text.isVertical ? font.font.verticalMetrics : font.font.metrics, isUpright: font.isUpright,
          glyphs: piece.glyphs[groups[index].glyphs].lazy.filter(\.isVisible).map {
            Glyph(
              id: $0.id, cluster: Int($0.cluster), advance: Int($0.advance), dx: Int($0.dx), dy: Int($0.dy))
          })
      }
      if let hyphen, !runs.isEmpty {
        var glyph = hyphen
        glyph.cluster = piece.range.upperBound
        if text.isVertical { glyph.dy = Int(font.font.baselineBelowMiddle) }
        if isReversed {
          runs[0].glyphs.insert(glyph, at: 0)
        } else {
          runs[runs.count - 1].glyphs.append(glyph)
        }
      }
      return runs.filter { !$0.glyphs.isEmpty }
    }

    private func styleRun(at byte: Int) -> Int {
      min(paragraph.runs.count - 1, paragraph.runs.partition { $0.range.upperBound > byte })
    }

    private func segmentIndex(at byte: Int) -> Int { segments.partition { $0.range.upperBound > byte } }
  }

  extension Array {
    /// The first place whose element is `true`, in an array where all behind such an element are, too.
    func partition(_ isBehind: (Element) -> Bool) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
      }
      return low
    }
  }
#endif
