public import BookModel

/// Which spellings of a name mean the same, for each field, as defined in the user's alias file; and which
/// words a field may contain at all.
public struct AliasTable: Sendable, Hashable {
  /// The preferred name for each folded spelling; a preferred name is also one of its own spellings.
  private var names: [MetadataField: [String: String]] = [:]
  private var vocabularies: [MetadataField: Set<String>] = [:]

  public init() {}

  public var isEmpty: Bool { names.isEmpty && vocabularies.isEmpty }

  /// Fields whose words can be listed: names and short texts, but not prose, numbers or addresses.
  public static let fields: [MetadataField] = MetadataField.allCases.filter {
    switch $0.kind {
    case .text: !NormalizationRule.longTexts.contains($0)
    case .list: $0 != .web && $0 != .prices
    case .credits, .arcs: true
    default: false
    }
  }

  /// Adds a spelling.
  ///
  /// - Returns: a description of the conflict if the spelling or the name itself already stands for another
  ///   name.
  mutating func add(_ spelling: String, for name: String, in field: MetadataField) -> String? {
    let name = name.tidy
    for text in [name, spelling] {
      if let other = names[field]?[text.folded], !other.utf8.elementsEqual(name.utf8) {
        return "'\(text)' stands for '\(other)' and for '\(name)'"
      }
    }
    names[field, default: [:]][name.folded] = name
    names[field, default: [:]][spelling.folded] = name
    return nil
  }

  /// Adds a word to a field's vocabulary; returns a description of the conflict, if there is one.
  mutating func addWord(_ word: String, to field: MetadataField) -> String? {
    let problem = add(word, for: word, in: field)
    if problem == nil { vocabularies[field, default: []].insert(word.folded) }
    return problem
  }

  /// The preferred name for a spelling; nil if it is not in the table.
  func name(for spelling: String, in field: MetadataField) -> String? {
    (names[field] ?? (field == .alternateSeries ? names[.series] : nil))?[spelling.folded]
  }

  /// Whether a text is a preferred name, which other rules must not change.
  func isName(_ text: String, in field: MetadataField) -> Bool { name(for: text, in: field) == text }

  /// Whether a word is in a field's vocabulary; nil if the field has none.
  func vocabularyHolds(_ word: String, in field: MetadataField) -> Bool? {
    vocabularies[field].map { $0.contains(word.folded) }
  }
}

extension String {
  /// A key shared by spellings that differ only in case, the Unicode form of accents, or white space.
  fileprivate var folded: String { tidy.caseFolded }

  fileprivate var tidy: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ").canonicallyComposed
  }
}
