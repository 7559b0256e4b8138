import BookModel
import Diagnostics
import Formats

/// A book as text for people.
struct BookReport {
  let book: Book
  let detail: BookDetail
  let facts: [PageID: PictureFacts]
  private let coverFacts: PictureFacts?
  private let sections: [Section]

  init(
    book: Book, detail: BookDetail = .everything, facts: [PageID: PictureFacts], cover: PictureFacts? = nil
  ) {
    self.book = book
    self.detail = detail
    self.facts = facts
    coverFacts = cover
    sections = book.sections
  }

  var lines: [String] {
    var lines = [book.source.path.display]
    lines.append(row("format", "\(book.source.format) (reader \(book.source.reader))"))
    if !book.pages.isEmpty || sections.isEmpty { lines.append(row("pages", String(book.pages.count))) }
    if !sections.isEmpty {
      let count = sections.count == 1 ? "1 section" : "\(sections.count) sections"
      lines.append(
        row("text", ([count] + [book.textRefusal?.message].compactMap(\.self)).joined(separator: "; ")))
    }
    if let cover = book.cover {
      let look = coverFacts.map { "  \($0.format.rawValue) \($0.size)" } ?? ""
      lines.append(row("cover", cover.name + look))
    }
    if let direction = book.direction {
      lines.append(row("direction", direction == .rightToLeft ? "right to left" : "left to right"))
    }
    for field in book.metadata.fields where field != .direction {
      guard let entry = book.metadata[field] else { continue }
      lines.append(row(field.rawValue, "\(entry.value.reportLine)  (\(entry.origin))"))
    }
    return detail == .metadata ? lines : lines + contentLines
  }

  private var contentLines: [String] {
    var lines: [String] = []
    for attachment in book.attachments { lines.append(row("carried", describe(attachment))) }
    if book.leftOut.junkCount > 0 {
      lines.append(row("junk", "\(counted(book.leftOut.junkCount, "system file")), left out"))
    }
    for name in book.leftOut.names { lines.append(row("left out", name)) }
    if !book.outline.isEmpty { lines.append("contents") }
    lines += outline(book.outline, depth: 1)
    let stories = book.listedStories
    if !stories.isEmpty { lines.append("stories") }
    lines += stories.flatMap(storyLines)
    if detail == .everything, !book.items.isEmpty {
      lines.append(book.pages.isEmpty ? "sections" : "pages")
      lines += itemLines
    }
    lines.append("as servers see it")
    lines += ServerView.all(comicInfo: comicInfo, source: book.source).map { row($0.server, $0.text) }
    return lines
  }

  /// What the archive's own ComicInfo says: the one document servers read.
  private var comicInfo: Metadata? {
    book.found.first { $0.origin == Origin(.embedded, ComicInfo.fileName) }?.metadata
  }

  private func row(_ name: String, _ value: String) -> String {
    "  " + name + String(repeating: " ", count: max(1, 18 - name.count)) + value
  }

  private func describe(_ attachment: Attachment) -> String {
    switch attachment.kind {
    case .file(let name): "\(name) (\(attachment.bytes.count) bytes, not interpreted)"
    case .archiveComment: "archive comment (\(attachment.bytes.count) bytes)"
    }
  }

  private func storyLines(_ story: Story) -> [String] {
    var line = "  " + (story.number.map { "\($0). " } ?? "")
    if let kind = story.kind { line += "[\(kind)] " }
    line += story.title
    if let code = story.code { line += "  {\(code)}" }
    for printed in [story.printed?.place, story.printed?.length] { if let printed { line += "  \(printed)" } }
    let credits = story.credits.map { "\($0.role.word): \($0.name)" }
    return [line + arrow(to: story.target)]
      + (credits.isEmpty ? [] : ["      " + credits.joined(separator: " · ")])
  }

  private func arrow(to target: ItemID?) -> String {
    switch target {
    case .page(let page)?: book.number(of: page).map { " → page \($0)" } ?? ""
    case .section(let id)?: sections.first { $0.id == id }.map { " → \($0.sourceName)" } ?? ""
    case nil: ""
    }
  }

  /// Pages, by number, and the text between them.
  private var itemLines: [String] {
    var (lines, number) = ([String](), 0)
    for item in book.items {
      switch item {
      case .page(let page):
        number += 1
        lines.append(pageLine(page, number: number))
      case .section(let section):
        let parts = ["text", section.sourceName, section.roles.map(\.word).joined(separator: "+")]
        let title = section.title.map { ["“\($0)”"] } ?? []
        lines.append("     " + (parts + title).filter { !$0.isEmpty }.joined(separator: "  "))
      }
    }
    return lines
  }

  private func outline(_ nodes: [OutlineNode], depth: Int) -> [String] {
    nodes.flatMap { node in
      [String(repeating: "  ", count: depth) + node.title + arrow(to: node.target)]
        + outline(node.children, depth: depth + 1)
    }
  }

  private func pageLine(_ page: Page, number: Int) -> String {
    var parts = [page.picture.recipe]
    if let facts = facts[page.id] { parts.append("\(facts.format.rawValue) \(facts.size)") }
    if !page.roles.isEmpty { parts.append(page.roles.map(\.word).joined(separator: "+")) }
    if let side = page.side { parts.append(side.rawValue) }
    if page.isDouble == true { parts.append("double") }
    if let bookmark = page.bookmark { parts.append("“\(bookmark)”") }
    let digits = String(number)
    return "  " + String(repeating: " ", count: max(0, 4 - digits.count)) + digits + "  "
      + parts.joined(separator: "  ")
  }
}
