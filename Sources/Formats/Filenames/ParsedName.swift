public import BookModel

/// What a file name says about a book.
public struct ParsedName: Hashable, Sendable {
  public internal(set) var series: String?
  /// The number of a tankōbon, a collection or a run; a year if runs are told apart by year (`v2016`).
  public internal(set) var volume: BookNumber?
  /// The number.
  public internal(set) var number: BookNumber?
  public internal(set) var chapter: BookNumber?
  /// The number among the specials (`SP02`).
  public internal(set) var special: BookNumber?
  public internal(set) var alternateNumber: BookNumber?
  public internal(set) var title: String?
  /// If the name gives the years of a series' run, the first of them: see `isRun`.
  public internal(set) var date: PartialDate?
  /// Whether the date is when the series began rather than the book's own: `(2016-2019)`.
  public internal(set) var isRun = false
  public internal(set) var count: Int?
  public internal(set) var volumeCount: Int?
  public internal(set) var publisher: String?
  /// The creators, if the name has any in the place for authors.
  public internal(set) var creators: [String] = []
  /// The form of publication: `Annual`, `TPB`, `Digital`…
  public internal(set) var format: String?
  /// Everything that was not understood: the scanner, the state of the scan, anything else in brackets.
  public internal(set) var scanInformation: String?
  /// How certain each field is.
  var confidences: [MetadataField: Confidence] = [:]
  /// The word that marked the volume.
  var volumeWord: String?

  public init() {}

  /// Whether the name gives a volume, issue or chapter number.
  public var isNumbered: Bool { volume != nil || number != nil || chapter != nil }

  /// How certain a field is; nil if the name does not give it.
  public func confidence(of field: MetadataField) -> Confidence? { confidences[field] }
}

extension ParsedName {
  /// The name as metadata. A four-digit volume is the year a run began, one beside an issue number
  /// distinguishes runs, and any other is the book's own.
  func metadata(from origin: Origin, atLeast least: Confidence = .guess) -> Metadata {
    var metadata = Metadata()
    func set<Value: MetadataRepresentable>(
      _ path: KeyPath<MetadataKeys, MetadataKey<Value>>, _ value: Value?, as field: MetadataField
    ) {
      guard confidence(of: field) ?? .unsure >= least else { return }
      metadata.set(path, to: value, from: origin)
    }
    set(\.series, series, as: .series)
    set(\.title, title, as: .title)
    set(\.number, number, as: .number)
    set(\.chapter, chapter, as: .chapter)
    set(\.alternateNumber, alternateNumber, as: .alternateNumber)
    if !isRun { set(\.date, date, as: .date) }
    set(\.credits, creators.isEmpty ? nil : creators.map { Credit($0, .writer) }, as: .credits)
    set(\.count, count, as: .count)
    set(\.volumeCount, volumeCount, as: .volumeCount)
    set(\.publisher, publisher, as: .publisher)
    set(\.format, format, as: .format)
    set(\.scanInformation, scanInformation, as: .scanInformation)
    let hasOwnNumber = number != nil && confidence(of: .number) != .guess
    if let whole = volume?.whole, whole >= 1000 {
      set(\.startYear, whole, as: .volume)
    } else if hasOwnNumber, let whole = volume?.whole {
      set(\.seriesVolume, whole, as: .volume)
    } else {
      set(\.volume, volume, as: .volume)
    }
    if isRun, volume == nil { set(\.startYear, date?.year, as: .date) }
    return metadata
  }
}
