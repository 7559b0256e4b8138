public import Archives
public import BookModel
public import Diagnostics
public import Formats

/// A reader with its settings, ready to work.
public protocol ReadyReader: Sendable {
  var name: String { get }
  /// Whether a source is one of its own, judged by content.
  func claims(_ probe: SourceProbe) -> Bool
  /// Reads the book. Containers it opens are handed to the context, which keeps them for the pictures.
  func read(_ probe: SourceProbe, in context: any ReadContext) async throws(Diagnostic) -> Book
}

/// Opens a source and gives a book: metadata, contents and pages in reading order. Decodes no picture.
public protocol Reader: Plugin, ReadyReader {
  /// Extensions of the files it reads, in lower case, for help and for expanding folders.
  static var fileExtensions: [String] { get }
  /// Whether a source is one of its own, judged by content; the first reader in the catalogue that says so
  /// reads it. Cheap: looks at the probe, and at most at a listing.
  static func claims(_ probe: SourceProbe) -> Bool
}

extension Reader {
  public func claims(_ probe: SourceProbe) -> Bool { Self.claims(probe) }
}

/// What is known about a source before it is opened.
public struct SourceProbe: Sendable {
  public var path: FilePath
  public var isFolder: Bool
  /// The first bytes of a file (up to 4096), empty for a folder.
  public var head: [UInt8]
  /// What those bytes say.
  public var kind: ContainerKind?
  /// Names in the same folder, for sidecars and volumes; empty where it cannot be listed.
  public var siblings: Siblings
  /// Whether it is the only book among the inputs that lie in its folder, so that a sidecar without a
  /// name of its own belongs to it.
  public var isOnlyBookInFolder: Bool

  public init(
    path: FilePath, isFolder: Bool, head: [UInt8], kind: ContainerKind?, siblings: Siblings = [],
    isOnlyBookInFolder: Bool = true
  ) {
    self.path = path
    self.isFolder = isFolder
    self.head = head
    self.kind = kind
    self.siblings = siblings
    self.isOnlyBookInFolder = isOnlyBookInFolder
  }
}
