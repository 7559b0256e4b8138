extension Metadata {
  /// What several sources agree on, and so holds for the book they make together.
  ///
  /// - A field is agreed on where all sources have it and say the same; letter case and zeros in front of a number do
  ///   not count, and the spelling most of them use is taken.
  /// - Facts about the series need not come from every source: one that leaves them out does not contradict the others.
  /// - Of lists, credits among them, the items that all of them hold are agreed on.
  public static func agreed(_ all: [Metadata]) -> Metadata {
    guard let first = all.first else { return Metadata() }
    guard all.count > 1 else { return first }
    var agreed = Metadata()
    for field in MetadataField.allCases {
      let entries = all.compactMap { $0[field] }
      guard !entries.isEmpty, entries.count == all.count || ofSeries.contains(field) else { continue }
      guard let value = agreedValue(entries.map(\.value)) else { continue }
      agreed.set(field, to: value, from: commonOrigin(of: entries.map(\.origin)))
    }
    // A comic that does not say how it is read is still read from the left.
    if let direction = agreed.direction,
      all.contains(where: { ($0.readingDirection ?? direction) != direction })
    {
      agreed.remove(.direction)
    }
    agreed.kept = first.kept.filter { element in all.allSatisfy { $0.kept.contains(element) } }
    return agreed
  }

  /// As `Book.direction` gives it.
  var readingDirection: Direction? { self.direction ?? (self.isManga == false ? .leftToRight : nil) }

  /// What it says and another does not, or says differently.
  public func beyond(_ common: Metadata) -> Metadata {
    var rest = fields { field, _ in self[field]?.value != common[field]?.value }
    rest.kept = kept.filter { !common.kept.contains($0) }
    return rest
  }

  /// Fields about the series, for which one source can speak for all.
  private static let ofSeries: Set<MetadataField> = [
    .series, .seriesSort, .localizedSeries, .alternativeNames, .seriesVolume, .startYear, .count,
    .volumeCount,
    .publisher, .imprint, .language, .ageRating, .direction, .isManga,
  ]

  private static func agreedValue(_ values: [MetadataValue]) -> MetadataValue? {
    guard let first = values.first else { return nil }
    switch first {
    case .list(let items):
      return .list(items.filter { item in values.allSatisfy { $0.listed?.contains(item) == true } })
    case .credits(let credits):
      return .credits(
        credits.filter { credit in values.allSatisfy { [Credit]($0)?.contains(credit) == true } })
    case .identifiers(let identifiers):
      return .identifiers(
        identifiers.filter { one in values.allSatisfy { [Identifier]($0)?.contains(one) == true } })
    case .arcs(let arcs):
      return .arcs(arcs.filter { arc in values.allSatisfy { [StoryArc]($0)?.contains(arc) == true } })
    default:
      guard values.allSatisfy({ $0.isAlike(first) }) else { return nil }
      let counts = Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +)
      let most = counts.values.max() ?? 0
      return values.first { counts[$0] == most }
    }
  }

  /// The origin they share; of different ones the kind that is believed first.
  private static func commonOrigin(of origins: [Origin]) -> Origin {
    let kinds = Set(origins.map(\.kind))
    let kind = Origin.Kind.allCases.first { kinds.contains($0) } ?? .embedded
    let details = Set(origins.filter { $0.kind == kind }.map(\.detail))
    return Origin(kind, details.count == 1 ? details.first ?? "" : "")
  }
}

extension MetadataValue {
  fileprivate var listed: [String]? { [String](self) }

  fileprivate func isAlike(_ other: MetadataValue) -> Bool {
    switch (self, other) {
    case (.text(let own), .text(let other)): own.trimmed.caseFolded == other.trimmed.caseFolded
    case (.number(let own), .number(let other)): own.canonical == other.canonical
    default: self == other
    }
  }
}

extension BookNumber {
  /// The number in the form it is compared in: `03` and `3.0` are `3`.
  public var canonical: String { whole.map(String.init) ?? text.caseFolded }
}
