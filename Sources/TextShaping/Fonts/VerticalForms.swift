#if Typesetting
  import CPango

  /// Characters that a font shows in another form from top to bottom.
  struct VerticalForms: Sendable {
    private let characters: Set<UInt32>

    /// Characters that stand if the font has such a form, and lie if it hasn't (UAX #50, value Tr). Pango lays them all.
    static let transformed: Set<UInt32> = [
      0x2329...0x232A, 0x3008...0x3011, 0x3014...0x301F, 0x3030...0x3030, 0x30A0...0x30A0, 0x30FC...0x30FC,
      0xFE59...0xFE5E, 0xFF08...0xFF09, 0xFF1A...0xFF1B, 0xFF3B...0xFF3B, 0xFF3D...0xFF3D, 0xFF3F...0xFF3F,
      0xFF5B...0xFF60, 0xFFE3...0xFFE3,
    ].reduce(into: []) { characters, range in characters.formUnion(range) }

    /// Asks an `hb_face_t` what its features for vertical text would change.
    init(of face: OpaquePointer) {
      let lookups = hb_set_create()
      let glyphs = hb_set_create()
      let font = hb_font_create(face)
      defer {
        hb_set_destroy(lookups)
        hb_set_destroy(glyphs)
        hb_font_destroy(font)
      }
      let substitutions = OpenTypeTag.number("GSUB")
      let features = [OpenTypeTag.number("vert"), OpenTypeTag.number("vrt2"), 0]
      hb_ot_layout_collect_lookups(face, substitutions, nil, nil, features, lookups)
      var lookup = UInt32.max
      while hb_set_next(lookups, &lookup) != 0 {
        hb_ot_layout_lookup_collect_glyphs(face, substitutions, lookup, nil, glyphs, nil, nil)
      }
      characters = VerticalForms.transformed.filter { character in
        var glyph: UInt32 = 0
        return hb_font_get_nominal_glyph(font, character, &glyph) != 0 && hb_set_has(glyphs, glyph) != 0
      }
    }

    func contains(_ character: UInt32) -> Bool { characters.contains(character) }
  }
#endif
