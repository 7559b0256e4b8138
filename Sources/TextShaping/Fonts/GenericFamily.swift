#if Typesetting
  /// A generic family of CSS (CSS Fonts 4, section 2.1.3), and the fonts that stand for it where they are installed.
  struct GenericFamily {
    var name: String
    /// The most likely first. What they lack is looked for in all other fonts there are.
    var families: [String]
    /// What comes before them in text of some languages: fonts of one script, and where one character has several
    /// forms, those of the language.
    var byLanguage: [(language: String, families: [String])] = []

    static let all = [
      GenericFamily(name: "serif", families: serifs, byLanguage: scripts(of: "Noto Serif") + eastAsianSerifs),
      GenericFamily(
        name: "sans-serif", families: sansSerifs, byLanguage: scripts(of: "Noto Sans") + eastAsianSansSerifs),
      GenericFamily(name: "monospace", families: monospaced, byLanguage: eastAsianSansSerifs),
      GenericFamily(name: "cursive", families: ["Z003", "URW Chancery L", "Comic Neue"] + serifs),
      GenericFamily(name: "fantasy", families: ["Impact", "Bebas Neue"] + sansSerifs),
      GenericFamily(
        name: "math",
        families: ["STIX Two Math", "Latin Modern Math", "DejaVu Math TeX Gyre", "Noto Sans Math"] + serifs),
      GenericFamily(
        name: "emoji", families: ["Noto Color Emoji", "Apple Color Emoji", "Noto Emoji", "Symbola"]),
    ]

    /// Names of CSS for one of the above.
    static let synonyms = [
      "sans": "sans-serif", "ui-serif": "serif", "ui-sans-serif": "sans-serif", "ui-monospace": "monospace",
      "ui-rounded": "sans-serif", "system-ui": "sans-serif", "fangsong": "serif", "mono": "monospace",
    ]

    /// Scripts that Noto has in both kinds, and languages that are written in them.
    private static let scripts: [(name: String, languages: [String])] = [
      ("Hebrew", ["he", "yi"]), ("Devanagari", ["hi", "mr", "ne", "sa", "kok", "mai", "bho"]),
      ("Bengali", ["bn", "as"]), ("Gujarati", ["gu"]), ("Gurmukhi", ["pa"]), ("Kannada", ["kn"]),
      ("Malayalam", ["ml"]), ("Sinhala", ["si"]), ("Tamil", ["ta"]), ("Telugu", ["te"]), ("Thai", ["th"]),
      ("Lao", ["lo"]), ("Khmer", ["km"]), ("Myanmar", ["my"]), ("Tibetan", ["bo", "dz"]),
      ("Ethiopic", ["am", "ti"]), ("Georgian", ["ka"]), ("Armenian", ["hy"]),
    ]

    private static func scripts(of kind: String) -> [(String, [String])] {
      let arabic = kind == "Noto Serif" ? ["Noto Naskh Arabic", "Amiri"] : ["Noto Sans Arabic"]
      return ["ar", "fa", "ur", "ps", "sd", "ug", "ckb"].map { ($0, arabic) }
        + scripts.flatMap { script in script.languages.map { ($0, ["\(kind) \(script.name)"]) } }
    }

    private static let serifs =
      [
        "Noto Serif", "Liberation Serif", "DejaVu Serif", "FreeSerif", "Times New Roman", "Times",
        "Noto Naskh Arabic",
      ]
      + scripts.map { "Noto Serif \($0.name)" }

    private static let sansSerifs =
      ["Noto Sans", "Liberation Sans", "DejaVu Sans", "FreeSans", "Arial", "Helvetica", "Noto Sans Arabic"]
      + scripts.map { "Noto Sans \($0.name)" }

    private static let monospaced =
      ["Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono", "FreeMono", "Courier New", "Menlo"]
      + sansSerifs

    private static let eastAsianSerifs: [(String, [String])] = [
      (
        "ja",
        [
          "Noto Serif CJK JP", "Source Han Serif JP", "IPAexMincho", "IPAMincho", "TakaoMincho",
          "Hiragino Mincho ProN",
        ]
      ),
      ("zh-cn", ["Noto Serif CJK SC", "Source Han Serif SC", "AR PL UMing CN", "Songti SC"]),
      ("zh-tw", ["Noto Serif CJK TC", "Source Han Serif TC", "AR PL UMing TW", "Songti TC"]),
      (
        "zh-hk",
        ["Noto Serif CJK HK", "Source Han Serif HK", "Noto Serif CJK TC", "AR PL UMing HK", "Songti TC"]
      ),
      ("ko", ["Noto Serif CJK KR", "Source Han Serif KR", "NanumMyeongjo", "UnBatang", "AppleMyungjo"]),
    ]

    /// Where there is none without serifs, punctuation comes from the font that the ideographs come from.
    private static let eastAsianSansSerifs = zip(eastAsianGothics, eastAsianSerifs).map { gothic, serif in
      (gothic.0, gothic.1 + serif.1)
    }

    private static let eastAsianGothics: [(String, [String])] = [
      (
        "ja",
        ["Noto Sans CJK JP", "Source Han Sans JP", "IPAexGothic", "IPAGothic", "VL Gothic", "Hiragino Sans"]
      ),
      ("zh-cn", ["Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Micro Hei", "PingFang SC"]),
      ("zh-tw", ["Noto Sans CJK TC", "Source Han Sans TC", "PingFang TC"]),
      ("zh-hk", ["Noto Sans CJK HK", "Source Han Sans HK", "Noto Sans CJK TC", "PingFang HK"]),
      ("ko", ["Noto Sans CJK KR", "Source Han Sans KR", "NanumGothic", "UnDotum", "Apple SD Gothic Neo"]),
    ]
  }
#endif
