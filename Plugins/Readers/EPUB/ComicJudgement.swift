import BookModel
import Diagnostics
import Publications

/// Decides whether a book is a comic, and which spine items become pages.
struct ComicJudgement {
  let settings: EPUBSettings
  /// Whether the spine assigns pages to sides of openings.
  let hasSpreadPlacement: Bool

  /// What becomes of an item.
  enum Verdict: Hashable {
    case pages
    /// Text, or anything else that would have to be drawn.
    case section
    case blank(reason: String)
    case leftOut
  }

  private(set) var warnings: [Diagnostic] = []
  /// Why the book is not a comic unless its sections are typeset: too much would be lost without them.
  private(set) var refusal: Diagnostic?

  init(_ settings: EPUBSettings, hasSpreadPlacement: Bool) {
    self.settings = settings
    self.hasSpreadPlacement = hasSpreadPlacement
  }

  /// Whether most of the spine has a fixed layout.
  static func isFixedLayout(_ spine: [SpineContents]) -> Bool {
    let judged = spine.filter { !$0.isNavigation }
    return !judged.isEmpty && judged.count(where: \.isFixedLayout) * 2 > judged.count
  }

  /// One verdict for each item.
  ///
  /// - Throws: `text-book`, `no-pages`, `undrawable`: the reason why no part of the book can become pages.
  mutating func judge(_ spine: [SpineContents]) throws(Diagnostic) -> [Verdict] {
    try refuseText(spine)
    try weighUndrawable(spine)
    let verdicts = spine.map(verdict)
    guard verdicts.contains(.pages) else {
      throw .error(
        .noPages, "no item of the reading order is a picture",
        remedy:
          "vector drawings cannot be set as pages yet; the stage 'typeset' sets the text"
      )
    }
    noteBlanks(spine)
    noteLettering(spine)
    return verdicts
  }

  /// The limit, in captions' worth of text per picture, above which a book is considered text with a few
  /// plates if at least a quarter of its items are text only.
  private static let mostCaptions = 10.0 / 3

  /// A fixed-layout book is a comic. A reflowable one is text if most of its items are: they have text
  /// without a picture, or more text than captions for their pictures would need.
  private func refuseText(_ spine: [SpineContents]) throws(Diagnostic) {
    guard !settings.asComic, !ComicJudgement.isFixedLayout(spine) else { return }
    let judged = spine.filter { $0.isLinear && !$0.isNavigation && $0.substance != .blank }
    let texts = judged.count { $0.substance == .text }
    let illustrated = judged.filter { $0.pageCount > 0 }
    let wordy = illustrated.count { $0.text.captions > Double($0.pageCount) }
    let pictures = illustrated.reduce(0) { $0 + $1.pageCount }
    // One document may contain what others split into many, so its text is divided among all its pictures.
    let captions = illustrated.reduce(0) { $0 + $1.text.captions }
    let all = judged.reduce(0) { $0 + $1.text.captions }
    let why: String
    if texts * 2 > judged.count {
      why = "\(texts) of the \(judged.count) items of its reading order hold text without a picture"
    } else if texts * 4 >= judged.count, all > ComicJudgement.mostCaptions * Double(max(1, pictures)) {
      let characters = judged.reduce(0) { $0 + $1.text.characters }
      why = "its \(characters) characters are more than its pictures (\(pictures)) explain"
    } else if (texts + wordy) * 2 > judged.count || wordy * 2 > illustrated.count
      || captions > Double(pictures)
    {
      let characters = illustrated.reduce(0) { $0 + $1.text.characters }
      why = "\(characters) characters beside its pictures (\(pictures)) are more than captions come to"
    } else {
      return
    }
    throw .error(
      .textBook, "this book is text: \(why)",
      remedy: pictures == 0
        ? "set its text as pages with the stage 'typeset' ('convert' does so by itself, except into an EPUB)"
        : "set its text as pages with the stage 'typeset' ('convert' does so by itself, except into an EPUB); or take only its pictures with --as-comic --undrawable skip"
    )
  }

