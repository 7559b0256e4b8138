import BookModel
import Diagnostics
import Formats
import Markup
import Options
import PipelineFile

/// The files of a drawn book as an EPUB 3 with pages of a fixed layout (EPUB 3.3, 8.2).
struct DrawnEPUB {
  let book: DrawnBook

  /// - Throws: what writing the package document throws.
  func files() throws(Diagnostic) -> [(name: String, bytes: [UInt8])] {
    var files: [(name: String, bytes: [UInt8])] = [
      ("mimetype", Array("application/epub+zip".utf8)),
      ("META-INF/container.xml", Array(DrawnEPUB.container.utf8)),
      ("package.opf", try package()), ("nav.xhtml", Array(navigation.utf8)),
    ]
    for (index, item) in book.items.enumerated() {
      files.append(("page-\(index + 1).xhtml", Array(page(item).utf8)))
      files.append((item.name, item.bytes))
    }
    return files
  }

  private func package() throws(Diagnostic) -> [UInt8] {
    let isMirrored = book.metadata.direction == .rightToLeft
    let direction =
      book.metadata.direction == nil ? "" : " page-progression-direction=\"\(isMirrored ? "rtl" : "ltr")\""
    var manifest =
      "<item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n"
    var spine = ""
    for (index, item) in book.items.enumerated() {
      let type = item.declared.format == .jpeg ? "image/jpeg" : "image/png"
      let cover = item.page.isCover ? " properties=\"cover-image\"" : ""
      let number = index + 1
      manifest +=
        "<item id=\"p\(number)\" href=\"page-\(number).xhtml\" media-type=\"application/xhtml+xml\"/>\n"
        + "<item id=\"i\(number)\" href=\"\(quoted(item.name))\" media-type=\"\(type)\"\(cover)/>\n"
      let side = item.page.side.map { side in
        side == .center
          ? " properties=\"rendition:page-spread-center\"" : " properties=\"page-spread-\(side.rawValue)\""
      }
      spine += "<itemref idref=\"p\(number)\"\(side ?? "")/>\n"
    }
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:identifier id="id">drawn-for-a-test</dc:identifier>
      <meta property="dcterms:modified">2000-01-01T00:00:00Z</meta>
      <meta property="rendition:layout">pre-paginated</meta>
      </metadata>
      <manifest>
      \(manifest)</manifest>
      <spine\(direction)>
      \(spine)</spine>
      </package>

      """
    let bytes = Array(text.utf8)
    return try PackageDocument.rewrite(bytes, saying: MetadataStatement(book.model))?.bytes ?? bytes
  }

  private var navigation: String {
    var entries = ""
    for (index, item) in book.items.enumerated() {
      guard let mark = item.page.bookmark else { continue }
      entries +=
        "<li><a href=\"page-\(index + 1).xhtml\">\(XMLWriter.escaped(mark, inAttribute: false))</a></li>\n"
    }
    if entries.isEmpty { entries = "<li><a href=\"page-1.xhtml\">1</a></li>\n" }
    return document("<nav epub:type=\"toc\"><ol>\n\(entries)</ol></nav>")
  }

  private func page(_ item: DrawnBook.Item) -> String {
    document("<img src=\"\(quoted(item.name))\" alt=\"\"/>", size: item.declared.size)
  }

  private func document(_ body: String, size: Size? = nil) -> String {
    let view =
      size.map { "<meta name=\"viewport\" content=\"width=\($0.width), height=\($0.height)\"/>" } ?? ""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
      <head><title>page</title>\(view)</head>
      <body>\(body)</body>
      </html>

      """
  }

  private func quoted(_ name: String) -> String { XMLWriter.escaped(name, inAttribute: true) }

  private static let container = """
    <?xml version="1.0"?>
    <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
    <rootfiles><rootfile full-path="package.opf" media-type="application/oebps-package+xml"/></rootfiles>
    </container>

    """
}
