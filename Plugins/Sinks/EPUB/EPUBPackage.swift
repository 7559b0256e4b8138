import Archives
import BookModel
import Formats
import Markup

/// The documents of an EPUB around its pictures: pages, contents and the package, without most of its metadata.
struct EPUBPackage {
  private let book: Book
  private let pages: [EPUBPage]
  private let target: EPUBTarget
  private let language: String
  /// The side each page lies on, in the spine's words.
  private let sides: [String?]
  private let numbers: [PageID: Int]

  init(_ book: Book, _ pages: [EPUBPage], _ target: EPUBTarget, metadata language: String) {
    self.book = book
    self.pages = pages
    self.target = target
    self.language = language
    sides = EPUBPackage.sides(of: pages, book.direction ?? .leftToRight)
    numbers = Dictionary(
      pages.enumerated().map { ($1.page.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private var title: String {
    let number = [book.metadata.series, book.metadata.number?.text].compactMap(\.self).joined(separator: " ")
    return book.metadata.title ?? (number.isEmpty ? book.source.stem : number)
  }

  /// As stated, else as pages fall when the first stands alone; wide pages fill an opening.
  ///
  /// Prefixed, `page-spread-left` is an error, and `page-spread-center` is one without (EPUB 3.3 §8.2.2.6).
  private static func sides(of pages: [EPUBPage], _ direction: Direction) -> [String?] {
    var rule = PairingRule()
    rule.direction = direction
    let shapes = PageShape.judge(pages.map(\.page), sizes: pages.map(\.size))
    let facts = zip(pages, shapes).map { page, shape in
      PairingRule.PageFacts(
        shape, side: page.page.side, isFrontCover: page.page.isCover,
        isBackCover: page.page.roles.contains(.backCover))
    }
    var sides = [String?](repeating: nil, count: pages.count)
    for opening in rule.openings(of: facts) {
      for (page, side) in zip(opening.pages, opening.sides) {
        sides[page] = side == .center ? "rendition:page-spread-center" : "page-spread-\(side.rawValue)"
      }
    }
    return sides
  }

  /// The picture that stands for the book: the first that is called a cover, else the first.
  private var cover: EPUBPage? { pages.first { $0.page.isCover } ?? pages.first }

  // MARK: Pages

  /// Each page with its document.
  var documents: [(EPUBPage, [UInt8])] {
    let marks = book.bookmarks
    return pages.map { page in
      let role = page.page.isCover ? "Cover" : nil
      let label = marks[page.page.id] ?? role ?? "Page \(page.number)"
      return (page, EPUBMarkup.page(page, label: label, title: title, language: language))
    }
  }

  // MARK: Contents

  private var outline: [OutlineNode] {
    if !book.outline.isEmpty { return book.outline }
    let stories = book.listedStories.compactMap { story in
      story.target.map { OutlineNode(title: story.title, target: $0) }
    }
    if !stories.isEmpty { return stories }
    return [OutlineNode(title: title, page: pages.first?.page.id)]
  }

  private func path(of node: OutlineNode, _ targets: [ItemID: PageID]) -> String? {
    let page = node.target.flatMap { targets[$0] }.flatMap { numbers[$0] }
    return page.map { pages[$0].documentPath }
  }

  /// The navigation document (EPUB 3.3 §7). It isn't in the spine: readers of comics would take it for a page.
  var navigation: [UInt8] {
    let targets = book.pageTargets
    func list(_ nodes: [OutlineNode]) -> XMLElement {
      EPUBMarkup.element(
        "ol",
        nodes.map { node in
          // A heading without a target has to have entries below it (§7.2).
          let path = path(of: node, targets) ?? (node.children.isEmpty ? pages.first?.documentPath : nil)
          let head =
            path.map { EPUBMarkup.element("a", [.text(node.title)], ["href": $0]) }
            ?? EPUBMarkup.element("span", [.text(node.title)])
          let below = node.children.isEmpty ? [] : [XMLElement.Node.element(list(node.children))]
          return .element(EPUBMarkup.element("li", [.element(head)] + below))
        })
    }
    let numbered = EPUBMarkup.element(
      "ol",
      pages.map { page in
        let link = EPUBMarkup.element("a", [.text(String(page.number))], ["href": page.documentPath])
        return .element(EPUBMarkup.element("li", [.element(link)]))
      })
    return EPUBMarkup.navigation(
      contents: list(outline), pageList: numbered, cover: cover?.documentPath, title: title,
      language: language)
  }

  /// The contents as EPUB 2 has them (OPF 2.0.1 §2.4.1), for readers that know nothing else.
  var controlFile: [UInt8] {
    let targets = book.pageTargets
    var order = 0
    func points(_ nodes: [OutlineNode]) -> [XMLElement.Node] {
      nodes.flatMap { node -> [XMLElement.Node] in
        guard let path = path(of: node, targets) else { return points(node.children) }
        order += 1
        let id = "n\(order)"
        let label = EPUBMarkup.ncx("navLabel", [.element(EPUBMarkup.ncx("text", [.text(node.title)]))])
        let content = EPUBMarkup.ncx("content", [], ["src": path])
        return [
          .element(
            EPUBMarkup.ncx(
              "navPoint", [.element(label), .element(content)] + points(node.children),
              ["id": id]))
        ]
      }
    }
    var tree = points(outline)
    if tree.isEmpty { tree = points([OutlineNode(title: title, page: pages.first?.page.id)]) }
    return EPUBMarkup.controlFile(tree, title: title, identifier: identifier, language: language)
  }

  // MARK: The package

  /// Made of what the pictures are, so that the same book has the same one (RFC 9562 §5.8).
  private var identifier: String {
    var hash = SHA256()
    for page in pages { hash.update(Array("\(page.size) \(page.checksum);".utf8)) }
    var digits = Array(hash.hexText().prefix(32))
    digits[12] = "8"
    digits[16] = "89ab".contains(digits[16]) ? digits[16] : "a"
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return "urn:uuid:" + parts.joined(separator: "-")
  }

  /// The package document with the metadata that every package needs (EPUB 3.3 §5.5.3, §8.2).
  var document: [UInt8] {
    var metadata: [XMLElement.Node] = [
      .element(EPUBMarkup.dublinCore("identifier", identifier, ["id": "id"])),
      .element(EPUBMarkup.dublinCore("title", title)),
      .element(EPUBMarkup.dublinCore("language", language)),
      .element(EPUBMarkup.meta("dcterms:modified", "\(modified)T00:00:00Z")),
      .element(EPUBMarkup.meta("rendition:layout", "pre-paginated")),
      .element(EPUBMarkup.meta("rendition:orientation", "auto")),
      .element(EPUBMarkup.meta("rendition:spread", "landscape")),
    ]
    if let cover { metadata.append(named("cover", cover.pictureID)) }
    if target == .kindle { metadata += kindleMetadata }
    var items: [XMLElement.Node] = [
      item("nav", "nav.xhtml", "application/xhtml+xml", properties: "nav"),
      item("ncx", "toc.ncx", "application/x-dtbncx+xml"), item("css", "page.css", "text/css"),
    ]
    for page in pages {
      items.append(item(page.documentID, page.documentPath, "application/xhtml+xml"))
      let isCover = page.number == cover?.number
      items.append(
        item(
          page.pictureID, page.picturePath, page.format.mediaType, properties: isCover ? "cover-image" : nil))
    }
    let references = zip(pages, sides).map { page, side -> XMLElement.Node in
      var attributes = ["idref": page.documentID]
      attributes["properties"] = side
      return .element(EPUBMarkup.package("itemref", [], attributes))
    }
    var spine = ["toc": "ncx"]
    spine["page-progression-direction"] = book.direction?.rawValue
    return EPUBMarkup.package(
      metadata: metadata, manifest: items, spine: references, spine, language: language)
  }

  /// The book's own date, where it is a whole one: the time of writing would make every file another.
  private var modified: String {
    guard let date = book.metadata.date?.description, date.count == 10 else { return "1980-01-01" }
    return date
  }

  private var kindleMetadata: [XMLElement.Node] {
    let size = pages.first?.size ?? Size(width: 1, height: 1)
    let mode = book.direction == .rightToLeft ? "horizontal-rl" : "horizontal-lr"
    return [
      named("fixed-layout", "true"), named("original-resolution", "\(size.width)x\(size.height)"),
      named("book-type", "comic"), named("primary-writing-mode", mode), named("zero-gutter", "true"),
      named("zero-margin", "true"), named("orientation-lock", "none"), named("region-mag", "true"),
    ]
  }

  private func named(_ name: String, _ content: String) -> XMLElement.Node {
    .element(EPUBMarkup.package("meta", [], ["name": name, "content": content]))
  }

  private func item(_ id: String, _ path: String, _ mediaType: String, properties: String? = nil)
    -> XMLElement.Node
  {
    var attributes = ["id": id, "href": path, "media-type": mediaType]
    attributes["properties"] = properties
    return .element(EPUBMarkup.package("item", [], attributes))
  }
}
