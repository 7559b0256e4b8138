import BookModel
public import Diagnostics

/// Checks that need a whole collection. Takes books one by one, in any order, and keeps little of each: the names
/// and numbers that are compared, and twelve bytes or so a page.
public struct CollectionLint: Sendable {
  private var books: [CollectionBook] = []

  public init() {}

  public mutating func add(_ survey: BookSurvey) { books.append(CollectionBook(survey)) }

  /// Takes in what another has taken.
  public mutating func add(_ other: CollectionLint) { books += other.books }

  public var bookCount: Int { books.count }

  /// What the collection as a whole says. The same books give the same report, whatever the order they came in.
  public func report() -> Report {
    let books = NaturalOrder.sorted(self.books) { $0.path.split(separator: "/").map(String.init) }
    let copies = SamePictures(books)
    let series = Dictionary(grouping: books.indices.filter { books[$0].seriesKey != nil }) {
      books[$0].seriesKey ?? ""
    }.sorted { $0.value[0] < $1.value[0] }.map { $0.value.map { books[$0] } }
    let spellings = series.compactMap(SeriesSpellings.init)
    let recurring = RecurringPage.find(in: copies.firsts.map { books[$0] })
    var findings = copies.findings(books) + spellings.flatMap(\.findings) + recurring.map(\.finding)
    for books in series { findings += SeriesLint(books).findings }
    return Report(findings: findings, spellings: spellings, recurringPages: recurring)
  }

  public struct Report: Sendable {
    public var findings: [Diagnostic]
    public var spellings: [SeriesSpellings]
    public var recurringPages: [RecurringPage]

    /// The spellings as an alias file to review: each series under the spelling most books have.
    public var aliasFile: String { SeriesSpellings.aliasFile(spellings) }
    /// The pages as a list for `drop`.
    public var hashList: String { RecurringPage.list(recurringPages) }
  }
}

/// What is kept of a book to compare it with others.
struct CollectionBook: Sendable {
  var path: String
  var series: String?
  /// What spellings of one series have in common.
  var seriesKey: String?
  /// Which run of the series, where several are told apart.
  var run: String
  var number: BookNumber?
  var volume: BookNumber?
  var count: Int?
  var language: String?
  var direction: Direction?
  /// Of a series' fields the ones that say something.
  var fields: [MetadataField: String]
  /// Annual, TPB…: numbers are counted for each anew.
  var format: String
  /// Empty where a page has none, so that books can be compared.
  var pages: [PagePrint]

  /// Fields of which all books of a series should say the same.
  static let compared: [MetadataField] = [
    .publisher, .imprint, .localizedSeries, .seriesSort, .ageRating, .isManga,
  ]

  init(_ survey: BookSurvey) {
    let metadata = survey.metadata
    path = survey.path
    series = metadata.series
    seriesKey = metadata.series.map(SeriesSpellings.key)
    run = (metadata.seriesVolume ?? metadata.startYear).map { String($0) } ?? ""
    number = metadata.number ?? metadata.chapter
    volume = metadata.volume
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
