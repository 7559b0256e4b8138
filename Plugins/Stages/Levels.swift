public import BookModel
public import Diagnostics
import Imaging
public import Options
public import PluginKit

/// Makes ink black and paper white, using given points or each page's own histogram.
public struct LevelsStage: Stage {
  public static let name = "levels"
  public static let summary =
    "Makes ink black and paper white, by points you give or by each page's own histogram."
  public static let example = """
    - levels: { black: 12, white: 240, gamma: 1.1 }
    """

  public struct Settings: OptionGroup, Hashable {
    public var auto: Bool?
    public var black: Int?
    public var white: Int?
    public var gamma = 1.0
    public var limit = 64

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "auto", \.auto, shortForm: true,
        "Whether points that are not given are found by each page's histogram; yes if none is given."
      ),
      Option("black", \.black, in: 0...254, "The level that becomes black, with all that is darker."),
      Option("white", \.white, in: 1...255, "The level that becomes white, with all that is lighter."),
      Option(
        "gamma", \.gamma, in: 0.1...10, "Above 1 lightens the tones in between, below 1 darkens them."),
      Option(
        "limit", \.limit, in: 0...127,
        "How far from black or white a found point may lie; beyond it, the page is dark or pale and left alone."
      ),
    ]

    public func validate(_ node: YAMLNode, _ decoder: inout OptionDecoder) {
      let isGiven = black != nil || white != nil || gamma != 1
      if !(auto ?? !isGiven) {
        decoder.warnUseless(["limit"], in: node, "no point is found by histogram")
        if !isGiven { decoder.warnIdle(node, "no point is given, and none is to be found") }
      }
      guard let black, let white, black >= white else { return }
      decoder.report(
        .optionValue, "in 'black' of \(decoder.owner): \(black) is not below 'white', \(white)",
        at: node["black"]?.range ?? node.range)
    }
  }

  private enum Work {
    case fixed(LevelsOperation)
    case automatic(AutomaticLevelsOperation)
  }

  private let work: Work

  public init(_ settings: Settings) throws(Diagnostic) {
    let isPlain = settings.black == nil && settings.white == nil && settings.gamma == 1
    if settings.auto ?? isPlain {
      work = .automatic(
        AutomaticLevelsOperation(
          black: settings.black, white: settings.white, gamma: settings.gamma, limit: settings.limit))
    } else {
      work = .fixed(
        LevelsOperation(black: settings.black ?? 0, white: settings.white ?? 255, gamma: settings.gamma))
    }
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    try await book.changingPictures(of: selection) { page throws(Diagnostic) in
      switch work {
      case .fixed(let operation): operation.isIdentity ? nil : .derived(operation, [page.picture])
      case .automatic(let operation): .derived(operation, [page.picture])
      }
    }
  }
}
