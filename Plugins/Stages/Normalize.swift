public import BookModel
public import Diagnostics
import Formats
public import Options
public import PluginKit

/// Normalizes a book's metadata. The rules are declared in Formats, where filters and checks of whole
/// collections also use them.
public struct NormalizeStage: Stage {
  public static let name = "normalize"
  public static let summary =
    "Normalizes metadata by rules that can be switched on and off, and reports every change."
  public static let example = """
    - normalize: { names: false, aliases: aliases.yaml }
    """
  public static let needs: Set<ItemKind> = []
  public static let orderWarnings: [OrderWarning] = [
    .before("metadata", "normalized fields are read again")
  ]

  public static let tables = [
    PluginTable(
      "rules", ["rule", "field", "before", "after"],
      NormalizationRule.all.flatMap { rule in
        rule.examples.map { example in
          let before = example.before.text
          let after = example.after?.text ?? ""
          return [rule.id, example.field.rawValue, before, after].map(Normalization.Change.brief)
        }
      })
  ]

  public struct Settings: OptionGroup, Hashable {
    public var rules = [NormalizationRuleName.all]
    public var aliases: String?
    /// The settings of individual rules.
    private var stated: [String: Bool] = [:]

    public init() {}

    /// The setting of one rule; nil if `rules` decides.
    subscript(rule id: String) -> Bool? {
      get { stated[id] }
      set { stated[id] = newValue }
    }

    public static let options: [Option<Settings>] =
      [
        Option(
          "rules", \.rules, shortForm: true, "The rules that are on by default."),
        Option(
          "aliases", \.aliases,
          "A file of names and the spellings they stand for: YAML, or CSV with field, spelling, name."),
      ]
      + NormalizationRuleName.switched.map { rule in Option(rule.id, \.[rule: rule.id], rule.summary) }

    /// The rules that are turned on.
    var chosen: [NormalizationRule] {
      NormalizationRule.all.filter { rule in
        if rule.id == NormalizationRule.aliases.id { return aliases != nil }
        return self[rule: rule.id]
          ?? (rules.contains(.all) || rules.contains { $0.rawValue == rule.id })
      }
    }
  }

  private let normalizer: Normalizer
  private let removesSentinels: Bool
  public let files: [FilePath]

  public init(_ settings: Settings) throws(Diagnostic) {
    let aliases = try settings.aliases.map { file throws(Diagnostic) in try AliasTable(of: FilePath(file)) }
    removesSentinels = settings.chosen.contains { $0.id == "sentinels" }
    files = [settings.aliases].compactMap { $0.map { FilePath($0) } }
    normalizer = Normalizer(rules: settings.chosen, aliases: aliases ?? AliasTable())
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    let result = normalizer.normalize(book.metadata)
    for diagnostic in result.diagnostics { context.report(diagnostic) }
    var book = book
    book.metadata = result.metadata
    book.removesSentinels = removesSentinels
    return book
  }
}

/// The name of a rule for use in `rules`, or `all`.
public struct NormalizationRuleName: OptionEnumeration, Hashable {
  public let rawValue: String

  public init?(rawValue: String) {
    guard NormalizationRuleName.words.contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  private init(unchecked word: String) { rawValue = word }

  static let all = NormalizationRuleName(unchecked: "all")

  /// The rules turned on and off by name; aliases are on if an alias file is given.
  static let switched = NormalizationRule.all.filter { $0.id != NormalizationRule.aliases.id }

  private static let words = [all.rawValue] + switched.map(\.id)

  public static var allCases: [NormalizationRuleName] { words.map { NormalizationRuleName(unchecked: $0) } }
}
