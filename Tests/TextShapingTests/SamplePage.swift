#if Typesetting
  import BookModel
  import Diagnostics
  import Imaging
  import TextShaping
  import Typesetting

  /// Pages as simple as can be: paragraphs whose lines begin at one edge. Layout does far more.
  struct SamplePage {
    var size = Size(width: 1_264, height: 1_680)
    var margin = 100
    private(set) var marks: [PageMark] = []
    private let shaper: PangoShaper
    private var down: Extent

    init(_ book: FontBook, size: Size = Size(width: 1_264, height: 1_680), margin: Int = 100) throws {
      self.size = size
      self.margin = margin
      shaper = try PangoShaper(book)
      down = margin * .pixel
    }

    var page: SetPage { SetPage(size: size, background: .white, marks: marks) }

    /// Adds a paragraph below the others; in vertical text to the left of them.
    mutating func add(_ text: StyledText, color: InkColor = .black, lineHeight: Double = 1.4) throws {
      let paragraph = try shaper.shape(text)
      let length = (text.isVertical ? size.height : size.width) * .pixel - 2 * margin * .pixel
      for range in paragraph.lines(of: length) {
        let line = try paragraph.line(range, isHyphenated: false)
        let height = Extent(lineHeight * (text.runs.first?.style.size ?? 40) * Double(Extent.pixel))
        let baseline = down + (text.isVertical ? height / 2 : height * 3 / 4)
        let space = length - line.advance
        var along = margin * .pixel + (text.direction == .rightToLeft ? space : 0)
        for run in line.runs {
          if let font = run.font {
            let flow: GlyphMark.Flow = !text.isVertical ? .horizontal : run.isUpright ? .upright : .sideways
            let across = text.isVertical ? size.width * .pixel - baseline : baseline
            marks.append(
              .glyphs(
                GlyphMark(
                  font: font, color: color, x: text.isVertical ? across : along,
                  y: text.isVertical ? along : across, glyphs: run.glyphs,
                  text: String(decoding: Array(text.text.utf8)[run.range], as: UTF8.self), flow: flow)))
          }
          along += run.advance
        }
        down += height
      }
    }

    mutating func add(
      _ text: String, _ style: TextStyle, isVertical: Bool = false, isRightToLeft: Bool = false
    ) throws {
      try add(
        StyledText(
          text: text, runs: [.init(range: 0..<text.utf8.count, style: style)],
          direction: isRightToLeft ? .rightToLeft : .leftToRight, isVertical: isVertical))
    }
  }

  extension ShapedParagraph {
    /// First fit.
    func lines(of length: Extent) -> [Range<Int>] {
      var lines: [Range<Int>] = []
      var start = 0
      var (used, index) = (0, 0)
      var lastBreak: Int?
      while index < clusters.count {
        let cluster = clusters[index]
        if index > start,
          cluster.breakBefore == .required || (used + cluster.advance > length && !cluster.isSpace)
        {
          let end =
            cluster.breakBefore == .required || cluster.breakBefore == .allowed ? index : lastBreak ?? index
          lines.append(clusters[start].range.lowerBound..<clusters[end].range.lowerBound)
          (start, used, lastBreak) = (end, 0, nil)
          index = end
          used = cluster.breakBefore == .required && end == index ? 0 : 0
          continue
        }
        if index > start, cluster.breakBefore == .allowed { lastBreak = index }
        used += cluster.advance
        index += 1
        if index == start + 1 { continue }
      }
      if start < clusters.count {
        lines.append(clusters[start].range.lowerBound..<clusters[clusters.count - 1].range.upperBound)
      }
      return lines
    }
  }

  /// Pictures come from nowhere.
  struct EmptyGround: DrawingGround {
    var limits = Limits()
    func bytes(of entry: EntryReference) throws(Diagnostic) -> [UInt8] { [] }
    func raster(of layer: Picture, at size: Size) throws(Diagnostic) -> Raster {
      Raster(size: size, filledWith: 128)
    }
  }

  func plain(_ size: Double = 40, _ language: String? = nil, _ families: [String] = ["serif"]) -> TextStyle {
    TextStyle(families: families, size: size, language: language)
  }
#endif
