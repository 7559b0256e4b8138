import Archives
import BookModel
import Diagnostics
import Formats
import Imaging
import PluginKit
import Publications

/// An EPUB under way: each picture and its page as they come, the package at the end (EPUB 3.3 §4; OCF §4.2).
// Proof for `@unchecked`: the engine passes a session to one task at a time (`SinkSession`).
final class EPUBSession: SinkSession, @unchecked Sendable {
  private let writer: ZIPWriter
  private let target: EPUBTarget
  private let context: any BookContext
  private var pages: [EPUBPage] = []
  private var written: [WrittenPage] = []

  init(_ writer: ZIPWriter, _ target: EPUBTarget, in context: any BookContext) throws(Diagnostic) {
    self.writer = writer
    self.target = target
    self.context = context
    // First, and stored, so that the file can be told by its beginning (OCF §4.3).
    try writer.add("mimetype", Array("application/epub+zip".utf8))
    try writer.add("META-INF/container.xml", EPUBMarkup.container, deflated: true)
    if target == .apple {
      try writer.add(
        "META-INF/com.apple.ibooks.display-options.xml", EPUBMarkup.displayOptions, deflated: true)
    }
    try writer.add("EPUB/page.css", EPUBMarkup.styleSheet, deflated: true)
  }

  func write(_ page: RenderedPage) throws(Diagnostic) {
    let shown = EPUBPage(
      page: page.page, number: pages.count + 1, size: page.facts.size, format: page.image.format)
    let entry = try writer.add(
      "EPUB/" + shown.picturePath, page.image.bytes, pageIndex: page.index)
    pages.append(shown.with(checksum: entry.crc32))
    written.append(WrittenPage(page.page, size: page.facts.size, byteCount: page.image.bytes.count))
  }

  func finish(_ book: Book) throws(Diagnostic) -> OutputManifest {
    let package = EPUBPackage(book, pages, target, metadata: language(of: book))
    for (page, document) in package.documents {
      try writer.add("EPUB/" + page.documentPath, document, deflated: true)
    }
    try writer.add("EPUB/nav.xhtml", package.navigation, deflated: true)
    try writer.add("EPUB/toc.ncx", package.controlFile, deflated: true)
    let statement = MetadataStatement(book, pages: written)
    var document = package.document
    if let writing = try PackageDocument.rewrite(document, saying: statement, limits: context.limits) {
      for warning in writing.warnings { context.report(warning) }
      document = writing.bytes
    }
    try writer.add("EPUB/package.opf", document, deflated: true)
    for attachment in book.attachments {
      switch attachment.kind {
      case .file(let name):
        context.report(
          .warning(.attachmentLost, "'\(name)' is not carried over: an EPUB has no place for it"))
      case .archiveComment:
        context.report(
          .warning(.commentLost, "the archive's comment is not carried over: there is no place for it"))
      }
    }
    return try writer.finish()
  }

  /// A BCP 47 tag; `und` where none is known, since a package has to name one (EPUB 3.3 §5.5.3.3).
  private func language(of book: Book) -> String { book.metadata.language ?? "und" }
}

/// A page of an EPUB that is written.
struct EPUBPage {
  var page: Page
  /// From 1.
  var number: Int
  /// Upright.
  var size: Size
  var format: ImageFormat
  var checksum: UInt32 = 0

  func with(checksum: UInt32) -> EPUBPage {
    var page = self
    page.checksum = checksum
    return page
  }

  /// Names in plain ASCII: some readers take references as they stand.
  private var digits: String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  var documentID: String { "p\(digits)" }
  var pictureID: String { "i\(digits)" }
  var documentPath: String { "pages/p\(digits).xhtml" }
  var picturePath: String { "pictures/p\(digits).\(format.fileExtension)" }
}
