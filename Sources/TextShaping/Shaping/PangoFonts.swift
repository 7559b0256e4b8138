#if Typesetting
  import CPango
  import Diagnostics
  import Typesetting

  /// Pango's map of a book's fonts, for one thread: its font maps are not for several.
  final class PangoFonts {
    let book: FontBook
    private let map: UnsafeMutablePointer<PangoFontMap>
    /// One for horizontal text, one for vertical.
    private let contexts: [OpaquePointer]
    /// Faces by Pango's fonts, which are kept as long.
    private var faces: [UnsafeMutablePointer<PangoFont>: FontFace] = [:]
    private var sized: [FontReference: SizedFont] = [:]
    private var descriptions: [FontChoice: OpaquePointer] = [:]
    private var combinations: Set<FontCombination> = []

    /// The size fonts are looked for at: they are scaled, so that each is looked for once.
    private static let searchSize = 64
    /// Combinations of families, styles and languages that are looked for, of which each takes some milliseconds. A
    /// book has twenty.
    private static let maximumCombinations = 250
    private static let maximumSizedFonts = 2_000

    private struct FontCombination: Hashable {
      var choice: FontChoice
      var language: String
    }

    init(_ book: FontBook) throws(Diagnostic) {
      self.book = book
      guard let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else {
        throw .error(.noFonts, "Pango was built without fontconfig, so that no text can be set")
      }
      self.map = map
      pango_fc_font_map_set_config(OpaquePointer(map), book.configuration.config)
      contexts = [PANGO_GRAVITY_SOUTH, PANGO_GRAVITY_EAST].map { gravity in
        let context = pango_font_map_create_context(map)!
        pango_context_set_language(context, pango_language_from_string("xx"))
        pango_context_set_base_gravity(context, gravity)
        pango_context_set_gravity_hint(context, PANGO_GRAVITY_HINT_NATURAL)
        return context
      }
    }

    deinit {
      for font in faces.keys { g_object_unref(font) }
      for description in descriptions.values { pango_font_description_free(description) }
      for context in contexts { g_object_unref(UnsafeMutableRawPointer(context)) }
      g_object_unref(map)
    }

    func context(isVertical: Bool) -> OpaquePointer { contexts[isVertical ? 1 : 0] }

    /// What to look for: the choice itself, unless too many different ones have been asked for. Pango's description of it
    /// lives as long as this.
    func description(of choice: FontChoice, language: String) -> OpaquePointer {
      let combination = FontCombination(choice: choice, language: language)
      var choice = choice
      if !combinations.contains(combination) {
        if combinations.count < PangoFonts.maximumCombinations {
          combinations.insert(combination)
        } else {
          choice = .standard
          book.remarks.add(
            .warning(
              .fontChoicesLimited,
              "the text asks for more than \(PangoFonts.maximumCombinations) combinations of fonts, styles and "
                + "languages; further ones are set in the standard font"))
        }
      }
      if let description = descriptions[choice] { return description }
      let description = pango_font_description_new()!
      pango_font_description_set_family(description, choice.families)
      pango_font_description_set_weight(description, PangoWeight(UInt32(choice.weight)))
      pango_font_description_set_style(description, choice.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
      pango_font_description_set_absolute_size(description, Double(PangoFonts.searchSize * Extent.pixel))
      descriptions[choice] = description
      return description
    }

    /// The face of a font that Pango chose.
    func face(of font: UnsafeMutablePointer<PangoFont>) throws(Diagnostic) -> FontFace {
      if let face = faces[font] { return face }
      let fontconfigFont = UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self)
      guard let pattern = pango_fc_font_get_pattern(fontconfigFont), let shaped = pango_font_get_hb_font(font)
      else {
        throw .error(.noFonts, "a font cannot be used")
      }
      let face = try book.face(pattern, font: shaped)
      g_object_ref(font)
      faces[font] = face
      return face
    }

    /// The font that text of a style begins with.
    func mainFace(of choice: FontChoice, language: String?) throws(Diagnostic) -> FontFace {
      let language = language ?? "xx"
      let description = description(of: choice, language: language)
      let tag = pango_language_from_string(language)
      guard let fonts = pango_font_map_load_fontset(map, contexts[0], description, tag) else { throw noFont }
      defer { g_object_unref(fonts) }
      // CSS Fonts 4, section 2.1.5: the first available font is the first with a space.
      guard let font = pango_fontset_get_font(fonts, 0x20) else { throw noFont }
      defer { g_object_unref(font) }
      return try face(of: font)
    }

    /// A face at a size, in units of `Extent`.
    func font(_ face: FontFace, units: Int32) -> SizedFont {
      let reference = FontReference(number: face.number, size: Double(units) / Double(Extent.pixel))
      if let font = sized[reference] { return font }
      if sized.count >= PangoFonts.maximumSizedFonts { sized.removeAll() }
      let font = SizedFont(face, units: units)
      sized[reference] = font
      return font
    }

    private var noFont: Diagnostic {
      .error(.noFonts, "no font was found", remedy: "install fonts, such as the package fonts-noto-core")
    }
  }
#endif
