public import BookModel
public import Diagnostics
import Imaging
public import Options
public import PluginKit

/// Turns double pages by 90 degrees so that they fill a portrait screen; their halves can be added.
public struct TurnStage: Stage {
  public static let name = "turn"
  public static let summary = "Turns double pages by a quarter for portrait screens."
  public static let example = """
    - turn: { also: halves, order: before }
    """
  public static let rules: [Rule] = [.directionRefused]

  public enum Way: String, OptionEnumeration, Hashable {
    /// The side that is read first is on top.
    case auto
    case clockwise, counterclockwise
  }

  public enum Companion: String, OptionEnumeration, Hashable {
    case none
    /// The two halves, upright, in reading order.
    case halves
  }

  public enum Order: String, OptionEnumeration, Hashable {
    /// The turned page comes before its halves.
    case before
    case after
  }

  public struct Settings: OptionGroup, Hashable {
    public var direction = Way.auto
    public var also = Companion.none
    public var order = Order.before
    public var lossless = LossPolicy.prefer

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "direction", \.direction, shortForm: true,
        "Which way to turn; auto puts the side that is read first on top."),
      Option("also", \.also, "Which pages come with a turned page."),
      Option("order", \.order, "Where the turned page is placed among its halves."),
      Option(
        "lossless", \.lossless, "Whether pages that cannot be turned losslessly are re-encoded, or fail."),
    ]

    public func validate(_ node: YAMLNode, _ decoder: inout OptionDecoder) {
      if also == .none { decoder.warnUseless(["order"], in: node, "no halves are kept beside a turned page") }
    }
  }

  private let settings: Settings
  private let halves: SplitStage

  public init(_ settings: Settings) throws(Diagnostic) {
    self.settings = settings
    var split = SplitStage.Settings()
    split.lossless = settings.lossless == .require ? .require : .prefer
    halves = try SplitStage(split)
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    let (shapes, _) = try await book.shapes(in: context)
    var turned = book
    for (index, page) in book.pages.enumerated() where selection.contains(page) {
      if page.isDouble == true, shapes[index] != .wide { context.report(PageShape.upright(page)) }
      guard shapes[index] == .wide else { continue }
      var parts = [try self.turned(page, book, context)]
      if settings.also == .halves, !book.isCover(at: index) {
        let direction = try book.settledDirection(.auto, for: TurnStage.name, in: context)
        let halves = try await halves.parts(of: page, isCover: false, direction, context)
        parts = settings.order == .before ? parts + halves : halves + parts
        let first = halves[0].id
        for index in parts.indices {
          let id = parts[index].id
          let isHalf = halves.contains { $0.id == id }
          parts[index].opening = PageOpening(
            first: isHalf ? first : id, spread: isHalf ? .stated : nil,
            reason: isHalf ? "halves of one page" : "a turned double page")
        }
      }
      for told in turned.apply(.split(page.id, into: parts)) { context.report(told) }
    }
    return turned
  }

  /// The turned page itself: its shape is no longer that of a double page, and no page faces it.
  private func turned(_ page: Page, _ book: Book, _ context: any BookContext) throws(Diagnostic) -> Page {
    let turn: QuarterTurn
    switch settings.direction {
    case .clockwise: turn = .right
    case .counterclockwise: turn = .left
    case .auto:
      let (direction, isGuess) = book.direction(.auto)
      if isGuess { context.report(book.guessedDirection(in: TurnStage.name)) }
      turn = direction == .leftToRight ? .right : .left
    }
    var turned = page
    turned.picture = Picture.derived(RotateOperation(turn), [page.picture])
      .demandingLossless(settings.lossless == .require, by: TurnStage.name)
    turned.isDouble = false
    turned.side = .center
    turned.bookmark = nil
    return turned
  }
}
