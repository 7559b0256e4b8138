#if Typesetting
  import CPango
  import Typesetting

  /// A face as one painter draws it. Cairo keeps rasterized glyphs with it.
  final class PaintedFont {
    /// A `cairo_font_face_t`.
    let face: OpaquePointer
    private let settings: FontFace

    /// Nil where FreeType cannot read the font, which then has not been shaped with either.
    init?(_ settings: FontFace) {
      self.settings = settings
      // A library for each face, since FreeType's are for one thread and Cairo lets go of faces on whichever it likes.
      var library: FT_Library?
      guard FT_Init_FreeType(&library) == 0, let library else { return nil }
      var freeTypeFace: FT_Face?
      guard FT_New_Face(library, settings.file.path, FT_Long(settings.index), &freeTypeFace) == 0,
        let freeTypeFace,
        let face = cairo_ft_font_face_create_for_ft_face(freeTypeFace, LoadFlag.plain)
      else {
        FT_Done_FreeType(library)
        return nil
      }
      if settings.isEmboldened {
        cairo_ft_font_face_set_synthesize(face, UInt32(CAIRO_FT_SYNTHESIZE_BOLD.rawValue))
      }
      self.face = face
      cairo_font_face_set_user_data(face, PaintedFont.key, UnsafeMutableRawPointer(library)) { library in
        guard let library else { return }
        FT_Done_FreeType(OpaquePointer(library))
      }
    }

    deinit { cairo_font_face_destroy(face) }

    /// Only its address counts.
    nonisolated(unsafe) private static let key = UnsafeMutablePointer<cairo_user_data_key_t>.allocate(
      capacity: 1)

    /// What Cairo is to draw with: outlines as they are, whatever the system's settings.
    func options() -> OpaquePointer {
      let options = cairo_font_options_create()!
      cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
      cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
      cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      if !settings.variations.isEmpty { cairo_font_options_set_variations(options, settings.variations) }
      return options
    }

    /// From ems to the page.
    ///
    /// - Parameter isSideways: whether letters are turned clockwise.
    func matrix(size: Double, isSideways: Bool) -> cairo_matrix_t {
      // Cairo's axis goes down, a font's slant up.
      let upright = cairo_matrix_t(xx: size, yx: 0, xy: -settings.slant * size, yy: size, x0: 0, y0: 0)
      guard isSideways else { return upright }
      return cairo_matrix_t(xx: 0, yx: upright.xx, xy: -upright.yy, yy: upright.xy, x0: 0, y0: 0)
    }
  }

  /// FreeType's flags, whose macros Swift does not see.
  private enum LoadFlag {
    private static let noHinting: Int32 = 1 << 1
    private static let color: Int32 = 1 << 20

    static let plain = noHinting | color
  }
#endif
