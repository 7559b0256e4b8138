import BookModel
import Diagnostics
import Formats
import Imaging
import PluginKit

extension PageNames {
  /// The names of a book's pages; reports if kept names sort differently from the book's order.
  init(for book: Book, _ naming: PageNaming, in context: any BookContext) throws(Diagnostic) {
    try self.init(book.pages, naming, ofReader: book.source.reader)
    if naming == .keep, !sortIntoReadingOrder {
      context.report(
        .warning(
          .pageOrder, "the kept names do not sort in reading order",
          remedy: "number the pages (names: number), unless your readers keep the stored order"))
    }
  }
}

/// The metadata in a comic output: ComicInfo.xml; the source's documents in other formats, changed if the
/// book's metadata has changed; requested formats; and everything that was not interpreted.
struct MetadataFiles {
  private(set) var files: [(name: String, bytes: [UInt8])] = []
  private(set) var comment: [UInt8]?
  private let statement: MetadataStatement
  private let context: any BookContext
  /// The documents written, for reading them back.
  private var written: [(format: any MetadataFormat.Type, bytes: [UInt8])] = []

  init(of book: Book, pages: [WrittenPage], _ options: ComicOutputOptions, in context: any BookContext) {
    var statement = MetadataStatement(book, pages: pages, base: book.embeddedMetadata, target: options.target)
    statement.comicInfo = options.comicInfo
    self.statement = statement
    self.context = context

    add(ComicInfo.self, ComicInfo.write(statement))
    var attachments = book.attachments
    for (format, choice) in options.otherFormats {
      // A file may exist in two spellings; the reader used the first.
      let index = attachments.firstIndex { $0.isDocument(of: format) }
      let previous = index.map { attachments.remove(at: $0) }
      carry(previous, as: format, choice)
    }
    for attachment in attachments { carry(attachment) }
    tellLosses(of: book)
  }

  private mutating func add(_ format: any MetadataFormat.Type, _ writing: MetadataWriting) {
    for warning in writing.warnings { context.report(warning) }
    guard format.place != .comment || writing.bytes.count <= 65_535 else {
      let message =
        "\(format.name) is left out: it has \(writing.bytes.count) bytes, but a ZIP's comment holds at most 65535"
      return context.report(.warning(.commentLost, message))
    }
    written.append((format, writing.bytes))
    switch format.place {
    case .file(let name): files.append((name, writing.bytes))
    case .comment: comment = writing.bytes
    }
  }

  /// Writes one format: the source's document, changed if necessary, a new one if requested, or nothing.
  private mutating func carry(
    _ previous: Attachment?, as format: any MetadataFormat.Type, _ choice: FormatChoice
  ) {
    guard let previous else {
      if choice == .yes { add(format, format.write(statement)) }
      return
    }
    let isUnderstood = format.read(previous.bytes, origin: Origin(.embedded), limits: context.limits)
      .isReadable
    if choice == .no, isUnderstood { return }
    // A comment that is not metadata belongs to someone else.
    if !isUnderstood, format.place == .comment {
      if choice == .yes {
        context.report(
          .warning(
            .commentInTheWay, "\(format.name) is not written: the archive's comment holds something else"))
      }
      return carry(previous)
    }
    do throws(Diagnostic) {
      let writing = try format.rewrite(previous.bytes, saying: statement, limits: context.limits)
      add(format, writing ?? MetadataWriting(previous.bytes))
    } catch {
      context.report(error.with(severity: .warning))
      carry(previous)
    }
  }

  /// Copies an attachment that was not interpreted.
  private mutating func carry(_ attachment: Attachment) {
    switch attachment.kind {
    case .archiveComment: comment = attachment.bytes
    case .file(let name) where files.contains(where: { $0.name.caseFolded == name.caseFolded }):
      context.report(
        .warning(.attachmentLost, "'\(name)' is not carried over: another file of that name is written"))
    case .file(let name): files.append((name, attachment.bytes))
    }
  }

  private func tellLosses(of book: Book) {
    let documents = written.map { format, bytes in
      (
        format: format.name,
        reading: format.read(bytes, origin: Origin(.embedded, format.documentName), limits: context.limits)
      )
    }
    if let warning = MetadataLoss.warning(for: book, writtenAs: documents) { context.report(warning) }
  }
}

extension Rule {
  static let commentLost = Rule(
    "comment-lost", .metadata, "The output has no place for an archive's comment.",
    advice: "Write a CBZ if the comment matters.", isLoss: true)
  static let commentInTheWay = Rule(
    "comment-in-the-way", .metadata,
    "A metadata format is stored in the archive's comment, but another comment is already there.",
    advice: "Leave that format out, or clear the archive's comment.")
  static let attachmentLost = Rule(
    "attachment-lost", .metadata,
    "A metadata file could not be carried over.",
    advice: "Keep the source if the file matters.", isLoss: true)
}
