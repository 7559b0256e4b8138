public import Archives
public import BookModel
public import Diagnostics
import Formats
public import Options
public import PluginKit

/// Writes a PDF with a picture on each page: JPEGs and plain PNGs as they are, everything else without loss.
public struct PDFSink: Sink {
  public static let name = "pdf"
  public static let summary = "Write each book as a PDF, a picture on each page."
  public static let example = """
    pdf:
      path: "print/{series}[ #{number:000}].pdf"
      pageSize: a5
    """
  public static let fileExtensions = ["pdf"]
  public static let output = OutputKind.file
  public static let rules =
    [.pdfTooLong, .pdfPicture] + ComicOutputOptions.rules
  /// What PDF has filters for (ISO 32000-1 §7.4), or is stored with them just as well.
  public static let formats: Set<ImageFormat>? = [.jpeg, .png]

  public struct Settings: OptionGroup, Hashable {
    public var dpi = 300
    public var pageSize = PDFPaper.picture
    public var layout = PDFLayout.auto

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "dpi", \.dpi, in: 36...1200, "Pixels an inch: how large a page becomes that has its picture's size."),
      Option("pageSize", \.pageSize, "The size of all pages; 'picture' is that of each page's picture."),
      Option(
        "layout", \.layout,
        "How readers open it: 'double' shows two pages side by side and the first alone; 'auto' does unless the book has double pages."
      ),
    ]
  }

  private let settings: Settings

  public init(_ settings: Settings) { self.settings = settings }

  public func begin(_ book: Book, _ output: OutputTarget, in context: any BookContext)
    async throws(Diagnostic)
    -> any SinkSession
  {
    guard case .file(let file) = output else {
      throw .error(.sinkTarget, "the pdf sink writes files, not folders")
    }
    return PDFSession(try PDFWriter(file), settings, in: context)
  }

  public func verify(_ output: FilePath, against manifest: OutputManifest) throws(Diagnostic) -> OutputDigest
  {
    try verifySequence(at: output, against: manifest)
  }
}

/// A size of paper, in points (1/72 inch).
public enum PDFPaper: String, OptionEnumeration, Hashable {
  case picture, a3, a4, a5, a6, b4, b5, b6, letter, legal, tabloid

  /// Nil for the picture's own size. ISO 216; B sizes as Japanese books have them (JIS P 0138).
  var points: (width: Double, height: Double)? {
    func millimeters(_ width: Double, _ height: Double) -> (Double, Double) {
      (width / 25.4 * 72, height / 25.4 * 72)
    }
    return switch self {
    case .picture: nil
    case .a3: millimeters(297, 420)
    case .a4: millimeters(210, 297)
    case .a5: millimeters(148, 210)
    case .a6: millimeters(105, 148)
    case .b4: millimeters(257, 364)
    case .b5: millimeters(182, 257)
    case .b6: millimeters(128, 182)
    case .letter: (612, 792)
    case .legal: (612, 1008)
    case .tabloid: (792, 1224)
    }
  }
}

/// How readers show a PDF when they open it.
public enum PDFLayout: String, OptionEnumeration, Hashable { case auto, single, double }
