import BookModel

extension LanguageTag {
  /// The tag for a language written out in English or in the language itself: `ja` for `Japanese` and `日本語`;
  /// nil for other words. Country codes are not accepted, except for two that are never language codes and
  /// are widely misused as such.
  public static func tag(named name: String) -> String? {
    names[name.trimmed.canonicallyComposed.lowercased()]
  }

  /// The English name for a language tag; nil if it is not in the list.
  static func englishName(of tag: String) -> String? { rows.first { $0.tag == tag }?.names.first }

  private static let names: [String: String] = Dictionary(
    rows.flatMap { row in row.names.map { ($0.canonicallyComposed.lowercased(), row.tag) } },
    uniquingKeysWith: { first, _ in first })

  /// The English name first.
  private static let rows: [(tag: String, names: [String])] = list.split(separator: "\n").map { line in
    let parts = line.split(separator: ":").map(\.trimmed)
    return (parts[0], parts[1].split(separator: ",").map(\.trimmed))
  }

  private static let list = """
    ar: Arabic, العربية
    bg: Bulgarian, Български
    ca: Catalan, Català
    cs: Czech, Čeština
    da: Danish, Dansk
    de: German, Deutsch
    el: Greek, Ελληνικά
    en: English
    es: Spanish, Español, Castellano
    et: Estonian, Eesti
    eu: Basque, Euskara
    fa: Persian, فارسی
    fi: Finnish, Suomi
    fil: Filipino
    fr: French, Français
    gl: Galician, Galego
    he: Hebrew, עברית
    hi: Hindi, हिन्दी
    hr: Croatian, Hrvatski
    hu: Hungarian, Magyar
    id: Indonesian, Bahasa Indonesia
    is: Icelandic, Íslenska
    it: Italian, Italiano
    ja: Japanese, 日本語, jp
    ko: Korean, 한국어
    la: Latin, Latina
    lt: Lithuanian, Lietuvių
    lv: Latvian, Latviešu
    ms: Malay, Bahasa Melayu
    nl: Dutch, Nederlands
    no: Norwegian, Norsk
    pl: Polish, Polski
    pt: Portuguese, Português
    pt-BR: Brazilian Portuguese, Portuguese (Brazil), Português (Brasil), Português do Brasil
    ro: Romanian, Română
    ru: Russian, Русский
    sk: Slovak, Slovenčina
    sl: Slovenian, Slovenščina
    sr: Serbian, Српски
    sv: Swedish, Svenska
    th: Thai, ไทย
    tr: Turkish, Türkçe
    uk: Ukrainian, Українська
    vi: Vietnamese, Tiếng Việt
    zh: Chinese, 中文, 汉语, 漢語, cn
    zh-Hans: Simplified Chinese, Chinese (Simplified), 简体中文
    zh-Hant: Traditional Chinese, Chinese (Traditional), 繁體中文, 繁体中文
    """
}
