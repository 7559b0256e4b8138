import BookModel

/// English names of languages, as ComicBookInfo has them.
enum LanguageNames {
  /// The tag for a name, or of text that is a tag itself.
  static func tag(_ text: String) -> String? {
    let lower = text.trimmed.lowercased()
    return table.first { $0.name.lowercased() == lower }?.tag ?? LanguageTag.canonical(text)
  }

  /// The English name of a tag's language; the tag where there is none here.
  static func name(of tag: String) -> String {
    let language = tag.split(separator: "-").first.map { String($0) } ?? tag
    return table.first { $0.tag == language && language == tag }?.name ?? tag
  }

  private static let table: [(tag: String, name: String)] = [
    ("ar", "Arabic"), ("bg", "Bulgarian"), ("ca", "Catalan"), ("cs", "Czech"), ("da", "Danish"),
    ("de", "German"),
    ("el", "Greek"), ("en", "English"), ("es", "Spanish"), ("et", "Estonian"), ("fa", "Persian"),
    ("fi", "Finnish"),
    ("fr", "French"), ("he", "Hebrew"), ("hi", "Hindi"), ("hr", "Croatian"), ("hu", "Hungarian"),
    ("id", "Indonesian"), ("is", "Icelandic"), ("it", "Italian"), ("ja", "Japanese"), ("ko", "Korean"),
    ("lt", "Lithuanian"), ("lv", "Latvian"), ("nl", "Dutch"), ("no", "Norwegian"), ("pl", "Polish"),
    ("pt", "Portuguese"), ("ro", "Romanian"), ("ru", "Russian"), ("sk", "Slovak"), ("sl", "Slovenian"),
    ("sr", "Serbian"), ("sv", "Swedish"), ("th", "Thai"), ("tr", "Turkish"), ("uk", "Ukrainian"),
    ("vi", "Vietnamese"), ("zh", "Chinese"),
  ]
}
