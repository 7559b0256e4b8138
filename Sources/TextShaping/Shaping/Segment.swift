#if Typesetting
  import CPango
  import Typesetting

  /// A stretch of a paragraph that is shaped in one go: a part of an item, or something that has no glyphs.
  struct Segment {
    enum Content {
      case text(SegmentFont)
      case object(InlineObject)
      /// A control character: a line's end, a tab.
      case nothing
    }

    var range: Range<Int>
    var level: Int
    var content: Content
    /// In visual order.
    var glyphs: [ShapedGlyph] = []

    var isRightToLeft: Bool { level & 1 == 1 }
  }

  /// What a segment of text is shaped with.
  struct SegmentFont {
    var font: SizedFont
    var style: ShapingStyle
    var script: GUnicodeScript
    var language: String
    var isUpright: Bool
    /// Whether small letters are drawn as capitals of a smaller size, since the font has no small capitals.
    var isCapitalized: Bool
    /// Whether the font has small capitals.
    var hasSmallCaps: Bool
  }

  /// A glyph as HarfBuzz gives it, in units of `Extent`.
  struct ShapedGlyph {
    var id: UInt32
    /// The first byte of its cluster in the paragraph.
    var cluster: Int32
    var advance: Int32
    var dx: Int32
    var dy: Int32
    /// Whether a line that begins with its cluster has to be shaped anew.
    var isUnsafe: Bool

    /// Stands for characters that are never seen, such as soft hyphens.
    static let invisible: UInt32 = 0x0FFF_FFFF

    var isVisible: Bool { id != ShapedGlyph.invisible }
  }

  /// Divides items where their text isn't shaped with what comes before.
  struct Segmentation {
    let text: [UInt8]
    let paragraph: StyledText
    let breaks: TextBreaks
    let fonts: PangoFonts

    /// Bytes that are shaped in one go. HarfBuzz takes longer for long text than for the same text in pieces.
    private static let maximumByteCount = 8_192
    /// How large capitals are that stand for small capitals.
    private static let smallCapsScale = 0.8

    func segments(of items: [TextItem]) -> [Segment] {
      var segments: [Segment] = []
      var character = 0
      for item in items {
        for part in parts(of: item, &character) { segments.append(segment(part, of: item)) }
      }
      return segments
    }

    private struct Part {
      enum Kind { case text, capitalized, standing, object, nothing }
      var range: Range<Int>
      var kind: Kind
    }

    private func segment(_ part: Part, of item: TextItem) -> Segment {
      switch part.kind {
      case .nothing: return Segment(range: part.range, level: item.level, content: .nothing)
      case .object:
        guard let object = paragraph.objects[part.range.lowerBound] else {
          return Segment(range: part.range, level: item.level, content: .nothing)
        }
        return Segment(range: part.range, level: item.level, content: .object(object))
      case .text, .capitalized, .standing:
        let isCapitalized = part.kind == .capitalized
        let units = item.style.units
        let size = isCapitalized ? Int32(Double(units) * Segmentation.smallCapsScale) : units
        return Segment(
          range: part.range, level: item.level,
          content: .text(
            SegmentFont(
              font: fonts.font(item.face, units: size), style: item.style, script: item.script,
              language: item.language, isUpright: item.isUpright || part.kind == .standing,
              isCapitalized: isCapitalized,
              hasSmallCaps: hasSmallCaps(item))))
      }
    }

    private func hasSmallCaps(_ item: TextItem) -> Bool {
      item.style.isSmallCaps && item.face.hasFeature("smcp", script: item.script, language: item.language)
    }

    /// - Parameter character: how many characters of the paragraph come before; counted on.
    private func parts(of item: TextItem, _ character: inout Int) -> [Part] {
      let capitalizes = item.style.isSmallCaps && !hasSmallCaps(item)
      var parts: [Part] = []
      var lastBorder = item.range.lowerBound
      var at = item.range.lowerBound
      while at < item.range.upperBound {
        let scalar = text.scalar(at: at)
        var kind = Segmentation.kind(of: scalar)
        if kind == .text, capitalizes, Segmentation.isCapitalized(scalar, after: parts.last) {
          kind = .capitalized
        }
        if kind == .text, paragraph.isVertical, !item.isUpright, stands(scalar.value, in: item.face) {
          kind = .standing
        }
        let isBorder = breaks.isBorder(before: character)
        if let last = parts.last, last.kind == kind, kind != .object {
          if last.range.count >= Segmentation.maximumByteCount,
            isBorder || last.range.count >= 2 * Segmentation.maximumByteCount
          {
            divide(&parts, lastSpace: lastBorder, at: at)
          }
          parts[parts.count - 1].range = parts[parts.count - 1].range.lowerBound..<(at + scalar.width)
        } else {
          parts.append(Part(range: at..<(at + scalar.width), kind: kind))
        }
        at += scalar.width
        if scalar.value == 0x20 { lastBorder = at }
        character += 1
      }
      return parts
    }

    /// Whether a character that lies in vertical text has a form in which it stands: brackets, long vowels.
    private func stands(_ character: UInt32, in face: FontFace) -> Bool {
      VerticalForms.transformed.contains(character) && face.verticalForms.contains(character)
    }

    /// Ends the last part, at its last space where it has one in its second half.
    private func divide(_ parts: inout [Part], lastSpace: Int, at place: Int) {
      let last = parts[parts.count - 1]
      let border = lastSpace > last.range.lowerBound + last.range.count / 2 ? lastSpace : place
      parts[parts.count - 1].range = last.range.lowerBound..<border
      parts.append(Part(range: border..<place, kind: last.kind))
    }

    private static func kind(of scalar: (value: UInt32, width: Int)) -> Part.Kind {
      switch scalar.value {
      case 0xFFFC: .object
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: .nothing
      default: .text
      }
    }

    /// Whether a letter is small; accents belong to their letters.
    private static func isCapitalized(_ scalar: (value: UInt32, width: Int), after part: Part?) -> Bool {
      guard let scalar = Unicode.Scalar(scalar.value) else { return false }
      if scalar.properties.generalCategory == .nonspacingMark { return part?.kind == .capitalized }
      return scalar.properties.isLowercase && scalar.properties.uppercaseMapping != String(scalar)
    }
  }

  extension [UInt8] {
    /// The character that begins at a byte, and how many bytes it takes. The bytes have to be UTF-8.
    func scalar(at index: Int) -> (value: UInt32, width: Int) {
      let lead = UInt32(self[index])
      switch lead {
      case ..<0x80: return (lead, 1)
      case ..<0xE0: return ((lead & 0x1F) << 6 | UInt32(self[index + 1] & 0x3F), 2)
      case ..<0xF0:
        return ((lead & 0x0F) << 12 | UInt32(self[index + 1] & 0x3F) << 6 | UInt32(self[index + 2] & 0x3F), 3)
      default:
        return (
          (lead & 0x07) << 18 | UInt32(self[index + 1] & 0x3F) << 12 | UInt32(self[index + 2] & 0x3F) << 6
            | UInt32(self[index + 3] & 0x3F), 4
        )
      }
    }
  }

  extension FontFace {
    /// Whether the font has a feature of OpenType for a script and language.
    func hasFeature(_ tag: String, script: GUnicodeScript, language: String) -> Bool {
      let substitutions = OpenTypeTag.number("GSUB")
      let code = hb_script_from_iso15924_tag(g_unicode_script_to_iso15924(script))
      var (scriptCount, languageCount): (UInt32, UInt32) = (4, 4)
      var (scripts, languages) = ([UInt32](repeating: 0, count: 4), [UInt32](repeating: 0, count: 4))
      hb_ot_tags_from_script_and_language(
        code, hb_language_from_string(language, -1), &scriptCount, &scripts, &languageCount, &languages)
      var (scriptIndex, languageIndex, featureIndex): (UInt32, UInt32, UInt32) = (0, 0, 0)
      hb_ot_layout_table_select_script(face, substitutions, scriptCount, scripts, &scriptIndex, nil)
      hb_ot_layout_script_select_language(
        face, substitutions, scriptIndex, languageCount, languages, &languageIndex)
      return hb_ot_layout_language_find_feature(
        face, substitutions, scriptIndex, languageIndex, OpenTypeTag.number(tag), &featureIndex) != 0
    }
  }

  /// Names of four letters.
  enum OpenTypeTag {
    static func number(_ name: String) -> UInt32 { name.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
  }
#endif
