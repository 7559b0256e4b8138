#if Typesetting
  public import Diagnostics
  public import Typesetting

  /// Turns text into glyphs of a book's fonts: Pango finds fonts, directions and breaks, HarfBuzz the glyphs.
  ///
  /// For one thread at a time; any number of them may share a `FontBook`. What it gives depends on the text and the
  /// fonts alone.
  public final class PangoShaper: Shaper {
    private let fonts: PangoFonts
    private let shaping: SegmentShaping

    /// - Throws: `no-fonts`.
    public init(_ book: FontBook) throws(Diagnostic) {
      fonts = try PangoFonts(book)
      shaping = SegmentShaping(remarks: book.remarks)
    }

    /// - Throws: `no-fonts`.
    public func metrics(of style: TextStyle) throws(Diagnostic) -> FontMetrics {
      let style = ShapingStyle(style)
      let face = try fonts.mainFace(of: style.choice, language: style.language)
      return fonts.font(face, units: style.units).metrics
    }

    /// - Throws: `no-fonts`.
    public func shape(_ text: StyledText) throws(Diagnostic) -> any ShapedParagraph {
      let bytes = ParagraphText(text)
      guard bytes.count > 0 else { return PangoParagraph(text, bytes, [], [], shaping) }
      if bytes.hasExcess {
        fonts.book.remarks.add(
          .warning(
            .marksLeftOut,
            "more than \(SegmentShaping.maximumMarks) accents are stacked on one letter; the others are not drawn"
          ))
      }
      let items = try Itemizer(fonts: fonts).items(bytes.bytes, text)
      let breaks = TextBreaks(bytes.bytes, items)
      let segmentation = Segmentation(text: bytes.bytes, paragraph: text, breaks: breaks, fonts: fonts)
      var segments = segmentation.segments(of: items)
      for index in segments.indices {
        guard case .text(let font) = segments[index].content else { continue }
        segments[index].glyphs = shaping.glyphs(
          font, level: segments[index].level, segments[index].range, in: bytes, context: 0..<bytes.count)
        shaping.noteMissing(segments[index], in: bytes)
        fonts.book.use(font.font.face)
      }
      let clusters = Clusters(bytes.bytes, segments, breaks).clusters
      return PangoParagraph(text, bytes, segments, clusters, shaping)
    }
  }
#endif
