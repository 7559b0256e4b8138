import BookModel

extension NormalizationRule {
  /// Dates in the model cannot be impossible, because readers drop invalid parts. Nothing is ever made up.
  static let dates = NormalizationRule(
    "dates",
    "Removes a start year that is not a year; reports dates before the series began, and a program's zero.",
    [
      Example(.startYear, .integer(99), nil), Example(.startYear, .integer(1963), .integer(1963)),
    ]
  ) { normalization in
    if case .integer(let year)? = normalization.value(.startYear), PartialDate(year: year) == nil {
      normalization.set(.startYear, to: nil)
      normalization.remark("\(year) is not a year; the start year counts as unknown")
    }
    let metadata = normalization.metadata
    for (field, date) in [(MetadataField.date, metadata.date), (.storeDate, metadata.storeDate)] {
      guard let date else { continue }
      if placeholders.contains(date.description) {
        normalization.remark("\(field.rawValue) \(date) is what programs write for no date; it is kept")
      }
      if let start = metadata.startYear, PartialDate(year: start) != nil, date.year < start {
        normalization.remark("\(field.rawValue) \(date) is before the series began (\(start))")
      }
    }
  }

  /// Day zero in Unix, spreadsheets and databases.
  private static let placeholders: Set<String> = ["1970-01-01", "1900-01-01", "1899-12-30", "1753-01-01"]
}
