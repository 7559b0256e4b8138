import BookModel
import Markup

extension NormalizationRule {
  /// Applies only to prose fields: a literal `&amp;` in a title stays as typed.
  static let html = NormalizationRule(
    "html", "Plain text instead of HTML in summaries and reviews, paragraphs kept.",
    [
      Example(.summary, "<p>Tom &amp; Joe.</p><p>The <i>end</i>.</p>", "Tom & Joe.\n\nThe end."),
      Example(.summary, "Tom &amp; Joe", "Tom & Joe"), Example(.title, "A &amp; B", "A &amp; B"),
    ]
  ) { normalization in
    normalization.mapTexts(of: [.summary, .review]) { _, text in text.withoutMarkup }
  }
}

extension String {
  /// The text without tags and entities, unescaped as often as it was escaped. Text escaped more often than
  /// could happen by mistake is left as it is.
  fileprivate var withoutMarkup: String {
    var text = self
    for _ in 0..<6 {
      guard MarkupText.holdsMarkup(text) else { return text }
      let plain =
        MarkupText.holdsKnownTags(text) ? MarkupText.plain(text) : CharacterReference.resolved(in: text)
      if plain == text { return text }
      text = plain
    }
    return MarkupText.holdsMarkup(text) ? self : text
  }
}
