import BookModel

extension NormalizationRule {
  /// Multi-line fields keep their lines and indentation, which an index of stories needs.
  static let whitespace = NormalizationRule(
    "whitespace",
    "Single spaces in names and titles; in longer texts no space at line ends and one blank line at most.",
    [
      Example(.title, "  The\u{A0}Long   Night ", "The Long Night"),
      Example(.summary, "One. \r\n\r\n\r\n\r\n  Two.", "One.\n\n  Two."),
    ]
  ) { normalization in
    normalization.mapTexts { field, text in
      NormalizationRule.longTexts.contains(field) ? text.withTidyLines : text.withSingleSpaces
    }
  }

  /// Fields that may have several lines.
  static let longTexts: Set<MetadataField> = [.summary, .notes, .review]
}

extension String {
  /// The text trimmed, and with each run of white space replaced by one space.
  fileprivate var withSingleSpaces: String {
    hasSingleSpacesOnly ? self : split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether it is printable ASCII without leading, trailing or repeated spaces, as most texts are.
  private var hasSingleSpacesOnly: Bool {
    let space = UInt8(ascii: " ")
    var last = space
    for byte in utf8 {
      guard 0x20...0x7E ~= byte, byte != space || last != space else { return false }
      last = byte
    }
    return last != space || isEmpty
  }

  /// The lines without trailing space, separated by LF, and with one blank line between paragraphs.
  fileprivate var withTidyLines: String {
    if hasSingleSpacesOnly { return self }
    var lines: [Substring] = []
    for line in split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var line = line
      while line.last?.isWhitespace == true { line.removeLast() }
      if !line.isEmpty || lines.last?.isEmpty == false { lines.append(line) }
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
