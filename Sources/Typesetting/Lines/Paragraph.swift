import BookModel
import Diagnostics

/// A paragraph that is shaped, so that widths are known, and not broken into lines yet.
final class Paragraph {
  let content: InlineContent
  let style: ComputedStyle
  let direction: StyledText.BaseDirection
  let shaped: any ShapedParagraph
  let clusters: [TextCluster]
  /// What each cluster takes in a line, with the room that what is written over it needs.
  private(set) var advances: [Extent]
  /// Room before the cluster of a byte and behind it that its glyphs don't know of.
  private(set) var rubyRoom: [Int: (before: Extent, behind: Extent)] = [:]
  private(set) var rubies: [ShapedRuby] = []
  /// Clusters before which a line must not begin, whatever the shaper says: inside of bases of ruby.
  private(set) var joined: Set<Int> = []
  /// Which cluster each byte belongs to.
  let clusterOfByte: [Int32]
  let objects: [Int: InlineObject]
  /// Whether there is anything in the text that is not to be copied: soft hyphens, marks of direction, objects.
  let hasInvisibles: Bool

  init(
    _ content: InlineContent, _ style: ComputedStyle, _ measures: TypeMeasures, objects: [Int: InlineObject]
  ) throws(Diagnostic) {
    self.content = content
    self.style = style
    self.objects = objects
    direction = style.type.direction
    let text = StyledText(
      text: String(decoding: content.bytes, as: UTF8.self),
      runs: content.runs.map { StyledText.Run(range: $0.range, style: $0.style.type.text) }, objects: objects,
      direction: direction, isVertical: style.type.isVertical)
    shaped = try measures.shaper.shape(text)
    let clusters = shaped.clusters
    self.clusters = clusters
    advances = clusters.map { max(0, $0.advance) }
    var clusterOfByte = [Int32](repeating: 0, count: content.bytes.count + 1)
    for (number, cluster) in clusters.enumerated() {
      for byte in cluster.range.clamped(to: 0..<content.bytes.count) {
        clusterOfByte[byte] = Int32(clamping: number)
      }
    }
    clusterOfByte[content.bytes.count] = Int32(clamping: clusters.count)
    self.clusterOfByte = clusterOfByte
    hasInvisibles = Paragraph.hasInvisibles(content.bytes)
    try shapeRubies(measures)
  }

  private static func hasInvisibles(_ bytes: [UInt8]) -> Bool {
    for place in bytes.indices {
      switch bytes[place] {
      case 0xC2: if place + 1 < bytes.count, bytes[place + 1] == 0xAD { return true }
      case 0xE2: if place + 1 < bytes.count, bytes[place + 1] & 0xFE == 0x80 { return true }
      case 0xEF: if place + 1 < bytes.count, bytes[place + 1] == 0xBF { return true }
      default: break
      }
    }
    return false
  }

  /// The cluster that begins at a byte or holds it.
  func cluster(at byte: Int) -> Int { Int(clusterOfByte[min(max(byte, 0), content.bytes.count)]) }

  func isLineFeed(_ cluster: Int) -> Bool { content.bytes[clusters[cluster].range.lowerBound] == 0x0A }

  func isSoftHyphen(_ cluster: Int) -> Bool {
    let range = clusters[cluster].range
    return range.count >= 2 && content.bytes[range.upperBound - 2] == 0xC2
      && content.bytes[range.upperBound - 1] == 0xAD
  }

  /// The bytes of some clusters.
  func bytes(of clusters: Range<Int>) -> Range<Int> {
    guard !clusters.isEmpty else { return 0..<0 }
    return self.clusters[clusters.lowerBound].range
      .lowerBound..<self.clusters[clusters.upperBound - 1].range.upperBound
  }

  // MARK: - Text

