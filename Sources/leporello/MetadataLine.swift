import BookModel

extension MetadataValue {
  /// The value on one line of a report: line ends become slashes, long text is cut.
  var reportLine: String {
    let flat = text.split(whereSeparator: \.isNewline).map(\.trimmed).joined(separator: " / ")
    return flat.count > 200 ? flat.prefix(199) + "…" : flat
  }
}