  /// Rejects books that would lose content: vector pages, pages whose picture is missing, and text items that
  /// are more than one in ten (a single one, such as a colophon, is never too many).
  private mutating func weighUndrawable(_ spine: [SpineContents]) throws(Diagnostic) {
    let texts = spine.filter { $0.substance == .text && !$0.isNavigation }
    let drawings = spine.filter { $0.substance == .drawing && !$0.isNavigation }
    let missing = spine.filter { $0.substance == .missing }
    guard !texts.isEmpty || !drawings.isEmpty || !missing.isEmpty else { return }
    let found = [
      ComicJudgement.list(texts, "of text only"), ComicJudgement.list(drawings, "of vector drawings"),
      ComicJudgement.list(missing, "without their picture"),
    ].compactMap { $0 }.joined(separator: "; ")
    let pages = spine.reduce(0) { $0 + $1.pageCount }
    let counted = texts.count(where: \.isLinear)
    let isTooMuch = !drawings.isEmpty || !missing.isEmpty || counted > max(1, (pages + counted) / 10)
    guard settings.undrawable != .fail else {
      // If there is little text, whoever uses the book decides whether to take its pages without it or the
      // whole book.
      guard isTooMuch, pages > 0 else { return }
      let refusal = Diagnostic.error(
        .undrawable, "items of the reading order cannot become pages: \(found)",
        remedy:
          "--undrawable skip leaves them out, --undrawable blank inserts blank pages; drawing them is planned"
      )
      // An item without a document cannot be placed among the pages.
      if missing.contains(where: { $0.file == nil }) { throw refusal }
      self.refusal = refusal
      return
    }
    let what = settings.undrawable == .blank ? "are kept as blank pages" : "are left out"
    warnings.append(.warning(.undrawable, "items of the reading order \(what): \(found)"))
  }

  private func verdict(_ item: SpineContents) -> Verdict {
    switch item.substance {
    case .pictures: return .pages
    case .blank:
      let isPlaced = item.isFixedLayout && hasSpreadPlacement && item.isLinear
      let isKept = settings.blanks == .keep || settings.blanks == .auto && isPlaced
      return isKept ? .blank(reason: "spine item without a picture") : .leftOut
    case .text where item.isNavigation: return .leftOut
    case .text: return undrawable(item, "spine item of text")
    case .drawing: return undrawable(item, "vector drawing")
    case .missing: return undrawable(item, "missing picture")
    }
  }

  private func undrawable(_ item: SpineContents, _ what: String) -> Verdict {
    switch settings.undrawable {
    case .fail: item.file == nil ? .leftOut : .section
    case .skip: .leftOut
    case .blank: .blank(reason: what)
    }
  }

  private mutating func noteBlanks(_ spine: [SpineContents]) {
    let blanks = spine.filter { $0.substance == .blank }
    guard !blanks.isEmpty else { return }
    let kept = blanks.count { verdict($0) != .leftOut }
    let names = ComicJudgement.names(blanks)
    warnings.append(
      .note(
        .blankPages,
        "blank items of the reading order: \(blanks.count), kept as blank pages: \(kept) (\(names))"))
  }

  private mutating func noteLettering(_ spine: [SpineContents]) {
    let losing = spine.filter { $0.substance == .pictures && (!$0.text.isNone || $0.hasDrawing) }
    guard !losing.isEmpty else { return }
    warnings.append(
      .warning(
        .letteringLost,
        "text or drawings beside the picture are lost (\(counted(losing.count, "page"))): \(ComicJudgement.names(losing))",
        remedy: "compare these pages with the book in a reading program"))
  }

  private static func list(_ items: [SpineContents], _ what: String) -> String? {
    items.isEmpty ? nil : "\(items.count) \(what) (\(names(items)))"
  }

  private static func names(_ items: [SpineContents]) -> String {
    let shown = items.prefix(20).map(\.name).joined(separator: ", ")
    return items.count > 20 ? "\(shown) and \(items.count - 20) more" : shown
  }
}
