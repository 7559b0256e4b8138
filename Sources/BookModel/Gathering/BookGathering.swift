public import Diagnostics

extension Rule {
  public static let gatherDirection = Rule(
    "gather-direction", .metadata, "Sources of one book are read in different directions.",
    advice: "Say how the book is read: --meta direction=ltr or rtl.")
  public static let gatherKind = Rule(
    "gather-kind", .metadata, "Sources of one book are of different kinds, such as manga and comic.",
    advice: "Say what the book is (--meta isManga=yes), or leave out the source that does not belong to it.")
  public static let gatherLeftOut = Rule(
    "gather-left-out", .metadata,
    "A metadata file or comment of one source is not carried over to the book made of several.",
    advice: "Nothing, if the book does not need that file; the source still has it.")
}

extension Book {
  /// Several sources as one book, each of them a chapter of it.
  ///
  /// - The first level of the new contents is the sources, below it is each one's own contents. A chapter keeps the
  ///   facts in which its source differs (`OutlineNode.facts`); what all agree on is the book's. Nothing is taken
  ///   from the first source alone.
  /// - A book has one front cover: that of the first source. Covers of the others become inner covers, and front
  ///   covers again where `divided` makes books of the chapters.
  /// - Pages are called by their source's key and their own id; a source alone stays as it is.
  /// - Attachments are about one source; only those that all sources have in common are the book's.
  ///
  /// - Parameters:
  ///   - sources: in reading order; `SourceID.input` counts them.
  ///   - place: what the book is called, and where it comes from as a whole; its pages are counted here.
  public static func gathered(
    _ sources: [GatheredSource], as place: BookSource
  ) -> (book: Book, diagnostics: [Diagnostic]) {
    if sources.count == 1 { return (sources[0].book, []) }
    let common = Metadata.agreed(sources.map(\.facts))
    let titles = ChapterTitles(of: sources)
    var book = Book(
      source: place, metadata: common, items: sources.enumerated().flatMap { $1.items(input: $0) },
      textRefusal: sources.lazy.compactMap(\.book.textRefusal).first)
    book.source.pageCount = sources.reduce(0) { $0 + $1.book.source.pageCount }
    book.metadata = agreedMetadata(of: sources, common)
    book.found = agreedFindings(of: sources, common)
    book.isFixedLayout = !sources.isEmpty && sources.allSatisfy(\.book.isFixedLayout)
    book.removesSentinels = sources.contains(where: \.book.removesSentinels)
    for (index, source) in sources.enumerated() {
      let inner = source.chapter(titles.title(of: index), facts: source.facts.beyond(common))
      book.outline.append(inner)
      book.stories += source.stories
      book.dropped += source.dropped
      book.leftOut.junkCount += source.book.leftOut.junkCount
      book.leftOut.names += source.book.leftOut.names.map { "\(source.key)/\($0)" }
    }
    book.numberSourcePages(of: sources)
    let told = book.gatherAttachments(of: sources) + conflicts(of: sources)
    return (book, told)
  }

  // MARK: What is known

  private static func agreedMetadata(of sources: [GatheredSource], _ common: Metadata) -> Metadata {
    var own = Metadata.agreed(sources.map(\.book.metadata))
    let others: Set<Origin.Kind> = [.sidecar, .title, .filename, .folder]
    own.fillGaps(from: common.fields { _, origin in !others.contains(origin.kind) })
    return own
  }

