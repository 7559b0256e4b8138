public import Diagnostics

/// The value that flows through a pipeline: readers make it, stages return a changed one, sinks write it.
public struct Book: Sendable {
  /// Where the book comes from.
  public var source: BookSource
  /// What is known now. A reader gives what the book itself says; the `metadata` stage decides.
  public var metadata: Metadata
  /// What each place the reader looked at says, for the `metadata` stage to choose from.
  public var found: [FoundMetadata]
  /// The pages in reading order; `items` has the sections between them, too.
  public var pages: [Page]
  /// The text that is not set yet, in the order of `items` as long as only edits change the pages.
  var placedSections: [PlacedSection] = []
  /// Why the reader made no pages of the text: it is too much to be left out. Holds as long as there are sections.
  public var textRefusal: Diagnostic?
  /// The picture that a book without pages declares as its cover; in one with pages, a page is the cover.
  public var cover: EntryReference?
  public var outline: [OutlineNode]
  public var stories: [Story]
  /// Whether the source says that its pages have a fixed size and place.
  public var isFixedLayout: Bool
  /// Metadata files and comments nobody interpreted, written by a sink of the same family.
  public var attachments: [Attachment]
  /// Files of the source that are not part of the book: system junk, and others that a receipt names.
  public var leftOut: LeftOut
  /// Whether values that stand for nothing are taken out of a document that is rewritten in place; readers pass
  /// over them in any case.
  public var removesSentinels = false
  /// Pages of the source that a stage took out, for the receipt.
  public var dropped: [DroppedPage] = []
  /// The number `inspect` prints for each of the source's pages, by the id its reader gave; empty where the book
  /// was not numbered.
  public internal(set) var sourceNumbers: [String: Int] = [:]
  /// Which part of a divided book it is; nil for a whole one.
  public var part: PartOfBook?

  public init(
    source: BookSource, metadata: Metadata = Metadata(), found: [FoundMetadata] = [], pages: [Page],
    outline: [OutlineNode] = [], stories: [Story] = [], isFixedLayout: Bool = false,
    attachments: [Attachment] = [], leftOut: LeftOut = LeftOut()
  ) {
    self.source = source
    self.metadata = metadata
    self.found = found
    self.pages = pages
    self.outline = outline
    self.stories = stories
    self.isFixedLayout = isFixedLayout
    self.attachments = attachments
    self.leftOut = leftOut
  }

  /// A book that holds text, too.
  ///
  /// - Parameter textRefusal: why no pages were made of it, where that keeps the book from being written as pages.
  public init(
    source: BookSource, metadata: Metadata = Metadata(), items: [BookItem], textRefusal: Diagnostic? = nil,
    outline: [OutlineNode] = [], stories: [Story] = [], isFixedLayout: Bool = false
  ) {
    self.init(
      source: source, metadata: metadata, pages: [], outline: outline, stories: stories,
      isFixedLayout: isFixedLayout)
    self.items = items
    self.textRefusal = textRefusal
  }

  /// Numbers the pages as they are now, from 1: done once, when a reader has given them.
  public mutating func numberSourcePages() {
    sourceNumbers = Dictionary(
      pages.enumerated().map { ($1.id.text, $0 + 1) }, uniquingKeysWith: { first, _ in first })
  }

  /// The number of the source's page that a page shows, the first of several; nil for one that was put in.
  public func sourceNumber(of page: PageID) -> Int? {
    page.origins.lazy.compactMap { sourceNumbers[$0] }.first
  }

  /// The reading direction: stated, or left-to-right where the book says that it isn't manga; else unknown.
  public var direction: Direction? {
    metadata.readingDirection
  }

  /// The mark that leads to a page: its own, else the title of the first outline node that leads to it.
  public func bookmark(of page: Page) -> String? { page.bookmark ?? outlineTitles[page.id] }

  /// The mark of every page that has one, as `bookmark(of:)` gives it, found in one walk.
  public var bookmarks: [PageID: String] {
    var marks = outlineTitles
    for page in pages { if let own = page.bookmark { marks[page.id] = own } }
    return marks
  }

  /// The title of the first outline node, in reading order, that leads to a page.
  private var outlineTitles: [PageID: String] {
    let standIns = hasSections ? pageTargets : [:]
    var titles: [PageID: String] = [:]
    for (target, title) in outline.entries {
      if let page = target.page ?? standIns[target], titles[page] == nil { titles[page] = title }
    }
    return titles
  }
}

/// Which way a book is read.
public enum Direction: String, Sendable, Hashable, CaseIterable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"
}

/// Where a book comes from, as names and templates use it.
public struct BookSource: Sendable, Hashable {
  public var path: FilePath
  /// The file's or folder's name without its extension.
  public var stem: String
  /// The name of the folder it lies in, empty where that is not known.
  public var folder: String
  /// The reader that opened it: `archive`, `epub`, `folder`.
  public var reader: String
  /// What the container really is, for people: `ZIP`, `RAR 5`, `EPUB 3.0`, `folder`.
  public var format: String
  /// Pages the source has, counted by the reader.
  public var pageCount: Int

  public init(path: FilePath, stem: String, folder: String, reader: String, format: String, pageCount: Int) {
    self.path = path
    self.stem = stem
    self.folder = folder
    self.reader = reader
    self.format = format
    self.pageCount = pageCount
  }
}

/// A page that a stage took out of the book, named so that it can be found again.
public struct DroppedPage: Sendable, Hashable {
  public var page: PageID
  /// The name the source has for the page.
  public var name: String
  /// Bytes of the picture as the source holds it; nil for a page that was no entry.
  public var byteCount: Int?
  /// SHA-256 of those bytes, in lower-case hexadecimal.
  public var sha256: String?

  public init(page: PageID, name: String, byteCount: Int?, sha256: String?) {
    self.page = page
    self.name = name
    self.byteCount = byteCount
    self.sha256 = sha256
  }
}

/// A metadata file or archive comment nobody interpreted, carried as bytes.
public struct Attachment: Sendable, Hashable {
  public var kind: Kind
  public var bytes: [UInt8]

  public enum Kind: Sendable, Hashable {
    /// A file that belongs at the root of an archive, under this name.
    case file(String)
    /// A ZIP's comment.
    case archiveComment
  }

  public init(_ kind: Kind, bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }
}

/// The files of a source that are not part of the book.
public struct LeftOut: Sendable, Hashable {
  /// System files (`__MACOSX`, `Thumbs.db`…): counted only.
  public var junkCount: Int
  /// Everything else, by name.
  public var names: [String]

  public init(junkCount: Int = 0, names: [String] = []) {
    self.junkCount = junkCount
    self.names = names
  }
}
