import BookModel

extension NormalizationRule {
  public static let aliases = NormalizationRule(
    "aliases", "Names as the alias file spells them: series, publishers, people, genres and more.",
    [
      Example(.series, "spiderman", "Spider-Man"), Example(.publisher, "DC", "DC Comics"),
      Example(
        .credits, .credits([Credit("Lee, Stan", .writer)]), .credits([Credit("Stan Lee", .writer)])),
      Example(.genres, .list(["SF", "Drama"]), .list(["Science Fiction", "Drama"])),
    ]
  ) { normalization in
    let aliases = normalization.aliases
    guard !aliases.isEmpty else { return }
    for field in AliasTable.fields {
      switch normalization.value(field) {
      case .arcs(let arcs)?:
        let changed = arcs.map {
          StoryArc(name: aliases.name(for: $0.name, in: field) ?? $0.name, number: $0.number)
        }
        normalization.set(field, to: .arcs(changed))
      case nil: break
      default: normalization.mapTexts(of: [field]) { aliases.name(for: $1, in: $0) ?? $1 }
      }
      if case .list(let items)? = normalization.value(field) {
        for item in items where aliases.vocabularyHolds(item, in: field) == false {
          normalization.remark(
            "'\(Normalization.Change.brief(item))' is not in the vocabulary of \(field.rawValue)")
        }
      }
    }
  }
}
