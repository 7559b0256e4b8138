public import Archives
public import BookModel
public import Diagnostics
public import Formats
import Imaging
public import Options
public import PluginKit

/// Writes a folder of picture files with `ComicInfo.xml` beside them.
public struct FolderSink: Sink {
  public static let name = "folder"
  public static let summary = "Write each book as a folder of pictures with ComicInfo.xml."
  public static let example = """
    folder: "pages/{series}/{title}"
    """
  public static let fileExtensions: [String] = []
  public static let output = OutputKind.folder

  public struct Settings: OptionGroup {
    public var names = PageNaming.auto
    public var comicInfo = ComicInfoVersion.auto

    public init() {}

    public static let options: [Option<Settings>] = [
      Option("names", \.names, "How pages are named."),
      Option("comicInfo", \.comicInfo, "Version of ComicInfo.xml; auto is 2.0 unless an element needs 2.1."),
    ]
  }

  private let settings: Settings

  public init(_ settings: Settings) { self.settings = settings }

  public func begin(_ book: Book, _ output: OutputTarget, in context: any BookContext)
    async throws(Diagnostic)
    -> any SinkSession
  {
    guard case .folder(let folder) = output else {
      throw .error(.sinkTarget, "the folder sink writes folders, not files")
    }
    return FolderSession(
      folder: folder, names: try PageNames(for: book, settings.names, in: context),
      comicInfo: settings.comicInfo,
      context: context)
  }

  public func verify(_ output: FilePath, against manifest: OutputManifest) throws(Diagnostic) -> OutputDigest
  {
    try verifyFolder(at: output, against: manifest)
  }
}

/// One folder under way.
// Proof of @unchecked: the engine hands a session to one task at a time (`SinkSession`).
private final class FolderSession: SinkSession, @unchecked Sendable {
  private let folder: OutputFolder
  private let names: PageNames
  private let comicInfo: ComicInfoVersion
  private let context: any BookContext
  private var manifest = OutputManifest()
  private var written: [WrittenPage] = []

  init(folder: OutputFolder, names: PageNames, comicInfo: ComicInfoVersion, context: any BookContext) {
    self.folder = folder
    self.names = names
    self.comicInfo = comicInfo
    self.context = context
  }

  func write(_ page: RenderedPage) throws(Diagnostic) {
    try add(names.name(at: page.index, page.image.format), page.image.bytes, pageIndex: page.index)
    written.append(WrittenPage(page))
  }

  func finish(_ book: Book) throws(Diagnostic) -> OutputManifest {
    let (files, comment) = metadataFiles(of: book, pages: written, comicInfo, in: context)
    for file in files { try add(file.name, file.bytes, pageIndex: nil) }
    if comment != nil {
      context.report(.warning(.commentLost, "the archive's comment is not carried over: a folder has none"))
    }
    return manifest
  }

  private func add(_ name: String, _ bytes: [UInt8], pageIndex: Int?) throws(Diagnostic) {
    try folder.write(bytes, to: name.split(separator: "/").map(String.init))
    manifest.entries.append(
      OutputManifest.Entry(name: name, size: bytes.count, crc32: CRC32.of(bytes), pageIndex: pageIndex))
  }
}
