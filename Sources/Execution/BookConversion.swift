import Archives
import BookModel
import Diagnostics
import Imaging
import PipelineFile

/// Takes one planned book through every sink: it is read once, and each output is written, verified and named by
/// itself.
struct BookConversion: Sendable {
  let pipeline: Pipeline
  let settings: RunSettings
  let planner: BookPlanner
  let resumption: Resumption?
  /// Nil where sources are never moved away, whatever the pipeline says.
  let trash: Trash?
  let budget: MemoryBudget
  let workers: WorkerPool
  let io: WorkerPool
  let observer: (any RunObserver)?

  /// The receipt of one input; nil where the run was interrupted before anything of it was done.
  func convert(_ one: PlannedInput, _ tell: @escaping @Sendable (RunEvent) -> Void) async -> Receipt? {
    var source = Receipt.Source(path: one.input.path)
    if let failure = one.failure {
      return Receipt(.failed, source: source, diagnostics: one.told + [failure])
    }
    let open = one.planned?.open ?? planner.open(one.input)
    for diagnostic in one.told { open.report(diagnostic) }
    var book = one.planned
    var outputs: [Receipt.Output] = []
    var isInterrupted = false
    // Why the book cannot be read: for every sink, and told once.
    var unreadable: Diagnostic?
    for output in one.outputs {
      let sink = pipeline.sinks[output.sink]
      do {
        if isInterrupted { throw CancellationError() }
        for warning in output.told { open.report(warning) }
        switch output.fate {
        case .skip(let path): outputs.append(Receipt.Output(.skipped, sink: sink.id, path: path))
        case .fail(let diagnostic, _): throw diagnostic
        case .unchanged(_, let remembered):
          if let resumption {
            try await io.run { () async throws(Diagnostic) in try resumption.refresh(remembered) }
          }
          outputs.append(remembered.receipt)
        case .write(let path, let replacing):
          if let unreadable { throw unreadable }
          let common: PlannedBook
          do throws(Diagnostic) {
            common = if let book { book } else { try await planner.plan(one.input, open) }
          } catch {
            unreadable = error
            throw error
          }
          book = common
          let planned = try await planner.branch(common, sink)
          outputs.append(try await writer(planned, output.sink, path, replacing, one, tell).write())
          if let resumption {
            try await io.run { () async throws(Diagnostic) in try resumption.settle(path) }
          }
        }
      } catch let error as Diagnostic where error.rule != .interrupted {
        let named = error.inFile(one.input.path.display)
        open.report(named)
        outputs.append(Receipt.Output(.failed, sink: sink.id, path: output.destination, failure: named))
      } catch {
        isInterrupted = true
        outputs.append(Receipt.Output(.notReached, sink: sink.id, path: output.destination))
      }
    }
    if isInterrupted, !outputs.contains(where: \.isWritten) { return nil }
    if let book, outputs.contains(where: \.isWritten) {
      source.format = book.book.source.format
      if let digest = open.knownDigest { (source.bytes, source.sha256) = (digest.bytes, digest.sha256) }
    }
    source.after = await disposal(of: one, outputs, open)
    return Receipt(source: source, outputs: outputs, diagnostics: open.diagnostics)
  }

  private func writer(
    _ planned: PlannedBook, _ sink: Int, _ path: FilePath, _ replacing: Bool, _ one: PlannedInput,
    _ tell: @escaping @Sendable (RunEvent) -> Void
  ) -> BookWriter {
    let (resumption, open) = (resumption, planned.open)
    return BookWriter(
      planned: planned, sink: pipeline.sinks[sink], destination: path, isReplacing: replacing,
      settings: settings,
      budget: budget, workers: workers, io: io, observer: observer,
      remember: { output, temporary throws(Diagnostic) in
        try resumption?.remember(
          output, sink: sink, at: temporary, of: one.input, before: one.state,
          contents: open.knownDigest?.sha256)
      },
      progress: { done, total in tell(.page(one.input.path, done: done, of: total)) })
  }

  /// Does with the source what the pipeline says, once everything of it is safe.
  private func disposal(of one: PlannedInput, _ outputs: [Receipt.Output], _ open: OpenBook) async
    -> SourceFate?
  {
    let after = pipeline.sources[one.input.source].after
    guard after != .keep, let trash else { return nil }
    let remembered = one.outputs.map { output in
      if case .unchanged(_, let remembered) = output.fate { remembered } else { nil as RememberedOutput? }
    }
    let disposal = SourceDisposing(after: after, input: one.input, trash: trash)
    if let why = disposal.reasonToKeep(zip(outputs, remembered).map { ($0, $1?.entry.isComplete ?? false) }) {
      return .kept(why)
    }
    do throws(Diagnostic) {
      return try await io.run { () async throws(Diagnostic) in try disposal.carryOut(ifStill: one.state) }
    } catch {
      open.report(
        .warning(
          .sourceKept, "the source stays where it is: \(error.message)",
          at: Place(file: one.input.path.display), remedy: error.remedy))
      return .kept(error.message)
    }
  }
}
