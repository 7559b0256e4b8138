public import BookModel
public import Diagnostics
public import Options
public import PluginKit

extension Rule {
  public static let pageNotThere = Rule(
    "page-not-there", .input, "A page number is used that no page of the source has.",
    advice: "Check the numbers with `leporello inspect`: they count the pages of the source.")
}

/// Assigns a side to every page, and pages to every opening.
public struct PairStage: Stage {
  public static let name = "pair"
  public static let summary =
    "Pairs pages into openings: the cover alone, the rest in twos, wide pages by themselves; `plan` shows why."
  public static let example = """
    - pair: { direction: rtl, pages: { 12: alone, 14: left }, blank: insert }
    """
  public static let rules: [Rule] = [.pageNotThere, .pairingLost, .blankInserted]

  public struct Settings: OptionGroup, Hashable {
    public var direction = DirectionChoice.auto
    public var first = PairingRule.First.alone
    public var last = PairingRule.Last.auto
    public var offset = KeywordOr<AutoKeyword, Int>.keyword(.auto)
    public var anchor = PairingRule.Anchor.spreads
    public var pages = OptionMap<PagePlacement>()
    public var blank = Blank.never
    public var detect = false
    public var minConfidence = 0.9

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "direction", \.direction, shortForm: true,
        "Which way the book is read; 'auto' is what the book says, else left to right."),
      Option("first", \.first, "Whether the first page is a cover that stands alone."),
      Option("last", \.last, "Whether the last page stands alone; 'auto' follows from the pages before it."),
      Option(
        "offset", \.offset, in: 0...1,
        "Sides left empty after a first page that stands alone: 1 moves every pair by a page, up to the next wide one."
      ),
      Option(
        "anchor", \.anchor,
        "Where an odd page goes before a wide one: 'spreads' to the front of its run, 'front' to its end."),
      Option(
        "pages", \.pages, "Places of single pages, by the numbers `inspect` prints: {12: alone, 13: left}."),
      Option("blank", \.blank, "Whether blank pages are inserted where readers would pair the wrong pages."),
      Option("detect", \.detect, "Whether to detect drawings that cross the gutter; decodes every page."),
      Option(
        "minConfidence", \.minConfidence, in: 0...1,
        "How certain a detected drawing must be to keep its pages together; below, it is only shown."),
    ]

    public func validate(_ node: YAMLNode, _ decoder: inout OptionDecoder) {
      if !detect { decoder.warnUseless(["minConfidence"], in: node, "'detect' is off") }
      for (index, pair) in pages.pairs.enumerated() where (Int(pair.key) ?? 0) < 1 {
        let written = node["pages"]?.pairs.flatMap { $0.indices.contains(index) ? $0[index].keyRange : nil }
        decoder.report(
          .optionValue, "'pages' of \(decoder.owner) takes page numbers from 1, not '\(pair.key)'",
          at: written ?? node.range)
      }
    }
  }

  /// Whether parity is corrected with actual pages.
  public enum Blank: String, OptionEnumeration, Hashable { case never, insert }

  private let settings: Settings
  private let placements: [Int: PagePlacement]
  public var readsPixels: Bool { settings.detect }

  public init(_ settings: Settings) throws(Diagnostic) {
    self.settings = settings
    placements = Dictionary(
      settings.pages.pairs.compactMap { pair in Int(pair.key).map { ($0, pair.value) } },
      uniquingKeysWith: { $1 })
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    var book = book
    var rule = PairingRule()
    rule.direction = decideDirection(&book, context)
    (rule.first, rule.last, rule.anchor) = (settings.first, settings.last, settings.anchor)
    if case .value(let offset) = settings.offset { rule.offset = offset }
    tellOfMissingPages(book, context)

    var facts = try await pageFacts(of: book, context)
    // Pages that `where` excludes stay as they are, and no pages are paired across them.
    for index in facts.indices where !selection.contains(book.pages[index]) {
      facts[index].placement = .alone
    }
    if settings.detect { try await addDetectedSpreads(to: &facts, of: book, rule.direction, context) }
    let openings = openings(of: facts, by: rule)
    book.place(openings.filter { $0.pages.allSatisfy { selection.contains(book.pages[$0]) } })
    if settings.blank == .insert {
      for told in try await book.insertBlanks(rule, in: context) { context.report(told) }
    }
    return book
  }

  /// The direction; one that is given to the stage becomes the book's from here on.
  private func decideDirection(_ book: inout Book, _ context: any BookContext) -> Direction {
    let (direction, isGuess) = book.direction(settings.direction)
    if isGuess { context.report(book.guessedDirection(in: PairStage.name)) }
    if settings.direction.stated != nil, book.direction != direction {
      book.metadata.set(\.direction, to: direction, from: Origin(.pipeline))
    }
    return direction
  }

  private func tellOfMissingPages(_ book: Book, _ context: any BookContext) {
    let known = book.sourceNumbers.isEmpty ? book.pages.count : book.sourceNumbers.values.max() ?? 0
    for number in placements.keys.sorted() where number > known {
      context.report(
        .warning(
          .pageNotThere, "'pages' of stage 'pair' names page \(number); the source has \(known)",
          remedy: "use the numbers that `leporello inspect` prints"))
    }
  }

  private func pageFacts(of book: Book, _ context: any BookContext) async throws(Diagnostic)
    -> [PairingRule.PageFacts]
  {
    var sizes: [Size?] = []
    for page in book.pages { sizes.append(try await context.approximateSize(of: page.picture)) }
    let shapes = PageShape.judge(book.pages, sizes: sizes)
    for (page, shape) in zip(book.pages, shapes) where page.isDouble == true && shape != .wide {
      context.report(PageShape.upright(page))
    }
    return book.pages.indices.map { index in
      let page = book.pages[index]
      let number = book.sourceNumbers.isEmpty ? index + 1 : book.sourceNumber(of: page.id)
      return PairingRule.PageFacts(
        shapes[index],
        // A side assigned by pairing is not a statement of the source.
        side: page.opening == nil ? page.side : nil,
        placement: number.flatMap { placements[$0] },
        spread: book.areHalves(index) ? .stated : nil,
        isFrontCover: page.isCover, isBackCover: page.roles.contains(.backCover))
    }
  }

  private func openings(of facts: [PairingRule.PageFacts], by rule: PairingRule) -> [Opening] {
    // Evidence too weak to keep pages together is only reported where they end up facing each other anyway.
    var strong = facts
    for index in facts.indices {
      if case .detected(let confidence)? = facts[index].spread, confidence < settings.minConfidence {
        strong[index].spread = nil
      }
    }
    return rule.openings(of: strong).map { opening in
      var opening = opening
      if opening.spread == nil, opening.pages.count == 2 { opening.spread = facts[opening.pages[0]].spread }
      return opening
    }
  }

  /// Examines the edges of pages that could face each other. Only the edges are kept in memory.
  private func addDetectedSpreads(
    to facts: inout [PairingRule.PageFacts], of book: Book, _ direction: Direction,
    _ context: any BookContext
  ) async throws(Diagnostic) {
    var detection = SpreadDetection(direction)
    for index in facts.indices {
      let isCandidate = facts[index].shape == .single && facts[index].placement == nil
      let confidence = try await detection.next(isCandidate ? book.pages[index] : nil, context)
      if index > 0, facts[index - 1].spread == nil, let confidence, confidence >= SpreadDetection.least {
        facts[index - 1].spread = .detected(confidence: confidence)
      }
    }
    SpreadDetection.keepStrongest(&facts)
  }
}

extension Book {
  /// Whether a page and the next one are the halves of one page that was cut.
  fileprivate func areHalves(_ index: Int) -> Bool {
    guard index + 1 < pages.count, let opening = pages[index].opening, opening.spread == .stated else {
      return false
    }
    return opening.first == pages[index].id && pages[index + 1].opening?.first == opening.first
  }
}
