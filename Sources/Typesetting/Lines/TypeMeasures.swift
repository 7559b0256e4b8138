import BookModel
import Diagnostics

/// Measures of fonts and lines, each asked of the shaper once.
final class TypeMeasures {
  let shaper: any Shaper
  let settings: TypesetSettings
  private var metrics: [Int: FontMetrics] = [:]
  /// Larger or smaller styles, by number and size.
  private var scaled: [[Int]: ComputedStyle] = [:]

  init(_ shaper: any Shaper, _ settings: TypesetSettings) {
    self.shaper = shaper
    self.settings = settings
  }

  func metrics(_ style: ComputedStyle) throws(Diagnostic) -> FontMetrics {
    if let known = metrics[style.number] { return known }
    var measured = try shaper.metrics(of: style.type.text)
    if style.type.isVertical {
      // Glyphs of vertical lines stand on both sides of a middle line.
      let half = Extent.pixels(style.fontSize / 2)
      (measured.ascent, measured.descent) = (half, half)
    }
    metrics[style.number] = measured
    return measured
  }

  /// The same style at another size, under a number of its own.
  func scaled(_ style: ComputedStyle, by factor: Double) -> ComputedStyle {
    let size = style.fontSize * factor
    let key = [style.number, Int(size * 64)]
    if let known = scaled[key] { return known }
    var type = style.type
    type.text.size = size
    let made = ComputedStyle(type: type, box: style.box, custom: style.custom, number: -1 - scaled.count)
    scaled[key] = made
    return made
  }

  /// How far it is from line to line.
  func lineHeight(_ style: ComputedStyle) -> Extent {
    switch style.type.lineHeight {
    case .normal: .pixels(style.fontSize * (style.type.isVertical ? 1.7 : 1.35))
    case .factor(let factor): .pixels(style.fontSize * factor)
    // A length that was meant for smaller type.
    case .fixed(let units): max(units, .pixels(style.fontSize))
    }
  }

  /// What a line of a style takes above and below its baseline.
  func strut(_ style: ComputedStyle) throws(Diagnostic) -> LineExtent {
    let font = try metrics(style)
    let height = lineHeight(style)
    let above = font.ascent + (height - font.ascent - font.descent) / 2
    return LineExtent(above: above, below: height - above)
  }
}

/// What a line takes above and below its baseline.
struct LineExtent: Hashable {
  var above: Extent
  var below: Extent

  var height: Extent { above + below }

  mutating func include(_ other: LineExtent) {
    above = max(above, other.above)
    below = max(below, other.below)
  }
}
