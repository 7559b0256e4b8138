/// One piece of flowing text among a book's items: a document of an EPUB's spine, before it is set.
///
/// It names the document and holds what its place in the book says about it. What is inside is read from the entry by
/// whoever sets it.
public struct Section: Sendable, Hashable {
  public let id: SectionID
  /// The document. References in it are relative to the entry's name, unless the document says otherwise.
  public var entry: EntryReference
  /// What the book's contents call it; nil where they don't lead to it.
  public var title: String?
  /// What it is in its book, in the words used for pages: pages set from it can take them over.
  public var roles: [PageRole]
  /// The language its root element states, a BCP 47 tag; nil: the book's.
  public var language: String?

  public init(
    id: SectionID? = nil, entry: EntryReference, title: String? = nil, roles: [PageRole] = [],
    language: String? = nil
  ) {
    self.id = id ?? SectionID(entry)
    self.entry = entry
    self.title = title
    self.roles = roles
    self.language = language
  }

  /// The name the source has for it, for people.
  public var sourceName: String { entry.name }
}

/// Names a section for as long as the book lives; like a `PageID`, never made from a path, a time or a run.
public struct SectionID: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  /// A section that is one entry. `occurrence` counts from 0 where the reading order has it more than once.
  public init(_ entry: EntryReference, occurrence: Int = 0) {
    let again = occurrence == 0 ? "" : "~\(occurrence)"
    text = "section:\(entry.source.ordinal):\(entry.key):\(entry.name)\(again)"
  }

  /// The section of a source that was gathered into a book with others, under its key.
  func within(_ key: String) -> SectionID { SectionID(sourcePlace: PageID.text(text, within: key)) }

  /// A section that is named by its place in the source.
  public init(sourcePlace: String) { text = "section:" + sourcePlace }

  public var description: String { text }
}
