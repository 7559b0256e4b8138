public import BookModel
public import Diagnostics
import Imaging
public import Options
public import PluginKit

/// Cuts off the edges of pages: fixed lengths or the empty margins.
public struct CropStage: Stage {
  public static let name = "crop"
  public static let summary =
    "Cuts off the edges of pages: stated lengths, or empty margins page by page or alike over the book."
  public static let example = """
    - crop: { edges: auto, scope: book, padding: 1%, pageNumbers: ignore }
      where: role != cover
    """

  public struct Settings: OptionGroup, Hashable {
    public var edges: KeywordOr<AutoKeyword, Length>?
    public var left: Length?
    public var right: Length?
    public var top: Length?
    public var bottom: Length?
    public var scope = Scope.page
    public var tolerance = 32
    public var limit = Length.percent(10)
    public var padding = Length.zero
    public var pageNumbers = PageNumbers.keep

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "edges", \.edges, shortForm: true,
        "What every edge loses: a length, or its empty margin ('auto', the default if no edge has a length)."
      ),
      Option("left", \.left, "A length cut off the left edge, in place of 'edges'."),
      Option("right", \.right, "A length cut off the right edge."),
      Option("top", \.top, "A length cut off the top."),
      Option("bottom", \.bottom, "A length cut off the bottom."),
      Option(
        "scope", \.scope,
        "Whether margins are judged page by page, or over the book so that facing pages are cut alike."),
      Option(
        "tolerance", \.tolerance, in: 0...96,
        "How far from the margin's color is still margin, in levels; noisy margins get more by themselves."),
      Option("limit", \.limit, "The most that is cut off one edge with its margin."),
      Option("padding", \.padding, "What is left of margins around the contents."),
      Option(
        "pageNumbers", \.pageNumbers,
        "Whether a small mark alone in the top or bottom margin is kept, or cut off with the margin."),
    ]

    public func validate(_ node: YAMLNode, _ decoder: inout OptionDecoder) {
      if let fixed {
        decoder.warnUseless(
          ["scope", "tolerance", "limit", "padding", "pageNumbers"], in: node,
          "fixed lengths are cut off, and no margins are detected")
        if fixed == CropEdges(left: .zero, top: .zero, right: .zero, bottom: .zero) {
          decoder.warnIdle(node, "nothing is cut off")
        }
      }
      let sides = [("left", left), ("right", right), ("top", top), ("bottom", bottom)]
      if edges == .keyword(.auto), let side = sides.first(where: { $0.1 != nil }) {
        decoder.report(
          .optionValue,
          "'\(side.0)' of \(decoder.owner) is a fixed length, but 'edges: auto' detects margins",
          at: node[side.0]?.range ?? node.range, remedy: "leave out one of them, or use the stage twice")
      }
      if case .value(.percent(50...)) = edges {
        decoder.report(
          .optionValue,
          "'edges' of \(decoder.owner) leaves nothing of a page when both sides lose half of it",
          at: node["edges"]?.range ?? node.range)
      }
    }

    /// The lengths to cut off; nil if margins are to be found.
    var fixed: CropEdges? {
      let sides = [left, top, right, bottom]
      if edges == .keyword(.auto) || edges == nil && sides.allSatisfy({ $0 == nil }) { return nil }
      var rest = Length.zero
      if case .value(let length) = edges { rest = length }
      return CropEdges(
        left: left ?? rest, top: top ?? rest, right: right ?? rest, bottom: bottom ?? rest)
    }

    var search: MarginSearch {
      MarginSearch(
        tolerance: tolerance, limit: limit, padding: padding, keepsPageNumbers: pageNumbers == .keep)
    }
  }

  public enum Scope: String, OptionEnumeration, Hashable { case page, book }
  public enum PageNumbers: String, OptionEnumeration, Hashable { case keep, ignore }

  private let settings: Settings
  /// The cut depends on the margins of all pages.
  public var readsPixels: Bool { settings.scope == .book }

  public init(_ settings: Settings) throws(Diagnostic) { self.settings = settings }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    if let edges = settings.fixed {
      return try await book.changingPictures(of: selection) { page throws(Diagnostic) in
        try await cut(edges, off: page.picture, context)
      }
    }
    switch settings.scope {
    case .page:
      let operation = AutomaticCropOperation(settings.search)
      return try await book.changingPictures(of: selection) { page throws(Diagnostic) in
        .derived(operation, [page.picture])
      }
    case .book:
      let cuts = try await BookCut(settings.search).rectangles(book, selection, context)
      return try await book.changingPictures(of: selection) { page throws(Diagnostic) in
        cuts[page.id].map { .derived(CropOperation($0), [page.picture]) }
      }
    }
  }

  private func cut(
    _ edges: CropEdges, off picture: Picture, _ context: any BookContext
  ) async throws(Diagnostic) -> Picture? {
    guard let facts = try await context.factsIfSound(of: picture) else {
      return .derived(EdgeCropOperation(edges), [picture])
    }
    let rectangle = edges.rectangle(in: facts.size)
    return rectangle.size == facts.size ? nil : .derived(CropOperation(rectangle), [picture])
  }
}
