import Archives
import BookModel
import Diagnostics
public import Engine
import Formats
public import Inputs
public import PipelineFile
import PluginKit

/// Carries a pipeline out in the sources' own files: their metadata changes, their pages stay byte for byte.
///
/// Nothing of one file depends on another, so each is read when its turn comes; what is held of each is small.
public struct RewriteInPlace: Effect {
  private let planner: JobPlanner
  private let sink: PipelineSink
  private let options: InPlaceOptions
  private let resources: RunResources
  private let journal: Journal?
  private let showsDigests: Bool
  /// Enough that waiting for the disk is shared.
  public let width: Int

  /// Formats that are read and rewritten, the one that is made where a file has none first.
  static let formats: [any MetadataFormat.Type] = [
    ComicInfo.self, MetronInfo.self, CoMet.self, ComicBookInfo.self,
  ]

  /// - Parameters:
  ///   - pipeline: one whose sink is in place.
  ///   - journal: what is done is written there first; nil to only say what would be done.
  ///   - showsDigests: whether receipts are to tell the SHA-256 of each file before and after.
  public init(
    _ pipeline: Pipeline, _ resources: RunResources, journal: Journal?, ignoresBookFiles: Bool = false,
    showsDigests: Bool = true
  ) {
    self.showsDigests = showsDigests
    self.resources = resources
    self.journal = journal
    width = max(4, 2 * resources.workers.threads)
    planner = JobPlanner(
      pipeline, resources, PlanningTerms(ignoresBookFiles: ignoresBookFiles))
    sink = pipeline.sinks[0]
    options = pipeline.inPlace ?? InPlaceOptions()
  }

  /// The jobs of inputs: each file once, whatever names lead to it, since two rewritings of one file would get in each
  /// other's way.
  public static func jobs(of inputs: [RunInput]) -> [Job] {
    var seen: Set<FilePath> = []
    return inputs.filter { seen.insert(realPath($0.path)).inserted }.map { Job($0) }
  }

  public func check(_ jobs: [Job]) {}

  public func plan(_ job: Job) -> PlannedJob {
    var planned = PlannedJob(job, planner.open(job))
    planned.outputs = [PlannedOutput(.init(), .rewrite)]
    return planned
  }

  public func settle(_ jobs: inout [PlannedJob]) {}

  /// Removes what runs that were killed have left beside the files.
  public func prepare(_ jobs: [PlannedJob]) async {
    guard journal != nil else { return }
    let folders = Set(jobs.map { realPath($0.job.source.path).parent })
    await resources.io.run { for folder in folders { LeftoverOutputs.sweep(in: folder) } }
  }

  public func carryOut(
    _ planned: PlannedJob, _ tell: @escaping @Sendable (RunEvent) -> Void
  ) async -> Receipt? {
    let (job, open) = (planned.job, planned.open)
    let path = job.source.path
    var output = Receipt.Output(.unchanged, sink: sink.id, path: path)
    do throws(Diagnostic) {
      if let (status, change) = try await rewrite(job, open) {
        output.status = status
        output.change = change
      }
    } catch {
      let named = error.inFile(path.display)
      open.report(named)
      output = Receipt.Output(.failed, sink: sink.id, path: path, failure: named)
    }
    return Receipt(
      job: job.key, sources: [Receipt.Source(path: path)], outputs: [output], diagnostics: open.diagnostics)
  }

  /// Changes one file, or says what would be changed; nil where nothing is to be.
  private func rewrite(_ job: Job, _ open: OpenSources) async throws(Diagnostic) -> (
    Receipt.Status, FileChange
  )? {
    let (input, options, limits) = (job.source, options, resources.limits)
    let file = try await resources.workers.run { () async throws(Diagnostic) in
      try RewritableBook.open(input, options)
    }
    let planned = try await planner.branch(try await planner.plan(job, open)[0], sink)
    try RewritableBook.check(planned)
    let (container, documents) = try await resources.workers.run { () async throws(Diagnostic) in
      let container = try ZIPContainer(file, limits: limits)
      let documents = try RewrittenDocuments(
        in: container,
        saying: MetadataStatement(
          planned.book, base: planned.read.embeddedMetadata, target: options.target),
        formats: Self.formats, limits: limits)
      return (container, documents)
    }
    for warning in documents.warnings { open.report(warning) }
    guard !documents.changes.isEmpty else { return nil }
    var change = FileChange()
    change.documents = documents.documents
    change.removed = documents.removed
    guard let journal else { return (.planned, change) }
    let done = try await resources.io.run { () async throws(Diagnostic) in
      try FileRewriting(journal: journal, keepsDigests: showsDigests).replace(
        file, by: try container.splice(making: documents.changes)
      ) { temporary, _ throws(Diagnostic) in
        let result = try InputFile(temporary, followingLinks: false)
        try container.check(result, made: documents.changes)
      } entry: { entry in
        entry.documents = documents.former
        if documents.changes.comment != nil { entry.comment = container.comment ?? [] }
      }
    }
    (change.before, change.after) = (done.before, done.after)
    for warning in done.warnings { open.report(warning) }
    return (.changed, change)
  }
}
