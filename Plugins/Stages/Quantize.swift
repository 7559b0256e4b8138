public import BookModel
public import Diagnostics
import Imaging
public import Options
public import PluginKit

/// Keeps only a few levels on a page: the grays of an e-ink screen.
public struct QuantizeStage: Stage {
  public static let name = "quantize"
  public static let summary =
    "Leaves only a few levels on each page, as e-ink screens have them; color pages keep them per channel."
  public static let example = """
    - grayscale: always
    - quantize: { levels: 16, dither: diffusion }
    - encode: png
    """
  public static let orderWarnings: [OrderWarning] = [
    .before("resize", "resizing brings back the tones that were removed"),
    .before("device", "resizing brings back the tones that were removed"),
    .before("paper", "paper brings back the tones that were removed"),
  ]

  public struct Settings: OptionGroup, Hashable {
    public var levels = 16
    public var dither = Dither.diffusion

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "levels", \.levels, in: 2...256, shortForm: true,
        "How many levels are left, evenly spaced from black to white: 16 or 4 on most e-ink screens."),
      Option(
        "dither", \.dither,
        "How tones in between are shown: not at all, by a fixed pattern, or by error diffusion."
      ),
    ]

    public func validate(_ node: YAMLNode, _ decoder: inout OptionDecoder) {
      if levels == 256 { decoder.warnIdle(node, "pages have no more than 256 levels") }
    }
  }

  public enum Dither: String, OptionEnumeration, Hashable { case none, ordered, diffusion }

  private let operation: QuantizeOperation
  private let count: Int

  public init(_ settings: Settings) throws(Diagnostic) {
    count = settings.levels
    operation = QuantizeOperation(
      count: settings.levels, dither: QuantizeOperation.Dither(rawValue: settings.dither.rawValue) ?? .none)
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    guard count < 256 else { return book }
    return try await book.changingPictures(of: selection) { page throws(Diagnostic) in
      let facts = try await context.factsIfSound(of: page.picture)
      return facts.map(hasOnlyTheLevels) == true ? nil : .derived(operation, [page.picture])
    }
  }

  /// Whether the header shows that a page has no other levels, because its few grays are among ours.
  private func hasOnlyTheLevels(_ facts: PictureFacts) -> Bool {
    guard facts.color == .gray, facts.bitsPerSample < 8, !facts.hasColorProfile else { return false }
    return (count - 1) % (1 << facts.bitsPerSample - 1) == 0
  }
}
