public import BookModel
public import Diagnostics

/// A rule of normalizing: a name to turn it on or off, a one-sentence summary, examples, and the function
/// that applies it.
///
/// Options, help, documentation and tests are derived from the declaration. Rules are idempotent.
public struct NormalizationRule: Sendable {
  /// In camelCase, like the name of an option.
  public let id: String
  /// One sentence that says what it does.
  public let summary: String
  public let examples: [Example]
  /// The rule its changes are reported under: `normalize-age-ratings`.
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

  /// A field before and after; `after` is nil if the field is removed, and equal to `before` if it is only
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

    /// An example with numbers.
    init(_ field: MetadataField, number before: String, _ after: String) {
      func value(_ text: String) -> MetadataValue { BookNumber(text).map { .number($0) } ?? .text(text) }
      self.init(field, value(before), value(after))
    }

    /// An example with text.
    init(_ field: MetadataField, _ before: String, _ after: String) {
      self.init(field, .text(before), .text(after))
    }
  }

  /// All rules in the order they are applied: first the characters of a text, then its meaning.
  public static let all: [NormalizationRule] = [
    .html, .mojibake, .invisible, .unicode, .whitespace, .sentinels, .aliases, .names, .genres, .numbers,
    .counts, .dates, .languages, .ageRatings, .web, .identifiers, .direction,
  ]
}
