public import BookModel
public import Diagnostics
public import PluginKit

/// Specifies how pages are encoded. Without it, a page that has to be re-encoded keeps its source's format
/// and at least its source's quality.
///
/// Pages with unchanged pixels are re-encoded only if requested: to another format, a lower quality than they
/// have, or less color. The last `encode` applied to a page takes precedence.
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
