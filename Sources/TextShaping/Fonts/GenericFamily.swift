#if Typesetting
  /// A generic family of CSS (CSS Fonts 4, section 2.1.3), and the fonts that stand for it where they are installed.
  struct GenericFamily {
    var name: String
    /// For every script one, the most likely first: what is missing is looked for in all other fonts there are.
    var families: [String]
    /// Where one character has several forms, fonts by language.
    var byLanguage: [(language: String, families: [String])] = []

    static let all = [
      GenericFamily(name: "serif", families: serifs, byLanguage: eastAsianSerifs),
      GenericFamily(name: "sans-serif", families: sansSerifs, byLanguage: eastAsianSansSerifs),
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

    /// Scripts that Noto has in both kinds; those it has in one kind only follow.
    private static let scripts = [
      "Hebrew", "Devanagari", "Bengali", "Gujarati", "Gurmukhi", "Kannada", "Malayalam", "Sinhala", "Tamil",
      "Telugu", "Thai", "Lao", "Khmer", "Myanmar", "Tibetan", "Ethiopic", "Georgian", "Armenian",
    ]

    private static let serifs =
      ["Noto Serif", "Liberation Serif", "DejaVu Serif", "Noto Naskh Arabic", "Amiri", "Noto Nastaliq Urdu"]
      + scripts.map { "Noto Serif \($0)" }
      + ["Noto Serif CJK SC", "Noto Serif CJK JP", "Noto Serif CJK TC", "Noto Serif CJK KR"]
      + ["FreeSerif", "Times New Roman", "Times"]

    private static let sansSerifs =
      ["Noto Sans", "Liberation Sans", "DejaVu Sans", "Noto Sans Arabic"] + scripts.map { "Noto Sans \($0)" }
      + ["Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans CJK TC", "Noto Sans CJK KR"]
      + ["FreeSans", "Arial", "Helvetica"]

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

    private static let eastAsianSansSerifs: [(String, [String])] = [
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
