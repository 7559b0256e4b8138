public import BookModel
public import Diagnostics

extension MetadataAssignment {
  /// The same, but a language that is written out becomes its tag: `english` becomes `en`.
  ///
  /// - Throws: `unknown-field`, `field-value`.
  public init(stating name: String, _ text: String) throws(Diagnostic) {
    let isLanguage = MetadataField(userName: name) == .language
    let tag = isLanguage ? LanguageTag.canonical(text) ?? LanguageTag.tag(named: text) : nil
    try self.init(name, tag ?? text)
  }
}
