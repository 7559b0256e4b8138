import BookModel
import Diagnostics
import Formats
import Imaging
import PluginKit

extension PageNames {
  /// The names of a book's pages; says so where kept names sort into another order than the book's.
  init(for book: Book, _ naming: PageNaming, in context: any BookContext) throws(Diagnostic) {
    try self.init(book.pages, naming, ofReader: book.source.reader)
    if naming == .keep, !sortIntoReadingOrder {
      context.report(
        .warning(
          .pageOrder, "the kept names sort into another order than the book is read in",
          remedy: "let pages be numbered (names: number) unless the readers you use keep the order stored"))
    }
  }
}

/// The metadata files an output of the comic family carries: ComicInfo.xml, then what nobody interpreted.
func metadataFiles(
  of book: Book, pages: [WrittenPage], _ version: ComicInfoVersion, in context: any BookContext
) -> (files: [(name: String, bytes: [UInt8])], comment: [UInt8]?) {
  let (bytes, warnings) = ComicInfo.write(book, pages: pages, version: version)
  for warning in warnings { context.report(warning) }
  var files = [(name: "ComicInfo.xml", bytes: bytes)]
  var comment: [UInt8]?
  for attachment in book.attachments {
    switch attachment.kind {
    case .archiveComment: comment = attachment.bytes
    case .file(let name) where files.contains(where: { $0.name.caseFolded == name.caseFolded }):
      context.report(
        .warning(.attachmentLost, "'\(name)' is not carried over: a file of that name is written already"))
    case .file(let name): files.append((name, attachment.bytes))
    }
  }
  return (files, comment)
}

extension Rule {
  static let commentLost = Rule(
    "comment-lost", .metadata, "The kind of output has no place for an archive's comment.")
  static let attachmentLost = Rule("attachment-lost", .metadata, "A metadata file could not be carried over.")
}
