#if Typesetting
  import CPango

  /// Where lines may end, and where what readers take for one character does: by Unicode's rules (UAX #14, #29), those of
  /// the languages, and for Thai by a dictionary.
  struct TextBreaks {
    /// For every character of the text, and one more for its end.
    private let attributes: [PangoLogAttr]

    /// - Parameter text: the paragraph's bytes, with a zero behind them.
    init(_ text: [UInt8], _ items: [TextItem]) {
      let count = text.dropLast().count { $0 & 0xC0 != 0x80 }
      var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: count + 1)
      text.withUnsafeBytes { bytes in
        guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return }
        attributes.withUnsafeMutableBufferPointer { attributes in
          guard let first = attributes.baseAddress else { return }
          pango_default_break(start, Int32(text.count - 1), nil, first, Int32(attributes.count))
          var place = 0
          for stretch in Stretch.all(of: items) {
            let characters = bytes[stretch.range].count { $0 & 0xC0 != 0x80 }
            var analysis = PangoAnalysis()
            analysis.script = UInt8(clamping: stretch.script.rawValue)
            analysis.language = pango_language_from_string(stretch.language)
            pango_tailor_break(
              start + stretch.range.lowerBound, Int32(stretch.range.count), &analysis, -1, first + place,
              Int32(characters + 1))
            place += characters
          }
        }
      }
      self.attributes = attributes
    }

    /// Whether a line may begin with a character.
    func mayBreak(before character: Int) -> Bool { attributes[character].is_line_break != 0 }
    func mustBreak(before character: Int) -> Bool { attributes[character].is_mandatory_break != 0 }
    /// Whether a cursor may stand before a character: it isn't drawn as part of the one before.
    func isBorder(before character: Int) -> Bool { attributes[character].is_cursor_position != 0 }

    /// Items of one script and language beside each other: a word may go on in another font.
    private struct Stretch {
      var range: Range<Int>
      var script: GUnicodeScript
      var language: String

      /// What a dictionary looks at in one go. Longer words than that are no words.
      static let maximumByteCount = 16_384

      static func all(of items: [TextItem]) -> [Stretch] {
        var stretches: [Stretch] = []
        for item in items {
          if let last = stretches.last, last.script == item.script, last.language == item.language,
            last.range.count + item.range.count <= maximumByteCount
          {
            stretches[stretches.count - 1].range = last.range.lowerBound..<item.range.upperBound
          } else {
            stretches.append(Stretch(range: item.range, script: item.script, language: item.language))
          }
        }
        return stretches
      }
    }
  }
#endif
