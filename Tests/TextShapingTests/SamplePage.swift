#if Typesetting
  import BookModel
  import Diagnostics
  import Imaging
  import TextShaping
  import Typesetting

  /// Pages as simple as can be: paragraphs whose lines begin at one edge. Layout does far more.
  struct SamplePage {
    let size: Size
    let margin: Int
    private(set) var marks: [PageMark] = []
    private let shaper: PangoShaper
    private var down: Extent

    init(_ book: FontBook, size: Size = Size(width: 632, height: 840), margin: Int = 40) throws {
      self.size = size
      self.margin = margin
      shaper = try PangoShaper(book)
      down = margin * .pixel
    }

    var page: SetPage { SetPage(size: size, background: .white, marks: marks) }

    /// Adds a paragraph below the others; in vertical text to the left of them.
    mutating func add(_ text: StyledText, color: InkColor = .black) throws {
      let paragraph = try shaper.shape(text)
      let length = ((text.isVertical ? size.height : size.width) - 2 * margin) * .pixel
      let height = Extent(1.4 * (text.runs.first?.style.size ?? 40) * Double(Extent.pixel))
      for range in paragraph.lines(of: length) {
        let line = try paragraph.line(range, isHyphenated: false)
        let baseline = down + (text.isVertical ? height / 2 : height * 3 / 4)
        var along = margin * .pixel + (text.direction == .rightToLeft ? length - line.advance : 0)
        for run in line.runs {
          if let font = run.font {
            let across = text.isVertical ? size.width * .pixel - baseline : baseline
            marks.append(
              .glyphs(
                GlyphMark(
                  font: font, color: color, x: text.isVertical ? across : along,
                  y: text.isVertical ? along : across, glyphs: run.glyphs,
                  text: String(decoding: Array(text.text.utf8)[run.range], as: UTF8.self),
                  flow: !text.isVertical ? .horizontal : run.isUpright ? .upright : .sideways)))
          }
          along += run.advance
        }
        down += height
      }
    }
  }

  /// Pictures that are all of one gray.
  struct GrayGround: DrawingGround {
    var limits = Limits()
    var level: UInt8 = 128
    func bytes(of entry: EntryReference) throws(Diagnostic) -> [UInt8] { [] }
    func raster(of layer: Picture, at size: Size) throws(Diagnostic) -> Raster {
      Raster(size: size, filledWith: level)
    }
  }

  extension SetPage {
    /// Its pixels.
    func drawn(_ book: FontBook, at size: Size? = nil) throws(Diagnostic) -> Raster {
      try TypesetDrawing(self, fonts: book).draw(at: size ?? self.size, on: GrayGround())
    }
  }

  /// One line of text in a size of 40 pixels.
  func drawnLine(_ string: String, _ book: FontBook, _ style: TextStyle) throws -> Raster {
    var page = try SamplePage(book, size: Size(width: 400, height: 100), margin: 10)
    try page.add(text(string, style))
    return try page.page.drawn(book)
  }

  extension Raster {
    /// How many of a gray page's pixels are dark.
    var inkedPixels: Int { samples.count { $0 < 128 } }

    /// The rows in which a page has a color that is no gray.
    var coloredRows: Set<Int> {
      var rows: Set<Int> = []
      for pixel in 0..<size.area {
        let color = Set(samples[(pixel * 4)..<(pixel * 4 + 3)])
        if color.count > 1 { rows.insert(pixel / size.width) }
      }
      return rows
    }
  }
#endif
