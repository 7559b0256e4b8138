import Archives
public import BookModel
public import Diagnostics
import Formats
import Imaging
public import Options
public import PluginKit

/// Reads the pictures in an archive as a book, in the natural order of their names.
public struct ArchiveReader: Reader {
  public static let name = "archive"
  public static let summary =
    "Reads the pictures of a ZIP, RAR, 7z or tar as pages, in the natural order of their names."
  public static let example = """
    archive:
      namesEncoding: cp932
    """
  public static let fileExtensions = [
    "cbz", "zip", "zipx", "cbr", "rar", "cb7", "7z", "cbt", "tar", "tgz", "tbz2", "txz", "tzst",
  ]
  public static let rules = PictureBook.rules

  /// How an archive is opened.
  public struct Settings: OptionGroup, Hashable {
    public var namesEncoding: String?
    public var password: String?

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "namesEncoding", \.namesEncoding,
        "The encoding of entry names that are not UTF-8, such as cp932 or gbk; by default it is guessed."
      ),
      Option("password", \.password, "The password of encrypted entries."),
    ]
  }

  private let settings: Settings

  public init(_ settings: Settings) throws(Diagnostic) { self.settings = settings }

  /// Claims any archive by its contents. Files that are merely named like one, and later parts of a
  /// multi-part archive, are claimed too, so that the message can say what they are.
  public static func claims(_ probe: SourceProbe) -> Bool {
    guard !probe.isFolder else { return false }
    switch probe.kind {
    case .zip, .rar4, .rar5, .sevenZip, .tar, .compressed: return true
    case .pdf: return false
    case nil:
      return fileExtensions.contains(probe.path.fileExtension)
        || VolumeSet(of: probe.path, among: probe.siblings.volumes(of: probe.path))?.earlierPart != nil
    }
  }

  public func read(_ probe: SourceProbe, in context: any ReadContext) async throws(Diagnostic) -> Book {
    if probe.kind == nil, let format = ImageFormat.sniff(probe.head) {
      throw .error(
        .notAnArchive, "this is a \(format.rawValue.uppercased()) picture, whatever its name says",
        at: Place(file: probe.path.display), remedy: "put it into a folder with the other pages of its book")
    }
    let request = OpenRequest(
      namesEncoding: settings.namesEncoding, password: settings.password, kind: probe.kind)
    let (source, container) = try await context.open(probe.path, request)
    let book = PictureBook(container: container, source: source, probe: probe, context: context)
    return try await book.book(stem: probe.path.bookNameText, reader: Self.name)
  }
}
