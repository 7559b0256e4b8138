import BookModel
import Diagnostics

/// A line that is set: its marks, from the left end of the measure and from its baseline.
struct SetLine {
  var marks: [PageMark] = []
  var extent: LineExtent
  /// From the left end of the measure.
  var start: Extent = 0
  var width: Extent = 0
}

/// Turns the lines of a paragraph into marks: glyphs in their places, justified and aligned.
struct LineSetter {
  let paragraph: Paragraph
  let measures: TypeMeasures
  private let strut: LineExtent
  private let font: FontMetrics
  /// What each style of the paragraph takes, by its number.
  private var extents: [Int: LineExtent?] = [:]

  init(_ paragraph: Paragraph, _ measures: TypeMeasures) throws(Diagnostic) {
    self.paragraph = paragraph
    self.measures = measures
    font = try measures.metrics(paragraph.style)
    var strut = try measures.strut(paragraph.style)
    // All lines are as high as those with something written over them, so that they keep their distance.
    for ruby in paragraph.rubies {
      let height = ruby.metrics.ascent + ruby.metrics.descent
      if ruby.ruby.style.type.isRubyUnder, !paragraph.style.type.isVertical {
        strut.below = max(strut.below, font.descent + height)
      } else {
        strut.above = max(strut.above, font.ascent + height)
      }
    }
    self.strut = strut
  }

  /// What a line takes that has nothing special in it.
  var plainHeight: Extent { strut.height }

  /// Where lines stand between the margins.
  enum Alignment { case left, right, center, justified }

  /// - Parameters:
  ///   - start: from the left end of the measure, with the indent.
  ///   - width: what there is for the line.
  mutating func set(
    _ line: BrokenLine, from start: Extent, width: Extent, _ alignment: Alignment
  ) throws(Diagnostic) -> SetLine {
    let clusters = trimmed(line.clusters)
    guard !clusters.isEmpty else { return SetLine(extent: strut, start: start) }
    let bytes = paragraph.bytes(of: clusters)
    var shaped = try paragraph.shaped.line(bytes, isHyphenated: line.isHyphenated)
    addRubyRoom(to: &shaped)
    var slack = width - shaped.advance
    if alignment == .justified, !line.isLast, slack > 0 {
      justify(&shaped, clusters, by: slack)
      slack = width - shaped.advance
    }
    var set = SetLine(extent: strut)
    switch alignment {
    case .left: set.start = start
    case .right: set.start = start + slack
    case .center: set.start = start + slack / 2
    case .justified: set.start = paragraph.direction == .rightToLeft ? start + slack : start
    }
    set.width = shaped.advance
    set.extent = try extent(of: shaped)
    place(shaped, in: &set)
    placeRubies(over: bytes, shaped, in: &set)
    return set
  }

  /// Without white space at the end, and without a line feed.
  private func trimmed(_ clusters: Range<Int>) -> Range<Int> {
    var end = clusters.upperBound
    while end > clusters.lowerBound, paragraph.clusters[end - 1].isSpace || paragraph.isLineFeed(end - 1) {
      end -= 1
    }
    return clusters.lowerBound..<end
  }

  // MARK: - Width

  private func addRubyRoom(to line: inout ShapedLine) {
    guard !paragraph.rubyRoom.isEmpty else { return }
    for run in line.runs.indices {
      for glyph in line.runs[run].glyphs.indices {
        guard let room = paragraph.rubyRoom[line.runs[run].glyphs[glyph].cluster] else { continue }
        line.runs[run].glyphs[glyph].advance += room.before + room.behind
        line.runs[run].glyphs[glyph].dx += room.before
      }
    }
  }

