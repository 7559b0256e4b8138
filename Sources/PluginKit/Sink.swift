public import Archives
public import BookModel
public import Diagnostics
public import Formats
public import Imaging

/// A sink with its settings, ready to work: a `WritingSink` or a `RewritingSink`.
public protocol ReadySink: Sendable {
  var name: String { get }
  /// The reader program its metadata is written for; `standard` where it is for all.
  var metadataTarget: MetadataTarget { get }
  /// The items it can hold. A sink of pages leaves sections out and names them; it refuses a book of nothing but text.
  var takes: Set<ItemKind> { get }
  /// The picture formats it can hold; pages in others are written in one of these. Nil: all.
  var formats: Set<ImageFormat>? { get }
}

/// A sink that makes an output of its own of each book.
public protocol WritingSink: ReadySink {
  /// Extensions of what it writes, the usual one first, in lower case; empty for folders.
  var fileExtensions: [String] { get }
  var output: OutputKind { get }
  /// The pictures it needs of every page beside the page's own; none by default. Each has a name of its own.
  var renditions: [Rendition] { get }

  /// Begins one output.
  func begin(_ book: Book, _ output: OutputTarget, in context: any BookContext) async throws(Diagnostic)
    -> any SinkSession

  /// Reads a finished output again, still under its temporary name, and checks that all of the manifest is
  /// there and nothing else. Blocks.
  func verify(_ output: FilePath, against manifest: OutputManifest) throws(Diagnostic) -> OutputDigest

  /// Whether a folder that it wrote can hold a file of this path inside. A folder that holds any other is somebody
  /// else's, and no output takes its place.
  func canHold(_ components: [String]) -> Bool
}

/// Writes books. The engine plans the destination, opens the temporary output, renders pages and hands them
/// over in order; a sink only decides names and bytes, and cannot reach a final path.
public protocol Sink: Plugin, WritingSink {
  /// Extensions that name it behind `-o`, the usual one first, in lower case; empty for folders.
  static var fileExtensions: [String] { get }
  static var output: OutputKind { get }
  /// The items it can hold; pages alone, unless it says otherwise.
  static var takes: Set<ItemKind> { get }
  /// The picture formats it can hold, PNG among them; nil, unless it says otherwise: all.
  static var formats: Set<ImageFormat>? { get }
}

public enum OutputKind: Sendable, Hashable {
  case file, folder
}

/// Where a sink writes: a file being written, or a folder being filled. Neither is visible under its final name.
public enum OutputTarget: Sendable {
  case file(OutputFile)
  case folder(OutputFolder)
}

/// One output under way. Used by one task at a time.
public protocol SinkSession: AnyObject, Sendable {
  /// Takes the next page; pages come in reading order.
  func write(_ page: RenderedPage) throws(Diagnostic)
  /// Ends the output with the book as it has become (pages that damage removed are gone from it).
  ///
  /// - Returns: what must now be found in the output when it is read again.
  func finish(_ book: Book) throws(Diagnostic) -> OutputManifest
  /// What its sink is to find again of the book when it publishes, behind `finish`: small, and the same of the same
  /// book. Nil for sinks that publish nothing.
  var record: JSON? { get }
}

extension SinkSession {
  public var record: JSON? { nil }
}

/// A page ready to be written.
public struct RenderedPage: Sendable {
  public var page: Page
  /// The page's index among those planned, from 0: a gap where damage removed one.
  public var index: Int
  public var image: EncodedImage
  public var facts: PictureFacts
  public var how: Making
  /// The renditions the sink asked for, by their names; none where the page's picture cannot be decoded.
  public var renditions: [String: RenderedPicture]

  public init(
    page: Page, index: Int, image: EncodedImage, facts: PictureFacts, how: Making,
    renditions: [String: RenderedPicture] = [:]
  ) {
    self.page = page
    self.index = index
    self.image = image
    self.facts = facts
    self.how = how
    self.renditions = renditions
  }
}

/// How a page was made.
public enum Making: String, Sendable, Hashable, CaseIterable {
  /// The source's bytes, untouched.
  case copied
  /// Every sample is one of the source's: by coefficients, or decoded and stored by a lossless codec.
  case lossless
  case reencoded = "re-encoded"
  /// Not from any source: blanks, set text.
  case drawn
}

extension ReadySink {
  public var takes: Set<ItemKind> { [.pages] }
  public var formats: Set<ImageFormat>? { nil }
}

extension WritingSink {
  public var renditions: [Rendition] { [] }
  // A sink that says nothing of its files replaces no folders but those that the ledger knows.
  public func canHold(_ components: [String]) -> Bool { false }
}

extension Sink {
  public static var takes: Set<ItemKind> { [.pages] }
  public var takes: Set<ItemKind> { Self.takes }
  public static var formats: Set<ImageFormat>? { nil }
  public var formats: Set<ImageFormat>? { Self.formats }
  public var fileExtensions: [String] { Self.fileExtensions }
  public var output: OutputKind { Self.output }
  public var metadataTarget: MetadataTarget { .standard }
}
