#if Typesetting
  import CPango
  import Typesetting

  /// A face at a size: what HarfBuzz shapes with.
  final class SizedFont {
    let face: FontFace
    let reference: FontReference
    let metrics: FontMetrics
    /// An `hb_font_t`, whose units are those of `Extent`.
    let font: OpaquePointer
    /// What is added where a word is divided; nil where the font has none.
    let hyphen: Glyph?

    /// Sizes of type, in pixels.
    static let sizes = 1.0...2_000.0

    /// - Parameter units: its size, in units of `Extent`.
    init(_ face: FontFace, units: Int32) {
      self.face = face
      reference = FontReference(number: face.number, size: Double(units) / Double(Extent.pixel))
      font = hb_font_create(face.face)
      hb_font_set_scale(font, units, units)
      if !face.coordinates.isEmpty {
        hb_font_set_var_coords_normalized(font, face.coordinates, UInt32(face.coordinates.count))
      }
      metrics = SizedFont.metrics(of: font, units: units)
      verticalMetrics = FontMetrics(
        ascent: Int(units) - Int(units) / 2, descent: Int(units) / 2, xHeight: metrics.xHeight)
      hyphen = SizedFont.hyphen(of: font)
    }

    deinit { hb_font_destroy(font) }

    /// Any size a style may state, as something that can be worked with.
    static func units(_ size: Double) -> Int32 {
      guard size.isFinite else { return Int32(16 * Extent.pixel) }
      return Int32((min(sizes.upperBound, max(sizes.lowerBound, size)) * Double(Extent.pixel)).rounded())
    }

    /// Of vertical text: its characters stand in squares on both sides of the middle line.
    let verticalMetrics: FontMetrics

    /// How far below the middle line letters stand whose own middle is to lie on it.
    var baselineBelowMiddle: Int32 { Int32((metrics.ascent - metrics.descent) / 2) }

    private static func metrics(of font: OpaquePointer, units: Int32) -> FontMetrics {
      // Broken fonts state heights of nothing, or of a thousand lines.
      func plausible(_ value: Int32, _ usual: Double) -> Int {
        let limit = units.multipliedReportingOverflow(by: 3).partialValue
        return (0...limit).contains(value) ? Int(value) : Int(Double(units) * usual)
      }
      var extents = hb_font_extents_t()
      let isKnown = hb_font_get_h_extents(font, &extents) != 0
      let height = isKnown ? extents.ascender - extents.descender : 0
      var xHeight: Int32 = 0
      let hasXHeight =
        hb_ot_metrics_get_position(font, HB_OT_METRICS_TAG_X_HEIGHT, &xHeight) != 0 && xHeight > 0
      return FontMetrics(
        ascent: height > 0 ? plausible(extents.ascender, 0.8) : Int(Double(units) * 0.8),
        descent: height > 0 ? plausible(-extents.descender, 0.2) : Int(Double(units) * 0.2),
        xHeight: hasXHeight ? plausible(xHeight, 0.5) : Int(units / 2))
    }

    private static func hyphen(of font: OpaquePointer) -> Glyph? {
      for character: UInt32 in [0x2010, 0x2D] {
        var glyph: UInt32 = 0
        guard hb_font_get_nominal_glyph(font, character, &glyph) != 0 else { continue }
        return Glyph(id: glyph, cluster: 0, advance: Int(hb_font_get_glyph_h_advance(font, glyph)))
      }
      return nil
    }
  }
#endif
