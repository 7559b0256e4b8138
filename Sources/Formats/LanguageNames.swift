/// English names of languages, as ComicBookInfo has them.
enum LanguageNames {
  /// The tag for a name, or of text that is a tag itself.
  static func tag(_ text: String) -> String? { LanguageTag.tag(named: text) ?? LanguageTag.canonical(text) }

  /// The English name of a tag's language; the tag where there is none here.
  static func name(of tag: String) -> String { LanguageTag.englishName(of: tag) ?? tag }
}