  /// What places of one kind agree on, followed by what is known only from all of them together.
  private static func agreedFindings(of sources: [GatheredSource], _ common: Metadata) -> [FoundMetadata] {
    struct Kind: Hashable {
      var origin: Origin.Kind
      var isShared: Bool
      var isNewerCopy: Bool
    }
    func kind(of found: FoundMetadata) -> Kind {
      Kind(origin: found.origin.kind, isShared: found.isShared, isNewerCopy: found.isNewerCopy)
    }
    var kinds: [Kind] = []
    for found in sources.flatMap(\.book.found) where !kinds.contains(kind(of: found)) {
      kinds.append(kind(of: found))
    }
    var findings: [FoundMetadata] = []
    for one in kinds {
      let said = sources.map { source in
        source.book.found.filter { kind(of: $0) == one }.reduce(into: Metadata()) {
          $0.fillGaps(from: $1.metadata)
        }
      }
      let details = Set(sources.flatMap(\.book.found).filter { kind(of: $0) == one }.map(\.origin.detail))
      findings.append(
        FoundMetadata(
          origin: Origin(one.origin, details.count == 1 ? details.first ?? "" : ""),
          metadata: Metadata.agreed(said), isShared: one.isShared, isNewerCopy: one.isNewerCopy))
    }
    for origin in [Origin.Kind.sidecar, .title, .filename, .folder] {
      findings.append(
        FoundMetadata(origin: Origin(origin), metadata: common.fields { $1.kind == origin }))
    }
    return findings.filter { !$0.metadata.isEmpty }
  }

  /// Numbers go on from one source to the next, each counted as `inspect` counts it.
  private mutating func numberSourcePages(of sources: [GatheredSource]) {
    var before = 0
    for source in sources {
      for (id, number) in source.book.sourceNumbers {
        sourceNumbers[PageID.text(id, within: source.key)] = before + number
      }
      before += source.book.sourceNumbers.values.max() ?? 0
    }
  }

  // MARK: Reports

  /// Takes the attachments that all sources have in common, and reports the others.
  private mutating func gatherAttachments(of sources: [GatheredSource]) -> [Diagnostic] {
    guard let first = sources.first else { return [] }
    attachments = first.book.attachments.filter { attachment in
      sources.allSatisfy { $0.book.attachments.contains(attachment) }
    }
    var told: [Diagnostic] = []
    for source in sources {
      let lost = source.book.attachments.filter { !attachments.contains($0) }.map(\.kind.shownName)
      guard !lost.isEmpty else { continue }
      leftOut.names += lost.map { "\(source.key)/\($0)" }
      told.append(
        .warning(
          .gatherLeftOut, "\(lost.joined(separator: ", ")) of '\(source.key)' is not carried over",
          remedy: "it is about that source alone"))
    }
    return told
  }

  private static func conflicts(of sources: [GatheredSource]) -> [Diagnostic] {
    var told: [Diagnostic] = []
    if let (one, other) = difference(in: sources, { $0.facts.readingDirection }) {
      let words: [Direction: String] = [.leftToRight: "left to right", .rightToLeft: "right to left"]
      let way = one.facts.readingDirection.flatMap { words[$0] } ?? ""
      told.append(
        .warning(
          .gatherDirection,
          "'\(one.key)' is read \(way) and '\(other.key)' is not; the book has no direction",
          remedy: "say how it is read: --meta direction=ltr, or rtl"))
    }
    if let (one, other) = difference(in: sources, { $0.facts.isManga }) {
      let manga = one.facts.isManga == true ? one : other
      let comic = one.facts.isManga == true ? other : one
      told.append(
        .warning(
          .gatherKind, "'\(manga.key)' says that it is manga, '\(comic.key)' that it is not",
          remedy: "say what the book is: --meta isManga=yes, or no"))
    }
    if let (one, other) = difference(in: sources, { $0.book.isFixedLayout }) {
      let fixed = one.book.isFixedLayout ? one : other
      let free = one.book.isFixedLayout ? other : one
      told.append(
        .warning(.gatherKind, "'\(fixed.key)' has pages of a fixed layout, '\(free.key)' does not say so"))
    }
    return told
  }

  /// The first two sources for which a fact is known and differs.
  private static func difference<Fact: Equatable>(
    in sources: [GatheredSource], _ fact: (GatheredSource) -> Fact?
  ) -> (GatheredSource, GatheredSource)? {
    guard let first = sources.first(where: { fact($0) != nil }) else { return nil }
    return sources.first { fact($0) != nil && fact($0) != fact(first) }.map { (first, $0) }
  }
}

extension Attachment.Kind {
  fileprivate var shownName: String {
    switch self {
    case .file(let name): name
    case .archiveComment: "the archive's comment"
    }
  }
}
