import Archives
public import BookModel
import Diagnostics
import Formats
public import PipelineFile
import PluginKit

/// A pipeline carried out in the inputs' own files: their metadata changes, their pages stay byte for byte.
///
/// Books are worked on a few at a time and told of in the order of the inputs; what is held of each is small.
public struct Retagging: Sendable {
  private let planner: BookPlanner
  private let sink: PipelineSink
  private let options: InPlaceOptions
  private let limits: Limits
  private let workers: WorkerPool
  private let io: WorkerPool
  /// Books worked on at the same time: enough that waiting for the disk is shared.
  private let width: Int

  /// Formats that are read and rewritten, the one that is made where a file has none first.
  static let formats: [any MetadataFormat.Type] = [
    ComicInfo.self, MetronInfo.self, CoMet.self, ComicBookInfo.self,
  ]

  /// - Parameter pipeline: one whose sink is in place (`RewritingSink`).
  public init(
    pipeline: Pipeline, limits: Limits, settings: RunSettings, ignoresBookFiles: Bool = false,
    askPassword: (@Sendable (FilePath) -> String?)? = nil
  ) {
    let workers = WorkerPool(threads: settings.effectiveJobs)
    self.workers = workers
    self.limits = limits
    width = max(4, 2 * workers.threads)
    io = WorkerPool(threads: width)
    let readers = pipeline.sources.map { source in
      BookReader(
        readers: source.readers, limits: limits, scratch: settings.scratchFolder, workers: workers,
        askPassword: askPassword)
    }
    planner = BookPlanner(
      readers: readers, pipeline: pipeline, ignoresBookFiles: ignoresBookFiles)
    sink = pipeline.sinks[0]
    options = (sink.sink as? any RewritingSink)?.inPlace ?? InPlaceOptions()
  }

  /// Works on every input.
  ///
  /// - Parameters:
  ///   - journal: what is done is written there first; nil to only say what would be done.
  ///   - tell: called with each receipt, in the order of the inputs.
  /// - Returns: whether all inputs were reached.
  public func run(
    _ inputs: [RunInput], journal: Journal?, isFailFast: Bool = false,
    tell: @escaping @Sendable (RetagReceipt) -> Void
  ) async -> Bool {
    let inputs = distinct(inputs)
    await sweepLeftovers(inputs, isWriting: journal != nil)
    do {
      try await inOrder(inputs, width: isFailFast ? 1 : width, on: nil) { _, input throws(Diagnostic) in
        await self.receipt(of: input, journal)
      } handOver: { _, receipt throws(Diagnostic) in
        tell(receipt)
        guard isFailFast, receipt.status == .failed else { return }
        throw .error(.stoppedAtFailure, "stopped at the first failure")
      }
      return true
    } catch {
      // Cancelled, or stopped as asked: what is wrong with an input stands in its receipt.
      return false
    }
  }

  /// Each file once, whatever names lead to it: two rewritings of one file would get in each other's way.
  private func distinct(_ inputs: [RunInput]) -> [RunInput] {
    var seen: Set<FilePath> = []
    return inputs.filter { seen.insert(realPath($0.path)).inserted }
  }

  private func sweepLeftovers(_ inputs: [RunInput], isWriting: Bool) async {
    guard isWriting else { return }
    let folders = Set(inputs.map { realPath($0.path).parent })
    await io.run { for folder in folders { LeftoverOutputs.sweep(in: folder) } }
  }

  /// What becomes of one input.
  ///
  /// - Parameter journal: nil to only say what would be done.
  public func receipt(of input: RunInput, _ journal: Journal?) async -> RetagReceipt {
    let open = planner.open(input)
    var receipt = RetagReceipt(input.path, .unchanged)
    do throws(Diagnostic) {
      try await retag(input, open, journal, &receipt)
      receipt.diagnostics = open.diagnostics + receipt.diagnostics
    } catch {
      let named = error.inFile(input.path.display)
      receipt = RetagReceipt(input.path, .failed, diagnostics: open.diagnostics)
      if !receipt.diagnostics.contains(named) { receipt.diagnostics.append(named) }
    }
    return receipt
  }

  private func retag(
    _ input: RunInput, _ open: OpenBook, _ journal: Journal?, _ receipt: inout RetagReceipt
  ) async throws(Diagnostic) {
    let (options, limits) = (options, limits)
    let file = try await workers.run { () async throws(Diagnostic) in
      try RewritableBook.open(input, options)
    }
    let planned = try await planner.branch(try await planner.plan(input, open), sink)
    try RewritableBook.check(planned)
    let (container, documents) = try await workers.run { () async throws(Diagnostic) in
      let container = try ZIPContainer(file, limits: limits)
      let documents = try RewrittenDocuments(
        in: container,
        saying: MetadataStatement(
          planned.book, base: planned.read.embeddedMetadata, target: options.target),
        formats: Self.formats, limits: limits)
      return (container, documents)
    }
    receipt.diagnostics = documents.warnings.map { $0.inFile(input.path.display) }
    guard !documents.changes.isEmpty else { return }
    receipt.documents = documents.documents
    receipt.removed = documents.removed
    receipt.status = .planned
    guard let journal else { return }
    let done = try await io.run { () async throws(Diagnostic) in
      try FileRewriting(journal: journal).replace(
        file, by: try container.splice(making: documents.changes)
      ) { temporary, _ throws(Diagnostic) in
        let result = try InputFile(temporary, followingLinks: false)
        try container.check(result, made: documents.changes)
      } entry: { entry in
        entry.documents = documents.former
        if documents.changes.comment != nil { entry.comment = container.comment ?? [] }
      }
    }
    receipt.status = .changed
    (receipt.before, receipt.after) = (done.before, done.after)
    receipt.diagnostics += done.warnings
  }
}
