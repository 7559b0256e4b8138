public import BookModel
public import Diagnostics
public import Imaging
public import Options
public import PluginKit

/// Applies the paper effect to pages. The flag of `convert` can leave covers alone; in a pipeline file, use
/// `where: role != cover`.
public struct PaperStage: Stage {
  public static let name = "paper"
  public static let summary =
    "Makes pages look like ink on paper: warm stock, softened ink, and an organic grain over both."
  public static let example = """
    - paper: cream
      where: role != cover
    """
  public static let convertSelection: String? = "role != cover"
  public static let orderWarnings: [OrderWarning] = [
    .before("grayscale", "the paper's color is lost"),
    .before("resize", "the paper's grain is blurred"),
    .before("levels", "the paper's tone is pulled to white"),
    .before("quantize", "the paper's tone turns into bands"),
    .before("device", "the paper's grain is blurred, and its color lost on a screen without color"),
    .before("join", "each half has its own paper, and the seam shows"),
  ]

  /// The word that leaves a value to the preset.
  public enum PresetKeyword: String, OptionEnumeration, Hashable { case preset }

  /// Whether each page has its own area of grain.
  public enum Variation: String, OptionEnumeration, Hashable { case page, none }

  public struct Settings: OptionGroup, Hashable {
    public typealias Strength = KeywordOr<PresetKeyword, Double>

    public var preset = PaperPreset.cream
    public var showThrough = Strength.keyword(.preset)
    public var grain = Strength.keyword(.preset)
    public var warmth = Strength.keyword(.preset)
    public var blackLift = Strength.keyword(.preset)
    public var fiberScale = 2.0
    public var vary = Variation.page
    public var seed = 0

    public init() {}

    public static let options: [Option<Settings>] = [
      Option("preset", \.preset, shortForm: true, "The sheet; other options override it."),
      Option(
        "showThrough", \.showThrough, in: PaperSettings.showThroughRange,
        "How much of the fibers is seen through the ink, 0 to 0.8."),
      Option(
        "grain", \.grain, in: PaperSettings.grainRange,
        "How strong the tooth of the light stock is, 0 to 0.4."),
      Option(
        "warmth", \.warmth, in: PaperSettings.warmthRange,
        "From neutral gray, 0, to warm cream, 1; gray pages stay gray at 0."),
      Option(
        "blackLift", \.blackLift, in: PaperSettings.blackLiftRange,
        "How far black is lifted to a deep gray, 0 to 1."),
      Option(
        "fiberScale", \.fiberScale, in: PaperSettings.fiberScaleRange,
        "The size of the fibers in pixels, at least 0.5."),
      Option("vary", \.vary, "Whether each page has its own grain, or all have the same."),
      Option("seed", \.seed, in: 0...4_294_967_295, "Chooses another grain."),
    ]

    /// The preset with the stated values on top.
    var paper: PaperSettings {
      var paper = preset.settings
      if case .value(let value) = showThrough { paper.showThrough = value }
      if case .value(let value) = grain { paper.grain = value }
      if case .value(let value) = warmth { paper.warmth = value }
      if case .value(let value) = blackLift { paper.blackLift = value }
      paper.fiberScale = fiberScale
      return paper
    }
  }

  private let paper: PaperSettings
  private let seed: UInt32
  private let vary: Variation

  public init(_ settings: Settings) throws(Diagnostic) {
    paper = settings.paper
    seed = UInt32(clamping: settings.seed)
    vary = settings.vary
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    var book = book
    for index in book.pages.indices where selection.contains(book.pages[index]) {
      let page = book.pages[index]
      let origin = vary == .page ? GrainOrigin(of: page.id, seed: seed) : .shared
      let operation = PaperOperation(paper, seed: seed, origin: origin)
      book.pages[index].picture = .derived(operation, [page.picture])
    }
    return book
  }
}
