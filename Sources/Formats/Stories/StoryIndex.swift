public import BookModel

/// The index of an anthology, as taggers write it into the summary because ComicInfo has no field for it:
///
///     2. [Storia] «Paperino e l'amaca della felicità»  {I TL 1900-A} – pp. 17–24
///         Soggetto: A · Sceneggiatura: B · Disegni: C
///
/// Number and title make an entry; kind, code, pages and credits may be there or not. Nothing of the text is
/// lost: what is no entry stays as prose before the index, after it, or below the entry it follows.
public struct StoryIndex: Hashable, Sendable {
  /// The text before the first entry, without the white space around it.
  public var before: String
  public var entries: [Entry]
  /// The text after the last entry and its credits.
  public var after: String

  /// One story, and what its index says of it besides.
  public struct Entry: Hashable, Sendable {
    public var story: Story
    /// What stands behind the title and is neither code nor pages: `ristampa da I TL 12`.
    public var remark: String?
    /// The text between this entry and the next.
    public var note: String

    public init(story: Story, remark: String? = nil, note: String = "") {
      self.story = story
      self.remark = remark
      self.note = note
    }
  }

  public var stories: [Story] { entries.map(\.story) }

  public init(before: String = "", entries: [Entry], after: String = "") {
    self.before = before
    self.entries = entries
    self.after = after
  }

  /// An index of stories that come from elsewhere; those without a number are counted.
  public init(before: String = "", stories: [Story], after: String = "") {
    self.init(before: before, entries: stories.map { Entry(story: $0) }, after: after)
  }

  /// Finds the index in a summary: text or HTML, with its line ends. Nil where there is none.
  ///
  /// Where nothing has the canonical form, indexes as others write them are understood: contents with dots and pages, lists
  /// below a heading, HTML lists.
  ///
  /// Takes time in proportion to the text's length.
  public static func parse(_ summary: String) -> StoryIndex? {
    StoryIndexReading(SummaryText.plain(summary)).index
      ?? LooseStoryIndex.parse(SummaryText.plain(SummaryText.listed(summary)))
  }

  /// Whether a summary in which no index is found looks as if it had one.
  public static func looksLikeOne(_ summary: String) -> Bool {
    LooseStoryIndex.looksLikeOne(SummaryText.plain(SummaryText.listed(summary)))
  }

  /// The canonical text, which `parse` reads as this same index.
  ///
  /// What the form cannot hold, which `parse` never gives, is left out or brought into it: line ends within
  /// titles, braces within codes, roles longer than 24 characters.
  public var summary: String {
    var blocks: [String] = before.isEmpty ? [] : [before]
    var lines: [String] = []
    for (index, entry) in entries.enumerated() {
      lines.append(StoryLine.text(of: entry, place: index + 1))
      if let credits = StoryCredits.text(of: entry.story.credits) { lines.append("    " + credits) }
      if let below = StoryLine.below(entry) { lines.append("    " + below) }
      if !entry.note.isEmpty {
        blocks += [lines.joined(separator: "\n"), entry.note]
        lines = []
      }
    }
    if !lines.isEmpty { blocks.append(lines.joined(separator: "\n")) }
    if !after.isEmpty { blocks.append(after) }
    return SummaryText.escaped(blocks.joined(separator: "\n\n"))
  }

  /// The summary without the index: what stands around it and between its entries.
  public var prose: String {
    SummaryText.escaped(
      ([before] + entries.map(\.note) + [after]).filter { !$0.isEmpty }.joined(separator: "\n\n"))
  }
}
