public import BookModel
public import Diagnostics
import Imaging
public import Options
public import PluginKit

/// Makes edges steeper, which pages may need after being reduced.
public struct SharpenStage: Stage {
  public static let name = "sharpen"
  public static let summary =
    "Makes lines and lettering crisper by an unsharp mask that leaves no rims around them."
  public static let example = """
    - resize: 1072x1448
    - sharpen: { amount: 0.6, radius: 0.8 }
    """

  public struct Settings: OptionGroup, Hashable {
    public var amount = 0.6
    public var radius = 0.8
    public var threshold = 3

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "amount", \.amount, in: 0...10, shortForm: true,
        "How strongly: how much of the difference from the blurred page is added."),
      Option("radius", \.radius, in: 0.1...50, "How far around a pixel, in pixels: the blur's deviation."),
      Option(
        "threshold", \.threshold, in: 0...255,
        "Differences up to this many levels count as noise and are left alone."),
    ]

    public func validate(_ node: YAMLNode, _ decoder: inout OptionDecoder) {
      if amount == 0 { decoder.warnIdle(node, "its amount is 0") }
    }
  }

  private let operation: SharpenOperation

  public init(_ settings: Settings) throws(Diagnostic) {
    operation = SharpenOperation(
      amount: settings.amount, radius: settings.radius, threshold: settings.threshold)
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    guard operation.amount > 0 else { return book }
    return try await book.changingPictures(of: selection) { page throws(Diagnostic) in
      .derived(operation, [page.picture])
    }
  }
}
