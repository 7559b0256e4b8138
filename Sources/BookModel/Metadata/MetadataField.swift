/// Every field the model has: the union of ComicInfo 2.1 and MetronInfo 1.0, under format-neutral names.
///
/// The one table of field names: `--meta`, `set`, templates, predicates, plans, JSON and merging go by it.
public enum MetadataField: String, Sendable, Hashable, CaseIterable {
  case title, subtitle, series, seriesSort, localizedSeries
  /// Other names the series goes by, in any language.
  case alternativeNames
  /// The number of this book in its series (issue number; for a tankōbon see `volume`).
  case number
  /// The number of a tankōbon or other collected volume.
  case volume
  /// The number of a chapter published by itself.
  case chapter
  /// Which run of the series this is (1, 2, 3).
  case seriesVolume
  /// The year the series' run began.
  case startYear
  /// Books in the series.
  case count
  /// Volumes in the series.
  case volumeCount
  case alternateSeries, alternateNumber, alternateCount
  case storyArcs, seriesGroups
  case summary, notes, review
  /// The date of publication, as precisely as known.
  case date
  /// The date of sale, where a format distinguishes it from the cover's.
  case storeDate
  case publisher, imprint, credits
  case genres, tags, characters, teams, locations, universes, reprints
  case mainCharacterOrTeam
  /// Addresses, the main one first.
  case web
  case language
  /// The publication's form in free words: TPB, Annual, Web…
  case format
  case ageRating
  /// 0 to 5.
  case communityRating
  case isBlackAndWhite, isManga, direction
  case scanInformation
  case identifiers
  case collectionTitle
  case prices

  public enum Kind: Sendable {
    case text, integer, decimal, flag, number, date, list, credits, identifiers, arcs, direction
  }

  public var kind: Kind {
    switch self {
    case .number, .volume, .chapter, .alternateNumber: .number
    case .seriesVolume, .startYear, .count, .volumeCount, .alternateCount: .integer
    case .storyArcs: .arcs
    case .alternativeNames, .seriesGroups, .genres, .tags, .characters, .teams, .locations, .universes,
      .reprints,
      .web, .prices:
      .list
    case .date, .storeDate: .date
    case .credits: .credits
    case .communityRating: .decimal
    case .isBlackAndWhite, .isManga: .flag
    case .direction: .direction
    case .identifiers: .identifiers
    default: .text
    }
  }

  /// Fields that belong to the whole series, and so may come from a file several books share.
  public static let seriesLevel: Set<MetadataField> = [
    .series, .seriesSort, .localizedSeries, .alternativeNames, .publisher, .imprint, .genres, .tags,
    .ageRating, .language,
    .direction, .isManga, .credits,
  ]

  /// Fields that say the same thing in different ways, and so share one element in ComicInfo: which volume, which number.
  public static let oneElement: [Set<MetadataField>] = [
    [.volume, .seriesVolume, .startYear], [.number, .chapter],
  ]

  /// The field a name means: the model's own in any case, or ComicInfo's spelling of it.
  public init?(userName: String) {
    let lower = userName.lowercased()
    if let own = MetadataField.allCases.first(where: { $0.rawValue.lowercased() == lower }) {
      self = own
    } else if let other = MetadataField.otherNames[lower] {
      self = other
    } else {
      return nil
    }
  }

  /// Names users know from ComicInfo, in lower case, where they differ from the model's.
  static let otherNames: [String: MetadataField] = [
    "genre": .genres, "languageiso": .language, "manga": .isManga, "blackandwhite": .isBlackAndWhite,
    "storyarc": .storyArcs, "seriesgroup": .seriesGroups, "gtin": .identifiers, "isbn": .identifiers,
    "creators": .credits, "rtl": .direction, "year": .date,
  ]
}

// Enumerations of texts compare and hash by their texts by default; fields are looked up in
// dictionaries hundreds of times a book.
extension MetadataField {
  /// What distinguishes the cases: an enumeration without payload and of at most 256 cases is one byte.
  private var discriminator: UInt8 { withUnsafeBytes(of: self) { $0[0] } }

  public static func == (left: MetadataField, right: MetadataField) -> Bool {
    left.discriminator == right.discriminator
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(discriminator) }
}
