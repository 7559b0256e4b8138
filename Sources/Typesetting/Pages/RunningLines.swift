import BookModel
public import Diagnostics

/// Titles over pages and numbers under them: added when all sections are set and it is known how many pages there are.
public struct RunningLines {
  private let settings: TypesetSettings
  private let shaper: any Shaper

  public init(_ settings: TypesetSettings, shaper: any Shaper) {
    self.settings = settings
    self.shaper = shaper
  }

  /// Adds to a page what the settings ask for.
  ///
  /// - Parameters:
  ///   - title: what stands above it; nil for the first page of a chapter, which has its own.
  ///   - number: what stands below it.
  /// - Throws: what the shaper throws.
  public func add(to page: inout SetSection.Page, title: String?, number: Int) throws(Diagnostic) {
    guard !page.isFullPicture else { return }
    let height = page.page.size.height * .pixel
    if settings.hasHeadLine, let title, !title.isEmpty {
      let margin = max(settings.margins.top, settings.runningLineHeight) * .pixel
      try add(title, to: &page.page, middle: margin / 2)
    }
    if settings.hasFootLine {
      let margin = max(settings.margins.bottom, settings.runningLineHeight) * .pixel
      try add(String(number), to: &page.page, middle: height - margin / 2)
    }
  }

  /// A line in the middle of the page, shortened where it is too long.
  private func add(_ text: String, to page: inout SetPage, middle: Extent) throws(Diagnostic) {
    let style = TextStyle(
      families: [settings.family, "serif"].compactMap(\.self), size: settings.runningFontSize,
      language: settings.language)
    let left = settings.margins.left * .pixel
    let width = page.size.width * .pixel - left - settings.margins.right * .pixel
    guard width > 0, let line = try line(text, style, width: width) else { return }
    let metrics = try shaper.metrics(of: style)
    let color = settings.theme.ink.mixed(with: page.background, 0.35).readable(on: page.background)
    var x = left + (width - line.shaped.advance) / 2
    for run in line.shaped.runs {
      if let font = run.font {
        page.marks.append(
          .glyphs(
            GlyphMark(
              font: font, color: color, x: x, y: middle + (metrics.ascent - metrics.descent) / 2,
              glyphs: run.glyphs, text: line.text(run.range))))
      }
      x += run.advance
    }
  }

  private struct Line {
    var shaped: ShapedLine
    var bytes: [UInt8]

    init(_ text: String, _ paragraph: any ShapedParagraph) throws(Diagnostic) {
      bytes = Array(text.utf8)
      shaped = try paragraph.line(0..<bytes.count, isHyphenated: false)
    }

    func text(_ range: Range<Int>) -> String {
      String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }
  }

  private func line(_ text: String, _ style: TextStyle, width: Extent) throws(Diagnostic) -> Line? {
    // A title longer than any page is wide need not be shaped as a whole.
    let whole = String(text.prefix(300))
    let line = try shaped(whole, style)
    var sum = 0
    // Room for the sign that something is left out.
    let most = width - .pixels(style.size)
    let end = line.clusters.first { cluster in
      sum += cluster.advance
      return sum > most
    }
    guard let end else { return try Line(whole, line) }
    let shorter = String(decoding: Array(whole.utf8)[..<end.range.lowerBound], as: UTF8.self).trimmed + "…"
    return try Line(shorter, try shaped(shorter, style))
  }

  private func shaped(_ text: String, _ style: TextStyle) throws(Diagnostic) -> any ShapedParagraph {
    try shaper.shape(StyledText(text: text, runs: [StyledText.Run(range: 0..<text.utf8.count, style: style)]))
  }
}