  /// Stretches a line: its spaces first; what would make them too wide goes between ideographs.
  private func justify(_ line: inout ShapedLine, _ clusters: Range<Int>, by slack: Extent) {
    var spaces: Set<Int> = []
    var gaps: Set<Int> = []
    var isInside = false
    for number in clusters.dropLast() {
      let cluster = paragraph.clusters[number]
      if cluster.isSpace {
        // Spaces at a line's beginning are an indent.
        if isInside, paragraph.advances[number] > 0 { spaces.insert(cluster.range.lowerBound) }
      } else if cluster.isIdeographic || paragraph.clusters[number + 1].isIdeographic,
        !paragraph.clusters[number + 1].isSpace, !paragraph.joined.contains(number + 1)
      {
        gaps.insert(cluster.range.lowerBound)
      }
      isInside = isInside || !cluster.isSpace
    }
    let em = Extent.pixels(paragraph.style.fontSize)
    if gaps.isEmpty {
      // So few words that the gaps would be holes.
      guard !spaces.isEmpty, slack / spaces.count <= 2 * em else { return }
      spread(slack, over: spaces, in: &line)
      return
    }
    let inSpaces = min(slack, spaces.count * em / 4)
    if inSpaces > 0 { spread(inSpaces, over: spaces, in: &line) }
    if slack > inSpaces, (slack - inSpaces) / gaps.count <= em {
      spread(slack - inSpaces, over: gaps, in: &line)
    }
  }

  /// Gives each of some clusters its share, to the last unit.
  private func spread(_ slack: Extent, over places: Set<Int>, in line: inout ShapedLine) {
    var rest = slack
    var count = places.count
    for run in line.runs.indices {
      let glyphs = line.runs[run].glyphs
      for place in glyphs.indices where places.contains(glyphs[place].cluster) {
        // The last glyph of a cluster, since marks stand on those before.
        if place + 1 < glyphs.count, glyphs[place + 1].cluster == glyphs[place].cluster { continue }
        guard count > 0 else { return }
        let share = rest / count
        line.runs[run].glyphs[place].advance += share
        rest -= share
        count -= 1
      }
    }
  }

  // MARK: - Height

  private mutating func extent(of line: ShapedLine) throws(Diagnostic) -> LineExtent {
    let isNothingButPictures = line.runs.allSatisfy { $0.font == nil }
    var extent: LineExtent? = isNothingButPictures && !line.runs.isEmpty ? nil : strut
    func include(_ other: LineExtent) {
      if extent == nil { extent = other } else { extent?.include(other) }
    }
    for run in line.runs {
      guard run.font != nil else {
        for glyph in run.glyphs {
          if let object = paragraph.objects[glyph.cluster] {
            include(LineExtent(above: object.ascent, below: object.descent))
          }
        }
        continue
      }
      let style = style(of: run)
      if let own = try ownExtent(style) { include(own) }
      // A fallback font that is much higher than the line was meant for, such as one of Tibetan.
      let height = run.metrics.ascent + run.metrics.descent
      if style.type.shift == 0, height > strut.height, height * 5 > (font.ascent + font.descent) * 6 {
        include(LineExtent(above: run.metrics.ascent, below: run.metrics.descent))
      }
    }
    return extent ?? strut
  }

  /// What a style larger than the paragraph's takes. Smaller and shifted ones don't open the lines.
  private mutating func ownExtent(_ style: ComputedStyle) throws(Diagnostic) -> LineExtent? {
    if let known = extents[style.number] { return known }
    var own: LineExtent?
    if style.fontSize > paragraph.style.fontSize * 1.02 {
      own = try measures.strut(style)
      own?.above += style.type.shift
      own?.below -= style.type.shift
    }
    extents[style.number] = .some(own)
    return own
  }

  private func style(of run: GlyphRun) -> ComputedStyle {
    paragraph.content.runs.indices.contains(run.styleRun)
      ? paragraph.content.runs[run.styleRun].style : paragraph.style
  }

  // MARK: - Marks

  private func place(_ line: ShapedLine, in set: inout SetLine) {
    var x = set.start
    for run in line.runs {
      let advance = run.advance
      defer { x += advance }
      guard let font = run.font else {
        placeObjects(run, from: x, in: &set)
        continue
      }
      let style = style(of: run)
      if let ground = style.type.highlight {
        let area = MarkArea(
          x: x, y: -run.metrics.ascent - style.type.shift, width: advance,
          height: run.metrics.ascent + run.metrics.descent)
        set.marks.insert(.fill(area, ground), at: 0)
      }
      set.marks.append(
        .glyphs(
          GlyphMark(
            font: font, color: style.type.color, x: x, y: -style.type.shift, glyphs: run.glyphs,
            text: paragraph.text(run.range.clamped(to: 0..<paragraph.content.bytes.count)), flow: flow(run))))
      addLines(style, run, from: x, advance, in: &set)
    }
  }

