public import Diagnostics

/// One thing a collection is checked for: findings carry its id, severity and sentence.
public struct LintRule: Sendable, Hashable {
  public let rule: Rule
  public let severity: Severity

  init(_ id: String, _ severity: Severity, _ summary: String) {
    rule = Rule(id, .metadata, summary)
    self.severity = severity
  }

  public var id: String { rule.id }
  public var summary: String { rule.summary }

  func finding(_ message: String, in file: String, entry: String? = nil, remedy: String? = nil) -> Diagnostic
  {
    Diagnostic(severity, rule, message, at: Place(file: file, entry: entry), remedy: remedy)
  }
}

extension LintRule {
  // MARK: one book

  static let unreadable = LintRule("book-unreadable", .error, "A file cannot be opened as a book.")
  static let damaged = LintRule("archive-damage", .error, "An archive is damaged.")
  static let oddArchive = LintRule(
    "archive-oddity", .warning,
    "An archive can be read only by guessing: names of an encoding it does not state.")
  static let empty = LintRule("no-pages", .error, "An archive holds no pictures.")
  static let misnamed = LintRule(
    "extension-lies", .warning, "A file's extension is not that of the container it is.")
  static let invalidDocument = LintRule(
    "metadata-invalid", .error, "A metadata document cannot be read, or only after repair.")
  static let oddValue = LintRule(
    "metadata-value", .warning, "A metadata document says something it cannot say.")
  static let nestedComicInfo = LintRule(
    "comicinfo-nested", .warning,
    "A ComicInfo.xml lies in a folder of the archive, where Komga does not look.")
  static let repeatedComicInfo = LintRule(
    "comicinfo-repeated-file", .warning,
    "An archive holds more than one ComicInfo.xml: readers pick different ones.")
  static let misspelledComicInfo = LintRule(
    "comicinfo-name", .warning, "A ComicInfo.xml is spelled in other letters, which readers may pass over.")
  static let missingMetadata = LintRule(
    "no-metadata", .note, "A book holds no metadata document that is understood.")
  static let pageCount = LintRule(
    "page-count", .warning, "A metadata document states another number of pages than there are.")
  static let junk = LintRule("junk-files", .note, "An archive holds files that systems left behind.")
  static let unnormalized = LintRule(
    "not-normalized", .note, "Metadata is not in the form that normalizing gives it.")
  static let serverView = LintRule(
    "server-view", .note, "Komga or Kavita will show a book otherwise than its metadata says.")

  // MARK: a collection

  static let missingNumbers = LintRule(
    "missing-numbers", .warning, "Numbers are missing between the first and the last of a series.")
  static let samePictures = LintRule(
    "same-pictures", .warning, "Two files hold the same pictures in the same order.")
  static let sameNumber = LintRule(
    "same-number", .warning, "Two different books have the same number in the same series.")
  static let seriesSpellings = LintRule(
    "series-spellings", .warning, "A series is spelled in several ways.")
  static let mixedLanguages = LintRule(
    "mixed-languages", .warning, "Books of a series say different languages.")
  static let mixedDirections = LintRule(
    "mixed-directions", .warning, "Books of a series say different reading directions.")
  static let seriesField = LintRule(
    "series-field", .note, "A field that belongs to the series differs in some of its books.")
  static let recurringPage = LintRule(
    "recurring-page", .note, "The same page is in three books or more: credits or an advertisement, perhaps.")

  /// All rules in the order findings of one file are listed.
  public static let all: [LintRule] = [
    .unreadable, .damaged, .oddArchive, .empty, .misnamed, .invalidDocument, .oddValue, .nestedComicInfo,
    .repeatedComicInfo,
    .misspelledComicInfo, .missingMetadata, .pageCount, .junk, .unnormalized, .serverView, .missingNumbers,
    .samePictures,
    .sameNumber, .seriesSpellings, .mixedLanguages, .mixedDirections, .seriesField, .recurringPage,
  ]
}
