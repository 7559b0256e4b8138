public import BookModel
public import Diagnostics
import Imaging
public import Options
public import PluginKit

/// Makes pages gray: those without color anyway, or all of them.
public struct GrayscaleStage: Stage {
  public static let name = "grayscale"
  public static let summary =
    "Makes pages gray: those whose only color is JPEG noise or yellowed paper, or every page."
  public static let example = """
    - grayscale: always
      where: role != cover
    """

  public struct Settings: OptionGroup, Hashable {
    public var mode = Mode.auto
    public var tolerance = 12
    public var share = 0.1

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "mode", \.mode, shortForm: true,
        "Which pages turn gray: 'auto' those without color, 'always' all."),
      Option(
        "tolerance", \.tolerance, in: 0...100,
        "How far from gray, and from shades of the page's paper, is not yet color, in levels of chroma."),
      Option(
        "share", \.share, in: 0...100,
        "Percent of a page that must be colorful for the page to keep its color."),
    ]

    public func validate(_ node: YAMLNode, _ decoder: inout OptionDecoder) {
      guard mode == .always else { return }
      decoder.warnUseless(["tolerance", "share"], in: node, "'mode: always' does not look at colors")
    }
  }

  public enum Mode: String, OptionEnumeration, Hashable { case auto, always }

  private let operation: GrayscaleOperation

  public init(_ settings: Settings) throws(Diagnostic) {
    switch settings.mode {
    case .always: operation = GrayscaleOperation(mode: .always)
    case .auto:
      operation = GrayscaleOperation(
        mode: .automatic(
          ColorThreshold(tolerance: Double(settings.tolerance), share: settings.share / 100)))
    }
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    try await book.changingPictures(of: selection) { page throws(Diagnostic) in
      let facts = try await context.factsIfSound(of: page.picture)
      return facts?.color == .gray ? nil : .derived(operation, [page.picture])
    }
  }
}
