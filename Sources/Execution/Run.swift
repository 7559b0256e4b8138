import Archives
public import BookModel
public import Diagnostics
public import PipelineFile
import PluginKit
import Synchronization

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

  /// What earlier runs have done, where this one is to know.
  private let resumption: Resumption?
  /// Nil where sources are never moved away, whatever the pipeline says.
  private let trash: Trash?

  /// Books open at the same time: the one being written and two beyond it.
  private let booksAtOnce = 3

  /// - Parameters:
  ///   - readsPixels: whether stages that must see pixels to plan may have them decoded.
  ///   - ledger: what earlier runs have done and this one does; nil to do everything and remember nothing.
  ///   - version: the program's, for the ledger.
  ///   - environment: says where the user's trash is.
  ///   - observer: looks on while books are written.
  public init(
    pipeline: Pipeline, limits: Limits, settings: RunSettings, isFailFast: Bool = false,
    readsPixels: Bool = true, ledger: Ledger? = nil, version: String = "",
    environment: [String: String] = [:],
    observer: (any RunObserver)? = nil, askPassword: (@Sendable (FilePath) -> String?)? = nil
  ) {
    self.init(
      pipeline: pipeline, limits: limits, settings: settings, isFailFast: isFailFast,
      readsPixels: readsPixels,
      resumption: ledger.map { Resumption($0, pipeline, settings, version: version) },
      trash: Trash(environment: environment), observer: observer, askPassword: askPassword)
  }

  /// - Parameters:
  ///   - relocate: where an output goes instead of where it is planned, for tests of pipelines.
  ///   - pools: threads of somebody else's, for codecs and for blocking; nil for its own.
  init(
    pipeline: Pipeline, limits: Limits, settings: RunSettings, isFailFast: Bool, readsPixels: Bool = true,
    resumption: Resumption? = nil, trash: Trash? = nil, observer: (any RunObserver)?,
    relocate: (@Sendable (FilePath) -> FilePath)? = nil, pools: (workers: WorkerPool, io: WorkerPool)? = nil,
    askPassword: (@Sendable (FilePath) -> String?)?
  ) {
    self.observer = observer
    self.relocate = relocate
    self.resumption = resumption
    self.trash = trash
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
  /// - Parameters:
  ///   - open: from `open(_:)`; holds what is told of the book, also when this fails.
  ///   - sink: the sink of the pipeline whose branch it goes through too; nil for none.
  public func plan(_ input: RunInput, _ open: OpenBook, for sink: Int? = nil) async throws(Diagnostic)
    -> PlannedBook
  {
    let planned = try await planner.plan(input, open)
    guard let sink else { return planned }
    return try await planner.branch(planned, pipeline.sinks[sink])
  }

  /// What is to hold an input's open sources.
  public func open(_ input: RunInput) -> OpenBook { planner.open(input) }

  /// Works out the destinations of every input and what becomes of each.
  ///
  /// - Throws: what concerns the run as a whole: no destination, several inputs for one file, an unusable ledger.
  public func destinations(_ inputs: [RunInput]) async throws(Diagnostic) -> [PlannedInput] {
    let sinks = pipeline.sinks.map { DestinationPlanner(sink: $0, inputs: inputs) }
    var places: [DestinationPlanner.Place] = []
    for sink in sinks { places.append(try sink.place()) }
    let planning = DestinationPlanning(
      sinks: sinks, places: places, planner: planner, resumption: resumption,
      movesSource: pipeline.sources.map { $0.after != .keep }, io: io, keepsBook: inputs.count == 1,
      relocate: relocate)
    var planned: [PlannedInput] = []
    do {
      try await inOrder(inputs, width: booksAtOnce, on: nil) { _, input throws(Diagnostic) in
        try await planning.planned(input)
      } handOver: { _, one throws(Diagnostic) in
        planned.append(one)
      }
    } catch let error as Diagnostic {
      throw error
    } catch {
      // Cancelled: what was planned so far is never written.
      return []
    }
    let settling = DestinationSettling(
      sinks: pipeline.sinks, places: InputPlaces(inputs),
      isOwn: { resumption?.isOwn($0, of: $1) ?? false })
    settling.settle(&planned)
    return planned
  }

  // MARK: Writing

  /// Writes every planned input and tells of each, in order, as it is done with.
  public func write(_ planned: [PlannedInput], tell: @escaping @Sendable (RunEvent) -> Void) async
    -> RunSummary
  {
    var receipts: [Receipt?] = planned.map { _ in nil }
    var (isInterrupted, hasFailed) = (false, false)
    // What is done when the run is interrupted is told all the same.
    let done = Mutex<[Int: Receipt]>([:])
    let sources = BookConversion(
      pipeline: pipeline, settings: settings, planner: planner, resumption: resumption, trash: trash,
      budget: budget, workers: workers, io: io, observer: observer)
    await sweepLeftovers(planned)
    do {
      try await inOrder(planned, width: isFailFast ? 1 : booksAtOnce, on: nil) {
        index, one throws(Diagnostic) in
        let receipt = await sources.convert(one, tell)
        done.withLock { $0[index] = receipt }
        return receipt
      } handOver: { index, receipt throws(Diagnostic) in
        done.withLock { $0[index] = nil }
        guard let receipt else {
          isInterrupted = true
          return
        }
        receipts[index] = receipt
        tell(.book(receipt))
        hasFailed = hasFailed || receipt.status == .failed
        if hasFailed, isFailFast {
          throw .error(.stoppedAtFailure, "stopped at the first failure", remedy: "use --keep-going to go on")
        }
      }
    } catch is CancellationError {
      isInterrupted = true
    } catch {
      // Stopped at the first failure: the rest is told as not reached.
    }
    for (index, receipt) in done.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      receipts[index] = receipt
      tell(.book(receipt))
    }
    var summary = RunSummary()
    summary.isInterrupted = isInterrupted || receipts.contains { $0?.status == .notReached }
    summary.receipts = zip(planned, receipts).map { one, receipt in
      receipt ?? Receipt(.notReached, source: Receipt.Source(path: one.input.path))
    }
    return summary
  }

  /// Removes what runs that were killed have left beside the destinations of this one.
  private func sweepLeftovers(_ planned: [PlannedInput]) async {
    var folders: Set<FilePath> = []
    for output in planned.flatMap(\.outputs) {
      if case .write(let path, _) = output.fate { folders.insert(path.parent) }
    }
    let all = folders
    await io.run {
      for folder in all where isExistingFolder(folder) { _ = LeftoverOutputs.sweep(in: folder) }
    }
  }
}

extension Rule {
  static let stoppedAtFailure = Rule(
    "stopped-at-failure", .input, "The run stopped at its first failure, as requested.",
    advice: "Fix the failure that is named, or run with --keep-going.")
}

extension RunForecast {
  /// Counts what planned inputs will come to, each output by itself.
  public init(_ planned: [PlannedInput]) {
    books = planned.count
    for one in planned {
      if one.failure != nil { failed += 1 }
      for output in one.outputs {
        switch output.fate {
        case .write(_, replacing: true): replaced += 1
        case .write: new += 1
        case .skip: skipped += 1
        case .unchanged: unchanged += 1
        case .fail(let diagnostic, _) where diagnostic.rule == .destinationCollides: colliding += 1
        case .fail(let diagnostic, _) where diagnostic.rule == .destinationExists: existing += 1
        case .fail: failed += 1
        }
      }
    }
  }
}
