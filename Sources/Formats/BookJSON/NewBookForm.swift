public import BookModel
public import Diagnostics
import Markup

/// What a reader program says about the book it has read: the form of `BookForm`, with the pages identified
/// by their files.
public struct NewBookForm {
  public private(set) var metadata = Metadata()
  public private(set) var outline: [OutlineNode] = []
  public private(set) var stories: [Story] = []
  /// The pages in reading order; nil if the program lists none.
  public private(set) var pages: [Page]?

  /// Reads the form. Empty input says nothing about the book.
  ///
  /// - Parameters:
  ///   - files: the available pictures by name, in the order to use if the program gives none.
  ///   - origin: the origin of the metadata.
  /// - Throws: `json-malformed`, `book-json`.
  public init(
    _ bytes: [UInt8], files: [(name: String, page: Page)], origin: Origin, limits: Limits = Limits()
  ) throws(Diagnostic) {
    guard bytes.contains(where: { $0 > 0x20 }) else { return }
    let members = try JSONPlace(try parseJSON(bytes, limits: limits))
      .members(["book", "direction", "metadata", "outline", "stories", "pages"])
    guard let version = members["book"] else {
      throw .error(
        .bookJSON, "the document has no 'book'", remedy: "begin with \"book\": \(BookForm.version)")
    }
    guard try version.integer() == BookForm.version else {
      throw version.fault("must be \(BookForm.version), the version of the form")
    }
    if let place = members["metadata"], !place.isNull {
      for (field, value) in try place.metadataFields() { metadata.set(field, to: value, from: origin) }
    }
    if let place = members["direction"], !place.isNull {
      metadata.set(.direction, to: .direction(try place.word(Direction.self)), from: origin)
    }
    if let place = members["pages"], !place.isNull { pages = try NewBookForm.pages(place, files) }
    let targets = JSONPlace.Targets(pages: (pages ?? files.map(\.page)).map(\.id))
    if let place = members["outline"], !place.isNull { outline = try place.outline(leadingTo: targets) }
    if let place = members["stories"], !place.isNull { stories = try place.stories(leadingTo: targets) }
  }

  private static func pages(
    _ place: JSONPlace, _ files: [(name: String, page: Page)]
  ) throws(Diagnostic) -> [Page] {
    let known = Dictionary(files.map { ($0.name, $0.page) }, uniquingKeysWith: { first, _ in first })
    var pages: [Page] = []
    var seen: Set<String> = []
    for item in try place.items() {
      let members = try item.members(["file", "name", "roles", "side", "double", "bookmark"])
      guard let file = members["file"] else { throw item.fault("has no 'file'") }
      let name = try file.text()
      guard var page = known[name] else { throw file.fault("is not a picture in the output folder") }
      guard seen.insert(name).inserted else { throw file.fault("is there twice") }
      if let name = members["name"] { page.sourceName = try name.text() }
      for name in ["roles", "side", "double", "bookmark"] { try members[name]?.read(name, into: &page) }
      pages.append(page)
    }
    return pages
  }
}
