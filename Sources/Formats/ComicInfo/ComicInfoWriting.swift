public import BookModel
public import Diagnostics
import Markup

/// A page as it was written, for the page list.
public struct WrittenPage: Hashable, Sendable {
  public var page: Page
  /// Upright width and height; nil if unknown.
  public var size: Size?
  /// Size of the written picture in bytes.
  public var byteCount: Int

  public init(_ page: Page, size: Size?, byteCount: Int) {
    self.page = page
    self.size = size
    self.byteCount = byteCount
  }
}

extension ComicInfo {
  /// Writes a ComicInfo.xml for the standard target; see `write(_:)`.
  public static func write(
    _ book: Book, pages: [WrittenPage], version: ComicInfoVersion = .auto
  ) -> (bytes: [UInt8], warnings: [Diagnostic]) {
    var statement = MetadataStatement(book, pages: pages)
    statement.comicInfo = version
    let writing = write(statement)
    return (writing.bytes, writing.warnings)
  }

  /// Writes a ComicInfo.xml: UTF-8, elements in the schema's order, empty ones left out, the page list
  /// matching the pages written. The same book gives the same bytes.
  ///
  /// Elements unknown to the reader that were kept come last, so the document is valid unless its source was
  /// not.
  public static func write(_ statement: MetadataStatement) -> MetadataWriting {
    let metadata = statement.book.metadata
    var texts = ComicInfoTexts(metadata, for: statement.target)
    let newer = elements.filter { $0.since != nil && texts.values[$0.name] != nil }.map(\.name)
    let version = statement.comicInfo
    let written = version == .auto ? newer.isEmpty ? .v20 : .v21 : version
    texts.fillRating(decimals: written == .v20 ? 2 : 1)
    if written == .v20, !newer.isEmpty {
      let message = "ComicInfo 2.0 has no element for \(newer.joined(separator: ", ")); left out"
      texts.warnings.append(
        .warning(.notInVersion, message, remedy: "write comicInfo: auto or 2.1 to keep it"))
      for name in newer { texts.values[name] = nil }
    }
    var root = texts.element(pages: statement)
    for kept in metadata.kept where kept.format == name && !texts.hasExtension(kept.name) {
      do {
        root.children.append(.element(try parseXML(Array(kept.xml.utf8)).root))
      } catch {
        texts.warnings.append(.warning(.notWritable, "element '\(kept.name)' is left out: \(error.message)"))
      }
    }
    return MetadataWriting(
      XMLWriter().document(root), warnings: texts.warnings + uprightDoublePages(statement.pages ?? []))
  }

  /// A warning for each page that is marked as double but whose picture is not wide.
  private static func uprightDoublePages(_ pages: [WrittenPage]) -> [Diagnostic] {
    zip(pages, PageShape.judge(pages.map(\.page), sizes: pages.map(\.size)))
      .filter { $0.page.isDouble == true && $1 != .wide }.map { PageShape.upright($0.0.page) }
  }

  /// The `Pages` element: indices from 0 in the order written.
  static func pageList(_ pages: [WrittenPage], marks: [PageID: String]) -> XMLElement {
    let wide = WidePages.judge(pages.map(\.size))
    let shapes = PageShape.judge(pages.map(\.page), sizes: pages.map(\.size))
    let hasCover = pages.contains { $0.page.isCover }
    var list = XMLElement(name: "Pages")
    for (index, written) in pages.enumerated() {
      let page = written.page
      var roles = page.roles
      if index == 0, !hasCover, roles.isEmpty { roles = [.frontCover] }
      var attributes = [("Image", String(index))]
      if !roles.isEmpty { attributes.append(("Type", roles.map(\.comicInfoWord).joined(separator: " "))) }
      // Written for double pages, and for wide pages that are stated not to be double.
      if shapes[index] == .wide {
        attributes.append(("DoublePage", "true"))
      } else if wide[index] {
        attributes.append(("DoublePage", "false"))
      }
      attributes.append(("ImageSize", String(written.byteCount)))
      if let mark = marks[page.id] { attributes.append(("Bookmark", mark)) }
      if let size = written.size {
        attributes += [("ImageWidth", String(size.width)), ("ImageHeight", String(size.height))]
      }
      attributes += page.kept.map { ($0.name, $0.value) }
      var element = XMLElement(name: "Page")
      element.attributes = attributes.map { XMLElement.Attribute(name: $0, value: $1) }
      list.children.append(.element(element))
    }
    return list
  }
}
