public import BookModel

/// Which spellings of a name mean the same, field by field, as the user's alias file says it; and which words a
/// field may hold at all.
public struct AliasTable: Sendable, Hashable {
  /// The name to write, by folded spelling; names to write are among their own spellings.
  private var names: [MetadataField: [String: String]] = [:]
  private var vocabularies: [MetadataField: Set<String>] = [:]

  public init() {}

  public var isEmpty: Bool { names.isEmpty && vocabularies.isEmpty }

  /// Fields whose words can be listed: names and short texts, not prose, numbers or addresses.
  public static let fields: [MetadataField] = MetadataField.allCases.filter {
    switch $0.kind {
    case .text: !NormalizationRule.longTexts.contains($0)
    case .list: $0 != .web && $0 != .prices
    case .credits, .arcs: true
    default: false
    }
  }

  /// Takes a spelling in.
  ///
  /// - Returns: why it contradicts what is there: it already stands for another name, or the name itself does.
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

  /// Takes a word of a field's vocabulary in; returns why it contradicts what is there.
  mutating func addWord(_ word: String, to field: MetadataField) -> String? {
    let problem = add(word, for: word, in: field)
    if problem == nil { vocabularies[field, default: []].insert(word.folded) }
    return problem
  }

  /// The name to write for a spelling; nil where the table does not know it.
  func name(for spelling: String, in field: MetadataField) -> String? {
    (names[field] ?? (field == .alternateSeries ? names[.series] : nil))?[spelling.folded]
  }

  /// Whether a text is a name to write, and so above other rules.
  func isName(_ text: String, in field: MetadataField) -> Bool { name(for: text, in: field) == text }

  /// Whether a word belongs to a field's vocabulary; nil where the field has none.
  func vocabularyHolds(_ word: String, in field: MetadataField) -> Bool? {
    vocabularies[field].map { $0.contains(word.folded) }
  }
}

extension String {
  /// What spellings have in common when case, accents' storage and white space do not count.
  fileprivate var folded: String { tidy.caseFolded }

  fileprivate var tidy: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ").canonicallyComposed
  }
}
