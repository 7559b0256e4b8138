import BookModel
import Diagnostics
import Engine
import Formats

/// How a book lies open, for `plan`: each opening with its reason, what to say to keep it so, and how a reader
/// program would have it.
struct OpeningsReport {
  let book: Book
  /// The id of the stage that pairs, for overrides; nil where none does.
  let stage: String?
  let viewer: ViewerModel?
  /// Sizes of the pages as they will be written, as far as known.
  let sizes: [Size?]

  private var openings: [Opening] { book.openings }
  /// From which on a detected spread keeps its pages together: they would not lie in one opening otherwise.
  private var pins: PlacementPins { PlacementPins(book, minConfidence: 0.9) }

  var isEmpty: Bool { openings.isEmpty && viewer == nil }

  // MARK: Text

  var lines: [String] {
    var lines: [String] = []
    if !openings.isEmpty {
      lines.append("  openings, as seen from left to right")
      for opening in openings { lines.append("    \(drawn(opening))  \(reason(opening))") }
    }
    if let viewer { lines += comparison(with: viewer) }
    return lines + overrideLines
  }

  /// `[  2 |  3 ]`, `[   |  1 ]`, `[    4    ]`.
  private func drawn(_ opening: Opening) -> String {
    if let center = opening.page(on: .center) {
      let name = name(center)
      let room = 2 * width + 3
      let left = max(0, room - name.count) / 2
      return "[ " + spaces(left) + name + spaces(room - name.count - left) + " ]"
    }
    func side(_ side: PageSide) -> String { padded(opening.page(on: side).map(name) ?? "") }
    return "[ \(side(.left)) | \(side(.right)) ]"
  }

  private func reason(_ opening: Opening) -> String {
    guard case .detected(let confidence)? = opening.spread, !opening.reason.contains("%") else {
      return opening.reason
    }
    return "\(opening.reason); perhaps one drawing (\(Int((confidence * 100).rounded())) %)"
  }

  /// The page's number in the source; `4/1` for a half, `2+3` for joined pages, `blank` for one put in.
  private func name(_ index: Int) -> String {
    let id = book.pages[index].id
    let numbers = id.origins.compactMap { book.sourceNumbers[$0] }.map(String.init)
    if numbers.isEmpty { return "blank" }
    let tail = id.origins.count == 1 ? id.text.dropFirst(id.origins[0].count) : ""
    return numbers.joined(separator: "+") + tail
  }

  private var width: Int { max(2, book.pages.indices.map { name($0).count }.max() ?? 2) }
  private func padded(_ text: String) -> String { spaces(width - text.count) + text }
  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  // MARK: Readers

  private func formed(by viewer: ViewerModel) -> [[Int]] {
    viewer.openings(
      of: zip(book.pages, sizes).map { page, size in
        ViewerModel.PageFacts(
          size: size, isFrontCover: page.isCover, isBackCover: page.roles.contains(.backCover))
      })
  }

  private func comparison(with viewer: ViewerModel) -> [String] {
    let theirs = formed(by: viewer)
    let isMirrored = book.direction == .rightToLeft
    func text(_ opening: [Int]) -> String {
      "[" + (isMirrored ? opening.reversed() : opening).map(name).joined(separator: " | ") + "]"
    }
    var lines = ["  as \(viewer.rawValue) shows it: " + theirs.map(text).joined(separator: " ")]
    guard !openings.isEmpty else { return lines }
    let ours = Set(openings.map(\.pages))
    let different = theirs.filter { !ours.contains($0) }
    if different.isEmpty {
      lines.append("  the same openings")
    } else {
      let list = different.prefix(8).map(text).joined(separator: " ") + (different.count > 8 ? " …" : "")
      lines.append("  \(different.count) not as paired here: \(list)")
    }
    return lines
  }

  // MARK: Overrides

  private var overrideLines: [String] {
    guard let stage, !pins.isEmpty else { return [] }
    var lines: [String] = []
    if let settled = pins.settledText {
      lines += [
        "  to keep this, whatever options say (below 'books:', or with --write-overrides beside the book)",
        "    stages:", "      - \(stage): { pages: \(settled) }",
      ]
    }
    if !pins.proposed.isEmpty {
      lines.append("  perhaps drawings across the gutter; to join them, say")
      for proposal in pins.proposed {
        lines.append(
          "      - \(stage): { pages: { \(proposal.number): spread } }  # \(Int((proposal.confidence * 100).rounded())) %"
        )
      }
    }
    return lines
  }

  /// The file beside the book that keeps the openings; nil where there is nothing to say.
  var overridesFile: String? {
    guard let stage, let settled = pins.settledText else { return nil }
    var text = "leporello: 1\nstages:\n  - \(stage):\n      pages: \(settled)\n"
    for proposal in pins.proposed {
      text += "      # perhaps \(proposal.number): spread (\(Int((proposal.confidence * 100).rounded())) %)\n"
    }
    return text
  }

  // MARK: JSON

  var json: JSON {
    .array(
      openings.map { opening in
        .members(
          ("left", opening.page(on: .left).map { .integer($0 + 1) }),
          ("right", opening.page(on: .right).map { .integer($0 + 1) }),
          ("center", opening.page(on: .center).map { .integer($0 + 1) }),
          ("sourceNumbers", .array(opening.pages.map { .string(name($0)) })),
          ("spread", spread(opening)), ("reason", .string(opening.reason)))
      })
  }

  private func spread(_ opening: Opening) -> JSON? {
    switch opening.spread {
    case .stated?: .string("stated")
    case .detected(let confidence)?: .number(confidence)
    case nil: nil
    }
  }

  /// What a reader program would form, by page numbers of the output.
  var viewerJSON: JSON? {
    viewer.map { viewer in
      .members(
        ("as", .string(viewer.rawValue)),
        ("openings", .array(formed(by: viewer).map { .array($0.map { .integer($0 + 1) }) })))
    }
  }
}
