public import BookModel
public import Diagnostics
import PluginKit

extension Book {
  /// The book as `inspect --json` prints it and as filters will get it: version 1 of this form.
  ///
  /// - Parameter facts: what is known of the pages' pictures, by page.
  public func json(facts: [PageID: PictureFacts]) -> JSON {
    .members(
      ("book", .integer(1)),
      (
        "source",
        .members(
          ("path", .string(source.path.display)), ("reader", .string(source.reader)),
          ("format", .string(source.format)))
      ),
      ("direction", direction.map { .string($0.rawValue) }),
      ("fixedLayout", isFixedLayout ? .bool(true) : nil),
      ("metadata", metadata.json),
      (
        "kept",
        metadata.kept.isEmpty
          ? nil
          : .array(
            metadata.kept.map {
              .members(("format", .string($0.format)), ("name", .string($0.name)), ("xml", .string($0.xml)))
            })
      ),
      ("found", found.isEmpty ? nil : .array(found.map(\.json))),
      ("outline", outline.isEmpty ? nil : .array(outline.map { json($0) })),
      ("stories", listedStories.isEmpty ? nil : .array(listedStories.map { json($0) })),
      ("pages", .array(pages.enumerated().map { json($1, number: $0 + 1, facts[$1.id]) })),
      ("attachments", attachments.isEmpty ? nil : .array(attachments.map(\.json))),
      ("leftOut", leftOut.names.isEmpty ? nil : .array(leftOut.names.map(JSON.string))),
      ("junk", leftOut.junkCount == 0 ? nil : .integer(leftOut.junkCount)))
  }

  private func json(_ page: Page, number: Int, _ facts: PictureFacts?) -> JSON {
    .members(
      ("number", .integer(number)), ("id", .string(page.id.text)), ("name", .string(page.sourceName)),
      ("picture", .string(page.picture.recipe)), ("format", facts.map { .string($0.format.rawValue) }),
      ("width", facts.map { .integer($0.size.width) }), ("height", facts.map { .integer($0.size.height) }),
      ("bytes", facts?.byteCount.map(JSON.integer)), ("color", facts.map { .string($0.color.rawValue) }),
      ("roles", page.roles.isEmpty ? nil : .array(page.roles.map { .string($0.word) })),
      ("side", page.side.map { .string($0.rawValue) }), ("double", page.isDouble.map(JSON.bool)),
      ("bookmark", page.bookmark.map(JSON.string)))
  }

  private func json(_ story: Story) -> JSON {
    .members(
      ("number", story.number.map(JSON.string)), ("kind", story.kind.map(JSON.string)),
      ("title", .string(story.title)), ("code", story.code.map(JSON.string)),
      ("credits", story.credits.isEmpty ? nil : MetadataValue.credits(story.credits).json),
      ("printed", story.printed.map(\.json)), ("page", story.page.flatMap(number(of:)).map(JSON.integer)))
  }

  private func json(_ node: OutlineNode) -> JSON {
    .members(
      ("title", .string(node.title)),
      ("page", node.page.flatMap(number(of:)).map(JSON.integer)),
      ("children", node.children.isEmpty ? nil : .array(node.children.map { json($0) })))
  }
}

extension FoundMetadata {
  var json: JSON {
    .members(
      ("origin", .string(origin.description)), ("shared", isShared ? .bool(true) : nil),
      ("metadata", metadata.json))
  }
}

extension Attachment {
  var json: JSON {
    switch kind {
    case .file(let name): .members(("file", .string(name)), ("bytes", .integer(bytes.count)))
    case .archiveComment: .members(("archiveComment", .bool(true)), ("bytes", .integer(bytes.count)))
    }
  }
}
