import Archives
public import BookModel
public import Diagnostics
public import PipelineFile
import PluginKit

/// A pipeline carried out over inputs: every destination is planned first, then book after book is rendered
/// and written, a few at once, told of in the order of the inputs.
public struct Run: Sendable {
  private let pipeline: Pipeline
  private let settings: RunSettings
  private let isFailFast: Bool
  private let planner: BookPlanner
  private let workers: WorkerPool
  private let io: WorkerPool
  private let budget: MemoryBudget
  private let observer: (any RunObserver)?
  /// Where an output goes instead of where it is planned; nil: there.
  private let relocate: (@Sendable (FilePath) -> FilePath)?

  /// Books open at the same time: the one being written and two beyond it.
  private let booksAtOnce = 3

  /// - Parameters:
  ///   - readsPixels: whether stages that must see pixels to plan may have them decoded.
  ///   - observer: looks on while books are written.
  public init(
    pipeline: Pipeline, limits: Limits, settings: RunSettings, isFailFast: Bool = false,
    readsPixels: Bool = true, observer: (any RunObserver)? = nil,
    askPassword: (@Sendable (FilePath) -> String?)? = nil
  ) {
    self.init(
      pipeline: pipeline, limits: limits, settings: settings, isFailFast: isFailFast,
      readsPixels: readsPixels, observer: observer, relocate: nil, pools: nil, askPassword: askPassword)
  }

  /// - Parameters:
  ///   - relocate: where an output goes instead of where it is planned, for tests of pipelines.
  ///   - pools: threads of somebody else's, for codecs and for blocking; nil for its own.
  init(
    pipeline: Pipeline, limits: Limits, settings: RunSettings, isFailFast: Bool,
    readsPixels: Bool = true, observer: (any RunObserver)?, relocate: (@Sendable (FilePath) -> FilePath)?,
    pools: (workers: WorkerPool, io: WorkerPool)?, askPassword: (@Sendable (FilePath) -> String?)?
  ) {
    self.observer = observer
    self.relocate = relocate
    self.pipeline = pipeline
    self.settings = settings
    self.isFailFast = isFailFast
    workers = pools?.workers ?? WorkerPool(threads: settings.effectiveJobs)
    io = pools?.io ?? WorkerPool(threads: 2)
    budget = MemoryBudget(limit: settings.effectiveMemory)
    let workers = workers
    let readers = pipeline.sources.map { source in
      BookReader(
        readers: source.readers, limits: limits, scratch: settings.scratchFolder, workers: workers,
        askPassword: askPassword)
    }
    planner = BookPlanner(readers: readers, pipeline: pipeline, readsPixels: readsPixels)
  }

  // MARK: Planning

  /// Reads a book and applies the stages, as `plan` shows it.
  ///
  /// - Parameter open: from `open(_:)`; holds what is told of the book, also when this fails.
  public func plan(_ input: RunInput, _ open: OpenBook) async throws(Diagnostic) -> PlannedBook {
    try await planner.plan(input, open)
  }

  /// What is to hold an input's open sources.
  public func open(_ input: RunInput) -> OpenBook { planner.open(input) }

  /// Works out the destination and fate of every input.
  ///
  /// - Throws: what concerns the run as a whole: no destination, several inputs for one file.
  public func destinations(_ inputs: [RunInput]) async throws(Diagnostic) -> [PlannedInput] {
    guard let sink = pipeline.sinks.first else {
      throw .error(
        .destinationMissing, "the pipeline has no sink", remedy: "add one: sink: { cbz: { path: … } }")
    }
    let destinations = DestinationPlanner(sink: sink, inputs: inputs)
    let place = try destinations.place()
    var planned: [PlannedInput] = []
    do {
      try await inOrder(inputs, width: booksAtOnce, on: nil) { _, input throws(Diagnostic) in
        await self.planned(input, place, destinations, keeping: inputs.count == 1)
      } handOver: { _, one throws(Diagnostic) in
        planned.append(one)
      }
    } catch let error as Diagnostic {
      throw error
    } catch {
      // Cancelled: what was planned so far is never written.
      return []
    }
    destinations.settle(&planned)
    return planned
  }

