public import BookModel
public import Diagnostics
import Imaging
public import Options
public import PluginKit

extension Rule {
  public static let stripUncut = Rule(
    "strip-uncut", .input,
    "A stretch of a strip is longer than a screen and has no quiet row to cut at; it is left whole.",
    advice: "Nothing, or cut that stretch by hand.")
}

/// Cuts strips, which are pages made for scrolling, into screens: at quiet rows, never through art.
public struct SliceStage: Stage {
  public static let name = "slice"
  public static let summary = "Cuts the very tall pages of webtoons into screens, at rows that hold no art."
  public static let example = """
    - slice: 1600
    """
  public static let rules: [Rule] = [.stripUncut]

  public struct Settings: OptionGroup, Hashable {
    public var height = KeywordOr<AutoKeyword, Int>.keyword(.auto)

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "height", \.height, in: 64...65_535, shortForm: true,
        "Height of a screen in pixels; 'auto' is 1.4 times the strip's width.")
    ]
  }

  private let height: Int?
  public var readsPixels: Bool { true }

  public init(_ settings: Settings) throws(Diagnostic) {
    if case .value(let height) = settings.height { self.height = height } else { height = nil }
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    var sizes: [Size?] = []
    for page in book.pages { sizes.append(try await context.approximateSize(of: page.picture)) }
    let strips = zip(book.pages, PageShape.judge(book.pages, sizes: sizes)).filter { page, shape in
      shape == .strip && selection.contains(page)
    }.map(\.0)
    var book = book
    for page in strips {
      guard let parts = try await parts(of: page, context) else { continue }
      for told in book.apply(.split(page.id, into: parts)) { context.report(told) }
    }
    return book
  }

  /// The screens of a strip, from the top; nil if it fits on one or is damaged (reported when it is
  /// rendered).
  private func parts(of page: Page, _ context: any BookContext) async throws(Diagnostic) -> [Page]? {
    let raster: Raster
    do throws(Diagnostic) { raster = try await context.raster(of: page.picture) } catch {
      guard error.rule.category == .damage else { throw error }
      return nil
    }
    let size = raster.size
    let height = height ?? Int((1.4 * Double(size.width)).rounded())
    let cuts = QuietRows(raster).cuts(height: height)
    let edges = [0] + cuts + [size.height]
    if let longest = zip(edges.dropFirst(), edges).map({ $0 - $1 }).max(), longest > 2 * height {
      context.report(
        .note(
          .stripUncut,
          "strip '\(page.sourceName)' has \(longest) rows without a quiet one; they are left in one piece"))
    }
    guard !cuts.isEmpty else { return nil }
    return zip(edges, edges.dropFirst()).enumerated().map { index, rows in
      part(
        index + 1, of: page,
        Rectangle(x: 0, y: rows.0, size: Size(width: size.width, height: rows.1 - rows.0)))
    }
  }

  private func part(_ number: Int, of page: Page, _ rectangle: Rectangle) -> Page {
    var part = Page(
      id: .part(number, of: page.id), picture: .derived(CropOperation(rectangle), [page.picture]),
      roles: number == 1 ? page.roles : page.roles.filter { $0 != .frontCover }, side: page.side,
      sourceName: page.sourceName, kept: number == 1 ? page.kept : [])
    part.encoding = page.encoding
    if page.opening != nil { part.opening = PageOpening(first: part.id, reason: "a strip is never paired") }
    return part
  }
}
