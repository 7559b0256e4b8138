#if Typesetting
  import CPango

  /// A language as fontconfig and Pango name it.
  enum FontLanguage {
    /// A BCP 47 tag in the form that fonts are found by: Chinese by its region, since fontconfig knows no scripts.
    ///
    /// - Returns: lower case; nil where it is no such tag.
    static func name(of tag: String) -> String? {
      let subtags = tag.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
      let isTag = subtags.allSatisfy { $0.utf8.count <= 8 && $0.utf8.allSatisfy(isLetterOrDigit) }
      guard let primary = subtags.first, isTag, (2...8).contains(primary.utf8.count), subtags.count <= 6
      else {
        return nil
      }
      guard ["zh", "cmn", "yue", "zho", "chi"].contains(primary) else {
        return subtags.prefix(3).joined(separator: "-")
      }
      if primary == "yue" || subtags.contains("hk") || subtags.contains("mo") { return "zh-hk" }
      if subtags.contains("hans") { return "zh-cn" }
      return subtags.contains("hant") || subtags.contains("tw") ? "zh-tw" : "zh-cn"
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The language of text in a script that its own language isn't written in. Pango would ask the environment.
    ///
    /// - Parameter isJapanese: whether there are kana around.
    static func usual(for script: GUnicodeScript, isJapanese: Bool) -> String {
      if script == G_UNICODE_SCRIPT_HAN { return isJapanese ? "ja" : "zh-cn" }
      return usual[script.rawValue] ?? "xx"
    }

    private static let usual: [Int32: String] = Dictionary(
      uniqueKeysWithValues: [
        (G_UNICODE_SCRIPT_LATIN, "en"), (G_UNICODE_SCRIPT_GREEK, "el"), (G_UNICODE_SCRIPT_CYRILLIC, "ru"),
        (G_UNICODE_SCRIPT_ARMENIAN, "hy"), (G_UNICODE_SCRIPT_HEBREW, "he"), (G_UNICODE_SCRIPT_ARABIC, "ar"),
        (G_UNICODE_SCRIPT_SYRIAC, "syr"), (G_UNICODE_SCRIPT_THAANA, "dv"),
        (G_UNICODE_SCRIPT_DEVANAGARI, "hi"),
        (G_UNICODE_SCRIPT_BENGALI, "bn"), (G_UNICODE_SCRIPT_GURMUKHI, "pa"),
        (G_UNICODE_SCRIPT_GUJARATI, "gu"),
        (G_UNICODE_SCRIPT_ORIYA, "or"), (G_UNICODE_SCRIPT_TAMIL, "ta"), (G_UNICODE_SCRIPT_TELUGU, "te"),
        (G_UNICODE_SCRIPT_KANNADA, "kn"), (G_UNICODE_SCRIPT_MALAYALAM, "ml"),
        (G_UNICODE_SCRIPT_SINHALA, "si"),
        (G_UNICODE_SCRIPT_THAI, "th"), (G_UNICODE_SCRIPT_LAO, "lo"), (G_UNICODE_SCRIPT_TIBETAN, "bo"),
        (G_UNICODE_SCRIPT_MYANMAR, "my"), (G_UNICODE_SCRIPT_GEORGIAN, "ka"), (G_UNICODE_SCRIPT_HANGUL, "ko"),
        (G_UNICODE_SCRIPT_ETHIOPIC, "am"), (G_UNICODE_SCRIPT_CHEROKEE, "chr"), (G_UNICODE_SCRIPT_KHMER, "km"),
        (G_UNICODE_SCRIPT_MONGOLIAN, "mn"), (G_UNICODE_SCRIPT_HIRAGANA, "ja"),
        (G_UNICODE_SCRIPT_KATAKANA, "ja"),
        (G_UNICODE_SCRIPT_BOPOMOFO, "zh-tw"), (G_UNICODE_SCRIPT_YI, "ii"),
      ].map { ($0.0.rawValue, $0.1) })
  }
#endif