  private func flow(_ run: GlyphRun) -> GlyphMark.Flow {
    paragraph.style.type.isVertical ? run.isUpright ? .upright : .sideways : .horizontal
  }

  /// Lines under, through and over text.
  private func addLines(
    _ style: ComputedStyle, _ run: GlyphRun, from x: Extent, _ advance: Extent, in set: inout SetLine
  ) {
    let type = style.type
    guard type.isUnderlined || type.isStruck || type.isOverlined else { return }
    let thickness = max(Extent.pixel, .pixels(style.fontSize / 18))
    func add(_ y: Extent) {
      set.marks.append(
        .fill(MarkArea(x: x, y: y - type.shift, width: advance, height: thickness), type.color))
    }
    if type.isVertical {
      if type.isUnderlined || type.isOverlined { add(-run.metrics.ascent - thickness) }
      if type.isStruck { add(-thickness / 2) }
      return
    }
    if type.isUnderlined { add(.pixels(style.fontSize * 0.1)) }
    if type.isStruck { add(-font.xHeight / 2 - thickness / 2) }
    if type.isOverlined { add(-run.metrics.ascent) }
  }

  private func placeObjects(_ run: GlyphRun, from start: Extent, in set: inout SetLine) {
    var x = start
    for glyph in run.glyphs {
      defer { x += glyph.advance }
      guard let object = paragraph.objects[glyph.cluster],
        case .picture(let box) = paragraph.content.objects[glyph.cluster]
      else { continue }
      let area = MarkArea(
        x: x, y: -object.ascent, width: object.advance, height: object.ascent + object.descent)
      set.marks.append(.picture(box.picture.entry, area))
    }
  }

  // MARK: - Ruby

  private func placeRubies(over bytes: Range<Int>, _ line: ShapedLine, in set: inout SetLine) {
    for ruby in paragraph.rubies(in: bytes) {
      let base = ruby.ruby.range.clamped(to: bytes)
      guard let span = span(of: base, in: line) else { continue }
      let under = ruby.ruby.style.type.isRubyUnder && !paragraph.style.type.isVertical
      let y = under ? font.descent + ruby.metrics.ascent : -font.ascent - ruby.metrics.descent
      var glyphs = ruby.line
      spreadRuby(&glyphs, over: span.width)
      var x = set.start + span.start + (span.width - glyphs.advance) / 2
      for run in glyphs.runs {
        if let reference = run.font {
          let text = ruby.ruby.isGenerated ? "" : ruby.ruby.text
          set.marks.append(
            .glyphs(
              GlyphMark(
                font: reference, color: ruby.ruby.style.type.color, x: x, y: y, glyphs: run.glyphs,
                text: glyphs.runs.count == 1 ? text : slice(text, run.range), flow: flow(run))))
        }
        x += run.advance
      }
    }
  }

  private func slice(_ text: String, _ range: Range<Int>) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// Letters over a wider base stand evenly over it, with half a gap at the ends.
  private func spreadRuby(_ line: inout ShapedLine, over width: Extent) {
    let count = line.runs.reduce(0) { $0 + $1.glyphs.count }
    let slack = width - line.advance
    guard count > 1, slack > 0, line.runs.allSatisfy({ $0.level % 2 == 0 }) else { return }
    let share = min(slack / count, line.advance / count)
    var rest = count - 1
    for run in line.runs.indices {
      for glyph in line.runs[run].glyphs.indices where rest > 0 {
        line.runs[run].glyphs[glyph].advance += share
        rest -= 1
      }
    }
  }

  /// Where the glyphs of some bytes stand in a line.
  private func span(of bytes: Range<Int>, in line: ShapedLine) -> (start: Extent, width: Extent)? {
    var (x, start, end): (Extent, Extent?, Extent) = (0, nil, 0)
    for run in line.runs {
      for glyph in run.glyphs {
        if bytes.contains(glyph.cluster) {
          start = start ?? x
          end = x + glyph.advance
        }
        x += glyph.advance
      }
    }
    return start.map { ($0, end - $0) }
  }
}
