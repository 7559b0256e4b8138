public import Archives
public import BookModel
public import Diagnostics
import Formats
public import Options
public import PluginKit

/// Writes an EPUB 3 of fixed layout: a picture on each page, carried as it is.
public struct EPUBSink: Sink {
  public static let name = "epub"
  public static let summary = "Write each book as an EPUB of fixed layout, a picture on each page."
  public static let example = """
    epub:
      path: "reader/{series}[ #{number:000}].kepub.epub"
      for: kobo
    """
  public static let fileExtensions = ["epub"]
  public static let output = OutputKind.file
  public static let rules: [Rule] = [.sinkTarget, .koboName, .attachmentLost, .commentLost]
  /// Those every reader shows; WebP is a core type only since EPUB 3.3 (§3.2).
  public static let formats: Set<ImageFormat>? = [.jpeg, .png]

  public struct Settings: OptionGroup, Hashable {
    public var reader = EPUBTarget.standard

    public init() {}

    public static let options: [Option<Settings>] = [
      Option("for", \.reader, "The reader it is made for: what that one needs beside the standard.")
    ]
  }

  private let settings: Settings

  public init(_ settings: Settings) { self.settings = settings }

  public func begin(_ book: Book, _ output: OutputTarget, in context: any BookContext)
    async throws(Diagnostic)
    -> any SinkSession
  {
    guard case .file(let file) = output else {
      throw .error(.sinkTarget, "the epub sink writes files, not folders")
    }
    if settings.reader == .kobo, !file.destination.nameText.lowercased().hasSuffix(".kepub.epub") {
      context.report(
        .warning(
          .koboName, "Kobo shows pages without margins only in files called '.kepub.epub'",
          remedy: "end the output's name with '.kepub.epub'"))
    }
    return try EPUBSession(ZIPWriter(file), settings.reader, in: context)
  }

  public func verify(_ output: FilePath, against manifest: OutputManifest) throws(Diagnostic) -> OutputDigest
  {
    try verifyZIP(at: output, against: manifest)
  }
}

/// What an EPUB is read with.
public enum EPUBTarget: String, OptionEnumeration, Hashable {
  /// Any reader, and servers such as Komga.
  case standard
  case kobo
  /// For Send to Kindle, which knows fixed layouts by names of its own (Kindle Publishing Guidelines §5).
  case kindle
  case apple
}

extension Rule {
  static let koboName = Rule(
    "kobo-name", .output, "A book for Kobo readers has a name they do not take for one of their own.",
    advice: "End the output's name with '.kepub.epub'.")
}
