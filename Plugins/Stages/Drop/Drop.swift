public import BookModel
public import Diagnostics
public import Options
public import PluginKit

extension Rule {
  public static let pageDropped = Rule(
    "page-dropped", .input, "A page was removed from the book, as the pipeline asks.",
    advice: """
      Nothing: it is reported so that no page disappears silently. The page can be found again by its hash.
      """)
  public static let dropLimit = Rule(
    "drop-limit", .limit, "More of a book's pages would be dropped than the stage's limit allows.",
    advice: "Check which pages would go. If they are the right ones, raise 'max' of the stage 'drop'.")
  public static let dropEverything = Rule(
    "drop-everything", .input, "Every page of a book would be dropped.",
    advice: "Check 'where:' and the list of hashes.")
  public static let coverKept = Rule(
    "cover-kept", .input,
    "A page to be dropped is the cover, which is only dropped if `where` asks for it by name.",
    advice: "If the cover really should go, name it in 'where:'.")
}

/// Removes pages from books: those marked as deleted or identified by their hashes. Links to them move on to
/// another page.
public struct DropStage: Stage {
  public static let name = "drop"
  public static let summary =
    "Removes pages: those marked as deleted, those that `where` selects, those in a list of hashes."
  public static let example = """
    - drop: { max: 5 }
      where: role in [deleted, advertisement]
    """
  public static let defaultSelection: String? = "role == deleted"
  public static let rules: [Rule] = [.pageDropped, .dropLimit, .dropEverything, .coverKept, .hashList]

  public struct Settings: OptionGroup, Hashable {
    public var hashes: String?
    public var max = 3

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "hashes", \.hashes,
        "A text file of more pages to drop: a SHA-256, or CRC-32:size, on each line. With `where`, only selected pages."
      ),
      Option(
        "max", \.max, in: 0...100_000, "How many pages a book may lose; one that would lose more fails."),
    ]
  }

  private let hashes: PageHashes?
  private let max: Int
  public let files: [FilePath]

  public init(_ settings: Settings) throws(Diagnostic) {
    max = settings.max
    files = [settings.hashes].compactMap { $0.map { FilePath($0) } }
    if let file = settings.hashes { hashes = try PageHashes(of: FilePath(file)) } else { hashes = nil }
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    let cover = selection.isStated ? nil : DropStage.cover(of: book)
    var chosen: [Page] = []
    for page in book.pages where try await drops(page, selection, context) {
      if page.id == cover {
        context.report(
          .note(
            .coverKept, "'\(page.sourceName)' is kept: it is the cover",
            remedy: "to drop it, name it in 'where'"
          ))
      } else {
        chosen.append(page)
      }
    }
    guard !chosen.isEmpty else { return book }
    guard chosen.count <= max else {
      let names =
        chosen.prefix(5).map { "'\($0.sourceName)'" }.joined(separator: ", ") + (chosen.count > 5 ? "…" : "")
      throw .error(
        .dropLimit, "\(counted(chosen.count, "page")) would be dropped (\(names)), but the limit is \(max)",
        remedy: "raise 'max' of stage 'drop' if they should go")
    }
    guard chosen.count < book.pages.count else {
      throw .error(
        .dropEverything,
        chosen.count == 1 ? "the only page would be dropped" : "all \(chosen.count) pages would be dropped",
        remedy: "change 'where' of stage 'drop'")
    }
    var book = book
    for page in chosen {
      let dropped = try await context.described(page)
      context.report(.note(.pageDropped, DropStage.message(dropped)))
      book.dropped.append(dropped)
    }
    for diagnostic in book.apply(.remove(chosen.map(\.id))) { context.report(diagnostic) }
    return book
  }

  /// A list adds to the default selection, but is narrowed by a selection that the user gives.
  private func drops(
    _ page: Page, _ selection: PageSelection, _ context: any BookContext
  ) async throws(Diagnostic) -> Bool {
    let isSelected = selection.contains(page)
    guard let hashes else { return isSelected }
    if isSelected, !selection.isStated { return true }
    if !isSelected, selection.isStated { return false }
    guard case .entry(let entry) = page.picture else { return false }
    return try await hashes.name(entry, context)
  }

  /// The page marked as the cover, or else the first one not marked as deleted.
  private static func cover(of book: Book) -> PageID? {
    (book.pages.first(where: \.isCover) ?? book.pages.first { !$0.roles.contains(.deleted) })?.id
  }

  private static func message(_ page: DroppedPage) -> String {
    let size = page.byteCount.map { ", \($0) bytes" } ?? ""
    let hash = page.sha256.map { ", SHA-256 \($0)" } ?? ""
    return "dropped '\(page.name)'\(size)\(hash)"
  }
}
