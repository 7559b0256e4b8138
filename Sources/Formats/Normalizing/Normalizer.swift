public import BookModel

/// Normalizes metadata by applying rules.
public struct Normalizer: Sendable {
  private let rules: [NormalizationRule]
  private let aliases: AliasTable

  /// - Parameter rules: the rules to apply; they run in the order of `NormalizationRule.all`.
  public init(rules: [NormalizationRule] = NormalizationRule.all, aliases: AliasTable = AliasTable()) {
    let ids = Set(rules.map(\.id))
    self.rules = NormalizationRule.all.filter { ids.contains($0.id) }
    self.aliases = aliases
  }

  /// A rule can create work for another (an HTML entity may stand for an invisible character), so all are
  /// repeated until nothing changes. Text crafted to need more rounds than this is left as it is by then.
  private static let mostRounds = 10

  public func normalize(_ metadata: Metadata) -> Normalization {
    var normalization = Normalization(metadata, aliases: aliases)
    for _ in 0..<Normalizer.mostRounds {
      let made = normalization.changes.count
      normalization.forgetRemarks()
      for rule in rules { normalization.apply(rule) }
      if normalization.changes.count == made { break }
    }
    return normalization
  }
}
