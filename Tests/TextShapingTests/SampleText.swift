#if Typesetting
  import Diagnostics
  import TextShaping
  import Typesetting

  /// A style with nothing special about it.
  func plain(_ language: String? = nil, size: Double = 40, _ families: [String] = ["serif"]) -> TextStyle {
    TextStyle(families: families, size: size, language: language)
  }

  /// A paragraph of one style.
  func text(
    _ text: String, _ style: TextStyle, isVertical: Bool = false, isRightToLeft: Bool = false
  ) -> StyledText {
    StyledText(
      text: text, runs: [.init(range: 0..<text.utf8.count, style: style)],
      direction: isRightToLeft ? .rightToLeft : .leftToRight, isVertical: isVertical)
  }

  extension PangoShaper {
    /// The whole of a paragraph as one line.
    func line(_ text: StyledText, isHyphenated: Bool = false) throws(Diagnostic) -> ShapedLine {
      try shape(text).line(0..<text.text.utf8.count, isHyphenated: isHyphenated)
    }
  }

  extension ShapedLine {
    /// The glyphs from left to right.
    var glyphs: [Glyph] { runs.flatMap(\.glyphs) }
  }

  extension ShapedParagraph {
    var advance: Extent { clusters.reduce(0) { $0 + $1.advance } }

    /// The first fit of lines.
    func lines(of length: Extent) -> [Range<Int>] {
      var lines: [Range<Int>] = []
      var (start, last, used) = (0, 0, 0)
      for (index, cluster) in clusters.enumerated() {
        if cluster.breakBefore != .forbidden { last = index }
        let isFull = used + cluster.advance > length && !cluster.isSpace
        if index > start, cluster.breakBefore == .required || isFull {
          let end = last > start ? last : index
          lines.append(clusters[start].range.lowerBound..<clusters[end].range.lowerBound)
          start = end
          used = clusters[end..<index].reduce(0) { $0 + $1.advance }
        }
        used += cluster.advance
      }
      if let end = clusters.last?.range.upperBound { lines.append(clusters[start].range.lowerBound..<end) }
      return lines
    }
  }

  /// Texts of many kinds, whatever fonts there are.
  let manyTexts: [(text: String, language: String, isRightToLeft: Bool)] = [
    (
      "The officer’s first effect, a “fjord”: AVAST! e\u{301}e\u{302} soft\u{AD}hyphen\ttab\nline", "en",
      false
    ),
    ("كان هناك رجل عجوز يصطاد في Gulf Stream، وقد مضى عليه 84 يومًا (واحدة). ", "ar", true),
    ("בְּרֵאשִׁית בָּרָא אֱלֹהִים, זה 12 ו-English (בתוך) משפט.  ", "he", true),
    ("กาลครั้งหนึ่งนานมาแล้วมีชายชราคนหนึ่งอาศัยอยู่ริมทะเล", "th", false),
    ("एक समय की बात है, क्षत्रिय ज्ञान श्रृंगार र्कि।", "hi", false),
    ("今は昔、竹取の翁といふもの「ありけり」。ラーメン――第10章", "ja", false),
    ("从前有一位老渔夫——住在海边……“你好”，他说。", "zh-Hans", false),
    ("😀 👩‍👩‍👧 🇩🇪 ❤️ 1️⃣ \u{202B}abc\u{202C} \u{2067}אב\u{2069} \u{FFFC}x", "en", false),
  ]
#endif
