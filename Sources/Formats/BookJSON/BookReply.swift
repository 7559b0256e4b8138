public import BookModel
public import Diagnostics
import Markup

/// A program's reply to the book it was given, read and compared with that book.
///
/// A missing member says nothing, null removes, and a value equal to the old one changes nothing.
public struct BookReply {
  /// Pages that the program left out of its list.
  public private(set) var removed: [Page] = []
  private let book: Book
  private let form: JSON
  private var fields: [(field: MetadataField, value: MetadataValue?)] = []
  private var pages: [PageID: Page] = [:]
  /// The pages to keep, in the new order; nil if the program gave no list.
  private var order: [PageID]?
  private var outline: [OutlineNode]?
  private var stories: [Story]?

  private static let changeable = ["direction", "metadata", "outline", "stories", "pages"]
  private static let fixed = [
    "options", "source", "fixedLayout", "kept", "found", "sections", "cover", "refusal", "attachments",
    "leftOut",
    "junk",
  ]

  /// Reads a reply.
  ///
  /// - Parameters:
  ///   - form: the JSON that the program was given, `BookForm(book).json`.
  /// - Throws: `json-malformed`; `book-json` with the path of the mistake.
  public init(_ bytes: [UInt8], to book: Book, as form: JSON, limits: Limits = Limits()) throws(Diagnostic) {
    self.book = book
    self.form = form
    guard bytes.contains(where: { $0 > 0x20 }) else {
      throw .error(
        .bookJSON, "the program returned no book",
        remedy: "print the book's JSON on standard output, changed or not")
    }
    let members = try JSONPlace(try parseJSON(bytes, limits: limits))
      .members(["book"] + BookReply.changeable + BookReply.fixed)
    guard let version = members["book"] else {
      throw .error(.bookJSON, "the document has no 'book'", remedy: "return the object you were given")
    }
    guard try version.integer() == BookForm.version else {
      throw version.fault("must be \(BookForm.version), the version of the form")
    }
    for name in BookReply.fixed {
      if let place = members[name], !place.says(form[name]) { throw place.fault("cannot be changed") }
    }
    if let place = members["metadata"] { try readMetadata(place) }
    if let place = members["direction"], !place.says(form["direction"]) { try readDirection(place) }
    if let place = members["pages"] { try readPages(place) }
    let targets = JSONPlace.Targets(pages: book.pages.map(\.id), sections: book.sections.map(\.id))
    if let place = members["outline"], !place.says(form["outline"]) {
      outline = place.isNull ? [] : try place.outline(leadingTo: targets)
    }
    if let place = members["stories"], !place.says(form["stories"]) {
      stories = place.isNull ? [] : try place.stories(leadingTo: targets)
    }
  }

  // MARK: Metadata

  private mutating func readMetadata(_ place: JSONPlace) throws(Diagnostic) {
    guard !place.isNull else {
      fields = book.metadata.fields.map { ($0, nil) }
      return
    }
    fields = try place.metadataFields().filter { field, value in
      !MetadataValue.areIdentical(value, book.metadata[field]?.value)
    }
  }

  private mutating func readDirection(_ place: JSONPlace) throws(Diagnostic) {
    let direction = place.isNull ? nil : try place.word(Direction.self)
    let value = direction.map { MetadataValue.direction($0) }
    if let other = fields.first(where: { $0.field == .direction }), other.value != value {
      throw place.fault("and 'metadata.direction' do not agree", "change one of them")
    }
    fields.append((.direction, value))
  }

  // MARK: Pages

  private mutating func readPages(_ place: JSONPlace) throws(Diagnostic) {
    let known = Dictionary(
      book.pages.map { ($0.id.text, $0) }, uniquingKeysWith: { first, _ in first })
    let given = Dictionary(
      (form["pages"]?.elements ?? []).map { ($0["id"], $0) }, uniquingKeysWith: { first, _ in first })
    var order: [PageID] = []
    for item in try place.items() {
      let members = try item.members(BookReply.pageMembers)
      guard let id = members["id"] else { throw item.fault("has no 'id'") }
      guard var page = known[try id.text()] else {
        throw id.fault("is not a page of the book", "pages can be reordered or left out, but not added")
      }
      guard pages[page.id] == nil else { throw id.fault("is there twice") }
      try read(members, into: &page, given: given[id.value] ?? .null)
      pages[page.id] = page
      order.append(page.id)
    }
    guard !order.isEmpty || book.pages.isEmpty else {
      throw place.fault("is empty", "leave 'pages' out to leave the pages as they are")
    }
    removed = book.pages.filter { pages[$0.id] == nil }
    self.order = order
  }

  private static let pageMembers = [
    "id", "number", "name", "file", "picture", "format", "width", "height", "bytes", "color", "roles", "side",
    "double", "bookmark",
  ]

  private func read(
    _ members: [String: JSONPlace], into page: inout Page, given: JSON
  ) throws(Diagnostic) {
    for name in BookReply.pageMembers {
      guard let place = members[name], !place.says(given[name]) else { continue }
      switch name {
      case "roles", "side", "double", "bookmark": try place.read(name, into: &page)
      case "number":
        throw place.fault(
          "cannot be changed",
          "a number names a page of the book as it was given; the order of the list is the new order")
      default: throw place.fault("cannot be changed")
      }
    }
  }

  // MARK: Applying the reply

  /// The book as the program wants it. As with every edit, links to a removed page move on to another page.
  ///
  /// - Parameter origin: the origin recorded for changed metadata.
  /// - Returns: the book, and diagnostics about marks that pointed to removed pages.
  public func changed(from origin: Origin) -> (book: Book, told: [Diagnostic]) {
    var book = book
    for (field, value) in fields { book.metadata.set(field, to: value, from: origin) }
    if !pages.isEmpty { book.pages = book.pages.map { pages[$0.id] ?? $0 } }
    if let outline { book.outline = outline }
    if let stories { book.stories = stories }
    var told: [Diagnostic] = []
    if !removed.isEmpty { told += book.apply(.remove(removed.map(\.id))) }
    if let order, order != book.pages.map(\.id) { told += book.apply(.reorder(order)) }
    return (book, told)
  }
}

extension JSON {
  fileprivate var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
}
