public import BookModel
public import Diagnostics
import Imaging
public import Options
public import PluginKit

/// Mirrors pages.
public struct FlipStage: Stage {
  public static let name = "flip"
  public static let summary = "Mirrors pages: left and right, or top and bottom, change places."
  public static let example = """
    - flip: horizontal
      where: number in [3, 4]
    """

  public struct Settings: OptionGroup, Hashable {
    public var axis = Axis.horizontal

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "axis", \.axis, shortForm: true,
        "Which way pages are mirrored: 'horizontal' swaps left and right, 'vertical' top and bottom.")
    ]
  }

  public enum Axis: String, OptionEnumeration, Hashable { case horizontal, vertical }

  private let operation: FlipOperation

  public init(_ settings: Settings) throws(Diagnostic) {
    operation = FlipOperation(settings.axis == .horizontal ? .horizontal : .vertical)
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    try await book.changingPictures(of: selection) { page throws(Diagnostic) in
      .derived(operation, [page.picture])
    }
  }
}
