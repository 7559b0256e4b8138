public import BookModel
public import Diagnostics
import Imaging
public import Options
public import PluginKit

extension Rule {
  public static let splitLeftWhole = Rule(
    "split-left-whole", .input, "A wide page does not have the shape of a double page, and is left whole.",
    advice: "Set 'threshold' if it should be cut anyway.")
}

/// Cuts double pages into halves, in reading order.
///
/// In a JPEG, the cut may move to the nearest block edge, where it causes no loss.
public struct SplitStage: Stage {
  public static let name = "split"
  public static let summary = "Cuts double pages in two, in reading order."
  public static let example = """
    - split: { overlap: 20, cover: front }
    """
  public static let rules: [Rule] = [.splitLeftWhole, .directionRefused]
  public static let orderWarnings: [OrderWarning] = [
    .before("crop", "the halves are cropped one by one and no longer match")
  ]

  public enum Cover: String, OptionEnumeration, Hashable {
    /// A wraparound cover stays whole.
    case keep
    /// Only its front is kept.
    case front
    /// It is cut, the front first.
    case split
  }

  public enum Loss: String, OptionEnumeration, Hashable {
    /// The cut moves by up to half a block to avoid loss.
    case prefer
    /// The cut is exactly in the middle.
    case exact
    /// Like `prefer`, but a page that would have to be re-encoded fails.
    case require
  }

  public struct Settings: OptionGroup, Hashable {
    public var threshold = KeywordOr<AutoKeyword, Double>.keyword(.auto)
    public var overlap = 0
    public var cover = Cover.keep
    public var direction = DirectionChoice.auto
    public var lossless = Loss.prefer

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "threshold", \.threshold, in: 0.1...10,
        "Width over height from which pages are cut; auto judges by the book's usual page."),
      Option(
        "overlap", \.overlap, in: 0...1000, "Columns of pixels beyond the middle that both halves show."),
      Option("cover", \.cover, "What to do with a cover that wraps around the book."),
      Option("direction", \.direction, "Which half comes first; auto follows the book."),
      Option(
        "lossless", \.lossless,
        "Whether the cut moves to where a JPEG need not be re-encoded, stays exact, or fails if it would be."
      ),
    ]
  }

  /// The aspect ratio above which a page is not a double page but has flaps, folds out or is a banner.
  static let mostAspect = 2.2
  /// The width, in usual pages of the book, above which it is more likely three pages than two: its middle is
  /// then not at a fold.
  static let mostPages = 2.5

  private let settings: Settings
  private let threshold: Double?

  public init(_ settings: Settings) throws(Diagnostic) {
    self.settings = settings
    if case .value(let stated) = settings.threshold { threshold = stated } else { threshold = nil }
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    let (shapes, sizes) = try await book.shapes(in: context)
    let across = WidePages.pagesAcross(sizes)
    var split = book
    for (index, page) in book.pages.enumerated() where selection.contains(page) {
      if page.isDouble == true, shapes[index] != .wide { context.report(PageShape.upright(page)) }
      let isCover = book.isCover(at: index)
      guard isDouble(page, shapes[index], sizes[index]) else { continue }
      if isCover, settings.cover == .keep { continue }
      let isStated = page.isDouble == true || threshold != nil
      let isTooWide = across[index].map { $0 >= SplitStage.mostPages } ?? false
      if let size = sizes[index], size.aspect > SplitStage.mostAspect || isTooWide, isCover || !isStated {
        context.report(
          .note(
            .splitLeftWhole,
            "'\(page.sourceName)' (\(size)) is too wide for a double page, and is left whole",
            remedy: "crop it first, mark it as a double page, or set 'threshold'"))
        continue
      }
      let direction = try book.settledDirection(settings.direction, for: SplitStage.name, in: context)
      let parts = try await parts(of: page, isCover: isCover, direction, context)
      for told in split.apply(.split(page.id, into: parts)) { context.report(told) }
    }
    return split
  }

  /// A page is cut at most once: its halves are marked as single pages.
  private func isDouble(_ page: Page, _ shape: PageShape, _ size: Size?) -> Bool {
    if page.isDouble == false { return false }
    if shape == .wide, threshold == nil || page.isDouble == true { return true }
    guard let threshold, let size else { return false }
    return size.aspect >= threshold
  }

  // MARK: Halves

  func parts(
    of page: Page, isCover: Bool, _ direction: Direction, _ context: any BookContext
  ) async throws(Diagnostic) -> [Page] {
    let (left, right) = try await halves(of: page.picture, context)
    // The front of a cover is on the side where the book opens: on the right if it is read from left to
    // right.
    let isRightFirst = isCover ? direction == .leftToRight : direction == .rightToLeft
    let order: [(Picture, PageSide)] =
      isRightFirst ? [(right, .right), (left, .left)] : [(left, .left), (right, .right)]
    var parts = order.enumerated().map { index, half in
      var part = page.derived(
        .half(index + 1, of: page.id), half.0, name: DerivedName.part(index + 1, of: page.sourceName))
      part.side = half.1
      if index > 0 { part.kept = [] }
      return part
    }
    guard isCover else { return parts }
    if !parts[0].roles.contains(.frontCover) { parts[0].roles.insert(.frontCover, at: 0) }
    guard settings.cover == .split else {
      parts[0].side = nil
      return [parts[0]]
    }
    parts[1].roles = parts[1].roles.map { $0 == .frontCover ? .backCover : $0 }
    if parts[1].roles.isEmpty { parts[1].roles = [.backCover] }
    for index in parts.indices {
      parts[index].side = nil
      parts[index].opening = PageOpening(first: parts[index].id, reason: "half of a wraparound cover")
    }
    return parts
  }

  private func halves(
    of picture: Picture, _ context: any BookContext
  ) async throws(Diagnostic) -> (left: Picture, right: Picture) {
    let isRequired = settings.lossless == .require
    guard let facts = try await context.factsIfSound(of: picture) else {
      func half(_ side: PageSide) -> Picture {
        .derived(HalfOperation(side, overlap: settings.overlap), [picture])
          .demandingLossless(isRequired, by: SplitStage.name)
      }
      return (half(.left), half(.right))
    }
    let mayMove = settings.lossless != .exact && facts.format == .jpeg && picture.mayBeLossless
    let cut = HalfOperation.cut(facts.size, settings.overlap, unit: mayMove ? facts.blockWidth : 1)
    func half(_ part: Rectangle) -> Picture {
      .derived(CropOperation(part), [picture]).demandingLossless(isRequired, by: SplitStage.name)
    }
    return (half(cut.left), half(cut.right))
  }
}

extension PictureFacts {
  /// The width of a JPEG's blocks common to all components (iMCU): from the header, or else the largest usual
  /// one.
  fileprivate var blockWidth: Int {
    if color == .gray { return 8 }
    if case .lossy(_, let sampling?) = fidelity, sampling == .full { return 8 }
    return 16
  }
}
