#if Typesetting
  import CPango
  import Diagnostics
  import Typesetting

  /// Text of one font, script, language, level and style, as Pango finds it.
  struct TextItem {
    /// Bytes.
    var range: Range<Int>
    var level: Int
    var script: GUnicodeScript
    var language: String
    var face: FontFace
    /// The first of the runs that it is shaped with.
    var style: ShapingStyle
    var isUpright: Bool
  }

  /// All of a style that shaping depends on.
  struct ShapingStyle: Hashable {
    var choice: FontChoice
    /// The size of its font, in units of `Extent`.
    var units: Int32
    var isSmallCaps: Bool
    var letterSpacing: Int32
    var language: String?
    var features: [String]

    /// OpenType features of one style that are looked at.
    private static let maximumFeatures = 32

    init(_ style: TextStyle) {
      choice = FontChoice(style)
      units = SizedFont.units(style.size)
      isSmallCaps = style.isSmallCaps
      letterSpacing = Int32(min(1 << 20, max(-1 << 20, style.letterSpacing)))
      language = style.language.flatMap(FontLanguage.name)
      features = Array(style.features.prefix(ShapingStyle.maximumFeatures))
    }
  }

  /// Divides paragraphs into items.
  struct Itemizer {
    let fonts: PangoFonts

    /// - Parameter text: the paragraph's bytes, with a zero behind them.
    func items(_ text: [UInt8], _ paragraph: StyledText) throws(Diagnostic) -> [TextItem] {
      let styles = StyledStretch.all(of: paragraph)
      let spans = languages(text, styles)
      let attributes = attributes(spans, styles)
      defer { pango_attr_list_unref(attributes) }
      let context = fonts.context(isVertical: paragraph.isVertical)
      let direction = paragraph.direction == .rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
      let iterator = pango_attr_list_get_iterator(attributes)
      defer { pango_attr_iterator_destroy(iterator) }
      var items: [TextItem] = []
      var place = 0
      // Each line between forced breaks by itself (UAX #9, rule P1): of several at once Pango gives the direction that
      // is asked for to the first alone.
      for line in lines(of: text) {
        let list = text.withUnsafeBytes { bytes in
          pango_itemize_with_base_dir(
            context, direction, bytes.bindMemory(to: CChar.self).baseAddress, Int32(line.lowerBound),
            Int32(line.count), attributes, iterator)
        }
        defer { free(list) }
        try add(list, styles, isVertical: paragraph.isVertical, to: &items, &place)
      }
      return items
    }

    /// The lines between line feeds, each with its own.
    private func lines(of text: [UInt8]) -> [Range<Int>] {
      var lines: [Range<Int>] = []
      var start = 0
      for place in 0..<(text.count - 1) where text[place] == 0x0A {
        lines.append(start..<(place + 1))
        start = place + 1
      }
      if start < text.count - 1 { lines.append(start..<(text.count - 1)) }
      return lines
    }

    /// - Parameter place: the style that is looked at; they rise with the items.
    private func add(
      _ list: UnsafeMutablePointer<GList>?, _ styles: [StyledStretch], isVertical: Bool,
      to items: inout [TextItem], _ place: inout Int
    ) throws(Diagnostic) {
      var node = list
      while let current = node {
        node = current.pointee.next
        let item = current.pointee.data.assumingMemoryBound(to: PangoItem.self)
        let (offset, length) = (Int(item.pointee.offset), Int(item.pointee.length))
        let analysis = item.pointee.analysis
        while place + 1 < styles.count, styles[place].range.upperBound <= offset { place += 1 }
        guard let font = analysis.font, length > 0 else {
          throw .error(
            .noFonts, "no font was found", remedy: "install fonts, such as the package fonts-noto-core")
        }
        let face = try fonts.face(of: font)
        // Pango lays emoji on their side behind a space.
        let isUpright =
          isVertical && (UInt32(analysis.gravity) == PANGO_GRAVITY_EAST.rawValue || face.hasColor)
        // Pango counts text that stands on its head as one level further in; here it lies on its side.
        let isTurned = UInt32(analysis.gravity) == PANGO_GRAVITY_NORTH.rawValue
        items.append(
          TextItem(
            range: offset..<(offset + length), level: Int(analysis.level) - (isTurned ? 1 : 0),
            script: GUnicodeScript(Int32(analysis.script)),
            language: String(cString: pango_language_to_string(analysis.language)),
            face: face, style: styles[place].style, isUpright: isUpright))
      }
    }

    private func free(_ list: UnsafeMutablePointer<GList>?) {
      var node = list
      while let current = node {
        node = current.pointee.next
        pango_item_free(current.pointee.data.assumingMemoryBound(to: PangoItem.self))
      }
      g_list_free(list)
    }

    private struct LanguageSpan {
      var range: Range<Int>
      var stretch: Int
      var language: String
    }

    /// The language of each stretch of one style and one script: its style's, where that is written in the script.
    private func languages(_ text: [UInt8], _ styles: [StyledStretch]) -> [LanguageSpan] {
      text.withUnsafeBytes { bytes in
        guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return [] }
        let scripts = scripts(start, count: text.count - 1)
        let isJapanese = scripts.contains {
          $0.script == G_UNICODE_SCRIPT_HIRAGANA || $0.script == G_UNICODE_SCRIPT_KATAKANA
        }
        var spans: [LanguageSpan] = []
        var place = 0
        for (index, stretch) in styles.enumerated() {
          let own = stretch.style.language
          let tag = own.map { pango_language_from_string($0) }
          while place < scripts.count, scripts[place].range.upperBound <= stretch.range.lowerBound {
            place += 1
          }
          var next = place
          while next < scripts.count, scripts[next].range.lowerBound < stretch.range.upperBound {
            let script = scripts[next].script
            let range = scripts[next].range.clamped(to: stretch.range)
            var language = FontLanguage.usual(for: script, isJapanese: isJapanese)
            if let own, let tag, pango_language_includes_script(tag, PangoScript(script.rawValue)) != 0 {
              language = own
            }
            if let last = spans.last, last.language == language, last.stretch == index {
              spans[spans.count - 1].range = last.range.lowerBound..<range.upperBound
            } else {
              spans.append(LanguageSpan(range: range, stretch: index, language: language))
            }
            next += 1
          }
        }
        return spans
      }
    }

    private func scripts(
      _ text: UnsafePointer<CChar>, count: Int
    ) -> [(range: Range<Int>, script: GUnicodeScript)] {
      guard let iterator = pango_script_iter_new(text, Int32(count)) else { return [] }
      defer { pango_script_iter_free(iterator) }
      var scripts: [(Range<Int>, GUnicodeScript)] = []
      repeat {
        var (first, last): (UnsafePointer<CChar>?, UnsafePointer<CChar>?) = (nil, nil)
        var script = PANGO_SCRIPT_COMMON
        pango_script_iter_get_range(iterator, &first, &last, &script)
        guard let first, let last, first < last else { break }
        scripts.append(((first - text)..<(last - text), GUnicodeScript(script.rawValue)))
      } while pango_script_iter_next(iterator) != 0
      return scripts
    }

    private func attributes(_ spans: [LanguageSpan], _ styles: [StyledStretch]) -> OpaquePointer {
      let attributes = pango_attr_list_new()!
      for span in spans {
        let description = fonts.description(of: styles[span.stretch].style.choice, language: span.language)
        for attribute in [
          pango_attr_font_desc_new(description),
          pango_attr_language_new(pango_language_from_string(span.language)),
        ] {
          guard let attribute else { continue }
          attribute.pointee.start_index = UInt32(span.range.lowerBound)
          attribute.pointee.end_index = UInt32(span.range.upperBound)
          // Takes it over.
          pango_attr_list_insert(attributes, attribute)
        }
      }
      return attributes
    }
  }

  /// Runs beside each other that are shaped in the same way: letters join across them.
  private struct StyledStretch {
    var range: Range<Int>
    var style: ShapingStyle

    static func all(of paragraph: StyledText) -> [StyledStretch] {
      var stretches: [StyledStretch] = []
      for run in paragraph.runs where !run.range.isEmpty {
        let style = ShapingStyle(run.style)
        if let last = stretches.last, last.style == style {
          stretches[stretches.count - 1].range = last.range.lowerBound..<run.range.upperBound
        } else {
          stretches.append(StyledStretch(range: run.range, style: style))
        }
      }
      return stretches
    }
  }
#endif
