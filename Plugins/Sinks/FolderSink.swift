public import Archives
public import BookModel
public import Diagnostics
public import Formats
import Imaging
public import PluginKit
import Synchronization

/// Writes a folder of picture files with `ComicInfo.xml` beside them.
public struct FolderSink: Sink {
  public static let name = "folder"
  public static let summary = "Write each book as a folder of pictures with ComicInfo.xml."
  public static let example = """
    folder: "pages/{series}/{title}"
    """
  public static let fileExtensions: [String] = []
  public static let output = OutputKind.folder
  public static let rules = ComicOutputOptions.rules

  private let options: ComicOutputOptions

  public var metadataTarget: MetadataTarget { options.target }

  public init(_ options: ComicOutputOptions) { self.options = options }

  public func begin(_ book: Book, _ output: OutputTarget, in context: any BookContext)
    async throws(Diagnostic)
    -> any SinkSession
  {
    guard case .folder(let folder) = output else {
      throw .error(.sinkTarget, "the folder sink writes folders, not files")
    }
    return try ComicSession(FolderTarget(folder), book, options, in: context)
  }

  public func verify(_ output: FilePath, against manifest: OutputManifest) throws(Diagnostic) -> OutputDigest
  {
    try verifyFolder(at: output, against: manifest)
  }

  /// The pages, in folders or not, and the metadata of a single book; several books would have folders below.
  public func canHold(_ components: [String]) -> Bool {
    guard let name = components.last else { return false }
    if ImageFormat(fileExtension: FilePath(name).fileExtension) != nil { return true }
    return components.count == 1
      && (MetadataFormats.format(ofFile: name) != nil || MetadataFormats.ownsFile(name))
  }
}

private final class FolderTarget: ComicTarget {
  private let folder: OutputFolder
  private let manifest = Mutex(OutputManifest())
  let holdsComment = false

  init(_ folder: OutputFolder) { self.folder = folder }

  func add(_ name: String, _ bytes: [UInt8], pageIndex: Int?, isMetadata: Bool) throws(Diagnostic) {
    try folder.write(bytes, to: name.split(separator: "/").map(String.init))
    let entry = OutputManifest.Entry(
      name: name, size: bytes.count, crc32: CRC32.of(bytes), pageIndex: pageIndex)
    manifest.withLock { $0.entries.append(entry) }
  }

  func finish(comment: [UInt8]) throws(Diagnostic) -> OutputManifest { manifest.withLock { $0 } }
}
