import BookModel

extension NormalizationRule {
  static let languages = NormalizationRule(
    "languages",
    "Languages as BCP 47 tags; names of languages become their tags, other words are kept and reported.",
    [
      Example(.language, "jpn", "ja"), Example(.language, "pt_br", "pt-BR"),
      Example(.language, "English", "en"), Example(.language, "Elvish", "Elvish"),
    ]
  ) { normalization in
    guard case .text(let text)? = normalization.value(.language) else { return }
    if let tag = LanguageTag.canonical(text) ?? LanguageTag.tag(named: text) {
      normalization.set(.language, to: .text(tag))
    } else if !LanguageTag.none.contains(text.trimmed.lowercased()) {
      normalization.remark(
        "language '\(text)' is not a language tag; it is kept", remedy: "write a tag such as en, pt-BR or ja")
    }
  }
}