  private func planned(
    _ input: RunInput, _ place: DestinationPlanner.Place, _ destinations: DestinationPlanner, keeping: Bool
  ) async -> PlannedInput {
    let open = planner.open(input)
    do throws(Diagnostic) {
      var book: PlannedBook?
      if keeping || destinations.needsBook(place) { book = try await planner.plan(input, open) }
      let (path, warnings) = try destinations.destination(place, input, book?.book)
      if keeping { for warning in warnings { book?.open.report(warning) } }
      return PlannedInput(
        input: input, fate: .write(relocate?(path) ?? path, replacing: false), planned: keeping ? book : nil)
    } catch {
      return PlannedInput(
        input: input, fate: .fail(error.inFile(input.path.display), nil), told: open.diagnostics)
    }
  }

  // MARK: Writing

  /// Writes every planned input and tells of each, in order, as it is done with.
  public func write(_ planned: [PlannedInput], tell: @escaping @Sendable (RunEvent) -> Void) async
    -> RunSummary
  {
    var summary = RunSummary()
    var hasFailed = false
    await sweepLeftovers(planned)
    do {
      try await inOrder(planned, width: isFailFast ? 1 : booksAtOnce, on: nil) { _, one throws(Diagnostic) in
        await self.receipt(for: one, tell)
      } handOver: { _, receipt throws(Diagnostic) in
        guard let receipt else {
          summary.isInterrupted = true
          return
        }
        summary.receipts.append(receipt)
        tell(.book(receipt))
        hasFailed = hasFailed || receipt.status == .failed
        if hasFailed, isFailFast {
          throw .error(.stoppedAtFailure, "stopped at the first failure", remedy: "use --keep-going to go on")
        }
      }
    } catch is CancellationError {
      summary.isInterrupted = true
    } catch {
      // Stopped at the first failure: the rest is told as not reached.
    }
    for one in planned.dropFirst(summary.receipts.count) {
      summary.receipts.append(Receipt(.notReached, source: Receipt.Source(path: one.input.path)))
    }
    return summary
  }

  /// Removes what runs that were killed have left beside the destinations of this one.
  private func sweepLeftovers(_ planned: [PlannedInput]) async {
    let folders = Set(
      planned.compactMap { one in if case .write(let path, _) = one.fate { path.parent } else { nil } })
    await io.run {
      for folder in folders where isExistingFolder(folder) { _ = LeftoverOutputs.sweep(in: folder) }
    }
  }

  /// The receipt of one input; nil where the run was interrupted.
  private func receipt(for one: PlannedInput, _ tell: @escaping @Sendable (RunEvent) -> Void) async
    -> Receipt?
  {
    let source = Receipt.Source(path: one.input.path)
    switch one.fate {
    case .skip(let path):
      return Receipt(.skipped, source: source, output: Receipt.Output(path: path))
    case .fail(let diagnostic, _):
      return Receipt(.failed, source: source, diagnostics: one.told + [diagnostic])
    case .write(let path, let replacing):
      return await write(one, to: path, replacing: replacing, tell)
    }
  }

  private func write(
    _ one: PlannedInput, to path: FilePath, replacing: Bool, _ tell: @escaping @Sendable (RunEvent) -> Void
  ) async -> Receipt? {
    let open = one.planned?.open ?? planner.open(one.input)
    do {
      let planned = if let kept = one.planned { kept } else { try await planner.plan(one.input, open) }
      let writer = BookWriter(
        planned: planned, sink: pipeline.sinks[0].sink, destination: path, isReplacing: replacing,
        settings: settings,
        budget: budget, workers: workers, io: io,
        observer: observer,
        progress: { done, total in tell(.page(one.input.path, done: done, of: total)) })
      return try await writer.write()
    } catch let error as Diagnostic {
      var known = open.diagnostics
      let named = error.inFile(one.input.path.display)
      if !known.contains(named) { known.append(named) }
      return Receipt(.failed, source: Receipt.Source(path: one.input.path), diagnostics: known)
    } catch {
      return nil
    }
  }
}

extension Rule {
  static let stoppedAtFailure = Rule(
    "stopped-at-failure", .input, "A run ended at its first failure, as asked.")
}

extension RunForecast {
  /// Counts what planned inputs will come to.
  public init(_ planned: [PlannedInput]) {
    for one in planned {
      switch one.fate {
      case .write(_, replacing: true): replaced += 1
      case .write: new += 1
      case .skip: skipped += 1
      case .fail(let diagnostic, _) where diagnostic.rule == .destinationCollides: colliding += 1
      case .fail(let diagnostic, _) where diagnostic.rule == .destinationExists: existing += 1
      case .fail: failed += 1
      }
    }
  }
}
