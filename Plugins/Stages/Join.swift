public import BookModel
public import Diagnostics
public import Imaging
public import Options
public import PluginKit

extension Rule {
  public static let joinUnsure = Rule(
    "join-unsure", .input, "Two pages may be one drawing, but it is not certain enough to join them.",
    advice: """
      Look at the two pages with `leporello plan`; then list the spread under 'pages' of 'pair', or lower \
      'minConfidence'.
      """)
  public static let joinUnpaired = Rule(
    "join-unpaired", .input, "The pages to be joined have not been paired.",
    advice: "Put the stage 'pair' before 'join'.")
}

/// Joins the two pages of an opening into one picture, each on its side, so that spreads appear as drawn on
/// any reader.
///
/// Two matching JPEGs are joined on their coefficients, without loss.
public struct JoinStage: Stage {
  public static let name = "join"
  public static let summary = "Joins facing pages into one picture: spreads, or every opening."
  public static let example = """
    - pair: { detect: true }
    - join: { which: spreads, minConfidence: 0.95 }
    """
  public static let rules: [Rule] = [.joinUnsure, .joinUnpaired, .directionRefused]

  public enum Which: String, OptionEnumeration, Hashable {
    /// Openings that are stated to contain one drawing, or detected to with enough confidence.
    case spreads
    /// Every opening of two pages.
    case all
  }

  public struct Settings: OptionGroup, Hashable {
    public var which = Which.spreads
    public var minConfidence = 0.9
    public var direction = DirectionChoice.auto
    public var gutter = 0
    public var gutterColor = KeywordOr<AutoKeyword, Color>.keyword(.auto)
    public var heights = JoinHeights.scale
    public var trimInner = 0
    public var lossless = LossPolicy.prefer

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "which", \.which, shortForm: true,
        "Openings to join: those that carry one drawing, or all that have two pages."),
      Option(
        "minConfidence", \.minConfidence, in: 0...1,
        "How certain detection must be for a spread to be joined."),
      Option("direction", \.direction, "Which page lies left if the pages have no sides."),
      Option("gutter", \.gutter, in: 0...1000, "Columns of pixels between the pages."),
      Option("gutterColor", \.gutterColor, "The gutter's color; auto is that of the pages' inner edges."),
      Option(
        "heights", \.heights,
        "How heights that differ by more than 1 percent are made equal: enlarging, padding or cropping."),
      Option("trimInner", \.trimInner, in: 0...10_000, "Columns cut off each page where it meets the other."),
      Option(
        "lossless", \.lossless, "Whether pages that cannot be joined losslessly are re-encoded, or fail."),
    ]

    public func validate(_ node: YAMLNode, _ decoder: inout OptionDecoder) {
      if gutter == 0 { decoder.warnUseless(["gutterColor"], in: node, "there is no gutter") }
      if which == .all { decoder.warnUseless(["minConfidence"], in: node, "every opening is joined") }
    }
  }

  private let settings: Settings
  private let operation: JoinOperation

  public init(_ settings: Settings) throws(Diagnostic) {
    self.settings = settings
    var color: Color?
    if case .value(let stated) = settings.gutterColor { color = stated }
    operation = JoinOperation(
      heights: settings.heights, gutter: settings.gutter, gutterColor: color, innerTrim: settings.trimInner)
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    let openings = book.openings
    if openings.isEmpty, book.pages.count > 1 {
      context.report(
        .warning(
          .joinUnpaired, "no pages are joined: they have not been paired",
          remedy: "put the stage 'pair' before"
        ))
    }
    var joined = book
    for opening in openings where opening.pages.count == 2 && isWanted(opening, book, context) {
      let pages = opening.pages.map { book.pages[$0] }
      guard pages.allSatisfy(selection.contains) else { continue }
      let page = try self.page(of: pages, opening.sides, in: book, context)
      for told in joined.apply(.join(pages.map(\.id), into: page)) { context.report(told) }
    }
    return joined
  }

  private func isWanted(_ opening: Opening, _ book: Book, _ context: any BookContext) -> Bool {
    if settings.which == .all { return true }
    switch opening.spread {
    case nil: return false
    case .stated?: return true
    case .detected(let confidence)?:
      if confidence >= settings.minConfidence { return true }
      let names = opening.pages.map { "'\(book.pages[$0].sourceName)'" }.joined(separator: " and ")
      context.report(
        .note(
          .joinUnsure,
          "\(names) may be one drawing (confidence \(twoDecimals(confidence))) and are not joined",
          remedy: "lower 'minConfidence' of stage 'join', or list the spread in 'pages' of stage 'pair'"))
      return false
    }
  }

  private func page(
    of pages: [Page], _ sides: [PageSide], in book: Book, _ context: any BookContext
  ) throws(Diagnostic) -> Page {
    let isFirstLeft = try isFirstLeft(sides, book, context)
    let pictures = pages.map(\.picture)
    let picture = Picture.derived(operation, isFirstLeft ? pictures : pictures.reversed())
    let (first, second) = (pages[0], pages[1])
    let name = DerivedName.joined(first.sourceName, second.sourceName)
    var page = first.derived(.joined(pages.map(\.id)), picture, name: name)
    page.picture = picture.demandingLossless(settings.lossless == .require, by: JoinStage.name)
    page.isDouble = true
    page.side = .center
    for role in second.roles where !page.roles.contains(role) { page.roles.append(role) }
    page.encoding = first.encoding ?? second.encoding
    return page
  }

  /// The order according to the pages' sides, unless the sides are only a guess and the book may well be read
  /// from right to left.
  private func isFirstLeft(
    _ sides: [PageSide], _ book: Book, _ context: any BookContext
  ) throws(Diagnostic) -> Bool {
    if let stated = settings.direction.stated { return stated == .leftToRight }
    if sides == [.right, .left] { return false }
    if sides == [.left, .right], !book.isLikelyRightToLeft { return true }
    return try book.settledDirection(.auto, for: JoinStage.name, in: context) == .leftToRight
  }

  private func twoDecimals(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
