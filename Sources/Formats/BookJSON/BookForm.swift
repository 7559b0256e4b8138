public import BookModel
public import Diagnostics

/// How much of a book to show to people or pass to programs.
public enum BookDetail: Sendable, Hashable {
  case everything
  /// Pages are only counted.
  case withoutPages
  /// No contents, stories or pages.
  case metadata
}

/// The JSON form of a book, version 1: printed by `inspect --json` and passed to programs.
/// `Plugins/README.md` describes it.
public struct BookForm {
  private let book: Book
  private let detail: BookDetail
  private let facts: [PageID: PictureFacts]
  private let files: [PageID: String]
  private let options: JSON?
  private let coverFacts: PictureFacts?
  private let numbers: [PageID: Int]
  private let sections: [Section]
  private let sectionNumbers: [SectionID: Int]

  static let version = 1

  /// - Parameters:
  ///   - detail: how much to include; programs get everything.
  ///   - facts: what is known about the pages' pictures.
  ///   - files: the names of the pages' picture files, where these have been extracted for a program.
  ///   - options: the options of the plugin that receives the form.
  ///   - cover: what is known about the cover of a book without pages.
  public init(
    _ book: Book, detail: BookDetail = .everything, facts: [PageID: PictureFacts] = [:],
    files: [PageID: String] = [:], options: JSON? = nil,
    cover: PictureFacts? = nil
  ) {
    coverFacts = cover
    self.book = book
    self.detail = detail
    self.facts = facts
    self.files = files
    self.options = options
    numbers = Dictionary(
      book.pages.enumerated().map { ($1.id, $0 + 1) }, uniquingKeysWith: { first, _ in first })
    sections = book.sections
    sectionNumbers = Dictionary(
      sections.enumerated().map { ($1.id, $0 + 1) }, uniquingKeysWith: { first, _ in first })
  }

  public var json: JSON {
    let metadata: [(String, JSON?)] = [
      ("book", .integer(BookForm.version)), ("options", options),
      (
        "source",
        .members(
          ("path", .string(book.source.path.display)), ("reader", .string(book.source.reader)),
          ("format", .string(book.source.format)))
      ),
      ("direction", book.direction.map { .string($0.rawValue) }),
      ("fixedLayout", book.isFixedLayout ? .bool(true) : nil),
      ("metadata", book.metadata.json),
      ("kept", list(book.metadata.kept, \.json)),
      ("found", list(book.found, \.json)),
      ("cover", book.cover.map(cover)),
      ("refusal", sections.isEmpty ? nil : (book.textRefusal?.message).map(JSON.string)),
    ]
    return .members(metadata + (detail == .metadata ? [] : contents) + pages)
  }

  private var contents: [(String, JSON?)] {
    [("outline", list(book.outline, outline)), ("stories", list(book.listedStories, story))]
  }

  private var pages: [(String, JSON?)] {
    guard detail == .everything else {
      return [
        ("pageCount", .integer(book.pages.count)),
        ("sectionCount", sections.isEmpty ? nil : .integer(sections.count)),
      ]
    }
    return [
      ("pages", .array(book.pages.map(page))),
      ("sections", sections.isEmpty ? nil : .array(sectionForms)),
      ("attachments", list(book.attachments, \.json)),
      ("leftOut", list(book.leftOut.names, JSON.string)),
      ("junk", book.leftOut.junkCount == 0 ? nil : .integer(book.leftOut.junkCount)),
    ]
  }

  private func list<Item>(_ items: [Item], _ json: (Item) -> JSON) -> JSON? {
    items.isEmpty ? nil : .array(items.map(json))
  }

  private func number(of page: PageID?) -> JSON? { page.flatMap { numbers[$0] }.map(JSON.integer) }

  private func number(of section: SectionID?) -> JSON? {
    section.flatMap { sectionNumbers[$0] }.map(JSON.integer)
  }

  /// Every section with the number of the page it comes after.
  private var sectionForms: [JSON] {
    var forms: [JSON] = []
    var page = 0
    for item in book.items {
      switch item {
      case .page: page += 1
      case .section(let section):
        forms.append(
          .members(
            ("number", number(of: section.id)), ("id", .string(section.id.text)),
            ("name", .string(section.sourceName)), ("after", page == 0 ? nil : .integer(page)),
            ("title", section.title.map(JSON.string)), ("roles", list(section.roles) { .string($0.word) }),
            ("language", section.language.map(JSON.string))))
      }
    }
    return forms
  }

  private func cover(_ entry: EntryReference) -> JSON {
    .members(
      ("name", .string(entry.name)), ("format", coverFacts.map { .string($0.format.rawValue) }),
      ("width", coverFacts.map { .integer($0.size.width) }),
      ("height", coverFacts.map { .integer($0.size.height) }))
  }

  func page(_ page: Page) -> JSON {
    let facts = facts[page.id]
    return .members(
      ("number", number(of: page.id)), ("id", .string(page.id.text)), ("name", .string(page.sourceName)),
      ("file", files[page.id].map(JSON.string)),
      ("picture", .string(page.picture.recipe)), ("format", facts.map { .string($0.format.rawValue) }),
      ("width", facts.map { .integer($0.size.width) }), ("height", facts.map { .integer($0.size.height) }),
      ("bytes", facts?.byteCount.map(JSON.integer)), ("color", facts.map { .string($0.color.rawValue) }),
      ("roles", list(page.roles) { .string($0.word) }),
      ("side", page.side.map { .string($0.rawValue) }), ("double", page.isDouble.map(JSON.bool)),
      ("bookmark", page.bookmark.map(JSON.string)))
  }

  private func story(_ story: Story) -> JSON {
    .members(
      ("number", story.number.map(JSON.string)), ("kind", story.kind.map(JSON.string)),
      ("title", .string(story.title)), ("code", story.code.map(JSON.string)),
      ("credits", story.credits.isEmpty ? nil : MetadataValue.credits(story.credits).json),
      ("printed", story.printed.map(\.json)), ("page", number(of: story.page)),
      ("section", number(of: story.target?.section)))
  }

  private func outline(_ node: OutlineNode) -> JSON {
    .members(
      ("title", .string(node.title)), ("page", number(of: node.page)),
      ("section", number(of: node.target?.section)), ("metadata", node.facts?.json),
      ("children", list(node.children, outline)))
  }
}

extension PrintedPages {
  fileprivate var json: JSON {
    .members(
      ("place", place.map(JSON.string)), ("length", length.map(JSON.string)),
      ("first", first.map(JSON.integer)), ("last", last.map(JSON.integer)),
      ("count", count.map(JSON.integer)))
  }
}

extension KeptElement {
  fileprivate var json: JSON {
    .members(("format", .string(format)), ("name", .string(name)), ("xml", .string(xml)))
  }
}

extension FoundMetadata {
  fileprivate var json: JSON {
    .members(
      ("origin", .string(origin.description)), ("shared", isShared ? .bool(true) : nil),
      ("metadata", metadata.json))
  }
}

extension Attachment {
  fileprivate var json: JSON {
    switch kind {
    case .file(let name): .members(("file", .string(name)), ("bytes", .integer(bytes.count)))
    case .archiveComment: .members(("archiveComment", .bool(true)), ("bytes", .integer(bytes.count)))
    }
  }
}
