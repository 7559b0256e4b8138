/// What is known about a book, each field with the place it comes from.
///
/// Fields are read by name: `metadata.series`, `metadata.number`. Setting one says where the value comes from.
@dynamicMemberLookup
public struct Metadata: Hashable, Sendable {
  private var entries: [MetadataField: Entry] = [:]
  /// Elements of a format that the model has no field for, kept for a writer of the same format.
  public var kept: [KeptElement] = []

  public struct Entry: Hashable, Sendable {
    public var value: MetadataValue
    public var origin: Origin
  }

  public init() {}

  /// The value of a field, typed.
  public subscript<Value: MetadataRepresentable>(dynamicMember path: KeyPath<MetadataKeys, MetadataKey<Value>>)
    -> Value?
  {
    entries[MetadataKeys()[keyPath: path].field].flatMap { Value($0.value) }
  }

  /// The value and origin of a field.
  public subscript(field: MetadataField) -> Entry? { entries[field] }

  /// Sets a field; nil and empty values remove it.
  public mutating func set<Value: MetadataRepresentable>(
    _ path: KeyPath<MetadataKeys, MetadataKey<Value>>, to value: Value?, from origin: Origin
  ) {
    set(MetadataKeys()[keyPath: path].field, to: value?.metadataValue, from: origin)
  }

  /// Sets a field by its name in the table; nil and empty values remove it. The value is of the field's kind.
  public mutating func set(_ field: MetadataField, to value: MetadataValue?, from origin: Origin) {
    if let value, !value.isEmpty {
      entries[field] = Entry(value: value, origin: origin)
    } else {
      entries[field] = nil
    }
  }

  public mutating func remove(_ field: MetadataField) { entries[field] = nil }

  /// The part of it whose values pass a test; what is kept of formats is left out.
  public func fields(where isIncluded: (MetadataField, Origin) -> Bool) -> Metadata {
    var part = Metadata()
    part.entries = entries.filter { isIncluded($0.key, $0.value.origin) }
    return part
  }

  /// The fields that have a value, in the table's order.
  public var fields: [MetadataField] { MetadataField.allCases.filter { entries[$0] != nil } }

  public var isEmpty: Bool { entries.isEmpty && kept.isEmpty }

  /// Takes every field this one lacks from another; what is kept of a format comes along where that format
  /// has not given anything yet.
  public mutating func fillGaps(from other: Metadata, only allowed: Set<MetadataField>? = nil) {
    for (field, entry) in other.entries where entries[field] == nil && allowed?.contains(field) != false {
      entries[field] = entry
    }
    guard allowed == nil else { return }
    let formats = Set(kept.map(\.format))
    kept += other.kept.filter { !formats.contains($0.format) }
  }
}

/// Where a value comes from.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
  public var kind: Kind
  /// The file or format, for people: `ComicInfo.xml`, `package document`; empty where the kind says it all.
  public var detail: String

  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Inside the book's own file.
    case embedded
    /// A file beside it.
    case sidecar
    /// Worked out of the title.
    case title
    case filename
    case folder
    /// Set by a stage of the pipeline file.
    case pipeline
    /// Set by `--meta`.
    case commandLine
  }

  public init(_ kind: Kind, _ detail: String = "") {
    self.kind = kind
    self.detail = detail
  }

  /// What `description` gives, read back; nil for a text of another form.
  public init?(description: String) {
    let parts = description.split(separator: ": ", maxSplits: 1)
    guard let first = parts.first, let kind = Kind(rawValue: String(first)) else { return nil }
    self.init(kind, parts.count > 1 ? String(parts[1]) : "")
  }

  public var description: String { detail.isEmpty ? kind.rawValue : "\(kind.rawValue): \(detail)" }
}

/// What one place says about a book.
public struct FoundMetadata: Hashable, Sendable {
  public var origin: Origin
  public var metadata: Metadata
  /// Whether the place belongs to several books and so speaks of the series only.
  public var isShared: Bool
  /// Whether it is a copy of what stands inside the book, made later and so to be believed first: calibre's
  /// `metadata.opf` beside an EPUB.
  public var isNewerCopy: Bool

  public init(origin: Origin, metadata: Metadata, isShared: Bool = false, isNewerCopy: Bool = false) {
    self.origin = origin
    self.metadata = metadata
    self.isShared = isShared
    self.isNewerCopy = isNewerCopy
  }
}

