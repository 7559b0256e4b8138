public import BookModel
public import Diagnostics

/// A form in which metadata is stored inside a book's file: a file at the archive's root or the archive's
/// comment.
public protocol MetadataFormat: Sendable {
  /// The name used by kept elements, messages and the documentation: `ComicInfo`.
  static var name: String { get }
  static var place: MetadataPlaceInArchive { get }

  /// Reads as much as it can. Never fails: problems are reported in the reading's warnings.
  ///
  /// - Parameter origin: where the document is; its `detail` names it in warnings.
  static func read(_ bytes: [UInt8], origin: Origin, limits: Limits) -> MetadataReading

  /// A new document. The same statement always gives the same bytes.
  static func write(_ statement: MetadataStatement) -> MetadataWriting

  /// A document changed to match a statement. Only what now has a different meaning is changed: unknown
  /// elements, attributes, order, white space and, if `statement.pages` is nil, the page list stay as they
  /// are.
  ///
  /// - Returns: nil if nothing changes, so that the bytes stay as they are.
  /// - Throws: `metadata-not-understood` for a document in which this format recognizes nothing; such a
  ///   document is never overwritten.
  static func rewrite(
    _ previous: [UInt8], saying statement: MetadataStatement, limits: Limits
  ) throws(Diagnostic) -> MetadataWriting?
}

extension MetadataFormat {
  /// The document's name in messages and origins: the file's name or, for a comment, the format's.
  public static var documentName: String { if case .file(let name) = place { name } else { name } }
}

extension Attachment {
  /// Whether the metadata came from where the format's document is stored, whatever that contains.
  public func isDocument(of format: any MetadataFormat.Type) -> Bool {
    switch (kind, format.place) {
    case (.file(let name), .file(let own)): name.caseFolded == own.caseFolded
    case (.archiveComment, .comment): true
    default: false
    }
  }
}

/// Where a format's document is stored in an archive.
public enum MetadataPlaceInArchive: Hashable, Sendable {
  /// A file of this name at the root.
  case file(String)
  /// The archive's comment.
  case comment
}

/// What a document says, as far as it can be read.
public struct MetadataReading: Hashable, Sendable {
  public var metadata = Metadata()
  /// What it says about individual pages, in the order of its list.
  public var pages: [PageInfo] = []
  /// The stories it lists, in order.
  public var stories: [Story] = []
  public var warnings: [Diagnostic] = []
  /// False if the document was not understood at all; it is then never overwritten.
  public var isReadable = true

  public init() {}

  /// The same reading, with warnings that name the document they are about.
  func told(of origin: Origin) -> MetadataReading {
    var told = self
    for index in told.warnings.indices where told.warnings[index].place.entry == nil {
      told.warnings[index].place.entry = origin.detail
    }
    return told
  }
}

extension [Diagnostic] {
  /// The first few repairs of a document and the number of further ones.
  var brief: [Diagnostic] {
    guard count > 3, let rule = first?.rule else { return self }
    return prefix(2) + [.warning(rule, "\(count - 2) more repairs like these")]
  }
}

/// What to write into a document, and for which reader.
public struct MetadataStatement: Sendable {
  public var book: Book
  /// The pages as written; nil if they are not rewritten and the document's own list stays.
  public var pages: [WrittenPage]?
  /// The book's metadata when it was read. A document that is rewritten keeps its own value for every field
  /// that has not changed since; if nil, everything known is written.
  public var base: Metadata?
  /// The reader the document is meant for.
  public var target = MetadataTarget.standard
  /// The version of ComicInfo to write; other formats have only one.
  public var comicInfo = ComicInfoVersion.auto

  public init(
    _ book: Book, pages: [WrittenPage]? = nil, base: Metadata? = nil, target: MetadataTarget = .standard
  ) {
    self.book = book
    self.pages = pages
    self.base = base
    self.target = target
  }

  /// The page count to state: that of the written pages or, without them, of the book.
  var pageCount: Int { pages?.count ?? book.pages.count }

  /// The metadata to write into a document that says `own`: its own values except where the book's have
  /// changed.
  func metadata(over own: Metadata) -> Metadata {
    guard let base else { return book.metadata }
    var result = own
    for field in MetadataField.allCases
    where !MetadataValue.areIdentical(base[field]?.value, book.metadata[field]?.value) {
      let entry = book.metadata[field]
      result.set(field, to: entry?.value, from: entry?.origin ?? Origin(.embedded))
    }
    return result
  }

  /// The stories to write into a document that lists `own`.
  func stories(over own: [Story]) -> [Story] { book.stories.isEmpty ? own : book.stories }
}

/// A document as bytes, with warnings about what it could not express.
public struct MetadataWriting: Hashable, Sendable {
  public var bytes: [UInt8]
  public var warnings: [Diagnostic]

  public init(_ bytes: [UInt8], warnings: [Diagnostic] = []) {
    self.bytes = bytes
    self.warnings = warnings
  }
}

extension Book {
  /// What the book's own file says, with its formats in order of precedence: the metadata as the reader found
  /// it, before any stage chose or changed anything.
  public var embeddedMetadata: Metadata {
    found.filter { $0.origin.kind == .embedded }.reduce(into: Metadata()) { $0.fillGaps(from: $1.metadata) }
  }
}

extension Rule {
  public static let metadataNotUnderstood = Rule(
    "metadata-not-understood", .metadata,
    "A metadata document was not understood; it is never overwritten, and stays as it is.",
    advice: "Fix the document or remove it; until then it is carried over unchanged.")
  public static let metadataRepaired = Rule(
    "metadata-repaired", .metadata,
    "A metadata document was not well-formed, and was rewritten from what could be read of it.",
    advice: "Check that nothing is missing in the new document.")
}
