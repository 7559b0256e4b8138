public import BookModel
public import Diagnostics
public import Options
public import PluginKit

/// A checked pipeline: every plugin exists and has valid settings, and every condition and template is
/// well-formed. Only `PipelineChecker` creates one.
public struct Pipeline: Sendable {
  public let name: String?
  public let description: String?
  /// Where books come from. There is always at least one, if only to define how command-line inputs are read.
  public let sources: [SourceSpec]
  /// Which sources are combined into one book; nil if each is a book of its own.
  public let gather: GatherSpec?
  /// The stages every book goes through.
  public let stages: [PipelineStage]
  /// How one book is divided into several after the stages; nil if books stay whole.
  public let divide: DivideSpec?
  /// Where books go, each with the stages of its branch. There is at least one.
  public let sinks: [PipelineSink]
  public let limits: Limits
  public let policies: RunPolicies
  /// Settings for individual books; the last one that matches takes precedence.
  let books: [BookOverride]
  /// The assignments from `--meta`, in the order given.
  public let metadataAssignments: [MetadataAssignment]
  /// Needed for the files beside books.
  let remaking: StageRemaking
  /// The tests that `leporello test` runs, from the file itself.
  public let tests: [PipelineTest]

  /// Whether a match needs the hash of a source, which requires reading it.
  public var matchesByHash: Bool { books.contains { $0.match.hash != nil } }

  /// How the sources' own files are changed; nil for a pipeline that writes outputs.
  public var inPlace: InPlaceOptions? { (sinks.first?.sink as? any RewritingSink)?.inPlace }

  /// The plugins the pipeline was checked with.
  public var registry: Registry { remaking.registry }

  /// The first stage that works on pages and so cannot process a text-only book.
  public var stageThatNeedsPages: PipelineStage? { stages.first { $0.stage.needs.contains(.pages) } }
}

/// One source of a pipeline.
public struct SourceSpec: Sendable {
  /// Patterns for files, in the order written. Inputs on the command line replace files and folders.
  public var files: [Glob]
  /// Patterns for folders, in the same way.
  public var folders: [Glob]
  /// Patterns for what to skip.
  public var exclude: [Glob]
  public var recursive: Bool
  /// Which folders of pictures count as one book.
  public var books: FolderBooks
  /// How long a source must have been unchanged.
  public var settle: TimeSpan
  /// What happens to a source once it is safely stored in every output.
  public var after: SourceDisposal
  /// All readers of the registry in order, with their settings.
  public var readers: [any ReadyReader]
  /// The name of each reader, with the settings that differ from their defaults.
  var readersText: [String]
}

/// One stage of a pipeline, ready to run.
public struct PipelineStage: Sendable {
  /// The name given by `id:`, otherwise the stage's own.
  public let id: String
  public let stage: any ReadyStage
  /// The settings that differ from their defaults, in canonical form.
  public let settingsText: String
  /// `where` and `when` as written.
  let conditionsText: String
  /// The pages the stage works on: from `where:`, otherwise the stage's default selection; nil for all.
  let pages: PagePredicate?
  /// Whether the user wrote a `where:`.
  let isStated: Bool
  /// Whether `number` means the source's page numbers. This is the case for overrides, which people write
  /// with the numbers that `inspect` shows.
  let countsAsSource: Bool
  /// The books the stage works on; nil for all.
  public let when: BookPredicate?

  public var name: String { stage.name }

  /// The `where:` as the user wrote it; nil if there is none.
  public var statedSelection: String? { isStated ? pages?.text : nil }

  /// Whether the stage applies to a book at all.
  public func applies(to book: Book) throws(Diagnostic) -> Bool { try when?.holds(for: book) ?? true }

  /// The pages the stage works on.
  ///
  /// - Parameter sourceNumbers: the number of each of the source's pages, keyed by the ID that its reader
  ///   gave (`PageID.text`).
  /// - Throws: `fact-unknown`, and rules in the category `damage`.
  public func selection(
    in book: Book, context: any BookContext, sourceNumbers: [String: Int]
  ) async throws(Diagnostic) -> PageSelection {
    guard let pages else { return .all }
    return try await pages.selection(
      in: book, context: context, sourceNumbers: countsAsSource ? sourceNumbers : nil, isStated: isStated)
  }
}

/// One sink of a pipeline.
public struct PipelineSink: Sendable {
  /// The name given by `id:`, otherwise the sink's own.
  public internal(set) var id: String
  public let sink: any ReadySink
  public let destination: DestinationOptions
  /// Where each book goes; nil if only the command line specifies it.
  public let template: PathTemplate?
  /// The settings that differ from their defaults, in canonical form.
  public let settingsText: String
  /// The stages that books go through for this sink only, after the pipeline's own stages.
  public internal(set) var stages: [PipelineStage]

  public var name: String { sink.name }

  /// The sink that writes the outputs; nil for one that changes the sources' own files.
  public var writing: (any WritingSink)? { sink as? any WritingSink }
}

/// The settings that `books:` has for one book.
struct BookOverride: Sendable {
  var match: BookMatch
  /// Whole stages, by ID, made from the pipeline's options overridden by the book's.
  var stages: [String: PipelineStage]
}

/// Which books an override applies to: those that meet every criterion given.
struct BookMatch: Sendable {
  /// Matches the path as given or, if the pattern is relative, its last components.
  var path: Glob?
  var series: String?
  var number: String?
  /// The SHA-256 of the source's bytes in lower-case hex, or the beginning of it.
  var hash: String?

  func matches(_ book: Book, hash ofSource: String?) -> Bool {
    if let hash, ofSource?.hasPrefix(hash) != true { return false }
    if let path, !path.matchesEnd(of: book.source.path) { return false }
    if let series, book.metadata.series?.caseFolded != series.caseFolded { return false }
    if let number {
      guard let own = book.metadata.number ?? book.metadata.volume else { return false }
      if own.text.caseFolded != number.caseFolded, own.key == nil || own.key != BookNumber(number)?.key {
        return false
      }
    }
    return true
  }
}
