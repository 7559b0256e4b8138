import BookModel
public import Diagnostics
import Formats
import PluginKit

extension Rule {
  public static let pairingLost = Rule(
    "pairing-lost", .metadata,
    "Readers of comic archives will pair the pages differently than the book does.",
    advice: "Set 'blank: insert' on 'pair', or add the stage 'join'.")
  public static let blankInserted = Rule(
    "blank-inserted", .input, "A blank page was inserted, so that readers pair the pages after it correctly.",
    advice: "Nothing, if the openings are right now. 'blank: never' leaves the blank page out.")
}

extension Book {
  /// Adds blank pages next to pages that stand alone if a reader of archives would pair them with a neighbor
  /// (`ViewerModel.commonOpenings`). Sides and openings come from the rule.
  ///
  /// - Returns: what was done, and what blank pages cannot fix.
  mutating func insertBlanks(_ rule: PairingRule, in context: any BookContext) async throws(Diagnostic)
    -> [Diagnostic]
  {
    var told: [Diagnostic] = []
    let openings = openings
    if openings.first?.pages.count == 2 {
      // A blank page in front would become the cover.
      return [
        .warning(
          .pairingLost, "the first two pages face each other; readers show the first page alone",
          remedy: "set the reader to two pages without a cover page, or join the pages")
      ]
    }
    var edits: [(place: Int, page: Page)] = []
    for (number, opening) in openings.enumerated().dropFirst() {
      guard opening.pages.count == 1, number + 1 < openings.count, let side = opening.sides.first,
        side != .center
      else { continue }
      let next = openings[number + 1].pages[0]
      guard next == opening.pages[0] + 1, try await !isWideToReaders(opening.pages[0], context),
        try await !isWideToReaders(next, context)
      else { continue }
      let isBefore = side == rule.side(of: .second)
      edits.append((opening.pages[0] + (isBefore ? 0 : 1), pages[opening.pages[0]]))
    }
    for edit in edits.reversed() {
      let blank = try await blankPage(beside: edit.page, at: edit.place, rule, context)
      told.append(
        .note(
          .blankInserted,
          "a blank page was inserted \(edit.page.id == pages[edit.place - 1].id ? "after" : "before") '\(edit.page.sourceName)'"
        ))
      if let index = pages.firstIndex(where: { $0.id == edit.page.id }), edit.place <= index {
        // The blank page comes first in reading order, and identifies the opening.
        pages[index].opening?.first = blank.id
      }
      told += apply(.insert([blank], at: edit.place))
    }
    return told.reversed()
  }

  private func isWideToReaders(_ index: Int, _ context: any BookContext) async throws(Diagnostic) -> Bool {
    ViewerModel.PageFacts(size: try await context.approximateSize(of: pages[index].picture)).isWide
  }

  /// A blank page for the empty side next to a page.
  private func blankPage(beside page: Page, at place: Int, _ rule: PairingRule, _ context: any BookContext)
    async throws(Diagnostic) -> Page
  {
    var id = PageID.blank(after: pages[place - 1].id)
    while pages.contains(where: { $0.id == id }) { id = .blank(after: id) }
    let size = try await context.approximateSize(of: page.picture)
    var blank = Page(
      id: id, picture: .blank(Picture.Blank(size: size, reason: "empty side beside '\(page.sourceName)'")),
      roles: [.other], side: page.side == .left ? .right : .left, sourceName: "blank")
    blank.opening = page.opening
    if page.side == rule.side(of: .second) { blank.opening?.first = id }
    return blank
  }
}
