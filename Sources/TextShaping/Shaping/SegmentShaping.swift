#if Typesetting
  import CPango
  import Typesetting

  /// Turns segments into glyphs with HarfBuzz.
  ///
  /// Not through `pango_shape`: that replaces what a font has no glyph for by boxes, whose size it finds in a way that
  /// two threads disturb each other at, and it keeps quiet about where text may be cut.
  final class SegmentShaping {
    private let buffer = hb_buffer_create()!
    private let remarks: ShapingRemarks

    /// Marks that one letter carries, as in Unicode's Stream-Safe Text Format (UAX #15, section 13). HarfBuzz's time grows
    /// with the square of their number.
    static let maximumMarks = 30

    init(remarks: ShapingRemarks) { self.remarks = remarks }

    deinit { hb_buffer_destroy(buffer) }

    /// - Parameters:
    ///   - range: what of the paragraph to shape; it lies in the segment.
    ///   - context: what letters may join with around it.
    ///   - excess: marks that are left out.
    func glyphs(
      _ font: SegmentFont, level: Int, _ range: Range<Int>, in text: ParagraphText, context: Range<Int>
    ) -> [ShapedGlyph] {
      let isRightToLeft = level & 1 == 1
      prepare(font, isRightToLeft: isRightToLeft)
      let offset = fill(font, range, in: text, context: context)
      let features = features(of: font)
      hb_shape(font.font.font, buffer, features, UInt32(features.count))
      var glyphs = result(font, offset: offset, isVertical: text.isVertical)
      if font.style.letterSpacing != 0, !font.script.isCursive {
        space(&glyphs, by: font.style.letterSpacing, isRightToLeft: isRightToLeft)
      }
      return glyphs
    }

    private func prepare(_ font: SegmentFont, isRightToLeft: Bool) {
      hb_buffer_clear_contents(buffer)
      hb_buffer_set_direction(
        buffer, font.isUpright ? HB_DIRECTION_TTB : isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
      hb_buffer_set_script(buffer, hb_script_from_iso15924_tag(g_unicode_script_to_iso15924(font.script)))
      hb_buffer_set_language(buffer, hb_language_from_string(font.language, -1))
      hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES)
      hb_buffer_set_flags(
        buffer, hb_buffer_flags_t(HB_BUFFER_FLAG_BOT.rawValue | HB_BUFFER_FLAG_EOT.rawValue))
      hb_buffer_set_invisible_glyph(buffer, ShapedGlyph.invisible)
    }

    /// - Returns: what has to be added to the buffer's clusters to have places in the paragraph.
    private func fill(
      _ font: SegmentFont, _ range: Range<Int>, in text: ParagraphText, context: Range<Int>
    ) -> Int {
      text.bytes.withUnsafeBytes { bytes in
        guard let start = bytes.bindMemory(to: CChar.self).baseAddress.map({ $0 + context.lowerBound }) else {
          return 0
        }
        let (first, last) = (range.lowerBound - context.lowerBound, range.upperBound - context.lowerBound)
        if !font.isCapitalized, !text.hasExcess(in: range) {
          hb_buffer_add_utf8(buffer, start, Int32(context.count), UInt32(first), Int32(last - first))
          return context.lowerBound
        }
        hb_buffer_add_utf8(buffer, start, Int32(first), UInt32(first), 0)
        for character in text.characters(
          of: range, isCapitalized: font.isCapitalized, language: font.language)
        {
          hb_buffer_add(buffer, character.value, UInt32(character.place - context.lowerBound))
        }
        hb_buffer_add_utf8(buffer, start, Int32(context.count), UInt32(last), 0)
        hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE)
        return context.lowerBound
      }
    }

    private func features(of font: SegmentFont) -> [hb_feature_t] {
      var names: [String] = []
      if font.hasSmallCaps { names.append("smcp") }
      // Letters that are to stand apart are not joined (CSS Text 3, section 8.2).
      if font.style.letterSpacing != 0 { names += ["-liga", "-clig"] }
      return (names + font.style.features).compactMap { name in
        var feature = hb_feature_t()
        return hb_feature_from_string(name, Int32(clamping: name.utf8.count), &feature) != 0 ? feature : nil
      }
    }

    private func result(_ font: SegmentFont, offset: Int, isVertical: Bool) -> [ShapedGlyph] {
      var count: UInt32 = 0
      guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
        let positions = hb_buffer_get_glyph_positions(buffer, &count)
      else { return [] }
      // Letters that lie on their side have their middle on the line's.
      let shift = isVertical && !font.isUpright ? font.font.baselineBelowMiddle : 0
      return (0..<Int(count)).map { index in
        let (info, position) = (infos[index], positions[index])
        return ShapedGlyph(
          id: info.codepoint, cluster: Int32(truncatingIfNeeded: Int(info.cluster) + offset),
          advance: font.isUpright ? -position.y_advance : position.x_advance, dx: position.x_offset,
          dy: shift - position.y_offset,
          isUnsafe: info.mask & UInt32(HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue) != 0)
      }
    }

    /// Adds space behind each cluster, in the order of reading.
    private func space(_ glyphs: inout [ShapedGlyph], by spacing: Int32, isRightToLeft: Bool) {
      var index = 0
      while index < glyphs.count {
        var next = index + 1
        while next < glyphs.count, glyphs[next].cluster == glyphs[index].cluster { next += 1 }
        if glyphs[index..<next].contains(where: \.isVisible) {
          if isRightToLeft {
            glyphs[index].advance &+= spacing
            glyphs[index].dx &+= spacing
          } else {
            glyphs[next - 1].advance &+= spacing
          }
        }
        index = next
      }
    }

    /// Takes down which characters of a segment have no glyph.
    func noteMissing(_ segment: Segment, in text: ParagraphText) {
      guard case .text(let font) = segment.content, segment.glyphs.contains(where: { $0.id == 0 }) else {
        return
      }
      for character in text.characters(of: segment.range, isCapitalized: false, language: "") {
        var glyph: UInt32 = 0
        guard hb_font_get_nominal_glyph(font.font.font, character.value, &glyph) == 0,
          let scalar = Unicode.Scalar(character.value), !scalar.properties.isDefaultIgnorableCodePoint,
          !scalar.properties.isWhitespace
        else { continue }
        remarks.addMissing(scalar)
      }
    }
  }

  extension GUnicodeScript {
    /// Whether letters hold on to each other: space between them would tear them apart.
    var isCursive: Bool {
      [
        G_UNICODE_SCRIPT_ARABIC, G_UNICODE_SCRIPT_SYRIAC, G_UNICODE_SCRIPT_MONGOLIAN, G_UNICODE_SCRIPT_NKO,
        G_UNICODE_SCRIPT_PHAGS_PA, G_UNICODE_SCRIPT_MANDAIC, G_UNICODE_SCRIPT_MANICHAEAN,
        G_UNICODE_SCRIPT_ADLAM,
      ].contains(self)
    }

    /// Whether a glyph for several letters stands for no more than these beside each other, so that a word may be
    /// divided within it.
    var hasDivisibleLigatures: Bool {
      [
        G_UNICODE_SCRIPT_LATIN, G_UNICODE_SCRIPT_GREEK, G_UNICODE_SCRIPT_CYRILLIC, G_UNICODE_SCRIPT_ARMENIAN,
        G_UNICODE_SCRIPT_GEORGIAN, G_UNICODE_SCRIPT_COMMON, G_UNICODE_SCRIPT_HEBREW,
      ].contains(self)
    }
  }
#endif
