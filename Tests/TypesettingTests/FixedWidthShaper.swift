import BookModel
import Diagnostics
import Typesetting

/// A shaper without fonts: Latin letters are half as wide as high, ideographs as wide as high, marks have no width.
///
/// Ascent is 0.8 of the size, descent 0.2; lines may be broken behind spaces and hyphens, and between ideographs but
/// not before their closing punctuation.
final class FixedWidthShaper: Shaper {
  /// How many paragraphs were shaped.
  private(set) var paragraphs = 0

  func shape(_ text: StyledText) throws(Diagnostic) -> any ShapedParagraph {
    paragraphs += 1
    return FixedWidthParagraph(text)
  }

  func metrics(of style: TextStyle) throws(Diagnostic) -> FontMetrics {
    FixedWidthShaper.metrics(style.size, isVertical: false)
  }

  static func metrics(_ size: Double, isVertical: Bool) -> FontMetrics {
    let units = Int((size * 1024).rounded())
    return isVertical
      ? FontMetrics(ascent: units / 2, descent: units - units / 2, xHeight: units / 2)
      : FontMetrics(ascent: units * 4 / 5, descent: units / 5, xHeight: units / 2)
  }
}

struct FixedWidthParagraph: ShapedParagraph {
  let source: StyledText
  let bytes: [UInt8]
  let clusters: [TextCluster]

  init(_ text: StyledText) {
    source = text
    bytes = Array(text.text.utf8)
    var clusters: [TextCluster] = []
    var place = 0
    var run = 0
    var previous: Unicode.Scalar?
    for scalar in text.text.unicodeScalars {
      let length = String(scalar).utf8.count
      while run + 1 < text.runs.count, text.runs[run].range.upperBound <= place { run += 1 }
      let style = text.runs[run].style
      let size = Int((style.size * 1024).rounded())
      var cluster = TextCluster(range: place..<place + length, advance: size / 2 + style.letterSpacing)
      cluster.isSpace = scalar == " " || scalar == "\n"
      cluster.isIdeographic = FixedWidthParagraph.isWide(scalar)
      cluster.level = FixedWidthParagraph.level(scalar, text.direction)
      if cluster.isIdeographic { cluster.advance = size }
      if scalar == "\u{AD}" || scalar == "\n" || (0x2066...0x2069).contains(scalar.value) {
        cluster.advance = 0
      }
      if let object = text.objects[place] { cluster.advance = object.advance }
      cluster.breakBefore = FixedWidthParagraph.breakKind(previous, scalar)
      if scalar.properties.generalCategory == .nonspacingMark, let last = clusters.indices.last {
        clusters[last].range = clusters[last].range.lowerBound..<place + length
      } else {
        clusters.append(cluster)
      }
      previous = scalar
      place += length
    }
    self.clusters = clusters
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool { (0x3001...0x9FFF).contains(scalar.value) }

  private static func level(_ scalar: Unicode.Scalar, _ direction: StyledText.BaseDirection) -> Int {
    if (0x590...0x6FF).contains(scalar.value) { return 1 }
    return direction == .leftToRight ? 0 : scalar == " " ? 1 : 2
  }

  private static func breakKind(_ previous: Unicode.Scalar?, _ scalar: Unicode.Scalar) -> TextCluster.Break {
    guard let previous else { return .forbidden }
    if previous == "\n" { return .required }
    if scalar == " " || "、。」".unicodeScalars.contains(scalar) || previous == "「" { return .forbidden }
    if previous == " " || previous == "-" || previous == "\u{AD}" || previous == "\u{FFFC}"
      || scalar == "\u{FFFC}"
    {
      return .allowed
    }
    return isWide(previous) || isWide(scalar) ? .allowed : .forbidden
  }

  func line(_ range: Range<Int>, isHyphenated: Bool) throws(Diagnostic) -> ShapedLine {
    var runs: [GlyphRun] = []
    for cluster in clusters where range.contains(cluster.range.lowerBound) {
      let place = source.runs.firstIndex { $0.range.contains(cluster.range.lowerBound) } ?? 0
      let style = source.runs[place].style
      let isObject = source.objects[cluster.range.lowerBound] != nil
      let glyph = Glyph(
        id: UInt32(bytes[cluster.range.lowerBound]), cluster: cluster.range.lowerBound,
        advance: cluster.advance)
      let isUpright = source.isVertical && cluster.isIdeographic
      if let last = runs.last, last.styleRun == place, last.level == cluster.level,
        last.isUpright == isUpright,
        (last.font == nil) == isObject
      {
        runs[runs.count - 1].glyphs.append(glyph)
        runs[runs.count - 1].range = last.range.lowerBound..<cluster.range.upperBound
      } else {
        runs.append(
          GlyphRun(
            styleRun: place, range: cluster.range, level: cluster.level,
            font: isObject ? nil : FontReference(number: 0, size: style.size),
            metrics: FixedWidthShaper.metrics(style.size, isVertical: source.isVertical),
            isUpright: isUpright, glyphs: [glyph]))
      }
    }
    if isHyphenated, let last = runs.indices.last {
      let end = runs[last].range.upperBound
      runs[last].glyphs.append(Glyph(id: 0x2D, cluster: end, advance: hyphenAdvance(before: end)))
    }
    return ShapedLine(runs: ordered(runs))
  }

  /// Into visual order (UAX #9, L2).
  private func ordered(_ runs: [GlyphRun]) -> [GlyphRun] {
    var runs = runs.map { run in
      var run = run
      if run.level % 2 == 1 { run.glyphs.reverse() }
      return run
    }
    for level in stride(from: runs.map(\.level).max() ?? 0, to: 0, by: -1) {
      var start = 0
      while start < runs.count {
        guard runs[start].level >= level else {
          start += 1
          continue
        }
        var end = start
        while end < runs.count, runs[end].level >= level { end += 1 }
        runs[start..<end].reverse()
        start = end
      }
    }
    return runs
  }

  func hyphenAdvance(before end: Int) -> Extent {
    let run = source.runs.first { $0.range.contains(end - 1) } ?? source.runs[0]
    return Int((run.style.size * 1024).rounded()) / 2
  }
}

/// Divides words between any two letters but the first two and the last two.
final class EveryLetterHyphenator: Hyphenating {
  func breaks(in word: String, language: String?) -> [Int] {
    guard language != nil else { return [] }
    let places = word.indices.map { word.utf8.distance(from: word.startIndex, to: $0) }
    return Array(places.dropFirst(2).dropLast(1))
  }
}