  /// Text of some bytes as it may be copied.
  func text(_ range: Range<Int>) -> String {
    guard hasInvisibles else { return String(decoding: content.bytes[range], as: UTF8.self) }
    var out: [UInt8] = []
    appendVisible(range, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  private func appendVisible(_ range: Range<Int>, to out: inout [UInt8]) {
    var place = range.lowerBound
    while place < range.upperBound {
      let length = UTF8Text.scalar(at: place, content.bytes)?.length ?? 1
      let end = min(place + length, range.upperBound)
      if !isInvisible(place, length) { out += content.bytes[place..<end] }
      place = end
    }
  }

  /// Soft hyphens, marks of direction, and objects' places.
  private func isInvisible(_ place: Int, _ length: Int) -> Bool {
    let bytes = content.bytes
    switch (length, bytes[place]) {
    case (2, 0xC2): return bytes[place + 1] == 0xAD
    case (3, 0xE2):
      let value = UInt32(bytes[place + 1] & 0x3F) << 6 | UInt32(bytes[place + 2] & 0x3F)
      return (0x2A...0x2E).contains(value) || (0x66...0x69).contains(value)
    case (3, 0xEF): return bytes[place + 1] == 0xBF && bytes[place + 2] == 0xBC
    default: return false
    }
  }

  /// The book's own text in some bytes, with what is written over it behind each base.
  func appendSourceText(_ range: Range<Int>, to out: inout [UInt8]) {
    var next = firstRuby { $0.range.upperBound > range.lowerBound }
    for run in runs(in: range) where !run.isGenerated {
      var place = max(run.range.lowerBound, range.lowerBound)
      let end = min(run.range.upperBound, range.upperBound)
      while next < rubies.count, rubies[next].ruby.range.upperBound <= end {
        let ruby = rubies[next].ruby
        next += 1
        guard !ruby.isGenerated else { continue }
        let border = max(place, ruby.range.upperBound)
        appendVisible(place..<border, to: &out)
        out += ruby.text.utf8
        place = border
      }
      if place < end {
        if hasInvisibles { appendVisible(place..<end, to: &out) } else { out += content.bytes[place..<end] }
      }
    }
  }

  /// The runs that some bytes lie in.
  private func runs(in range: Range<Int>) -> ArraySlice<InlineContent.Run> {
    let runs = content.runs
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < runs.count, runs[end].range.lowerBound < range.upperBound { end += 1 }
    return runs[low..<end]
  }

  // MARK: - Ruby

  struct ShapedRuby {
    var ruby: InlineContent.Ruby
    var line: ShapedLine
    var metrics: FontMetrics
  }

  private func shapeRubies(_ measures: TypeMeasures) throws(Diagnostic) {
    var known: [StyledText: ShapedLine] = [:]
    for ruby in content.rubies {
      let text = StyledText(
        text: ruby.text, runs: [StyledText.Run(range: 0..<ruby.text.utf8.count, style: ruby.style.type.text)],
        direction: direction, isVertical: style.type.isVertical)
      let line: ShapedLine
      if let shaped = known[text] {
        line = shaped
      } else {
        line = try measures.shaper.shape(text).line(0..<ruby.text.utf8.count, isHyphenated: false)
        known[text] = line
      }
      rubies.append(ShapedRuby(ruby: ruby, line: line, metrics: try measures.metrics(ruby.style)))
      let first = cluster(at: ruby.range.lowerBound)
      let end = cluster(at: ruby.range.upperBound)
      guard first < end else { continue }
      // A long base may be divided; what is written over it then stands over its first line.
      if end - first <= 12 { joined.formUnion(first + 1..<end) }
      let base = advances[first..<end].reduce(0, +)
      let room = line.advance - base
      guard room > 0 else { continue }
      rubyRoom[clusters[first].range.lowerBound, default: (0, 0)].before += room / 2
      rubyRoom[clusters[end - 1].range.lowerBound, default: (0, 0)].behind += room - room / 2
      advances[first] += room / 2
      advances[end - 1] += room - room / 2
    }
  }

  /// The rubies whose bases begin in some bytes.
  func rubies(in range: Range<Int>) -> [ShapedRuby] {
    var found: [ShapedRuby] = []
    var next = firstRuby { $0.range.lowerBound >= range.lowerBound }
    while next < rubies.count, rubies[next].ruby.range.lowerBound < range.upperBound {
      found.append(rubies[next])
      next += 1
    }
    return found
  }

  /// The first ruby of those behind a place, which are all that follow it.
  private func firstRuby(_ isBehind: (InlineContent.Ruby) -> Bool) -> Int {
    var (low, high) = (0, rubies.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(rubies[middle].ruby) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  // MARK: - Widths

  /// The widest piece that can't be divided, and the width of the longest line between forced breaks.
  var widths: (least: Extent, most: Extent) {
    var (least, most, piece, line, space) = (0, 0, 0, 0, 0)
    for (number, cluster) in clusters.enumerated() {
      if number > 0, cluster.breakBefore != .forbidden, !joined.contains(number) { piece = 0 }
      if isLineFeed(number) {
        (piece, line, space) = (0, 0, 0)
        continue
      }
      if cluster.isSpace {
        space += advances[number]
        continue
      }
      piece += advances[number]
      line += space + advances[number]
      space = 0
      least = max(least, piece)
      most = max(most, line)
    }
    return (least, most)
  }
}
