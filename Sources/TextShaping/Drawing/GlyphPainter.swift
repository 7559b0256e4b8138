#if Typesetting
  import BookModel
  import CPango
  import Diagnostics
  import Imaging
  import Typesetting

  /// Draws set pages with Cairo. For one thread at a time; it keeps the glyphs it has drawn.
  final class GlyphPainter {
    private let fonts: FontBook
    private var painted: [Int: PaintedFont] = [:]

    init(_ fonts: FontBook) { self.fonts = fonts }

    /// - Parameters:
    ///   - size: what the page is scaled to.
    ///   - layout: gray, or color.
    ///   - picture: the pixels of one of the page's pictures.
    func draw(
      _ page: SetPage, at size: Size, layout: Raster.Layout,
      picture: (EntryReference, Size) throws(Diagnostic) -> Raster
    ) throws(Diagnostic) -> Raster {
      let surface = PageSurface(size, isGray: layout == .gray, background: page.background)
      surface.scale(
        Double(size.width) / Double(max(1, page.size.width)),
        Double(size.height) / Double(max(1, page.size.height)))
      for mark in page.marks {
        switch mark {
        case .fill(let area, let color): surface.fill(area, color)
        case .glyphs(let mark): draw(mark, on: surface)
        case .picture(let entry, let area):
          guard let box = surface.pixels(of: area) else { continue }
          try checkInterruption()
          surface.lay(try picture(entry, box.size), at: box)
        }
      }
      return surface.raster()
    }

    private func draw(_ mark: GlyphMark, on surface: PageSurface) {
      guard let font = font(mark.font.number), !mark.glyphs.isEmpty else { return }
      surface.setFont(font, size: mark.font.size, isSideways: mark.flow == .sideways)
      var pen = 0
      let unit = 1 / Double(Extent.pixel)
      let glyphs = mark.glyphs.map { glyph in
        let (x, y) =
          switch mark.flow {
          case .horizontal: (mark.x + pen + glyph.dx, mark.y + glyph.dy)
          case .sideways: (mark.x - glyph.dy, mark.y + pen + glyph.dx)
          case .upright: (mark.x + glyph.dx, mark.y + pen + glyph.dy)
          }
        pen += glyph.advance
        return cairo_glyph_t(index: UInt(glyph.id), x: Double(x) * unit, y: Double(y) * unit)
      }
      surface.show(glyphs, mark.color)
    }

    private func font(_ number: Int) -> PaintedFont? {
      if let font = painted[number] { return font }
      guard let face = fonts.face(number), let font = PaintedFont(face) else { return nil }
      painted[number] = font
      return font
    }
  }
#endif
