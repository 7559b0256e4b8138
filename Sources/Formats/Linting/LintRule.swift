public import Diagnostics

/// Something a collection is checked for: findings have its id, severity and sentence.
public struct LintRule: Sendable, Hashable {
  public let rule: Rule
  public let severity: Severity

  init(_ id: String, _ severity: Severity, _ summary: String, advice: String) {
    rule = Rule(id, .lint, summary, advice: advice)
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

  static let unreadable = LintRule(
    "book-unreadable", .error, "A file cannot be opened as a book.",
    advice: "Get a fresh copy of the file, or move it out of the collection.")
  static let damaged = LintRule(
    "archive-damage", .error, "An archive is damaged.",
    advice: "Get a fresh copy of the archive.")
  static let oddArchive = LintRule(
    "archive-oddity", .warning,
    "An archive can only be read by guessing the encoding of its names, which it does not state.",
    advice: "Convert it with pipelines/clean-archive.yaml, and --names-encoding if names look wrong.")
  static let empty = LintRule(
    "no-pages", .error, "An archive holds no pictures.",
    advice: "Check what the archive is, and move it out of the collection.")
  static let misnamed = LintRule(
    "extension-lies", .warning, "A file's extension does not match what the file is.",
    advice: "Rename the file by hand; `leporello rename` does not change extensions.")
  static let invalidDocument = LintRule(
    "metadata-invalid", .error, "A metadata document cannot be read, or only after repair.",
    advice: "Rewrite the document: `leporello tag FILE --from embedded --in-place`.")
  static let oddValue = LintRule(
    "metadata-value", .warning, "A metadata document holds an invalid value.",
    advice: "Set the field: `leporello tag FILE --meta FIELD=VALUE --in-place`.")
  static let nestedComicInfo = LintRule(
    "comicinfo-nested", .warning,
    "A ComicInfo.xml is in a folder of the archive, where Komga does not look.",
    advice: "Convert the book with pipelines/clean-archive.yaml, which puts its ComicInfo.xml at the top.")
  static let repeatedComicInfo = LintRule(
    "comicinfo-repeated-file", .warning,
    "An archive holds more than one ComicInfo.xml: readers pick different ones.",
    advice: "Remove all but one, or convert the book.")
  static let misspelledComicInfo = LintRule(
    "comicinfo-name", .warning,
    "The name of a ComicInfo.xml is capitalized differently, so that readers may ignore it.",
    advice: "Rewrite it: `leporello tag FILE --from embedded --in-place`.")
  static let missingMetadata = LintRule(
    "no-metadata", .note, "A book holds no metadata document that can be understood.",
    advice: "Tag the book: `leporello tag FILE --from filename,folder --in-place`.")
  static let pageCount = LintRule(
    "page-count", .warning, "A metadata document states a different number of pages than the book has.",
    advice: "Rewrite it: `leporello tag FILE --from embedded --in-place`.")
  static let junk = LintRule(
    "junk-files", .note, "An archive holds files that operating systems left behind.",
    advice: "Convert the book with pipelines/clean-archive.yaml.")
  static let unnormalized = LintRule(
    "not-normalized", .note, "Metadata is not in its normalized form.",
    advice: "Normalize it: `leporello tag FILE --normalize --in-place`.")
  static let serverView = LintRule(
    "server-view", .note, "Komga or Kavita will show a book differently than its metadata says.",
    advice: """
      See what each server shows with `leporello inspect`; the sink's 'target' writes for one of them.
      """)

  // MARK: a collection

  static let missingNumbers = LintRule(
    "missing-numbers", .warning, "Numbers are missing between the first and the last of a series.",
    advice: "Get the missing ones, or add intended gaps to the baseline.")
  static let samePictures = LintRule(
    "same-pictures", .warning, "Two files hold the same pictures in the same order.",
    advice: "Remove one of the two.")
  static let sameNumber = LintRule(
    "same-number", .warning, "Two different books have the same number in the same series.",
    advice: "Set the right number, or remove one of the two.")
  static let seriesSpellings = LintRule(
    "series-spellings", .warning, "A series is spelled in several ways.",
    advice: "Choose one: --write-aliases writes a file that `normalize` reads.")
  static let nameSpellings = LintRule(
    "name-spellings", .note, "A publisher or a person is spelled in several ways.",
    advice: "Choose one: --write-aliases writes a file that `normalize` reads.")
  static let mixedLanguages = LintRule(
    "mixed-languages", .warning, "Books of a series state different languages.",
    advice: "Set one: `leporello tag FILES --meta language=en --in-place`.")
  static let mixedDirections = LintRule(
    "mixed-directions", .warning, "Books of a series state different reading directions.",
    advice: "Set one: `leporello tag FILES --meta direction=rtl --in-place`.")
  static let seriesField = LintRule(
    "series-field", .note, "A field that belongs to the series differs in some of its books.",
    advice: "Set the field for all books of the series.")
  static let recurringPage = LintRule(
    "recurring-page", .note, "The same page is in three or more books: credits or an advertisement, perhaps.",
    advice: "Look at the page; --write-hashes lists such pages for the stage 'drop'.")

  /// All rules, in the order in which the findings for a file are listed.
  public static let all: [LintRule] = [
    .unreadable, .damaged, .oddArchive, .empty, .misnamed, .invalidDocument, .oddValue, .nestedComicInfo,
    .repeatedComicInfo,
    .misspelledComicInfo, .missingMetadata, .pageCount, .junk, .unnormalized, .serverView, .missingNumbers,
    .samePictures,
    .sameNumber, .seriesSpellings, .nameSpellings, .mixedLanguages, .mixedDirections, .seriesField,
    .recurringPage,
  ]
}
