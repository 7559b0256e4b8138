public import BookModel
public import Diagnostics
import Imaging
public import Options
public import PluginKit

/// Turns the selected pages, or only the wide ones.
public struct RotateStage: Stage {
  public static let name = "rotate"
  public static let summary = "Turns pages by right angles: all of them, or wide ones for a portrait screen."
  public static let example = """
    - rotate: { by: 90, pages: wide }
    """

  public struct Settings: OptionGroup, Hashable {
    public var by = Angle.quarter
    public var direction = Direction.cw
    public var pages = Pages.all

    public init() {}

    public static let options: [Option<Settings>] = [
      Option("by", \.by, shortForm: true, "Degrees to turn by."),
      Option("direction", \.direction, "Clockwise or counterclockwise."),
      Option(
        "pages", \.pages,
        "Which of the selected pages are turned: all, or those wide by the book's usual shape."),
    ]

    public func validate(_ node: YAMLNode, _ decoder: inout OptionDecoder) {
      if by == .half { decoder.warnUseless(["direction"], in: node, "half a turn is the same either way") }
    }
  }

  public enum Angle: String, OptionEnumeration, Hashable {
    case quarter = "90"
    case half = "180"
    case threeQuarters = "270"
  }
  public enum Direction: String, OptionEnumeration, Hashable { case cw, ccw }
  public enum Pages: String, OptionEnumeration, Hashable { case all, wide }

  private let operation: RotateOperation
  private let pages: Pages

  public init(_ settings: Settings) throws(Diagnostic) {
    pages = settings.pages
    switch (settings.by, settings.direction) {
    case (.half, _): operation = RotateOperation(.around)
    case (.quarter, .cw), (.threeQuarters, .ccw): operation = RotateOperation(.right)
    case (.quarter, .ccw), (.threeQuarters, .cw): operation = RotateOperation(.left)
    }
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    let wide = pages == .wide ? try await book.widePages(in: context) : nil
    var book = book
    for index in book.pages.indices where selection.contains(book.pages[index]) {
      let page = book.pages[index]
      if let wide, !wide.contains(page.id) { continue }
      book.pages[index].picture = .derived(operation, [page.picture])
      // What was stated about the page no longer applies when it is on its side.
      if operation.turn != .around { book.pages[index].isDouble = nil }
    }
    return book
  }
}

extension Book {
  /// The pages that are wide compared with the book's usual shape.
  func widePages(in context: any BookContext) async throws(Diagnostic) -> Set<PageID> {
    var sizes: [Size?] = []
    for page in pages { sizes.append(try await context.approximateSize(of: page.picture)) }
    return Set(zip(pages, WidePages.judge(sizes)).filter(\.1).map(\.0.id))
  }
}
