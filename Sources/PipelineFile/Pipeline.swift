public import BookModel
public import Diagnostics
public import Options
public import PluginKit

/// A checked pipeline: every plugin exists and has its settings, every condition and template is well-formed. Only
/// `PipelineChecker` makes one.
public struct Pipeline: Sendable {
  public let name: String?
  public let description: String?
  /// Where books come from. There is always one, if only to say how inputs of the command line are read.
  public let sources: [SourceSpec]
  /// Which sources become one book; nil where each is one.
  public let gather: GatherSpec?
  /// What every book goes through.
  public let stages: [PipelineStage]
  /// What several books are made of one by, behind the stages; nil where books stay whole.
  public let divide: DivideSpec?
  /// Where books go, each with the stages of its branch. There is at least one.
  public let sinks: [PipelineSink]
  public let limits: Limits
  public let policies: RunPolicies
  /// What single books want otherwise, the last one that matches first.
  let books: [BookOverride]
  /// What `--meta` sets, in the order given.
  public let metadataAssignments: [MetadataAssignment]
  /// For the files beside books.
  let remaking: StageRemaking
  /// What `leporello test` runs, as the file itself has it.
  public let tests: [PipelineTest]

  /// Whether a match asks for the hash of sources, which takes reading them.
  public var matchesByHash: Bool { books.contains { $0.match.hash != nil } }

  /// How the sources' own files are changed; nil for a pipeline that writes outputs.
  public var inPlace: InPlaceOptions? { (sinks.first?.sink as? any RewritingSink)?.inPlace }

  /// The plugins it was checked with.
  public var registry: Registry { remaking.registry }

  /// The first stage that works on pages, and so cannot take a book of text alone.
  public var stageThatNeedsPages: PipelineStage? { stages.first { $0.stage.needs.contains(.pages) } }
}

/// One source of a pipeline.
public struct SourceSpec: Sendable {
  /// Patterns for files, in the order written. Inputs of the command line replace files and folders.
  public var files: [Glob]
  /// Patterns for folders, likewise.
  public var folders: [Glob]
  /// Patterns for what is passed over.
  public var exclude: [Glob]
  public var recursive: Bool
  /// Which folders of pictures are one book.
  public var books: FolderBooks
  /// How long a source must have been left alone.
  public var settle: TimeSpan
  /// What becomes of a source once all of it is safe in every output.
  public var after: SourceDisposal
  /// Every reader of the registry in its order, with its settings.
  public var readers: [any ReadyReader]
  /// The name of each reader with the settings that differ from their defaults.
  var readersText: [String]
}

/// One stage of a pipeline, ready to work.
public struct PipelineStage: Sendable {
  /// The name given by `id:`, else the stage's own.
  public let id: String
  public let stage: any ReadyStage
  /// The settings that differ from their defaults, in one canonical form.
  public let settingsText: String
  /// `where` and `when` as written.
  let conditionsText: String
  /// Which pages it works on: `where:`, else what the stage takes by itself; nil for all.
  let pages: PagePredicate?
  /// Whether the user wrote a `where:`.
  let isStated: Bool
  /// Whether `number` means the source's numbers: for overrides, which are written after a look at `inspect`.
  let countsAsSource: Bool
  /// Which books it works on; nil for all.
  public let when: BookPredicate?

  public var name: String { stage.name }

  /// The `where:` as the user wrote it; nil where nothing was written.
  public var statedSelection: String? { isStated ? pages?.text : nil }

  /// Whether it works on a book at all.
  public func applies(to book: Book) throws(Diagnostic) -> Bool { try when?.holds(for: book) ?? true }

  /// The pages it works on.
  ///
  /// - Parameter sourceNumbers: the number of each of the source's pages, by the id its reader gave (`PageID.text`).
  /// - Throws: `fact-unknown`, and rules of category `damage`.
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
  /// The name given by `id:`, else the sink's own.
  public internal(set) var id: String
  public let sink: any ReadySink
  public let destination: DestinationOptions
  /// Where each book goes; nil where only the command line says it.
  public let template: PathTemplate?
  /// The settings that differ from their defaults, in one canonical form.
  public let settingsText: String
  /// What books go through for this sink alone, behind the stages of the pipeline.
  public internal(set) var stages: [PipelineStage]

  public var name: String { sink.name }

  /// What writes its outputs; nil for a sink that changes the sources' own files.
  public var writing: (any WritingSink)? { sink as? any WritingSink }
}

/// What `books:` says of one book.
struct BookOverride: Sendable {
  var match: BookMatch
  /// Whole stages, by id, made of the pipeline's options with the book's own over them.
  var stages: [String: PipelineStage]
}

/// Which books an override is for: those for which all that is said holds.
struct BookMatch: Sendable {
  /// For the path as given, or its last parts where the pattern is relative.
  var path: Glob?
  var series: String?
  var number: String?
  /// Of the source's bytes: a SHA-256 in lower-case hex, or its beginning.
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