/// An element of a metadata format that the model does not know, as XML text.
public struct KeptElement: Hashable, Sendable {
  /// The format it belongs to: `ComicInfo`.
  public var format: String
  /// The element's name.
  public var name: String
  /// The element, serialized.
  public var xml: String

  public init(format: String, name: String, xml: String) {
    self.format = format
    self.name = name
    self.xml = xml
  }
}

/// A field together with the type of its value.
public struct MetadataKey<Value: MetadataRepresentable>: Sendable {
  public let field: MetadataField
  init(_ field: MetadataField) { self.field = field }
}

/// The typed names of all fields. Types follow `MetadataField.kind`; a test holds the two together.
public struct MetadataKeys: Sendable {
  public init() {}
  public var title: MetadataKey<String> { .init(.title) }
  public var subtitle: MetadataKey<String> { .init(.subtitle) }
  public var series: MetadataKey<String> { .init(.series) }
  public var seriesSort: MetadataKey<String> { .init(.seriesSort) }
  public var localizedSeries: MetadataKey<String> { .init(.localizedSeries) }
  public var alternativeNames: MetadataKey<[String]> { .init(.alternativeNames) }
  public var number: MetadataKey<BookNumber> { .init(.number) }
  public var volume: MetadataKey<BookNumber> { .init(.volume) }
  public var chapter: MetadataKey<BookNumber> { .init(.chapter) }
  public var seriesVolume: MetadataKey<Int> { .init(.seriesVolume) }
  public var startYear: MetadataKey<Int> { .init(.startYear) }
  public var count: MetadataKey<Int> { .init(.count) }
  public var volumeCount: MetadataKey<Int> { .init(.volumeCount) }
  public var alternateSeries: MetadataKey<String> { .init(.alternateSeries) }
  public var alternateNumber: MetadataKey<BookNumber> { .init(.alternateNumber) }
  public var alternateCount: MetadataKey<Int> { .init(.alternateCount) }
  public var storyArcs: MetadataKey<[StoryArc]> { .init(.storyArcs) }
  public var seriesGroups: MetadataKey<[String]> { .init(.seriesGroups) }
  public var summary: MetadataKey<String> { .init(.summary) }
  public var notes: MetadataKey<String> { .init(.notes) }
  public var review: MetadataKey<String> { .init(.review) }
  public var date: MetadataKey<PartialDate> { .init(.date) }
  public var storeDate: MetadataKey<PartialDate> { .init(.storeDate) }
  public var publisher: MetadataKey<String> { .init(.publisher) }
  public var imprint: MetadataKey<String> { .init(.imprint) }
  public var credits: MetadataKey<[Credit]> { .init(.credits) }
  public var genres: MetadataKey<[String]> { .init(.genres) }
  public var tags: MetadataKey<[String]> { .init(.tags) }
  public var characters: MetadataKey<[String]> { .init(.characters) }
  public var teams: MetadataKey<[String]> { .init(.teams) }
  public var locations: MetadataKey<[String]> { .init(.locations) }
  public var universes: MetadataKey<[String]> { .init(.universes) }
  public var reprints: MetadataKey<[String]> { .init(.reprints) }
  public var mainCharacterOrTeam: MetadataKey<String> { .init(.mainCharacterOrTeam) }
  public var web: MetadataKey<[String]> { .init(.web) }
  public var language: MetadataKey<String> { .init(.language) }
  public var format: MetadataKey<String> { .init(.format) }
  public var ageRating: MetadataKey<String> { .init(.ageRating) }
  public var communityRating: MetadataKey<Double> { .init(.communityRating) }
  public var isBlackAndWhite: MetadataKey<Bool> { .init(.isBlackAndWhite) }
  public var isManga: MetadataKey<Bool> { .init(.isManga) }
  public var direction: MetadataKey<Direction> { .init(.direction) }
  public var scanInformation: MetadataKey<String> { .init(.scanInformation) }
  public var identifiers: MetadataKey<[Identifier]> { .init(.identifiers) }
  public var collectionTitle: MetadataKey<String> { .init(.collectionTitle) }
  public var prices: MetadataKey<[String]> { .init(.prices) }
}
