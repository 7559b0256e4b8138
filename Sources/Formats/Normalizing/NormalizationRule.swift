public import BookModel
public import Diagnostics

/// One thing that normalizing puts right: a name to turn it on or off by, a sentence, examples, and the work.
///
/// The declaration serves options, help, documentation and tests. Doing a rule's work twice is doing it once.
public struct NormalizationRule: Sendable {
  /// In camelCase, as an option is called.
  public let id: String
  /// One sentence: what it does.
  public let summary: String
  public let examples: [Example]
  /// What its changes are reported under: `normalize-age-ratings`.
  public let rule: Rule
  let work: @Sendable (inout Normalization) -> Void

  init(
    _ id: String, _ summary: String, _ examples: [Example],
    _ work: @escaping @Sendable (inout Normalization) -> Void
  ) {
    self.id = id
    self.summary = summary
    self.examples = examples
    let words = id.reduce(into: "") { name, letter in
      if letter.isUppercase { name += "-" }
      name += letter.lowercased()
    }
    rule = Rule(
      "normalize-" + words, .metadata, summary,
      advice:
        "Nothing: it says what the stage `normalize` changed. 'normalize: { \(id): false }' turns it off.")
    self.work = work
  }

  /// A field before and after; `after` is nil where the field is taken away, and equal to `before` for what is
  /// reported or deliberately left alone.
  public struct Example: Sendable {
    public let field: MetadataField
    public let before: MetadataValue
    public let after: MetadataValue?

    init(_ field: MetadataField, _ before: MetadataValue, _ after: MetadataValue?) {
      self.field = field
      self.before = before
      self.after = after
    }

    /// For numbers as books carry them.
    init(_ field: MetadataField, number before: String, _ after: String) {
      func value(_ text: String) -> MetadataValue { BookNumber(text).map { .number($0) } ?? .text(text) }
      self.init(field, value(before), value(after))
    }

    /// For fields of text.
    init(_ field: MetadataField, _ before: String, _ after: String) {
      self.init(field, .text(before), .text(after))
    }
  }

  /// All rules in the order they work in: what a text is made of, then what it means.
  public static let all: [NormalizationRule] = [
    .html, .mojibake, .invisible, .unicode, .whitespace, .sentinels, .aliases, .names, .genres, .numbers,
    .counts, .dates, .languages, .ageRatings, .web, .identifiers, .direction,
  ]
}
