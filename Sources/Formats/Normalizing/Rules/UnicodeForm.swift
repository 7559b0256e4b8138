import BookModel

extension NormalizationRule {
  static let unicode = NormalizationRule(
    "unicode", "Letters and their accents as one character (Unicode NFC).",
    [Example(.series, "Aste\u{301}rix", "Ast\u{E9}rix")]
  ) { normalization in
    normalization.mapTexts { _, text in text.canonicallyComposed }
  }
}
