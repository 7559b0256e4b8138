public import BookModel

/// The index of an anthology in the form taggers write into the summary, because ComicInfo has no field for
/// it:
///
///     2. [Storia] «Paperino e l'amaca della felicità»  {I TL 1900-A} – pp. 17–24
///         Soggetto: A · Sceneggiatura: B · Disegni: C
///
/// An entry needs a number and a title; kind, code, pages and credits are optional. No text is lost: anything
/// that is not an entry is kept as prose before the index, after it, or below the entry it follows.
public struct StoryIndex: Hashable, Sendable {
  /// The text before the first entry, trimmed.
  public var before: String
  public var entries: [Entry]
  /// The text after the last entry and its credits.
  public var after: String

  /// A story, with what else its index says about it.
  public struct Entry: Hashable, Sendable {
    public var story: Story
    /// Text after the title that is neither a code nor pages: `ristampa da I TL 12`.
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

  /// An index of stories from another source; those without a number are numbered in order.
  public init(before: String = "", stories: [Story], after: String = "") {
    self.init(before: before, entries: stories.map { Entry(story: $0) }, after: after)
  }

  /// Finds the index in a summary, which may be text or HTML with any line endings. Nil if there is none.
  ///
  /// If nothing has the canonical form, other common forms are tried: contents with dots and page numbers,
  /// lists below a heading, HTML lists.
  ///
  /// Runs in time linear in the length of the text.
  public static func parse(_ summary: String) -> StoryIndex? {
    StoryIndexReading(SummaryText.plain(summary)).index
      ?? LooseStoryIndex.parse(SummaryText.plain(SummaryText.listed(summary)))
  }

  /// Whether a summary in which no index was found looks as if it contained one.
  public static func looksLikeOne(_ summary: String) -> Bool {
    LooseStoryIndex.looksLikeOne(SummaryText.plain(SummaryText.listed(summary)))
  }

  /// The canonical text, which `parse` reads back as this same index.
  ///
  /// Content that the form cannot hold, which `parse` never produces, is left out or adapted: line endings in
  /// titles, braces in codes, roles longer than 24 characters.
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

  /// The summary without the index: the text around it and between its entries.
  public var prose: String {
    SummaryText.escaped(
      ([before] + entries.map(\.note) + [after]).filter { !$0.isEmpty }.joined(separator: "\n\n"))
  }
}
