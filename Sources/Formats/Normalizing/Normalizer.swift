public import BookModel

/// Brings metadata into one form, by rules.
public struct Normalizer: Sendable {
  private let rules: [NormalizationRule]
  private let aliases: AliasTable

  /// - Parameter rules: those that are on; they work in the order of `NormalizationRule.all`.
  public init(rules: [NormalizationRule] = NormalizationRule.all, aliases: AliasTable = AliasTable()) {
    let ids = Set(rules.map(\.id))
    self.rules = NormalizationRule.all.filter { ids.contains($0.id) }
    self.aliases = aliases
  }

  /// One rule can give another something to do (an entity of HTML stands for an invisible character), so they
  /// go round until nothing changes; text made to need more rounds than this is left as far as it came.
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
