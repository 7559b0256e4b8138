public import BookModel
public import Diagnostics
public import PluginKit

/// Says how pages are to be encoded. Without it, a page that has to be encoded anew keeps its source's format
/// with at least its source's quality.
///
/// Pages whose pixels nobody changed are encoded anew only where that is asked for: in another format, with a
/// lower quality than they have, with less color. The last `encode` that reaches a page wins.
public struct EncodeStage: Stage {
  public static let name = "encode"
  public static let summary =
    "Sets the format and quality in which pages are written; pages that fit are copied."
  public static let example = """
    - encode: { format: jpeg, jpeg: { quality: 88, subsampling: 420 } }
      where: format == png
    """

  public typealias Settings = PictureEncoding

  private let encoding: PictureEncoding

  public init(_ settings: PictureEncoding) throws(Diagnostic) { encoding = settings }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    var book = book
    for index in book.pages.indices where selection.contains(book.pages[index]) {
      book.pages[index].encoding = encoding
    }
    return book
  }
}
