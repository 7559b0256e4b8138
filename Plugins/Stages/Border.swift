public import BookModel
public import Diagnostics
import Imaging
public import Options
public import PluginKit

/// Puts a border around pages.
public struct BorderStage: Stage {
  public static let name = "border"
  public static let summary = "Puts a border around pages, in a color you give or in that of the page's edge."
  public static let example = """
    - border: { width: 2%, color: white }
    """

  public struct Settings: OptionGroup, Hashable {
    public var width = Length.percent(2)
    public var color = KeywordOr<AutoKeyword, Color>.keyword(.auto)

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "width", \.width, shortForm: true,
        "How wide the border is, in pixels or as a share of the page's shorter side, up to 10000 or 100%."),
      Option("color", \.color, "The border's color; 'auto' is the commonest at the page's edge."),
    ]

    public func validate(_ node: YAMLNode, _ decoder: inout OptionDecoder) {
      if width == .zero || width == .percent(0) { decoder.warnIdle(node, "its width is 0") }
      guard case .pixels(let pixels) = width, pixels > 10_000 else { return }
      decoder.report(
        .optionValue, "'width' of \(decoder.owner) is at most 10000 pixels, not \(pixels)",
        at: node["width"]?.range ?? node.range)
    }
  }

  private let operation: BorderOperation

  public init(_ settings: Settings) throws(Diagnostic) {
    if case .value(let color) = settings.color {
      operation = BorderOperation(width: settings.width, color: color)
    } else {
      operation = BorderOperation(width: settings.width, color: nil)
    }
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    switch operation.width {
    case .pixels(0), .percent(0): return book
    default: break
    }
    return try await book.changingPictures(of: selection) { page throws(Diagnostic) in
      .derived(operation, [page.picture])
    }
  }
}
