import BookModel
import Diagnostics
import Engine
import Formats
import Imaging
import PluginKit

/// One page of a report.
struct ReportedPage: Sendable {
  /// Its number, from 1, among the pages written or, for a book that failed, among those planned.
  var number: Int
  /// The name it was written under, once known.
  var entry: String?
  var sourceNames: [String]
  var recipe: String
  var roles: [PageRole]
  var side: PageSide?
  var bookmark: String?
  var how: Making
  var why: String?
  var size: Size
  var bytes: Int
  var format: ImageFormat
  /// The thumbnail's address in the report; nil if there is none.
  var picture: String?
  /// Thumbnails of the pictures it was made from, for pages that are not copies.
  var sources: [String?] = []

  /// Whether it would look small among upright pages.
  var isWide: Bool { size.width > size.height }

  init(_ page: RenderedPage, why: String?, of planned: PlannedBook) {
    number = page.index + 1
    sourceNames = page.page.picture.entries.map(\.name)
    recipe = page.page.picture.recipe
    roles = page.page.roles
    side = page.page.side
    bookmark = page.page.bookmark
    how = page.how
    self.why = why
    size = page.facts.size
    bytes = page.image.bytes.count
    format = page.image.format
  }
}

/// What a report shows of one book, once it is written.
struct ReportedBook: Sendable {
  let number: Int
  /// As rendered, keyed by ID.
  var pages: [PageID: ReportedPage] = [:]
  /// In the order written; filled in at the end.
  var ordered: [ReportedPage] = []
  var dropped: [(page: DroppedPage, picture: String?)] = []
  var openings: [ReportedOpening] = []
  /// Whether a stage paired the pages; if not, openings are those that reader programs usually form.
  var isPaired = false
  var direction: Direction?
  var changes: [FieldChange] = []
  /// Fields that did not change.
  var kept: [(field: MetadataField, entry: Metadata.Entry)] = []

  init(number: Int) { self.number = number }

  mutating func finish(_ book: Book, _ planned: PlannedBook, _ output: Receipt.Output) {
    let entries = output.pages.compactMap(\.outputEntry)
    let marks = book.bookmarks
    for (index, page) in book.pages.enumerated() {
      guard var reported = pages[page.id] else { continue }
      if entries.indices.contains(index) { reported.entry = entries[index] }
      reported.number = index + 1
      reported.bookmark = marks[page.id]
      ordered.append(reported)
    }
    pages = [:]
    direction = book.direction
    changes = FieldChange.all(
      from: planned.read.metadata, to: book.metadata, decided: book.metadata)
    let changed = Set(changes.map(\.field))
    kept = book.metadata.fields.filter { !changed.contains($0) }.compactMap { field in
      book.metadata[field].map { (field, $0) }
    }
    let paired = book.openings
    isPaired = !paired.isEmpty
    openings = isPaired ? paired.map { ReportedOpening($0) } : usualOpenings(book)
  }

  /// Includes the pages that were rendered before the book failed.
  mutating func fail() {
    ordered = pages.values.sorted { $0.number < $1.number }
    pages = [:]
  }

  /// The openings as formed by reader programs that show two pages at once.
  private func usualOpenings(_ book: Book) -> [ReportedOpening] {
    let facts = ordered.map { page in
      ViewerModel.PageFacts(
        size: page.size, isFrontCover: page.roles.contains(.frontCover),
        isBackCover: page.roles.contains(.backCover))
    }
    let isMirrored = book.direction == .rightToLeft
    return ViewerModel.commonOpenings(of: facts).map { pages in
      if pages.count == 2 {
        return isMirrored
          ? ReportedOpening(left: pages[1], right: pages[0])
          : ReportedOpening(left: pages[0], right: pages[1])
      }
      if facts[pages[0]].isWide { return ReportedOpening(center: pages[0]) }
      // The cover is on the side from which the next page will be turned.
      let isFirst = pages[0] == 0
      return isFirst != isMirrored ? ReportedOpening(right: pages[0]) : ReportedOpening(left: pages[0])
    }
  }
}

/// One opening, given by page numbers from 0.
struct ReportedOpening: Sendable, Hashable {
  var left: Int?
  var right: Int?
  var center: Int?
  var reason = ""

  init(left: Int? = nil, right: Int? = nil, center: Int? = nil) {
    (self.left, self.right, self.center) = (left, right, center)
  }

  init(_ opening: Opening) {
    left = opening.page(on: .left)
    right = opening.page(on: .right)
    center = opening.page(on: .center)
    reason = opening.reason
  }
}

/// What the page of all books shows about one book.
struct ReportRow: Sendable {
  let number: Int
  /// The first page's thumbnail.
  var cover: String?
  var title: String
  var changedFields: Int
  /// The words that a search looks at: title, paths, rules.
  var words: String

  init(_ book: ReportedBook, _ receipt: Receipt) {
    number = book.number
    cover = book.ordered.first?.picture
    title = receipt.title
    changedFields = book.changes.count
    let rules = receipt.diagnostics.map(\.rule.id)
    words = ([title, receipt.name, receipt.output?.path?.display ?? ""] + rules)
      .joined(separator: " ").lowercased()
  }
}

extension Receipt {
  /// The book's name in a report: series, number and title as far as known, otherwise the file's name.
  var title: String {
    var parts: [String] = []
    if let series = metadata.series { parts.append(series) }
    if let number = metadata.number { parts.append("#\(number.text)") }
    if let volume = metadata.volume { parts.append("v\(volume.text)") }
    if let own = metadata.title { parts.append(parts.isEmpty ? own : "– \(own)") }
    return parts.isEmpty ? sources.count == 1 ? sources[0].path.nameText : name : parts.joined(separator: " ")
  }
}
