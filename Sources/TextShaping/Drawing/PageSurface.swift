#if Typesetting
  import BookModel
  import CPango
  import Imaging
  import Typesetting

  /// A page's pixels while Cairo draws on them: one byte of lightness each, or four of color.
  final class PageSurface {
    private let size: Size
    private let isGray: Bool
    /// Bytes from a row to the next.
    private let stride: Int
    private let pixels: UnsafeMutableBufferPointer<UInt8>
    private var surface: OpaquePointer
    private var context: OpaquePointer
    private var scaleX = 1.0
    private var scaleY = 1.0

    /// The sides of Cairo's pictures.
    static let maximumSide = 32_767

    init(_ size: Size, isGray: Bool, background: InkColor) {
      self.size = size
      self.isGray = isGray
      let format = isGray ? CAIRO_FORMAT_A8 : CAIRO_FORMAT_RGB24
      stride = Int(cairo_format_stride_for_width(format, Int32(size.width)))
      pixels = .allocate(capacity: stride * size.height)
      if isGray {
        pixels.initialize(repeating: background.gray)
      } else {
        let color = [background.blue, background.green, background.red, 255]
        for index in pixels.indices { pixels.initializeElement(at: index, to: color[index & 3]) }
      }
      surface = cairo_image_surface_create_for_data(
        pixels.baseAddress, format, Int32(size.width), Int32(size.height), Int32(stride))
      context = cairo_create(surface)
    }

    deinit {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
      pixels.deallocate()
    }

    /// Whether all has been drawn so far. Cairo draws nothing any more once something went wrong; begins anew on the
    /// same pixels then.
    private func recovers() -> Bool {
      guard cairo_status(context) != CAIRO_STATUS_SUCCESS else { return false }
      cairo_destroy(context)
      cairo_surface_destroy(surface)
      surface = cairo_image_surface_create_for_data(
        pixels.baseAddress, isGray ? CAIRO_FORMAT_A8 : CAIRO_FORMAT_RGB24, Int32(size.width),
        Int32(size.height), Int32(stride))
      context = cairo_create(surface)
      cairo_scale(context, scaleX, scaleY)
      return true
    }

    /// How the page's pixels come to the surface's.
    func scale(_ x: Double, _ y: Double) {
      (scaleX, scaleY) = (x, y)
      cairo_scale(context, x, y)
    }

    private func setFont(_ font: PaintedFont, size: Double, isSideways: Bool) {
      cairo_set_font_face(context, font.face)
      var matrix = font.matrix(size: size, isSideways: isSideways)
      cairo_set_font_matrix(context, &matrix)
      let options = font.options()
      cairo_set_font_options(context, options)
      cairo_font_options_destroy(options)
    }

    /// - Parameter isSideways: whether the glyphs are turned clockwise.
    func show(
      _ glyphs: [cairo_glyph_t], _ font: PaintedFont, size: Double, isSideways: Bool, _ color: InkColor
    ) {
      setFont(font, size: size, isSideways: isSideways)
      paint(color) { cairo_show_glyphs(context, glyphs, Int32(clamping: glyphs.count)) }
      guard recovers(), glyphs.count > 1 else { return }
      // Some glyph of a damaged font cannot be drawn: all others can.
      for glyph in glyphs { show([glyph], font, size: size, isSideways: isSideways, color) }
    }

    /// Edges lie between pixels, so that rules are even and areas that touch leave no seam.
    func fill(_ area: MarkArea, _ color: InkColor) {
      guard let box = pixels(of: area) else { return }
      cairo_save(context)
      cairo_identity_matrix(context)
      paint(color) {
        cairo_rectangle(context, Double(box.x), Double(box.y), Double(box.width), Double(box.height))
        cairo_fill(context)
      }
      cairo_restore(context)
    }

    /// On gray the alpha of Cairo's surface is lightness: what is to be inked is first taken away, then the ink's own
    /// lightness is added.
    private func paint(_ color: InkColor, _ draw: () -> Void) {
      guard isGray else {
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
        cairo_set_source_rgb(
          context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
        return draw()
      }
      cairo_set_operator(context, CAIRO_OPERATOR_DEST_OUT)
      cairo_set_source_rgba(context, 0, 0, 0, 1)
      draw()
      guard color.gray > 0 else { return }
      cairo_set_operator(context, CAIRO_OPERATOR_ADD)
      cairo_set_source_rgba(context, 0, 0, 0, Double(color.gray) / 255)
      draw()
    }

    struct Box {
      var x: Int
      var y: Int
      var width: Int
      var height: Int
      var size: Size { Size(width: width, height: height) }
    }

    /// The surface's pixels that an area comes to; at least one across, wherever on the surface. Nil for nothing.
    func pixels(of area: MarkArea) -> Box? {
      func place(_ value: Extent, _ scale: Double) -> Int {
        Int(min(1e6, max(-1e6, Double(value) / Double(Extent.pixel) * scale)).rounded())
      }
      guard area.width > 0, area.height > 0 else { return nil }
      let (left, top) = (place(area.x, scaleX), place(area.y, scaleY))
      return Box(
        x: left, y: top, width: max(1, place(area.x + area.width, scaleX) - left),
        height: max(1, place(area.y + area.height, scaleY) - top))
    }

    /// Lays a picture in its place; what lies outside the surface is cut off.
    func lay(_ picture: Raster, at box: Box) {
      guard picture.size == box.size else { return }
      cairo_surface_flush(surface)
      let (from, to) = (picture.layout.bytesPerPixel, isGray ? 1 : 4)
      let columns = max(0, -box.x)..<max(max(0, -box.x), min(box.width, size.width - box.x))
      for row in max(0, -box.y)..<max(max(0, -box.y), min(box.height, size.height - box.y)) {
        var source = (row * box.width + columns.lowerBound) * from
        var target = (box.y + row) * stride + (box.x + columns.lowerBound) * to
        for _ in columns {
          let alpha = picture.layout == .rgba ? Int(picture.samples[source + 3]) : 255
          for channel in 0..<(isGray ? 1 : 3) {
            // Cairo's pixels begin with blue.
            let value = Int(picture.samples[from == 1 ? source : source + (isGray ? channel : 2 - channel)])
            let below = Int(pixels[target + channel])
            pixels[target + channel] = UInt8((value * alpha + below * (255 - alpha) + 127) / 255)
          }
          source += from
          target += to
        }
      }
      cairo_surface_mark_dirty(surface)
    }

    private func exchangeRedAndBlue(in row: UnsafeMutablePointer<UInt8>, count: Int) {
      var column = 0
      while column < count {
        (row[column], row[column &+ 2]) = (row[column &+ 2], row[column])
        row[column &+ 3] = 255
        column &+= 4
      }
    }

    func raster() -> Raster {
      cairo_surface_flush(surface)
      return Raster(size: size, layout: isGray ? .gray : .rgb) { samples in
        let width = size.width * (isGray ? 1 : 4)
        guard var target = samples.baseAddress, var source = UnsafePointer(pixels.baseAddress) else { return }
        for _ in 0..<size.height {
          target.update(from: source, count: width)
          if !isGray { exchangeRedAndBlue(in: target, count: width) }
          target += width
          source += stride
        }
      }
    }
  }

  extension InkColor {
    var isGray: Bool { red == green && green == blue }

    /// Its lightness, as that of a gray (Rec. 709 weights of the encoded samples).
    var gray: UInt8 {
      if isGray { return red }
      let weighted = Int(red) * 213 + Int(green) * 715 + Int(blue) * 72
      return UInt8((weighted + 500) / 1_000)
    }
  }
#endif
