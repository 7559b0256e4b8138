#if Typesetting
  import BookModel
  import CPango
  import Diagnostics
  import Imaging
  import Typesetting

  /// Draws set pages with Cairo. For one thread at a time; it keeps the glyphs it has drawn.
  final class GlyphPainter {
    private var painted: [Int: PaintedFont] = [:]

    /// - Parameters:
    ///   - fonts: those the page was set in, the same every time.
    ///   - size: what the page is scaled to.
    ///   - layout: gray, or color.
    ///   - picture: the pixels of one of the page's pictures.
    /// - Throws: `picture-too-large`; what `picture` throws.
    func draw(
      _ page: SetPage, _ fonts: FontBook, at size: Size, layout: Raster.Layout,
      picture: (EntryReference, Size) throws(Diagnostic) -> Raster
    ) throws(Diagnostic) -> Raster {
      let sides = 1...PageSurface.maximumSide
      guard sides.contains(size.width), sides.contains(size.height) else {
        throw .error(
          .pictureTooLarge,
          "a page of \(size) pixels cannot be drawn: a side has at most \(sides.upperBound)",
          remedy: "choose a smaller size for pages of text")
      }
      let surface = PageSurface(size, isGray: layout == .gray, background: page.background)
      surface.scale(
        Double(size.width) / Double(max(1, page.size.width)),
        Double(size.height) / Double(max(1, page.size.height)))
      for mark in page.marks {
        switch mark {
        case .fill(let area, let color): surface.fill(area, color)
        case .glyphs(let mark): draw(mark, fonts, on: surface)
        case .picture(let entry, let area):
          guard let box = surface.pixels(of: area) else { continue }
          try checkInterruption()
          surface.lay(try picture(entry, box.size), at: box)
        }
      }
      return surface.raster()
    }

    private func draw(_ mark: GlyphMark, _ fonts: FontBook, on surface: PageSurface) {
      guard let font = font(mark.font.number, fonts), !mark.glyphs.isEmpty else { return }
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
      surface.show(
        glyphs, font, size: mark.font.size, isSideways: mark.flow == .sideways, mark.color)
    }

    private func font(_ number: Int, _ fonts: FontBook) -> PaintedFont? {
      if let font = painted[number] { return font }
      guard let face = fonts.face(number), let font = PaintedFont(face) else { return nil }
      painted[number] = font
      return font
    }
  }
#endif
