public import Archives
public import BookModel
public import Diagnostics
public import Imaging
public import Programs
public import Publications

/// What a run lends to plugins working on one book. Effects go through it, so that plugins stay pure.
public protocol BookContext: PublicationContext {
  var limits: Limits { get }
  /// Reports something without stopping: it ends up in the receipt, in the order reported.
  func report(_ diagnostic: Diagnostic)
  /// A picture's facts, from headers and arithmetic; nil where they depend on its pixels. Remembered.
  ///
  /// - Throws: rules of category `damage` where a header makes no sense.
  func facts(of picture: Picture) async throws(Diagnostic) -> PictureFacts?
  /// A picture's pixels. For the few that must see them to plan; such a stage says so (`readsPixels`).
  func raster(of picture: Picture) async throws(Diagnostic) -> Raster
  /// The whole of an entry, checked. Not cached: for small files and for comparing.
  func bytes(of entry: EntryReference) async throws(Diagnostic) -> [UInt8]
  /// Bytes from an entry's beginning, at most `count`, not checked: enough to tell what it is.
  func prefix(of entry: EntryReference, count: Int) async throws(Diagnostic) -> [UInt8]
  /// An entry's size and CRC-32 as its container states them: comparing two entries by these costs no read.
  func stated(_ entry: EntryReference) -> (size: Int?, crc32: UInt32?)
  /// Everything a source holds, in its order; the key of an `EntryReference` is a place in it.
  func entries(of source: SourceID) async throws(Diagnostic) -> [ContainerEntry]
  /// How many threads the run may use: for work that a plugin divides itself.
  var threads: Int { get }
  /// Where temporary files may lie.
  var scratch: FilePath { get }
  /// Runs a program to its end without holding a thread that pages are made on.
  ///
  /// - Throws: `program-missing`; the outcome says how it ended.
  func run(_ call: ProgramCall) async throws(Diagnostic) -> ProgramOutcome
}

/// What a reader may also do.
public protocol ReadContext: BookContext {
  /// Opens an archive or folder and keeps it; its entries can then be named by the id returned. Passwords,
  /// name encodings and scratch space are the context's business. It also reports what the container has to
  /// say (`Container.diagnostics`).
  func open(_ path: FilePath, _ request: OpenRequest) async throws(Diagnostic) -> (SourceID, any Container)
  /// Keeps bytes as a source of their own, for pictures written into a document (`data:` addresses).
  func keep(_ container: any Container) -> SourceID
  /// A folder of its own that is there as long as the book is open.
  func keepFolder() async throws(Diagnostic) -> ScratchFolder
  /// The whole of a small file beside the source: a sidecar.
  func sidecar(_ path: FilePath) async throws(Diagnostic) -> [UInt8]
}

/// How a reader wants its container opened.
public struct OpenRequest: Sendable, Hashable {
  /// The encoding of names that do not say theirs: an iconv name, nil to detect.
  public var namesEncoding: String?
  public var password: String?
  /// What the file turned out to be; nil to look.
  public var kind: ContainerKind?

  public init(namesEncoding: String? = nil, password: String? = nil, kind: ContainerKind? = nil) {
    self.namesEncoding = namesEncoding
    self.password = password
    self.kind = kind
  }
}
