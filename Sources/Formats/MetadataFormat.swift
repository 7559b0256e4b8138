public import BookModel
public import Diagnostics

/// One form in which metadata lies inside a book's file: a file at the archive's root, or the archive's comment.
public protocol MetadataFormat: Sendable {
  /// As kept elements, messages and the documentation say: `ComicInfo`.
  static var name: String { get }
  static var place: MetadataPlaceInArchive { get }

  /// Reads whatever can be read. Never fails: what is wrong is told in the reading's warnings.
  ///
  /// - Parameter origin: where the document lies; its `detail` names it in warnings.
  static func read(_ bytes: [UInt8], origin: Origin, limits: Limits) -> MetadataReading

  /// A new document. The same statement gives the same bytes.
  static func write(_ statement: MetadataStatement) -> MetadataWriting

  /// A document changed so that it makes a statement. Only what has another meaning now is touched: unknown
  /// elements, attributes, order, white space and, where `statement.pages` is nil, the page list stay.
  ///
  /// - Returns: nil where nothing changes, so that the bytes stay as they are.
  /// - Throws: `metadata-not-understood` for a document that says nothing this format knows: it is never
  ///   written over.
  static func rewrite(
    _ previous: [UInt8], saying statement: MetadataStatement, limits: Limits
  ) throws(Diagnostic) -> MetadataWriting?
}

extension MetadataFormat {
  /// What messages and origins call a document of the format: its file's name, or the format's.
  public static var documentName: String { if case .file(let name) = place { name } else { name } }
}

extension Attachment {
  /// Whether it lies where a format's document does, whatever it holds.
  public func isDocument(of format: any MetadataFormat.Type) -> Bool {
    switch (kind, format.place) {
    case (.file(let name), .file(let own)): name.caseFolded == own.caseFolded
    case (.archiveComment, .comment): true
    default: false
    }
  }
}

/// Where a format's document lies in an archive.
public enum MetadataPlaceInArchive: Hashable, Sendable {
  /// A file at the root, under this name.
  case file(String)
  /// The archive's comment.
  case comment
}

/// What a document says, as far as it could be read.
public struct MetadataReading: Hashable, Sendable {
  public var metadata = Metadata()
  /// What it says of single pages, in the order of its list.
  public var pages: [PageInfo] = []
  /// The stories it lists, in order.
  public var stories: [Story] = []
  public var warnings: [Diagnostic] = []
  /// False where the document was not understood at all. It is then never written over.
  public var isReadable = true

  public init() {}

  /// The same, its warnings saying which document they are about.
  func told(of origin: Origin) -> MetadataReading {
    var told = self
    for index in told.warnings.indices where told.warnings[index].place.entry == nil {
      told.warnings[index].place.entry = origin.detail
    }
    return told
  }
}

extension [Diagnostic] {
  /// The first few repairs of a document, and how many more there were.
  var brief: [Diagnostic] {
    guard count > 3, let rule = first?.rule else { return self }
    return prefix(2) + [.warning(rule, "\(count - 2) more repairs like these")]
  }
}

/// What a document is to say, and for whom.
public struct MetadataStatement: Sendable {
  public var book: Book
  /// The pages as they were written; nil where they are not written anew, and what a document says of them
  /// stays.
  public var pages: [WrittenPage]?
  /// What the book said when it was read. A document that is rewritten keeps its own word on every field that
  /// is the same now; nil makes it say all that is known.
  public var base: Metadata?
  /// The reader the document is for.
  public var target = MetadataTarget.standard
  /// The version of ComicInfo; other formats have one only.
  public var comicInfo = ComicInfoVersion.auto

  public init(
    _ book: Book, pages: [WrittenPage]? = nil, base: Metadata? = nil, target: MetadataTarget = .standard
  ) {
    self.book = book
    self.pages = pages
    self.base = base
    self.target = target
  }

  /// The number of pages a document is to name: of those written, else of the book.
  var pageCount: Int { pages?.count ?? book.pages.count }

  /// What a document that says `own` is to say: its own word where nobody changed anything.
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

  /// The stories a document that lists `own` is to list.
  func stories(over own: [Story]) -> [Story] { book.stories.isEmpty ? own : book.stories }
}

/// A document as bytes, and what could not be said in it.
public struct MetadataWriting: Hashable, Sendable {
  public var bytes: [UInt8]
  public var warnings: [Diagnostic]

  public init(_ bytes: [UInt8], warnings: [Diagnostic] = []) {
    self.bytes = bytes
    self.warnings = warnings
  }
}

extension Book {
  /// What the book's own file says, its formats in the order they are believed in: what a reader gave before
  /// any stage chose or changed.
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
