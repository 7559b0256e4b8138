public import BookModel
public import Diagnostics
public import Options
public import PluginKit

/// Sets which pages are double pages, and whether sides are written; changes no picture.
///
/// Outputs mark wide pages without it (`PageShape`). It is for what cannot be measured.
public struct MarkStage: Stage {
  public static let name = "mark"
  public static let summary =
    "Decides which pages are double pages, and whether sides are written; changes no pictures."
  public static let example = """
    - mark: force
      where: number in [12, 13]
    """

  public struct Settings: OptionGroup, Hashable {
    public var doublePage = DoublePage.judge
    public var sides = Sides.keep

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "doublePage", \.doublePage, shortForm: true,
        "Who says what a double page is: the book's usual shape ('judge'), the source ('keep') or you ('force', 'clear')."
      ),
      Option("sides", \.sides, "Whether outputs that can hold sides (EPUB) are given them."),
    ]
  }

  public enum DoublePage: String, OptionEnumeration, Hashable { case judge, keep, force, clear }
  public enum Sides: String, OptionEnumeration, Hashable { case keep, clear }

  private let settings: Settings

  public init(_ settings: Settings) throws(Diagnostic) { self.settings = settings }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    var pages = book.pages
    for index in pages.indices where selection.contains(pages[index]) {
      switch settings.doublePage {
      case .keep: break
      case .judge: (pages[index].isDouble, pages[index].isDoubleForced) = (nil, false)
      case .force: (pages[index].isDouble, pages[index].isDoubleForced) = (true, true)
      case .clear: (pages[index].isDouble, pages[index].isDoubleForced) = (false, true)
      }
      if settings.sides == .clear { (pages[index].side, pages[index].opening) = (nil, nil) }
    }
    var book = book
    book.pages = pages
    return book
  }
}
