public import Archives
public import BookModel
public import Diagnostics
public import Formats
public import PluginKit

/// Writes a comic book ZIP: pages stored uncompressed, followed by `ComicInfo.xml`, the same bytes every
/// time.
public struct CBZSink: Sink {
  public static let name = "cbz"
  public static let summary = "Write each book as a comic book ZIP with ComicInfo.xml."
  public static let example = """
    cbz:
      path: "library/{series}/{series}[ #{number:000}].cbz"
      exists: skip
    """
  public static let fileExtensions = ["cbz", "zip"]
  public static let output = OutputKind.file
  public static let rules = ComicOutputOptions.rules

  private let options: ComicOutputOptions

  public var metadataTarget: MetadataTarget { options.target }

  public init(_ options: ComicOutputOptions) { self.options = options }

  public func begin(_ book: Book, _ output: OutputTarget, in context: any BookContext)
    async throws(Diagnostic)
    -> any SinkSession
  {
    guard case .file(let file) = output else {
      throw .error(.sinkTarget, "the cbz sink writes files, not folders")
    }
    return try ComicSession(ZIPTarget(writer: ZIPWriter(file)), book, options, in: context)
  }

  public func verify(_ output: FilePath, against manifest: OutputManifest) throws(Diagnostic) -> OutputDigest
  {
    try verifyZIP(at: output, against: manifest)
  }
}

private struct ZIPTarget: ComicTarget {
  let writer: ZIPWriter
  let holdsComment = true

  func add(_ name: String, _ bytes: [UInt8], pageIndex: Int?, isMetadata: Bool) throws(Diagnostic) {
    try writer.add(name, bytes, deflated: isMetadata, pageIndex: pageIndex)
  }

  func finish(comment: [UInt8]) throws(Diagnostic) -> OutputManifest { try writer.finish(comment: comment) }
}

extension Rule {
  static let sinkTarget = Rule(
    "sink-target", .defect, "A sink was given the wrong kind of output.",
    advice: "Report it to the plugin's authors.")
}
