/// English names of languages, as ComicBookInfo uses them.
enum LanguageNames {
  /// The tag for a name, or for text that already is a tag.
  static func tag(_ text: String) -> String? { LanguageTag.tag(named: text) ?? LanguageTag.canonical(text) }

  /// The English name for a tag; the tag itself if no name is known.
  static func name(of tag: String) -> String { LanguageTag.englishName(of: tag) ?? tag }
}
