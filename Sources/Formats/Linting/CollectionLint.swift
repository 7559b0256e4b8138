import BookModel
public import Diagnostics

/// Checks that need a whole collection. Takes books one by one, in any order, and keeps little of each: the
/// names and numbers to compare, and about twelve bytes for each page.
public struct CollectionLint: Sendable {
  private var books: [CollectionBook] = []

  public init() {}

  public mutating func add(_ survey: BookSurvey) { books.append(CollectionBook(survey)) }

  /// Adds everything that another instance has collected.
  public mutating func add(_ other: CollectionLint) { books += other.books }

  public var bookCount: Int { books.count }

  /// The findings about the collection as a whole. The same books give the same report, in whatever order
  /// they came.
  public func report() -> Report {
    let books = NaturalOrder.sorted(self.books) { $0.path.split(separator: "/").map(String.init) }
    let copies = SamePictures(books)
    let series = Dictionary(grouping: books.indices.filter { books[$0].seriesKey != nil }) {
      books[$0].seriesKey ?? ""
    }.sorted { $0.value[0] < $1.value[0] }.map { $0.value.map { books[$0] } }
    let spellings = CollectionBook.named.flatMap { NameSpellings.all(of: $0, in: books) }
    let recurring = RecurringPage.find(in: copies.firsts.map { books[$0] })
    var findings = copies.findings(books) + spellings.flatMap(\.findings) + recurring.map(\.finding)
    for books in series { findings += SeriesLint(books).findings }
    findings += gaps(in: series, spellings)
    return Report(findings: findings, spellings: spellings, recurringPages: recurring)
  }

  /// Missing numbers, with all spellings of one series counted together: a number missing under one spelling
  /// may exist under another. Two series whose names are merely similar have no gap between them.
  private func gaps(in series: [[CollectionBook]], _ spellings: [NameSpellings]) -> [Diagnostic] {
    var usual: [String: String] = [:]
    for name in spellings where name.field == .series {
      for text in [name.usual] + name.others.map(\.text) { usual[NameLikeness.key(text)] = name.usual }
    }
    var joined: [(name: String, parts: [[CollectionBook]])] = []
    var places: [String: Int] = [:]
    for books in series {
      guard let first = books.first, let key = first.seriesKey else { continue }
      let name = usual[key] ?? first.series ?? ""
      if let index = places[name] {
        joined[index].parts.append(books)
      } else {
        places[name] = joined.count
        joined.append((name, [books]))
      }
    }
    return joined.flatMap { name, parts -> [Diagnostic] in
      let own = parts.map { SeriesLint($0).gaps }
      if parts.count == 1 { return own[0] }
      guard own.contains(where: { !$0.isEmpty }) else { return [] }
      let books = NaturalOrder.sorted(parts.flatMap { $0 }) { $0.path.split(separator: "/").map(String.init) }
      return SeriesLint(books, name: name).gaps
    }
  }

  public struct Report: Sendable {
    public var findings: [Diagnostic]
    public var spellings: [NameSpellings]
    public var recurringPages: [RecurringPage]

    /// The spellings as an alias file to review: each name under its most frequent spelling.
    public var aliasFile: String { NameSpellings.aliasFile(spellings) }
    /// The pages as a hash list for `drop`.
    public var hashList: String { RecurringPage.list(recurringPages) }
  }
}

/// What is kept of a book for comparison with others.
struct CollectionBook: Sendable {
  var path: String
  var series: String?
  /// The same for all spellings of a series' name.
  var seriesKey: String?
  /// The names whose spellings are compared.
  var names: [MetadataField: [String]]
  /// The run of the series, if several are told apart.
  var run: String
  var number: BookNumber?
  var volume: BookNumber?
  var count: Int?
  var language: String?
  var direction: Direction?
  /// The series' fields that have a value.
  var fields: [MetadataField: String]
  /// Annual, TPB…: each format is numbered separately.
  var format: String
  /// Empty if a page has no print, because such books cannot be compared.
  var pages: [PagePrint]

  /// Fields that should be the same in all books of a series.
  static let compared: [MetadataField] = [
    .publisher, .imprint, .localizedSeries, .seriesSort, .ageRating, .isManga,
  ]

  /// Fields with names whose spellings are compared.
  static let named: [MetadataField] = [.series, .publisher, .imprint, .credits]

  init(_ survey: BookSurvey) {
    let metadata = survey.metadata
    path = survey.path
    series = metadata.series
    seriesKey = metadata.series.map { NameLikeness.key($0) }
    names = [:]
    names[.series] = metadata.series.map { [$0] }
    names[.publisher] = metadata.publisher.map { [$0] }
    names[.imprint] = metadata.imprint.map { [$0] }
    names[.credits] = (metadata.credits ?? []).map(\.name).withoutRepeats
    run = (metadata.seriesVolume ?? metadata.startYear).map { String($0) } ?? ""
    // As `normalize` does: `#3` is 3.
    number = (metadata.number ?? metadata.chapter)?.normalized
    volume = metadata.volume?.normalized
    count = number == nil ? metadata.volumeCount ?? metadata.count : metadata.count
    language = metadata.language
    direction = metadata.direction
    fields = [:]
    for field in CollectionBook.compared { fields[field] = metadata[field]?.value.text }
    format = metadata.format?.caseFolded ?? ""
    let prints = survey.pages.compactMap(\.print)
    pages = prints.count == survey.pages.count ? prints : []
  }
}
