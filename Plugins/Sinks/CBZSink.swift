public import Archives
public import BookModel
public import Diagnostics
public import Formats
import Imaging
public import Options
public import PluginKit

/// Writes a comic book ZIP: pages stored as they are, `ComicInfo.xml` behind them, the same bytes every time.
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
    guard case .file(let file) = output else {
      throw .error(.sinkTarget, "the cbz sink writes files, not folders")
    }
    return CBZSession(
      writer: ZIPWriter(file), names: try PageNames(for: book, settings.names, in: context),
      comicInfo: settings.comicInfo, context: context)
  }

  public func verify(_ output: FilePath, against manifest: OutputManifest) throws(Diagnostic) -> OutputDigest
  {
    try verifyZIP(at: output, against: manifest)
  }
}

/// One CBZ under way.
// Proof of @unchecked: the engine hands a session to one task at a time (`SinkSession`).
private final class CBZSession: SinkSession, @unchecked Sendable {
  private let writer: ZIPWriter
  private let names: PageNames
  private let comicInfo: ComicInfoVersion
  private let context: any BookContext
  private var written: [WrittenPage] = []

  init(writer: ZIPWriter, names: PageNames, comicInfo: ComicInfoVersion, context: any BookContext) {
    self.writer = writer
    self.names = names
    self.comicInfo = comicInfo
    self.context = context
  }

  func write(_ page: RenderedPage) throws(Diagnostic) {
    try writer.add(names.name(at: page.index, page.image.format), page.image.bytes, pageIndex: page.index)
    written.append(WrittenPage(page))
  }

  func finish(_ book: Book) throws(Diagnostic) -> OutputManifest {
    let (files, comment) = metadataFiles(of: book, pages: written, comicInfo, in: context)
    for file in files { try writer.add(file.name, file.bytes, deflated: true) }
    return try writer.finish(comment: comment ?? [])
  }
}

extension Rule {
  static let sinkTarget = Rule("sink-target", .defect, "A sink was given an output of the wrong kind.")
}
