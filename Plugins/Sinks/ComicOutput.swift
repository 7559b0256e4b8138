import Archives
import BookModel
import Diagnostics
public import Formats
import Imaging
public import Options
import PluginKit

/// Options shared by all comic outputs: how pages are named, and which ComicInfo is written.
public struct ComicOutputOptions: OptionGroup {
  public var names = PageNaming.auto
  public var comicInfo = ComicInfoVersion.auto
  public var metronInfo = FormatChoice.auto
  public var coMet = FormatChoice.auto
  public var comicBookInfo = FormatChoice.auto
  public var target = MetadataTarget.standard

  public init() {}

  /// The rules that sinks of this family may report.
  static let rules: [Rule] = [
    .sinkTarget, .pageNames, .pageOrder, .commentLost, .commentInTheWay, .attachmentLost,
  ]

  /// The formats other than ComicInfo, which is always written.
  var otherFormats: [(format: any MetadataFormat.Type, choice: FormatChoice)] {
    [(MetronInfo.self, metronInfo), (CoMet.self, coMet), (ComicBookInfo.self, comicBookInfo)]
  }

  public static let options: [Option<ComicOutputOptions>] = [
    Option("names", \.names, "How pages are named."),
    Option("comicInfo", \.comicInfo, "Version of ComicInfo.xml; auto is 2.0 unless an element needs 2.1."),
    Option("metronInfo", \.metronInfo, "Whether MetronInfo.xml is written; auto where the source has it."),
    Option("coMet", \.coMet, "Whether CoMet.xml is written; auto where the source has it."),
    Option(
      "comicBookInfo", \.comicBookInfo,
      "Whether ComicBookInfo is written into a ZIP's comment; auto where the source has it."),
    Option("target", \.target, "The program that will read ComicInfo.xml."),
  ]
}

/// Whether to write a metadata format.
public enum FormatChoice: String, OptionEnumeration, Hashable {
  /// If the source has it: changed if the book's metadata has changed, otherwise as it is.
  case auto
  /// Always.
  case yes
  /// Never; the source's document is left out.
  case no
}

/// The destination for the files of a comic output: an archive or a folder.
protocol ComicTarget: Sendable {
  /// Whether it can store an archive comment.
  var holdsComment: Bool { get }
  /// Adds a file; `isMetadata` distinguishes small files, which are worth compressing, from pages.
  func add(_ name: String, _ bytes: [UInt8], pageIndex: Int?, isMetadata: Bool) throws(Diagnostic)
  func finish(comment: [UInt8]) throws(Diagnostic) -> OutputManifest
}

/// A comic output in progress: the pages as they arrive, then the metadata files.
// Proof for `@unchecked`: the engine passes a session to one task at a time (`SinkSession`).
final class ComicSession: SinkSession, @unchecked Sendable {
  private let target: any ComicTarget
  private let names: PageNames
  private let options: ComicOutputOptions
  private let context: any BookContext
  private var written: [WrittenPage] = []

  init(_ target: any ComicTarget, _ book: Book, _ options: ComicOutputOptions, in context: any BookContext)
    throws(Diagnostic)
  {
    self.target = target
    names = try PageNames(for: book, options.names, in: context)
    self.options = options
    self.context = context
  }

  func write(_ page: RenderedPage) throws(Diagnostic) {
    let name = names.name(at: page.index, page.image.format)
    try target.add(name, page.image.bytes, pageIndex: page.index, isMetadata: false)
    written.append(WrittenPage(page.page, size: page.facts.size, byteCount: page.image.bytes.count))
  }

  func finish(_ book: Book) throws(Diagnostic) -> OutputManifest {
    let metadata = MetadataFiles(of: book, pages: written, options, in: context)
    let comment = metadata.comment
    for file in metadata.files { try target.add(file.name, file.bytes, pageIndex: nil, isMetadata: true) }
    if comment != nil, !target.holdsComment {
      context.report(
        .warning(.commentLost, "the archive's comment is not carried over: there is no place for it"))
    }
    return try target.finish(comment: comment ?? [])
  }
}
